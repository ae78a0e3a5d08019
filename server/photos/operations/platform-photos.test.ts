// What the platform does with events and photos that are not its own.
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { mails } from '#server/db/schema/mail.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { listChanges } from '#server/events/changes-repository.ts';
import { listPurgeableEvents } from '#server/events/events-repository.ts';
import { emptyTrash, lockPhotos } from '#server/photos/moderation-repository.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { platformPhotoCalls } from '#server/photos/operations/platform-photos.ts';
import { findPhoto } from '#server/photos/photos-repository.ts';
import type { Viewer } from '#server/viewer.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, createUser, eventWithMembers, type EventWithMembers, viewerOf } from '#tests/support/factories/database.ts';
import { answerOf, type Ask, askEvents, callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: Ask;
let overseer: Viewer;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askEvents(deps);
  const id = await createUser(deps, { firstName: 'Ada', role: 'super_admin' });
  overseer = await viewerOf(deps, id);
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

const shoot = (scene: EventWithMembers) => createPhoto(deps, scene.eventId, scene.guest.userId);
const pathOf = (scene: EventWithMembers, photoId: string) => ({ id: scene.eventId, photoId });
const takeDown = (scene: EventWithMembers, photoId: string, who = overseer) =>
  platformPhotoCalls(deps).takeDownPhoto(callOf<'takeDownPhoto'>(who, pathOf(scene, photoId), { body: { reason: ' Asked for. ' } }));
const putBack = (scene: EventWithMembers, photoId: string) =>
  platformPhotoCalls(deps).putPhotoBack(callOf<'putPhotoBack'>(overseer, pathOf(scene, photoId)));
const mailsAbout = async (about: string) =>
  (
    await deps.db
      .select()
      .from(mails)
      .where(like(mails.key, `${about}%`))
  ).map(({ recipient, outcome: became }) => [recipient, became]);
const trailOf = async (subjectId: string) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.id)).map(({ action }) => action);

