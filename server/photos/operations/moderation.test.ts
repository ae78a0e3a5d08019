// Deciding on photos: by several moderators at once, and what each reader learns of it.
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { eventChanges, eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { galleryCalls } from '#server/photos/operations/gallery.ts';
import { moderationCalls } from '#server/photos/operations/moderation.ts';
import { insertPhoto } from '#server/photos/photos-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { addUser, openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { makeModeratedEvent, type ModeratedEvent } from '#tests/support/moderated-event.ts';
import { answerOf, photoRow } from '#tests/support/photo-rows.ts';
import { callOf, uncachedPictureAccess, viewer, type PhotoWorld } from '#tests/support/photo-world.ts';

type Schemas = components['schemas'];

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

type Night = ModeratedEvent;
const night = (count: number, changes: Partial<typeof photos.$inferInsert> = {}) => makeModeratedEvent(deps, count, changes);

const calls = () => moderationCalls(deps);
const take = async (who: Viewer, { eventId }: PhotoWorld, limit?: number) =>
  answerOf(await calls().takeModeration(callOf<'takeModeration'>(who, { id: eventId }, { body: limit === undefined ? {} : { limit } })));
const moderate = async (who: Viewer, { eventId }: PhotoWorld, body: Schemas['ModeratePhotosRequest']) =>
  answerOf(await calls().moderatePhotos(callOf<'moderatePhotos'>(who, { id: eventId }, { body })));
const reject = (who: Viewer, { eventId }: PhotoWorld, photoId: string, body: Schemas['RejectPhotoRequest'] = {}) =>
  calls().rejectPhoto(callOf<'rejectPhoto'>(who, { id: eventId, photoId }, { body }));
const approve = (who: Viewer, { eventId }: PhotoWorld, photoId: string) =>
  calls().approvePhoto(callOf<'approvePhoto'>(who, { id: eventId, photoId }));
const ids = (items: { id: string }[]) => items.map((item) => item.id);
const changesOf = ({ eventId }: PhotoWorld) =>
  deps.db
    .select({ kind: eventChanges.kind, photoId: eventChanges.photoId, wasShown: eventChanges.wasShown })
    .from(eventChanges)
    .where(eq(eventChanges.eventId, eventId))
    .orderBy(eventChanges.seq);
const one = async (id: string) => {
  const [row] = await deps.db.select().from(photos).where(eq(photos.id, id));
  if (!row) throw new Error('there is no such photo');
  return row;
};

describe('a decision', () => {
  it('shows moderator and reason to moderators, the reason to the author, and nothing to others', async () => {
    const world = await night(2);
    const [good = '', bad = ''] = world.waiting;
    const approved = answerOf(await approve(world.member, world, good));
    expect(approved).toMatchObject({ status: 'approved', moderated_by: 'Mika Test', rejection_reason: null, can: { share: true } });
    const rejected = answerOf(await reject(world.member, world, bad, { reason: ' Out of focus. ' }));
    expect(rejected).toMatchObject({
      status: 'rejected',
      moderated_by: 'Mika Test',
      rejection_reason: 'Out of focus.',
      can: { share: false },
    });
    const read = (photoId: string, who: Viewer) =>
      galleryCalls(deps, uncachedPictureAccess(deps)).getPhoto(callOf<'getPhoto'>(who, { id: world.eventId, photoId }));
    expect(answerOf(await read(bad, world.guest))).toMatchObject({ rejection_reason: 'Out of focus.', moderated_by: null });
    const onlooker = viewer(await addUser(deps));
    await deps.db.insert(eventParticipants).values({ eventId: world.eventId, userId: onlooker.userId });
    await expect(read(bad, onlooker)).rejects.toMatchObject({ status: 404 });
    expect(answerOf(await read(good, onlooker))).toMatchObject({ rejection_reason: null, moderated_by: null, can: { moderate: false } });
    // Approved after all: the reason is removed.
    expect(answerOf(await approve(world.owner, world, bad))).toMatchObject({ moderated_by: 'Olga Test', rejection_reason: null });
  });

  it('sent twice changes nothing the second time', async () => {
    const world = await night(2);
    const [good = '', bad = ''] = world.waiting;
    for (let repeat = 0; repeat < 2; repeat++) {
      await approve(world.owner, world, good);
      await reject(world.owner, world, bad, { reason: 'Dark.' });
    }
    expect(await changesOf(world)).toEqual([
      { kind: 'changed', photoId: good, wasShown: false },
      { kind: 'changed', photoId: bad, wasShown: false },
    ]);
    const trail = await deps.db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.organizationId, world.organizationId), eq(auditLog.subjectType, 'photo')))
      .orderBy(auditLog.id);
    expect(trail).toEqual([
      { action: 'photo.approve', detail: { was: 'pending' } },
      { action: 'photo.reject', detail: { was: 'pending', reason: 'Dark.' } },
    ]);
    const again = answerOf(await reject(world.member, world, bad, { reason: 'Too dark.' }));
    expect(again).toMatchObject({ rejection_reason: 'Too dark.', moderated_by: 'Olga Test' });
  });

  it('about many is one transaction: another moderator’s decision stays and is reported with the name', async () => {
    const world = await night(6);
    const [first = '', second = '', deleted = ''] = world.waiting;
    await reject(world.member, world, first, { reason: 'No.' });
    await approve(world.owner, world, second);
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, deleted));
    const strange = (await night(1)).waiting;
    const asked = world.waiting.toReversed().concat(strange, uuid7());
    const answer = await moderate(world.owner, world, { ids: asked, status: 'approved', expected: 'pending' });
    expect(ids(answer.moderated)).toEqual([...world.waiting.slice(3).toReversed(), second]);
    expect(answer.conflicts.map(({ photo, moderated_by }) => [photo.id, photo.status, moderated_by])).toEqual([
      [first, 'rejected', 'Mika Test'],
    ]);
    expect((await one(strange[0] ?? '')).status).toBe('pending');
    expect(await changesOf(world)).toHaveLength(5);
  });

  it('is undone: the photo is pending again, claimed by the same moderator, without a reason', async () => {
    const world = await night(3);
    await moderate(world.owner, world, { ids: world.waiting, status: 'rejected', reason: 'Blurred.' });
    const back = await moderate(world.owner, world, { ids: world.waiting, status: 'pending', expected: 'rejected' });
    expect(back.moderated).toHaveLength(3);
    expect(await one(world.waiting[0] ?? '')).toMatchObject({
      status: 'pending',
      rejectionReason: null,
      moderatedBy: null,
      moderatedAt: null,
      claimedBy: world.owner.userId,
    });
    expect((await take(world.member, world)).items).toEqual([]);
    // Sent twice, or after another moderator decided.
    expect((await moderate(world.owner, world, { ids: world.waiting, status: 'pending', expected: 'rejected' })).moderated).toHaveLength(3);
    await approve(world.member, world, world.waiting[0] ?? '');
    const late = await moderate(world.owner, world, { ids: world.waiting, status: 'pending', expected: 'rejected' });
    expect(late.conflicts.map((conflict) => conflict.moderated_by)).toEqual(['Mika Test']);
  });

  it('doesn’t change the number of photos; a rejected photo is neither cover nor claimed', async () => {
    const world = await night(2, { status: 'approved' });
    const [cover = ''] = world.waiting;
    await deps.db.update(events).set({ coverPhotoId: cover }).where(eq(events.id, world.eventId));
    await deps.db.update(photos).set({ claimedBy: world.member.userId, claimedUntil: new Date() }).where(eq(photos.id, cover));
    await moderate(world.owner, world, { ids: world.waiting, status: 'rejected' });
    const [event] = await deps.db.select().from(events).where(eq(events.id, world.eventId));
    expect(event?.coverPhotoId).toBeNull();
    expect(await one(cover)).toMatchObject({ claimedBy: null, claimedUntil: null });
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, world.eventId));
    expect(counter?.photosCount).toBe(2);
    expect((await changesOf(world)).map(({ kind, wasShown }) => [kind, wasShown])).toEqual([
      ['changed', true],
      ['changed', true],
      ['event', false],
    ]);
  });

  it('of several people about the same photos in any order causes no deadlock', async () => {
    const world = await night(40);
    const [owner, member] = [world.owner, world.member];
    const backward = world.waiting.toReversed();
    const deletePhotos = (who: Viewer, list: string[]) =>
      deletionCalls(deps).deletePhotos(callOf<'deletePhotos'>(who, { id: world.eventId }, { body: { ids: list } }));
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        moderate(owner, world, { ids: world.waiting, status: 'approved' }),
        moderate(member, world, { ids: backward, status: 'rejected', reason: `Round ${round}.` }),
        moderate(owner, world, { ids: backward, status: 'pending' }),
        take(member, world, 50),
        take(owner, world, 0),
        deletePhotos(owner, [...backward.slice(round * 2, round * 2 + 2), ...world.waiting.slice(round * 2, round * 2 + 1)]),
        deletePhotos(member, world.waiting.slice(round * 2, round * 2 + 2)),
      ]);
    }
    const rows = await deps.db.select().from(photos).where(inArray(photos.id, world.waiting));
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, world.eventId));
    expect(counter?.photosCount).toBe(rows.filter((row) => row.deletedAt === null).length);
    expect(new Set(rows.filter((row) => row.deletedAt === null).map((row) => row.status)).size).toBe(1);
    expect(counter?.changeSeq).toBe((await changesOf(world)).length);
  }, 60_000);
});

