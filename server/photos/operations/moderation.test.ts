// Deciding on photos: by several moderators at once, and what each reader learns of it.
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { eventChanges, eventCounters, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { galleryCalls } from '#server/photos/operations/gallery.ts';
import { moderationCalls } from '#server/photos/operations/moderation.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createParticipant, insertPhoto } from '#tests/support/factories/database.ts';
import {
  createUser,
  type EventWithMembers,
  moderatedEvent,
  type ModeratedEvent,
  photoRow,
  viewer,
} from '#tests/support/factories/database.ts';
import { answerOf, callOf, uncachedPictureAccess } from '#tests/support/operations.ts';

type Schemas = components['schemas'];

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

type Night = ModeratedEvent;
const night = (count: number, changes: Partial<typeof photos.$inferInsert> = {}) => moderatedEvent(deps, count, changes);

const calls = () => moderationCalls(deps);
const take = async (who: Viewer, { eventId }: EventWithMembers, limit?: number) =>
  answerOf(await calls().takeModeration(callOf<'takeModeration'>(who, { id: eventId }, { body: limit === undefined ? {} : { limit } })));
const moderate = async (who: Viewer, { eventId }: EventWithMembers, body: Schemas['ModeratePhotosRequest']) =>
  answerOf(await calls().moderatePhotos(callOf<'moderatePhotos'>(who, { id: eventId }, { body })));
const reject = (who: Viewer, { eventId }: EventWithMembers, photoId: string, body: Schemas['RejectPhotoRequest'] = {}) =>
  calls().rejectPhoto(callOf<'rejectPhoto'>(who, { id: eventId, photoId }, { body }));
const approve = (who: Viewer, { eventId }: EventWithMembers, photoId: string) =>
  calls().approvePhoto(callOf<'approvePhoto'>(who, { id: eventId, photoId }));
const ids = (items: { id: string }[]) => items.map((item) => item.id);
const changesOf = ({ eventId }: EventWithMembers) =>
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
    const scene = await night(2);
    const [good = '', bad = ''] = scene.waiting;
    const approved = answerOf(await approve(scene.member, scene, good));
    expect(approved).toMatchObject({ status: 'approved', moderated_by: 'Mika Test', rejection_reason: null, can: { share: true } });
    const rejected = answerOf(await reject(scene.member, scene, bad, { reason: ' Out of focus. ' }));
    expect(rejected).toMatchObject({
      status: 'rejected',
      moderated_by: 'Mika Test',
      rejection_reason: 'Out of focus.',
      can: { share: false },
    });
    const read = (photoId: string, who: Viewer) =>
      galleryCalls(deps, uncachedPictureAccess(deps)).getPhoto(callOf<'getPhoto'>(who, { id: scene.eventId, photoId }));
    expect(answerOf(await read(bad, scene.guest))).toMatchObject({ rejection_reason: 'Out of focus.', moderated_by: null });
    const onlooker = viewer(await createUser(deps));
    await createParticipant(deps, scene.eventId, { userId: onlooker.userId });
    await expect(read(bad, onlooker)).rejects.toMatchObject({ status: 404 });
    expect(answerOf(await read(good, onlooker))).toMatchObject({ rejection_reason: null, moderated_by: null, can: { moderate: false } });
    // Approved after all: the reason is removed.
    expect(answerOf(await approve(scene.owner, scene, bad))).toMatchObject({ moderated_by: 'Olga Test', rejection_reason: null });
  });

  it('sent twice changes nothing the second time', async () => {
    const scene = await night(2);
    const [good = '', bad = ''] = scene.waiting;
    for (let repeat = 0; repeat < 2; repeat++) {
      await approve(scene.owner, scene, good);
      await reject(scene.owner, scene, bad, { reason: 'Dark.' });
    }
    expect(await changesOf(scene)).toEqual([
      { kind: 'changed', photoId: good, wasShown: false },
      { kind: 'changed', photoId: bad, wasShown: false },
    ]);
    const trail = await deps.db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.organizationId, scene.organizationId), eq(auditLog.subjectType, 'photo')))
      .orderBy(auditLog.id);
    expect(trail).toEqual([
      { action: 'photo.approve', detail: { was: 'pending' } },
      { action: 'photo.reject', detail: { was: 'pending', reason: 'Dark.' } },
    ]);
    const again = answerOf(await reject(scene.member, scene, bad, { reason: 'Too dark.' }));
    expect(again).toMatchObject({ rejection_reason: 'Too dark.', moderated_by: 'Olga Test' });
  });

  it('about many is one transaction: another moderator’s decision stays and is reported with the name', async () => {
    const scene = await night(6);
    const [first = '', second = '', deleted = ''] = scene.waiting;
    await reject(scene.member, scene, first, { reason: 'No.' });
    await approve(scene.owner, scene, second);
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, deleted));
    const strange = (await night(1)).waiting;
    const asked = scene.waiting.toReversed().concat(strange, uuid7());
    const answer = await moderate(scene.owner, scene, { ids: asked, status: 'approved', expected: 'pending' });
    expect(ids(answer.moderated)).toEqual([...scene.waiting.slice(3).toReversed(), second]);
    expect(answer.conflicts.map(({ photo, moderated_by }) => [photo.id, photo.status, moderated_by])).toEqual([
      [first, 'rejected', 'Mika Test'],
    ]);
    expect((await one(strange[0] ?? '')).status).toBe('pending');
    expect(await changesOf(scene)).toHaveLength(5);
  });

  it('is undone: the photo is pending again, claimed by the same moderator, without a reason', async () => {
    const scene = await night(3);
    await moderate(scene.owner, scene, { ids: scene.waiting, status: 'rejected', reason: 'Blurred.' });
    const back = await moderate(scene.owner, scene, { ids: scene.waiting, status: 'pending', expected: 'rejected' });
    expect(back.moderated).toHaveLength(3);
    expect(await one(scene.waiting[0] ?? '')).toMatchObject({
      status: 'pending',
      rejectionReason: null,
      moderatedBy: null,
      moderatedAt: null,
      claimedBy: scene.owner.userId,
    });
    expect((await take(scene.member, scene)).items).toEqual([]);
    // Sent twice, or after another moderator decided.
    expect((await moderate(scene.owner, scene, { ids: scene.waiting, status: 'pending', expected: 'rejected' })).moderated).toHaveLength(3);
    await approve(scene.member, scene, scene.waiting[0] ?? '');
    const late = await moderate(scene.owner, scene, { ids: scene.waiting, status: 'pending', expected: 'rejected' });
    expect(late.conflicts.map((conflict) => conflict.moderated_by)).toEqual(['Mika Test']);
  });

  it('doesn’t change the number of photos; a rejected photo is neither cover nor claimed', async () => {
    const scene = await night(2, { status: 'approved' });
    const [cover = ''] = scene.waiting;
    await deps.db.update(events).set({ coverPhotoId: cover }).where(eq(events.id, scene.eventId));
    await deps.db.update(photos).set({ claimedBy: scene.member.userId, claimedUntil: new Date() }).where(eq(photos.id, cover));
    await moderate(scene.owner, scene, { ids: scene.waiting, status: 'rejected' });
    const [event] = await deps.db.select().from(events).where(eq(events.id, scene.eventId));
    expect(event?.coverPhotoId).toBeNull();
    expect(await one(cover)).toMatchObject({ claimedBy: null, claimedUntil: null });
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId));
    expect(counter?.photosCount).toBe(2);
    expect((await changesOf(scene)).map(({ kind, wasShown }) => [kind, wasShown])).toEqual([
      ['changed', true],
      ['changed', true],
      ['event', false],
    ]);
  });

  it('of several people about the same photos in any order causes no deadlock', async () => {
    const scene = await night(40);
    const [owner, member] = [scene.owner, scene.member];
    const backward = scene.waiting.toReversed();
    const deletePhotos = (who: Viewer, list: string[]) =>
      deletionCalls(deps).deletePhotos(callOf<'deletePhotos'>(who, { id: scene.eventId }, { body: { ids: list } }));
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        moderate(owner, scene, { ids: scene.waiting, status: 'approved' }),
        moderate(member, scene, { ids: backward, status: 'rejected', reason: `Round ${round}.` }),
        moderate(owner, scene, { ids: backward, status: 'pending' }),
        take(member, scene, 50),
        take(owner, scene, 0),
        deletePhotos(owner, [...backward.slice(round * 2, round * 2 + 2), ...scene.waiting.slice(round * 2, round * 2 + 1)]),
        deletePhotos(member, scene.waiting.slice(round * 2, round * 2 + 2)),
      ]);
    }
    const rows = await deps.db.select().from(photos).where(inArray(photos.id, scene.waiting));
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId));
    expect(counter?.photosCount).toBe(rows.filter((row) => row.deletedAt === null).length);
    expect(new Set(rows.filter((row) => row.deletedAt === null).map((row) => row.status)).size).toBe(1);
    expect(counter?.changeSeq).toBe((await changesOf(scene)).length);
  }, 60_000);
});

