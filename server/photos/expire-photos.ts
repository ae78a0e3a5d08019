// The retention of events: tells people that their photos will be deleted, and deletes them. Rows first, files later: another job removes the files once
// downloads that had begun are over (`sweep-deleted-photos`).
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordChange, recordChanges } from '#server/events/changes-repository.ts';
import { type EventRow, findEvent, lockEvent } from '#server/events/events-repository.ts';
import { addToRun, listRetained, recordWarning, refreshRetention, takeRun } from '#server/events/photo-retention-repository.ts';
import type { RetentionStep } from '#server/events/photo-retention.ts';
import { appLink } from '#server/mail/links.ts';
import { type NewMail, queueMails } from '#server/mail/queue.ts';
import type { DerivablePhoto, Derivatives } from '#server/media/derivatives.ts';
import { notifyInApp } from '#server/notifications/notify-in-app.ts';
import { mailBrandOf } from '#server/organizations/emails.ts';
import { hasLargeDownload } from '#server/photos/downloads-repository.ts';
import { retentionEmail, type RetentionNews, retentionNotice } from '#server/photos/emails.ts';
import { lockPhotos } from '#server/photos/moderation-repository.ts';
import { deleteEventPhotos } from '#server/photos/operations/deletion.ts';
import { isShown } from '#server/photos/policy.ts';
import { countExpiring, filterExpiring, listConcerned, listExpiring, markOriginalsDeleted } from '#server/photos/retention-repository.ts';
import { storageKeys } from '#server/storage/storage.ts';

/** Each batch is one transaction. */
const AT_ONCE = 200;

type Parts = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'storage'> & { derivatives: Pick<Derivatives, 'derive'> };

/** Goes through all events with a retention. Interrupted, it continues with the next run. */
export async function expirePhotos(parts: Parts, signal: AbortSignal, now = new Date()): Promise<void> {
  const { db } = parts;
  for (let after: string | null = null; ;) {
    const ids = await listRetained(db, after, AT_ONCE);
    for (const id of ids) {
      if (signal.aborted) return;
      await expireEvent(parts, id, signal, now);
    }
    after = ids.at(-1) ?? null;
    if (ids.length < AT_ONCE) return;
  }
}

async function expireEvent(parts: Parts, eventId: string, signal: AbortSignal, now: Date): Promise<void> {
  const { db } = parts;
  const step = await db.transaction(async (tx) => {
    const { event, step } = await lockRetention(tx, eventId, now);
    if (event && step.kind === 'warn') await warn(parts, tx, event, step, now);
    return step;
  });
  // Downloads that began in time are finished first. They are kept for a day.
  if (step.kind === 'delete' && !(await hasLargeDownload(db, eventId, step.dueAt))) await deletePhotos(parts, eventId, signal, now);
  if (!signal.aborted) await db.transaction((tx) => endRun(tx, eventId));
}

/** What is to be done, with the event locked. Photos that arrive meanwhile don't wait. */
async function lockRetention(tx: Tx, eventId: string, now: Date): Promise<{ event: EventRow | null; step: RetentionStep }> {
  await lockEvent(tx, eventId, 'change');
  const step = await refreshRetention(tx, eventId, now);
  return { event: await findEvent(tx, eventId, null), step };
}

async function deletePhotos(parts: Parts, eventId: string, signal: AbortSignal, now: Date): Promise<void> {
  const { db } = parts;
  const event = await findEvent(db, eventId, null);
  if (!event) return;
  const scope = event.retentionScope;
  for (let after: string | null = null; !signal.aborted;) {
    const photos: DerivablePhoto[] = await listExpiring(db, eventId, scope, { after, limit: AT_ONCE });
    after = photos.at(-1)?.id ?? null;
    if (after === null) return;
    const ready = scope === 'originals' ? await filterDerived(parts, photos) : photos;
    const isOver = await db.transaction(async (tx) => {
      // The setting may have changed since, or another photo may have arrived.
      const locked = await lockRetention(tx, eventId, now);
      if (locked.step.kind !== 'delete' || locked.event?.retentionScope !== scope) return true;
      await deleteBatch(
        tx,
        locked.event,
        ready.map(({ id }) => id),
        now,
      );
      // With the last photo the date goes, in the same transaction: a page that has the one has the other.
      const left = await refreshRetention(tx, eventId, now);
      if (left.kind === 'none') await recordChange(tx, eventId, 'event', null);
      return left.kind === 'none';
    });
    if (isOver) return;
  }
}

