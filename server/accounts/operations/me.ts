// The user’s own profile, sessions, avatar and notification settings, and the stream of changes to the session.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { components } from '#openapi/api.ts';
import { canSeePerson } from '#server/accounts/policy.ts';
import { deviceName } from '#server/accounts/presenter.ts';
import { endSession, endSessionsOf, findOwnSession, findPersonOfSession, listOpenSessions } from '#server/accounts/sessions-repository.ts';
import { loadSessionUser } from '#server/accounts/sessions.ts';
import { findAvatar, findPersonFacts, putAvatar, removeAvatar, setProfile } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { matchesIfNoneMatch } from '#server/http/etag.ts';
import { HIJACKED, type OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { openSse } from '#server/http/sse.ts';
import { followTopic } from '#server/live/hub.ts';
import { notifyPerson, personTopic, ROLES_TOPIC } from '#server/live/topics-repository.ts';
import { type Choice, choicesOf } from '#server/notifications/policy.ts';
import { listMuted, setMuted, versionOfNotices } from '#server/notifications/repository.ts';
import { SETTINGS_TOPIC } from '#server/settings/repository.ts';
import type { Viewer } from '#server/viewer.ts';

export function meCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async updateProfile({ viewer, body, request }) {
      const { first_name: firstName, last_name: lastName, date_locale: dateLocale } = body;
      const action = firstName === undefined && lastName === undefined ? 'account.change_dates' : 'account.change_name';
      await db.transaction(async (tx) => {
        await setProfile(tx, viewer.userId, { firstName: firstName?.trim(), lastName: lastName?.trim(), dateLocale });
        await notifyPerson(tx, viewer.userId);
        await audit(tx, { action, actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId, request });
      });
      return { status: 200, body: await loadSessionUser(db, viewer.userId) };
    },

    async listSessions({ viewer }) {
      const rows = await listOpenSessions(db, viewer.userId);
      const items = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
        id,
        device: deviceName(userAgent),
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        is_current: id === viewer.sessionId,
      }));
      return { status: 200, body: { items } };
    },

    async endOwnSession({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        if (!(await findOwnSession(tx, viewer.userId, path.sessionId))) throw notFound('session');
        if ((await endSession(tx, path.sessionId, 'revoked')) === undefined) return;
        const subject = { actorId: viewer.userId, subjectType: 'session', subjectId: path.sessionId };
        await audit(tx, { action: 'session.end', ...subject, request });
      });
      return { status: 204 };
    },

    async endOtherSessions({ viewer, request }) {
      await db.transaction(async (tx) => {
        const ended = await endSessionsOf(tx, viewer.userId, 'revoked', viewer.sessionId);
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        if (ended > 0) await audit(tx, { action: 'session.end', ...subject, detail: { sessions_ended: ended }, request });
      });
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

type Notice = components['schemas']['SessionNotice'];

/** Changes that concern everyone are spread over this time. */
const JITTER_MS = 3000;

/** Notifies a user’s open pages when their session has changed, so that permissions take effect without a reload. */
export function accountStreamCall({ config, db, hub, log }: Deps) {
  const streams = createConcurrencyLimiter(
    config.streamsPerAccount,
    'This account is open in too many places at once. Close some of them.',
  );

  /** Undefined if the session has ended. */
  async function noticeOf({ userId, sessionId }: Viewer): Promise<Notice | undefined> {
    const person = await findPersonOfSession(db, userId, sessionId);
    if (!person) return undefined;
    const version = createHash('sha256')
      .update(JSON.stringify(await loadSessionUser(db, userId, person)))
      .digest('base64url')
      .slice(0, 22);
    return { version, notices: await versionOfNotices(db, userId) };
  }

  return {
    async streamAccount({ viewer, reply }) {
      const leave = streams.enter(viewer.userId);
      let sent: Notice | undefined;
      let count = 0;
      const sendIfChanged = async () => {
        const now = await noticeOf(viewer);
        if (now === undefined) sse.close();
        else if (now.version !== sent?.version || now.notices !== sent.notices) {
          sent = now;
          sse.send({ id: (count += 1), event: 'session', data: now });
        }
        return false;
      };
      const failed = (error: unknown) => log.warn({ err: error }, 'cannot read the session for its stream, will retry');
      const topic = followTopic(hub, personTopic(viewer.userId), { poll: sendIfChanged, onError: failed });
      let later: NodeJS.Timeout | undefined;
      // This concerns everyone at once, so pages are notified at random times.
      const wakeLater = () => {
        clearTimeout(later);
        later = setTimeout(topic.wake, Math.random() * JITTER_MS);
      };
      const forget = [ROLES_TOPIC, SETTINGS_TOPIC].map((of) => hub.subscribe(of, wakeLater));
      const sse = openSse(reply, {
        onClose() {
          clearTimeout(later);
          forget.forEach((end) => end());
          topic.end();
          leave();
        },
      });
      topic.wake();
      return HIJACKED;
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

const isSameChoice = (one: Choice) => (other: Choice) =>
  one.kind === other.kind && one.organizationId === other.organizationId && one.channel === other.channel;

export function notificationPreferenceCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listNotifications({ viewer }) {
      return { status: 200, body: await describeChoices(db, viewer) };
    },

    async setNotification({ viewer, body, request }) {
      const choice = { kind: body.kind, organizationId: body.organization_id, channel: body.channel ?? ('mail' as const) };
      if (!choicesOf(viewer).some(isSameChoice(choice))) throw notFound('notification');
      await db.transaction(async (tx) => {
        await setMuted(tx, viewer.userId, choice, !body.is_on);
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        const detail = { kind: choice.kind, channel: choice.channel, is_on: body.is_on };
        const about = choice.organizationId === null ? {} : { organizationId: choice.organizationId };
        await audit(tx, { action: 'account.change_notifications', ...subject, ...about, detail, request });
      });
      return { status: 200, body: await describeChoices(db, viewer) };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

async function describeChoices(db: Queryable, viewer: Viewer) {
  const muted = await listMuted(db, viewer.userId);
  const items = choicesOf(viewer).map((choice) => ({
    kind: choice.kind,
    organization_id: choice.organizationId,
    channel: choice.channel,
    is_on: !muted.some(isSameChoice(choice)),
  }));
  return { items };
}

/** Renders pictures in the worker processes that photos use. */
export interface AvatarRenderer {
  /** Converts any picture to a small square WebP. */
  avatarOf(bytes: Buffer): Promise<Buffer>;
}

/** The URL changes with the picture, so it can be cached. Access is checked again after an hour. */
const CACHE_CONTROL = 'private, max-age=3600';

export function avatarCalls({ db }: Pick<Deps, 'db'>, { pictures }: { pictures: AvatarRenderer }) {
  return {
    async uploadAvatar({ viewer, body, request }) {
      const webp = await pictures.avatarOf(body.file);
      const tag = createHash('sha256').update(webp).digest('hex').slice(0, 16);
      await db.transaction(async (tx) => {
        if (!(await putAvatar(tx, viewer.userId, tag, webp))) return;
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        await audit(tx, { action: 'account.change_avatar', ...subject, request });
      });
      return { status: 200, body: await loadSessionUser(db, viewer.userId) };
    },

    async removeAvatar({ viewer, request }) {
      await db.transaction(async (tx) => {
        if (!(await removeAvatar(tx, viewer.userId))) return;
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        await audit(tx, { action: 'account.remove_avatar', ...subject, request });
      });
      return { status: 200, body: await loadSessionUser(db, viewer.userId) };
    },

    async getAvatar({ viewer, path: { userId, picture }, request }) {
      const person = await findPersonFacts(db, userId, picture, viewer.userId);
      if (!person || !canSeePerson(viewer, person)) throw notFound('picture');
      const etag = `"${picture}"`;
      const headers = { etag, 'cache-control': CACHE_CONTROL, 'x-content-type-options': 'nosniff' };
      if (matchesIfNoneMatch(request, etag)) return { status: 304, headers };
      const webp = await findAvatar(db, userId, picture);
      if (!webp) throw notFound('picture');
      const answer = { ...headers, 'content-type': 'image/webp', 'content-length': String(webp.length) };
      return { status: 200, stream: Readable.from([webp]), headers: answer };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}