describe('the right to decide', () => {
  const attempts = (who: Viewer, world: Night) => {
    const [id = ''] = world.waiting;
    return [
      () => take(who, world),
      () => moderate(who, world, { ids: [id], status: 'approved' }),
      () => approve(who, world, id),
      () => reject(who, world, id),
    ];
  };

  it('belongs to the organization: guests are refused, and others get 404', async () => {
    const world = await night(1);
    for (const attempt of attempts(world.guest, world)) await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    const stranger = viewer(await addUser(deps));
    for (const attempt of attempts(stranger, world)) await expect(attempt()).rejects.toMatchObject({ status: 404 });
    expect(await one(world.waiting[0] ?? '')).toMatchObject({ status: 'pending', claimedBy: null });
  });

  it('is suspended with the organization', async () => {
    const world = await night(1);
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, world.organizationId));
    for (const attempt of attempts(world.owner, world)) {
      await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'organization_suspended' });
    }
  });

  it('decides on photos of this event that are there', async () => {
    const world = await night(1);
    const [id = ''] = world.waiting;
    await expect(approve(world.owner, await night(0), id)).rejects.toMatchObject({ status: 404 });
    await expect(approve(world.owner, world, uuid7())).rejects.toMatchObject({ status: 404 });
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, id));
    await expect(approve(world.owner, world, id)).rejects.toMatchObject({ status: 410, code: 'photo_deleted' });
  });
});