describe('the right to decide', () => {
  const attempts = (who: Viewer, scene: Night) => {
    const [id = ''] = scene.waiting;
    return [
      () => take(who, scene),
      () => moderate(who, scene, { ids: [id], status: 'approved' }),
      () => approve(who, scene, id),
      () => reject(who, scene, id),
    ];
  };

  it('belongs to the organization: guests are refused, and others get 404', async () => {
    const scene = await night(1);
    for (const attempt of attempts(scene.guest, scene)) await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    const stranger = viewer(await createUser(deps));
    for (const attempt of attempts(stranger, scene)) await expect(attempt()).rejects.toMatchObject({ status: 404 });
    expect(await one(scene.waiting[0] ?? '')).toMatchObject({ status: 'pending', claimedBy: null });
  });

  it('is suspended with the organization', async () => {
    const scene = await night(1);
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, scene.organizationId));
    for (const attempt of attempts(scene.owner, scene)) {
      await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'organization_suspended' });
    }
  });

  it('decides on photos of this event that are there', async () => {
    const scene = await night(1);
    const [id = ''] = scene.waiting;
    await expect(approve(scene.owner, await night(0), id)).rejects.toMatchObject({ status: 404 });
    await expect(approve(scene.owner, scene, uuid7())).rejects.toMatchObject({ status: 404 });
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, id));
    await expect(approve(scene.owner, scene, id)).rejects.toMatchObject({ status: 410, code: 'photo_deleted' });
  });
});