describe('a photo that is taken down', () => {
  it('disappears from open galleries, can’t be restored by the event’s people, and its author and organization get the reason', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene);
    await takeDown(scene, photo.id);
    await takeDown(scene, photo.id);
    expect((await listChanges(deps.db, scene.eventId, 0, 9)).map(({ kind, photoId }) => [kind, photoId])).toEqual([['removed', photo.id]]);
    expect(await findPhoto(deps.db, photo.id, null)).toMatchObject({ deletedBy: overseer.userId, takeDownReason: 'Asked for.' });
    for (const who of [scene.guest, scene.owner, overseer]) {
      const call = callOf<'restorePhotos'>(who, { id: scene.eventId }, { body: { ids: [photo.id] } });
      const back = deletionCalls(deps)
        .restorePhotos(call)
        .then((answer) => answerOf(answer).restored.length);
      expect(await back.catch(() => 0)).toBe(0);
    }
    const told = await mailsAbout(`taken-down:${photo.id}:`);
    const [author, admin] = await Promise.all([scene.guest, scene.owner].map(({ userId }) => viewerOf(deps, userId)));
    expect(Object.fromEntries(told)).toEqual({ [author!.email!]: null, [admin!.email!]: null });
    const [entry] = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, photo.id));
    expect(entry).toMatchObject({
      action: 'photo.take_down',
      actorId: overseer.userId,
      organizationId: scene.organizationId,
      detail: { reason: 'Asked for.', event_id: scene.eventId, author_id: scene.guest.userId },
    });
  });

  it('is put back without an email; the platform can’t restore an author’s deletion', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene);
    await takeDown(scene, photo.id);
    await putBack(scene, photo.id);
    await putBack(scene, photo.id);
    expect(await findPhoto(deps.db, photo.id, null)).toMatchObject({ deletedAt: null, deletedBy: null, takeDownReason: null });
    expect((await mailsAbout(`taken-down:${photo.id}:`)).map(([, became]) => became)).toEqual(['expired', 'expired']);
    expect(await trailOf(photo.id)).toEqual(['photo.take_down', 'photo.put_back']);
    await deletionCalls(deps).deletePhoto(callOf<'deletePhoto'>(scene.guest, pathOf(scene, photo.id)));
    expect(await outcome(putBack(scene, photo.id))).toBe('photo_deleted');
  });

  it('can’t be restored after its author deleted it or their account', async () => {
    const scene = await eventWithMembers(deps);
    const [deleted, left] = [await shoot(scene), await shoot(scene)];
    for (const { id } of [deleted, left]) await takeDown(scene, id);
    await deletionCalls(deps).deletePhoto(callOf<'deletePhoto'>(scene.guest, pathOf(scene, deleted.id)));
    await deps.db.transaction((tx) => emptyTrash(tx, scene.guest.userId, 'all'));
    expect(await outcome(putBack(scene, deleted.id))).toBe('photo_deleted');
    expect(await outcome(putBack(scene, left.id))).toBe('photo_deleted');
    expect(await trailOf(deleted.id)).toEqual(['photo.take_down']);
  });

  it('leaves the trash of the person who deleted it, and can’t be restored', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene);
    const ofIt = { body: { ids: [photo.id] } };
    await deletionCalls(deps).deletePhotos(callOf(scene.guest, { id: scene.eventId }, { body: { ids: [photo.id], to_trash: true } }));
    await takeDown(scene, photo.id);
    await takeDown(scene, photo.id);
    const { restored } = answerOf(await deletionCalls(deps).restorePhotos(callOf(scene.guest, { id: scene.eventId }, ofIt)));
    expect(restored).toEqual([]);
    expect(await outcome(putBack(scene, photo.id))).toBe('photo_deleted');
    expect(await trailOf(photo.id)).toEqual(['photo.delete', 'photo.take_down']);
    expect(await mailsAbout(`taken-down:${photo.id}:`)).toHaveLength(2);
  });

  it('is for super administrators alone, by the event that it is of', async () => {
    const [scene, other] = await Promise.all([eventWithMembers(deps), eventWithMembers(deps)]);
    const photo = await shoot(scene);
    expect(await outcome(takeDown(scene, photo.id, scene.owner))).toBe('forbidden');
    expect(await outcome(takeDown(other, photo.id))).toBe('not_found');
    // The role was revoked a moment ago.
    const former = { ...overseer, userId: await createUser(deps) };
    expect(await outcome(takeDown(scene, photo.id, former))).toBe('forbidden');
  });

  it('is found by an inspection with an audit entry', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'rejected' });
    const look = (query = {}) =>
      platformPhotoCalls(deps).listPlatformPhotos(callOf<'listPlatformPhotos'>(overseer, { id: scene.eventId }, { query }));
    expect(answerOf(await look()).items).toMatchObject([{ id: photo.id, status: 'rejected' }]);
    expect(await trailOf(scene.eventId)).toEqual(['event.inspect']);
  });

  it('is listed page by page, with an audit entry for each page', async () => {
    const scene = await eventWithMembers(deps);
    for (let n = 0; n < 3; n++) await shoot(scene);
    const look = (query: object) =>
      platformPhotoCalls(deps).listPlatformPhotos(callOf<'listPlatformPhotos'>(overseer, { id: scene.eventId }, { query }));
    const { next_cursor: cursor } = answerOf(await look({ limit: 2 }));
    expect(answerOf(await look({ limit: 2, cursor })).items).toHaveLength(1);
    expect(await trailOf(scene.eventId)).toEqual(['event.inspect', 'event.inspect']);
    const entries = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, scene.eventId));
    expect(entries.map(({ actorId }) => actorId)).toEqual([overseer.userId, overseer.userId]);
  });

  it('stays where who asks lost the right while they waited for it', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene);
    const id = await createUser(deps, { firstName: 'Rio' });
    const setRole = (db: Queryable, role: 'super_admin' | 'user') => db.update(users).set({ role }).where(eq(users.id, id));
    await setRole(deps.db, 'super_admin');
    const rival = await viewerOf(deps, id);
    const change = async (tx: Tx) => {
      await lockPhotos(tx, scene.eventId, [photo.id]);
      await setRole(tx, 'user');
    };
    expect(await outcome(duringTransaction(deps, change, () => takeDown(scene, photo.id, rival)))).toBe('forbidden');
    expect(await trailOf(photo.id)).toEqual([]);
    expect((await findPhoto(deps.db, photo.id, null))?.deletedAt).toBeNull();
  });
});

