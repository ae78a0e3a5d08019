// What visitors of a gallery link pick, and what the organization reads of it.
import type { FastifyRequest } from 'fastify';
import { audit } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import { requireOwnEvent } from '#server/events/operations/authorize.ts';
import { csvAnswer, type CsvColumns, csvTime } from '#server/http/csv.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { emitEvents } from '#server/integrations/emit.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMails } from '#server/mail/queue.ts';
import { notifyInApp } from '#server/notifications/notify-in-app.ts';
import { findRecipient } from '#server/notifications/repository.ts';
import { listActiveMemberIds } from '#server/organizations/members-repository.ts';
import { originalName } from '#server/photos/file-names.ts';
import { submittedPicksEmail, submittedPicksNotice } from '#server/sharing/emails.ts';
import { lockLink } from '#server/sharing/links-repository.ts';
import { type FoundLink, type LinkAccess, requireSharedPhoto } from '#server/sharing/operations/authorize.ts';
import { requireLinkOf } from '#server/sharing/operations/links.ts';
import {
  changeVisitor,
  countVisitors,
  deleteIdleVisitors,
  deletePick,
  findPick,
  findVisitor,
  insertVisitor,
  listPicked,
  listPicks,
  listVisitorRows,
  lockVisitor,
  type PickedRow,
  upsertPick,
  type VisitorRow,
  visitorOrder,
} from '#server/sharing/picks-repository.ts';
import { MAX_PICKS, MAX_VISITORS } from '#server/sharing/policy.ts';
import { presentPickedPhoto, presentPick, presentVisitor } from '#server/sharing/presenter.ts';
import { uuid7 } from '#server/uuid.ts';
import { fullName } from '#server/viewer.ts';

export const noPicks = () => new Problem(409, 'no_picks', 'This gallery doesn’t take picks.');
const nameRequired = () =>
  new Problem(409, 'visitor_unnamed', 'Give your name first, so that the photographer knows whose picks these are.');
const alreadySubmitted = () => new Problem(409, 'picks_submitted', 'You have submitted your picks. Withdraw them to change them.');

/** A visitor who submits again within this time is not announced again: the link to the picks shows the latest. */
const NOTICE_PAUSE_MS = 10 * 60_000;

/** Of one visitor. Each is audited, and told to everyone who has the event open. */
const SUBMISSIONS = { name: 'picks', burst: 20, perHour: 20 };
/** Of one address at one link: in a day fewer than a link takes. */
const ARRIVALS = { name: 'link visitor', burst: 60, perHour: 10 };

interface VisitorParts {
  access: LinkAccess;
  limits: Pick<RateLimits, 'count'>;
}