describe('deleting several photos', () => {
  it('deletes permitted photos, and reports hidden and missing ones alike', async () => {
    const world = await night(2);
    const [own = '', ownToo = ''] = world.waiting;
    const approved = photoRow(world.eventId, world.owner.userId);
    const hidden = photoRow(world.eventId, world.owner.userId, { status: 'pending' });
    const nothing = uuid7();
    await deps.db.transaction(async (tx) => {
      await insertPhoto(tx, approved);
      await insertPhoto(tx, hidden);
    });
    const remove = async (list: string[]) =>
      answerOf(await deletionCalls(deps).deletePhotos(callOf<'deletePhotos'>(world.guest, { id: world.eventId }, { body: { ids: list } })));
    const asked = [own, approved.id, hidden.id, nothing, ownToo];
    for (let repeat = 0; repeat < 2; repeat++) {
      const answer = await remove(asked);
      expect([...answer.deleted].sort()).toEqual([own, ownToo].sort());
      expect(answer.refused).toEqual([approved.id, hidden.id, nothing]);
    }
    expect((await changesOf(world)).map(({ kind, wasShown }) => [kind, wasShown])).toEqual([
      ['removed', false],
      ['removed', false],
    ]);
    expect((await one(approved.id)).deletedAt).toBeNull();
  });
});