describe('deleting several photos', () => {
  it('deletes permitted photos, and reports hidden and missing ones alike', async () => {
    const scene = await night(2);
    const [own = '', ownToo = ''] = scene.waiting;
    const approved = photoRow(scene.eventId, scene.owner.userId);
    const hidden = photoRow(scene.eventId, scene.owner.userId, { status: 'pending' });
    const nothing = uuid7();
    await deps.db.transaction(async (tx) => {
      await insertPhoto(tx, approved);
      await insertPhoto(tx, hidden);
    });
    const remove = async (list: string[]) =>
      answerOf(await deletionCalls(deps).deletePhotos(callOf<'deletePhotos'>(scene.guest, { id: scene.eventId }, { body: { ids: list } })));
    const asked = [own, approved.id, hidden.id, nothing, ownToo];
    for (let repeat = 0; repeat < 2; repeat++) {
      const answer = await remove(asked);
      expect([...answer.deleted].sort()).toEqual([own, ownToo].sort());
      expect(answer.refused).toEqual([approved.id, hidden.id, nothing]);
    }
    expect((await changesOf(scene)).map(({ kind, wasShown }) => [kind, wasShown])).toEqual([
      ['removed', false],
      ['removed', false],
    ]);
    expect((await one(approved.id)).deletedAt).toBeNull();
  });
});
