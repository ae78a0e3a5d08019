import { createHash } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { loadSessionUser } from '#server/accounts/session-user.ts';
import { findPersonOfSession } from '#server/accounts/users-repository.ts';
import type { Deps } from '#server/deps.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { HIJACKED, type OperationsOf } from '#server/http/operation.ts';
import { openSse } from '#server/http/sse.ts';
import { followTopic } from '#server/live/follow-topic.ts';
import { personTopic, ROLES_TOPIC } from '#server/live/person.ts';
import { versionOfNotices } from '#server/notifications/notice-repository.ts';
import { SETTINGS_TOPIC } from '#server/settings/repository.ts';
import type { Viewer } from '#server/viewer.ts';

type Notice = components['schemas']['SessionNotice'];

/** What concerns everybody is looked at within this time. */
const JITTER_MS = 3000;

/** Tells a person's open pages that their session says something else now: rights end and begin without a reload. */
export function accountStreamCall({ config, db, hub, log }: Deps) {
  const streams = createConcurrencyLimiter(
    config.streamsPerAccount,
    'This account is open in too many places at once. Close some of them.',
  );

  /** Undefined: the session has ended. */
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
      let told: Notice | undefined;
      let count = 0;
      const look = async () => {
        const now = await noticeOf(viewer);
        if (now === undefined) sse.close();
        else if (now.version !== told?.version || now.notices !== told.notices) {
          told = now;
          sse.send({ id: (count += 1), event: 'session', data: now });
        }
        return false;
      };
      const failed = (error: unknown) => log.warn({ err: error }, 'cannot read what a session says yet');
      const topic = followTopic(hub, personTopic(viewer.userId), { poll: look, onError: failed });
      let later: NodeJS.Timeout | undefined;
      // It is news for everybody at once: they look one after the other.
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