/** The photos whose small pictures exist: they are all that stays. Makes them if they are missing. */
async function filterDerived({ derivatives, log, storage }: Parts, photos: readonly DerivablePhoto[]): Promise<DerivablePhoto[]> {
  const hasPictures = async ({ id }: DerivablePhoto) =>
    (await storage.size(storageKeys.thumb(id))) !== null && (await storage.size(storageKeys.preview(id))) !== null;
  const derived: DerivablePhoto[] = [];
  for (const photo of photos) {
    if (await hasPictures(photo)) {
      derived.push(photo);
      continue;
    }
    try {
      await derivatives.derive(photo);
    } catch (error) {
      // Its original stays until the next run, and the other photos don't wait for it.
      log.warn({ err: error, photoId: photo.id }, 'a photo keeps its original, because its preview can’t be made');
      continue;
    }
    if (await hasPictures(photo)) derived.push(photo);
  }
  return derived;
}

async function deleteBatch(tx: Tx, event: EventRow, ids: readonly string[], now: Date): Promise<void> {
  const { id: eventId, retentionScope: scope } = event;
  const locked = await lockPhotos(tx, eventId, ids);
  const still = new Set(await filterExpiring(tx, eventId, scope, ids));
  const gone = locked.filter(({ id }) => still.has(id));
  if (gone.length === 0) return;
  const goneIds = gone.map(({ id }) => id);
  const bytes = gone.reduce((sum, photo) => sum + photo.bytes, 0);
  await addToRun(tx, eventId, scope, { photos: gone.length, bytes });
  if (scope === 'everything') {
    await deleteEventPhotos(tx, event, goneIds, { userId: null, toTrash: true, action: 'event.expire_photos' });
    return;
  }
  await markOriginalsDeleted(tx, goneIds, now);
  const changes = gone.map((photo) => ({ kind: 'changed' as const, photoId: photo.id, wasShown: isShown(photo) }));
  await recordChanges(tx, eventId, changes, { bytes: -bytes });
}

/** One audit entry for all batches, also of a run that was interrupted. */
async function endRun(tx: Tx, eventId: string): Promise<void> {
  const run = await takeRun(tx, eventId);
  if (!run) return;
  const { organizationId, scope, photos, bytes } = run;
  await audit(tx, {
    action: scope === 'originals' ? 'event.delete_originals' : 'event.expire_photos',
    subjectType: 'event',
    subjectId: eventId,
    organizationId,
    actorId: null,
    detail: { photos, bytes },
  });
}

async function warn(
  { config, jobs }: Parts,
  tx: Tx,
  event: EventRow,
  step: Extract<RetentionStep, { kind: 'warn' }>,
  now: Date,
): Promise<void> {
  const people = await listConcerned(tx, event);
  const total = await countExpiring(tx, event.id, event.retentionScope);
  const newsOf = ({ isAdmin, photos }: (typeof people)[number]): RetentionNews => ({
    event,
    dueAt: step.dueAt,
    isLast: step.warning === 'last',
    reader: isAdmin ? 'admin' : 'author',
    photos: isAdmin ? total : photos,
  });
  const news = new Map(people.map((person) => [person.userId, newsOf(person)]));
  const notices = new Map([...news].map(([userId, about]) => [userId, { ...retentionNotice(about), link: linkOf(about) }]));
  await notifyInApp(tx, [...notices.keys()], 'photo_retention', (userId) => {
    const notice = notices.get(userId);
    if (!notice) throw new Error('a notice for a person who is not concerned');
    return notice;
  });
  const brand = mailBrandOf({ ...event, name: event.organizationName });
  const mails = people.flatMap(({ userId, email }): NewMail[] => {
    const about = news.get(userId);
    if (email === null || !about) return [];
    const key = `photo-retention:${event.id}:${step.dueAt.toISOString()}:${step.warning}:${userId}`;
    const content = retentionEmail({ ...about, url: appLink(config, linkOf(about), config.port) });
    return [{ key, to: email, content, brand, validUntil: step.dueAt }];
  });
  await queueMails({ jobs }, tx, mails);
  await recordWarning(tx, event.id, step, now);
}

const linkOf = ({ reader, event }: RetentionNews): string =>
  reader === 'admin' ? `/organization/events/${event.id}?tab=settings` : `/event/${event.id}/gallery`;