/** For visitors. */
export function visitorCalls(deps: Pick<Deps, 'db' | 'jobs' | 'config'>, { access, limits }: VisitorParts) {
  const { db } = deps;

  /** @throws {Problem} also 409 `no_picks` */
  async function requirePicks(
    found: FoundLink,
    request: FastifyRequest,
  ): Promise<FoundLink & { limit: number; visitor: VisitorRow | null }> {
    const limit = found.link.picksLimit;
    if (limit === null) throw noPicks();
    return { ...found, limit, visitor: await access.visitorOf(request, found.link) };
  }

  /** @throws {Problem} also 409 `visitor_unnamed` */
  async function requireVisitor(opened: FoundLink, request: FastifyRequest): Promise<FoundLink & { limit: number; visitor: VisitorRow }> {
    const { visitor, ...found } = await requirePicks(opened, request);
    if (!visitor) throw nameRequired();
    return { ...found, visitor };
  }

  /** Reads the visitor anew under their lock. @throws {Problem} 409 `visitor_unnamed` */
  async function locked(tx: Tx, { id, linkId }: VisitorRow): Promise<VisitorRow> {
    await lockVisitor(tx, id);
    const visitor = await findVisitor(tx, linkId, { id });
    if (!visitor) throw nameRequired();
    return visitor;
  }

  /** Informs the creator of the link, or the admins if they have left. */
  async function announce(
    tx: Tx,
    { link, event }: Pick<FoundLink, 'link' | 'event'>,
    visitor: VisitorRow,
    at: Date,
    request: FastifyRequest,
  ): Promise<void> {
    const { organizationId } = event;
    const members = await listActiveMemberIds(tx, organizationId);
    const creator = members.filter((userId) => userId === link.createdBy);
    const people = creator.length > 0 ? creator : await listActiveMemberIds(tx, organizationId, 'organization');
    const path = `/organization/events/${event.id}?tab=links&picks=${link.id}&visitor=${visitor.id}`;
    const facts = { visitor: visitor.name, picks: visitor.picksCount, linkName: link.name, eventName: event.name };
    const informed = await notifyInApp(tx, people, 'picks', submittedPicksNotice(facts, path), NOTICE_PAUSE_MS);
    const content = submittedPicksEmail({ ...facts, url: appLink(deps.config, path, ownPort(request, deps)) });
    const recipients = await Promise.all(informed.map((userId) => findRecipient(tx, userId, { kind: 'picks', organizationId })));
    const mails = recipients.flatMap((one) =>
      one ? [{ key: `picks:${visitor.id}:${at.getTime()}:${one.userId}`, to: one.email, content }] : [],
    );
    await queueMails(deps, tx, mails);
  }

  const answerVisitor = async (visitor: VisitorRow) => {
    const now = await findVisitor(db, visitor.linkId, { id: visitor.id });
    if (!now) throw nameRequired();
    return { status: 200 as const, body: presentVisitor(now) };
  };

  return {
    async nameLinkVisitor({ path, body, request }) {
      const { link, event, visitor } = await requirePicks(await access.requireUnlocked(path.token, request), request);
      const name = body.name.trim();
      if (visitor) {
        await changeVisitor(db, visitor.id, { name });
        return answerVisitor(visitor);
      }
      const of = `${link.id} ${addressKey(request.ip)}`;
      await limits.count([{ limit: ARRIVALS, of, why: 'Many people of your network are picking photos here' }]);
      const { keyHash, cookie } = access.newVisitor(request, link);
      const id = uuid7();
      await db.transaction(async (tx) => {
        await lockLink(tx, link.id);
        if ((await countVisitors(tx, link.id)) >= MAX_VISITORS) await deleteIdleVisitors(tx, link.id);
        if ((await countVisitors(tx, link.id)) >= MAX_VISITORS)
          throw new Problem(
            409,
            'too_many_visitors',
            'Too many people are picking photos here. Ask the photographer for a link of your own.',
          );
        await insertVisitor(tx, { id, linkId: link.id, keyHash, name });
        const detail = { link_id: link.id, visitor: name };
        await audit(tx, {
          action: 'event.name_visitor',
          actorId: null,
          subjectType: 'event',
          subjectId: event.id,
          organizationId: event.organizationId,
          detail,
          request,
        });
      });
      const named = await findVisitor(db, link.id, { id });
      if (!named) throw nameRequired();
      return { status: 200, body: presentVisitor(named), headers: { 'set-cookie': cookie } };
    },

    async listOwnPicks({ path, request }) {
      const { visitor } = await requirePicks(await access.requireUnlocked(path.token, request), request);
      if (!visitor) return { status: 200, body: { visitor: null, items: [] } };
      const items = await listPicks(db, visitor.id, MAX_PICKS);
      return { status: 200, body: { visitor: presentVisitor(visitor), items: items.map(presentPick) } };
    },

    async pickPhoto({ path, body, request }) {
      const found = await access.requireGallery(path.token, request);
      const { limit, visitor } = await requireVisitor(found, request);
      const photo = await requireSharedPhoto(db, found, path.photoId);
      const pick = await db.transaction(async (tx) => {
        const { id, submittedAt, picksCount } = await locked(tx, visitor);
        if (submittedAt) throw alreadySubmitted();
        const isNew = !(await findPick(tx, id, photo.id));
        if (isNew && picksCount >= limit)
          throw new Problem(
            409,
            'picks_limit',
            `You can pick ${limit === 1 ? 'one photo' : `${limit} photos`}. Remove one to pick another.`,
          );
        return upsertPick(tx, { visitorId: id, photoId: photo.id, note: body.note.trim() });
      });
      return { status: 200, body: presentPick(pick) };
    },

    async unpickPhoto({ path, request }) {
      const { visitor } = await requireVisitor(await access.requireUnlocked(path.token, request), request);
      await db.transaction(async (tx) => {
        const { id, submittedAt } = await locked(tx, visitor);
        if (submittedAt) throw alreadySubmitted();
        await deletePick(tx, id, path.photoId);
      });
      return { status: 204 };
    },

    async submitPicks({ path, request }) {
      const { link, event, visitor } = await requireVisitor(await access.requireUnlocked(path.token, request), request);
      await db.transaction(async (tx) => {
        const current = await locked(tx, visitor);
        const { id, name, submittedAt, picksCount } = current;
        if (submittedAt) return;
        if (picksCount === 0) throw new Problem(409, 'nothing_picked', 'Pick a photo first.');
        await limits.count([{ limit: SUBMISSIONS, of: id, why: 'You have submitted your picks many times' }], tx);
        const now = new Date();
        await changeVisitor(tx, id, { submittedAt: now });
        const data = { event_id: event.id, link_id: link.id, visitor: { id, name, picks_count: picksCount } };
        await emitEvents(deps, tx, event.organizationId, [{ type: 'picks.submitted', data }]);
        await announce(tx, { link, event }, current, now, request);
        const detail = { link_id: link.id, visitor: name, picks: picksCount };
        await recordEventChange(tx, { action: 'event.submit_picks', event, by: null, request, detail });
      });
      return answerVisitor(visitor);
    },

    async withdrawPicks({ path, request }) {
      const { link, event, visitor } = await requireVisitor(await access.requireUnlocked(path.token, request), request);
      await db.transaction(async (tx) => {
        const { id, name, submittedAt } = await locked(tx, visitor);
        if (!submittedAt) return;
        await changeVisitor(tx, id, { submittedAt: null });
        await recordEventChange(tx, {
          action: 'event.withdraw_picks',
          event,
          by: null,
          request,
          detail: { link_id: link.id, visitor: name },
        });
      });
      return answerVisitor(visitor);
    },
  } satisfies Partial<OperationsOf<'sharing'>>;
}