describe('a supervised event', () => {
  it('is paused: cameras close, its organization gets the reason and can’t reopen it, earlier photos are accepted; then resumed', async () => {
    const { eventId: id, owner, guest } = await eventWithMembers(deps);
    const pause = (reason: string) => ask('pauseEvent', overseer, { id }, { body: { reason } });
    expect(await pause('Complaints.')).toMatchObject({ pause_reason: 'Complaints.' });
    await pause('Complaints.');
    expect(await ask('getEvent', guest, { id })).toMatchObject({ can: { capture: false, like: true }, pause_reason: null });
    const theirs = await ask('updateEvent', owner, { id }, { body: { status: 'active' } });
    expect(theirs).toMatchObject({ can: { capture: false, manage: true }, pause_reason: 'Complaints.' });
    await ask('resumeEvent', overseer, { id });
    expect(await ask('getEvent', guest, { id })).toMatchObject({ can: { capture: true }, paused_at: null });
    expect(await trailOf(id)).toEqual(['event.pause', 'event.update', 'event.resume']);
    // Undone before an email was sent.
    expect((await mailsAbout(`event-held:${id}:`)).map(([, became]) => became)).toEqual(['expired']);
  });

  it('is ended and opened again; a draft is left alone', async () => {
    const { eventId: id } = await eventWithMembers(deps);
    const set = (status: string, of = id) => ask('setPlatformEventStatus', overseer, { id: of }, { body: { status } });
    expect(await set('ended')).toMatchObject({ status: 'ended' });
    expect(await set('live')).toMatchObject({ status: 'live' });
    const { eventId: draft } = await eventWithMembers(deps, { status: 'draft' });
    expect(await outcome(set('live', draft))).toBe('status_not_allowed');
  });

  it('is deleted until a given date, and restored', async () => {
    const { eventId: id, owner } = await eventWithMembers(deps);
    const keep = (body: { deleted: boolean; restorable_until?: string | null; reason?: string | null }) =>
      ask('setEventRetention', overseer, { id }, { body });
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
    expect(await outcome(keep({ deleted: true }))).toBe('invalid_request');
    expect((await keep({ deleted: true, reason: null })).restorable_until).not.toBeNull();
    expect(await outcome(keep({ deleted: true, restorable_until: inDays(400).toISOString() }))).toBe('date_not_allowed');
    const until = inDays(2).toISOString();
    expect(await keep({ deleted: true, restorable_until: until })).toMatchObject({ restorable_until: until });
    expect(await ask('getEvent', owner, { id })).toMatchObject({ restorable_until: until });
    expect(await listPurgeableEvents(deps.db, inDays(1))).not.toContain(id);
    expect(await listPurgeableEvents(deps.db, inDays(3))).toContain(id);
    expect(await keep({ deleted: false })).toMatchObject({ deleted_at: null, restorable_until: null });
    await deps.db
      .update(events)
      .set({ deletedAt: inDays(-31) })
      .where(eq(events.id, id));
    expect(await outcome(keep({ deleted: false }))).toBe('not_restorable');
    expect(await outcome(keep({ deleted: true, restorable_until: until }))).toBe('not_restorable');
    await deps.db.update(events).set({ deletedAt: null }).where(eq(events.id, id));
    expect(await trailOf(id)).toEqual(['event.delete', 'event.move_retention', 'event.restore']);
  });

  it('is restored by the platform alone once the platform has removed it, and its organization reads why', async () => {
    const { eventId: id, owner } = await eventWithMembers(deps);
    const keep = (body: object) => ask('setEventRetention', overseer, { id }, { body });
    const restore = () => outcome(ask('restoreEvent', owner, { id }));
    const mails = async () => (await mailsAbout(`event-removed:${id}:`)).length;
    await keep({ deleted: true, reason: ' Complaints. ' });
    expect(await ask('getEvent', owner, { id })).toMatchObject({ removal_reason: 'Complaints.' });
    expect(await restore()).toBe('removed_by_platform');
    expect(await mails()).toBe(1);
    // Another day leaves the reason.
    await keep({ deleted: true, restorable_until: new Date(Date.now() + 86_400_000).toISOString() });
    expect(await restore()).toBe('removed_by_platform');
    expect(await keep({ deleted: false })).toMatchObject({ deleted_at: null, removal_reason: null });

    // What its organization deleted is its own until the platform takes it.
    await ask('deleteEvent', owner, { id });
    expect(await restore()).toBe('done');
    await ask('deleteEvent', owner, { id });
    await keep({ deleted: true, reason: 'Complaints.' });
    await keep({ deleted: true, reason: 'Complaints.' });
    expect(await restore()).toBe('removed_by_platform');
    expect(await mails()).toBe(2);
    await keep({ deleted: true, reason: null });
    expect(await restore()).toBe('done');
    expect((await trailOf(id)).toSorted()).toEqual(
      [
        'event.delete', // by the platform
        'event.delete', // by the organization
        'event.delete', // by the organization again
        'event.delete', // taken by the platform
        'event.move_retention',
        'event.move_retention',
        'event.restore',
        'event.restore',
        'event.restore',
      ].toSorted(),
    );
  });

  it('is found by text, status, time, organization and pending work', async () => {
    const [one, other] = await Promise.all([
      eventWithMembers(deps, { name: 'Zephyr Gala', location: 'Pier 9', startsAt: new Date('2026-01-01T00:00:00Z') }),
      eventWithMembers(deps, { name: 'Zephyr Ball', status: 'ended', startsAt: new Date(Date.now() + 3_600_000) }),
    ]);
    await createPhoto(deps, one.eventId, one.guest.userId, { status: 'pending' });
    await deps.db.update(events).set({ pausedAt: new Date() }).where(eq(events.id, other.eventId));
    const found = async (query: object) =>
      (await ask('listPlatformEvents', overseer, {}, { query: { q: 'zephyr', sort: 'name', ...query } })).items.map(({ name }) => name);
    expect(await found({})).toEqual(['Zephyr Ball', 'Zephyr Gala']);
    expect(await found({ q: 'pier 9' })).toEqual(['Zephyr Gala']);
    expect(await found({ status: 'ended' })).toEqual(['Zephyr Ball']);
    expect(await found({ time: 'past' })).toEqual(['Zephyr Gala']);
    expect(await found({ organization_id: one.organizationId })).toEqual(['Zephyr Gala']);
    expect(await found({ with: 'pending' })).toEqual(['Zephyr Gala']);
    expect(await found({ with: 'paused' })).toEqual(['Zephyr Ball']);
    expect(await found({ with: 'unreadable' })).toEqual([]);
    expect(await found({ deleted: true })).toEqual([]);
    expect(await outcome(ask('listPlatformEvents', one.owner))).toBe('forbidden');
  });
});