/** For the organization. */
export function pickCalls({ db }: Pick<Deps, 'db'>) {
  const requireOwnLink = async ({ viewer, path }: Pick<Call<'listLinkVisitors'>, 'viewer' | 'path'>) => {
    const event = await requireOwnEvent(db, path.id, viewer);
    return { event, link: await requireLinkOf(db, event.id, path.linkId) };
  };

  return {
    async listLinkVisitors({ viewer, path, query }) {
      const { link } = await requireOwnLink({ viewer, path });
      const { rows, cursors } = await visitorOrder.page({ sort: '-created_at', ...query }, (range) => listVisitorRows(db, link.id, range));
      return { status: 200, body: { items: rows.map(presentVisitor), ...cursors } };
    },

    async listVisitorPicks({ viewer, path }) {
      const { event, link } = await requireOwnLink({ viewer, path });
      const visitor = await findVisitor(db, link.id, { id: path.visitorId });
      if (!visitor) throw notFound('visitor');
      const rows = await listPicked(db, { linkId: link.id, visitorId: visitor.id, limit: MAX_PICKS });
      return { status: 200, body: { visitor: presentVisitor(visitor), items: rows.map((row) => presentPickedPhoto(row, event)) } };
    },

    async exportPicks({ viewer, path, query, request }) {
      const { event, link } = await requireOwnLink({ viewer, path });
      const subject = { subjectType: 'event', subjectId: event.id, organizationId: event.organizationId };
      await audit(db, {
        action: 'event.export_picks',
        actorId: viewer.userId,
        ...subject,
        detail: { link_id: link.id, name: link.name },
        request,
      });
      const columns: CsvColumns<PickedRow> = {
        Visitor: ({ visitorName }) => visitorName,
        'Submitted (UTC)': ({ submittedAt }) => csvTime(submittedAt),
        'File name': (row) => originalName(event, row),
        Note: ({ note }) => note,
        Photographer: ({ uploaderFirstName, uploaderLastName }) => fullName(uploaderFirstName, uploaderLastName),
        'Captured (UTC)': ({ takenAt }) => csvTime(takenAt),
        ID: ({ id }) => id,
      };
      return csvAnswer(['picks', event.name, link.name], columns, allPicked(db, link.id, query.visitor ?? null));
    },

    async listPickedFileNames({ viewer, path, query }) {
      const { event, link } = await requireOwnLink({ viewer, path });
      const names = new Set<string>();
      for await (const row of allPicked(db, link.id, query.visitor ?? null, query.submitted ?? false))
        names.add(originalName(event, row).replace(/\.[a-z0-9]{1,5}$/i, ''));
      return {
        status: 200,
        stream: Buffer.from([...names].join(', ')),
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' },
      };
    },
  } satisfies Partial<OperationsOf<'sharing'>>;
}

async function* allPicked(db: Queryable, linkId: string, visitorId: string | null, onlySubmitted = false): AsyncGenerator<PickedRow> {
  const read = (after?: PickedRow) => listPicked(db, { linkId, visitorId, onlySubmitted, after, limit: MAX_PICKS });
  for (let rows = await read(); rows.length > 0; rows = await read(rows.at(-1))) yield* rows;
}
