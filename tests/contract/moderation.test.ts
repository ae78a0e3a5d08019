// Deciding on photos: alone, in bulk, two at once; what leaves a gallery leaves it at once; a gallery that opens and closes.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { deliver, gallery, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus, moderate, newParticipant, photoOf } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { listen } from '#tests/support/stream-listener.ts';
import { ask } from './ask.ts';
import { base, readyPhoto, fixture, type Fixture } from './fixture.ts';

type Schemas = components['schemas'];
type Event = Schemas['Event'];
type Photo = Schemas['Photo'];

let w: Fixture;
let owner: Person;
let member: Person;
beforeAll(async () => {
  w = await fixture();
  ({ owner, member } = w.people);
}, 120_000);

const take = async (person: Person, event: Event, limit?: number) =>
  expectStatus(
    await ask<Schemas['ModerationBatch']>(
      'takeModeration',
      person,
      `${eventPath(event.id)}/moderation`,
      limit === undefined ? {} : { limit },
    ),
    200,
    'taking photos to decide on',
  );
const idsOf = (photos: { id: string }[]) => photos.map(({ id }) => id);
const seenBy = async (person: Person, event: Event) => idsOf(await gallery(person, event.id)).toSorted();

interface Night {
  event: Event;
  author: Person;
  onlooker: Person;
  /** Waiting, the longest first. */
  photos: Photo[];
}

/** An event that asks for approval, with so many photos that wait. */
async function night(count: number): Promise<Night> {
  const event = await createEvent(owner, { require_approval: true });
  const [author, onlooker] = await Promise.all([newParticipant(base, event), newParticipant(base, event)]);
  const photos: Photo[] = [];
  for (let index = 0; index < count; index += 1) photos.push(await readyPhoto(author, event.id));
  return { event, author, onlooker, photos };
}

describe('a photo that waits', () => {
  test('is seen by its author and the organization; the organization’s own do not wait', async () => {
    const { event, author, onlooker, photos } = await night(1);
    expect(photos[0]!.status).toBe('pending');
    expect([await seenBy(author, event), await seenBy(onlooker, event), await seenBy(member, event)]).toEqual([
      idsOf(photos),
      [],
      idsOf(photos),
    ]);
    expect((await ask('getPhoto', onlooker, `${eventPath(event.id)}/photos/${photos[0]!.id}`)).status).toBe(404);
    expect((await deliver(member, event.id, await picture())).status).toBe('approved');
  });

  test('is approved: everyone sees it, at once; rejected: only its author and the organization, with the reason', async () => {
    const { event, author, onlooker, photos } = await night(2);
    const [good, bad] = photos as [Photo, Photo];
    const stream = listen(onlooker, event.id);
    await stream.opened;
    const path = (photo: Photo, act: string) => `${eventPath(event.id)}/photos/${photo.id}/${act}`;

    const approved = await ask<Photo>('approvePhoto', member, path(good, 'approve'));
    expect([approved.status, approved.body.status]).toEqual([200, 'approved']);
    await stream.waitForChange('the approved photo', (change) => change.photo_id === good.id && change.photo?.status === 'approved');
    expect(await seenBy(onlooker, event)).toEqual([good.id]);
    expect((await ask<Photo>('approvePhoto', member, path(good, 'approve'))).status).toBe(200);

    const rejected = await ask<Photo>('rejectPhoto', member, path(bad, 'reject'), { reason: 'Somebody asked for it.' });
    expect(rejected.body).toMatchObject({ status: 'rejected', rejection_reason: 'Somebody asked for it.' });
    expect(await photoOf(author, event.id, bad.id)).toMatchObject({ status: 'rejected', rejection_reason: 'Somebody asked for it.' });
    expect((await ask('getPhoto', onlooker, path(bad, '').slice(0, -1))).status).toBe(404);

    await ask('rejectPhoto', owner, path(good, 'reject'), {});
    await stream.waitForChange('the photo that was taken down', (change) => change.photo_id === good.id && change.kind === 'removed');
    expect(await seenBy(onlooker, event)).toEqual([]);
    expect(await photoOf(author, event.id, good.id)).toMatchObject({ status: 'rejected', rejection_reason: null });
    expect(
      stream.changes.some(({ photo_id }) => photo_id === bad.id),
      'the rejected one was never sent to others',
    ).toBe(false);
    stream.stop();
  });

  test('that was deleted is answered 410, and is in no answer about several', async () => {
    const { event, author, photos } = await night(2);
    const [gone, kept] = photos as [Photo, Photo];
    await author.call('DELETE', `${eventPath(event.id)}/photos/${gone.id}`);
    const answer = await ask('approvePhoto', member, `${eventPath(event.id)}/photos/${gone.id}/approve`);
    expect(answer.status).toBe(410);
    const result = await moderate(member, event.id, { ids: [gone.id, kept.id, randomUUID(), w.photoId], status: 'approved' });
    expect(idsOf(result.moderated)).toEqual([kept.id]);
    expect(result.conflicts).toEqual([]);
  });
});

describe('a decision', () => {
  test('is taken back by waiting again', async () => {
    const { event, author, onlooker, photos } = await night(3);
    const ids = idsOf(photos);
    await moderate(member, event.id, { ids, status: 'rejected', expected: 'pending', reason: 'All of them.' });
    const undone = await moderate(member, event.id, { ids, status: 'pending', expected: 'rejected' });
    expect(undone.moderated.map(({ status, rejection_reason }) => [status, rejection_reason])).toEqual(ids.map(() => ['pending', null]));
    expect((await photoOf(author, event.id, ids[0]!)).rejection_reason).toBeNull();
    await moderate(member, event.id, { ids, status: 'approved', expected: 'pending' });
    expect(await seenBy(onlooker, event)).toEqual(ids.toSorted());
    await moderate(member, event.id, { ids, status: 'pending', expected: 'approved' });
    expect(await seenBy(onlooker, event)).toEqual([]);
    expect((await take(member, event, 10)).items.length).toBe(3);
  });

  test('with a status that another moderator changed in the meantime is not overruled', async () => {
    const { event, photos } = await night(2);
    const [first, second] = photos as [Photo, Photo];
    await moderate(owner, event.id, { ids: [first.id], status: 'rejected', expected: 'pending', reason: 'Blurred.' });
    const result = await moderate(member, event.id, { ids: [first.id, second.id], status: 'approved', expected: 'pending' });
    expect(idsOf(result.moderated)).toEqual([second.id]);
    expect(result.conflicts).toMatchObject([
      { photo: { id: first.id, status: 'rejected', rejection_reason: 'Blurred.' }, moderated_by: 'Olga Haas' },
    ]);
    const overruled = await moderate(member, event.id, { ids: [first.id], status: 'approved', expected: 'rejected' });
    expect(idsOf(overruled.moderated)).toEqual([first.id]);
  });

  test('by two at once over the same photos is one for each photo', async () => {
    const { event, photos } = await night(8);
    const ids = idsOf(photos);
    const [approving, rejecting] = await Promise.all([
      moderate(owner, event.id, { ids, status: 'approved', expected: 'pending' }),
      moderate(member, event.id, { ids: ids.toReversed(), status: 'rejected', expected: 'pending', reason: 'No.' }),
    ]);
    const moved = [...idsOf(approving.moderated), ...idsOf(rejecting.moderated)];
    expect(moved.toSorted()).toEqual(ids.toSorted());
    for (const { id } of approving.moderated) expect((await photoOf(owner, event.id, id)).status).toBe('approved');
    for (const { id } of rejecting.moderated) expect((await photoOf(owner, event.id, id)).status).toBe('rejected');
    const conflicts = [...approving.conflicts, ...rejecting.conflicts].map(({ photo }) => photo.id);
    expect(conflicts.toSorted()).toEqual(ids.toSorted());
  });
});

describe('the queue', () => {
  test('gives each moderator different photos, the longest waiting first', async () => {
    const { event, photos } = await night(6);
    const ids = idsOf(photos);
    const first = await take(owner, event, 2);
    const second = await take(member, event, 3);
    expect(idsOf(first.items)).toEqual(ids.slice(0, 2));
    expect(idsOf(second.items)).toEqual(ids.slice(2, 5));
    expect(first).toMatchObject({ pending: 6, with_others: 0, moderators: 0 });
    expect(second).toMatchObject({ pending: 6, with_others: 2, moderators: 1 });

    const third = await take(owner, event, 50);
    expect(idsOf(third.items), 'those set aside come again first; the others’ do not').toEqual([...ids.slice(0, 2), ids[5]]);
    await moderate(owner, event.id, { ids: ids.slice(0, 2), status: 'approved', expected: 'pending' });
    expect(idsOf((await take(owner, event, 50)).items)).toEqual([ids[5]]);

    expect((await take(member, event, 0)).items).toEqual([]);
    expect(idsOf((await take(owner, event, 50)).items).toSorted(), 'released photos are returned again').toEqual(
      [...ids.slice(2, 5), ids[5]!].toSorted(),
    );
    expect(await take(member, event, 50)).toMatchObject({ items: [], pending: 4, with_others: 4, moderators: 1 });
  });

  test('asked by two at once gives no photo twice', async () => {
    const { event, photos } = await night(8);
    for (let round = 0; round < 4; round += 1) {
      const batches = await Promise.all([take(owner, event, 3), take(member, event, 3)]);
      const given = batches.flatMap(({ items }) => idsOf(items));
      expect(new Set(given).size).toBe(given.length);
      expect(photos.length).toBeGreaterThanOrEqual(given.length);
      await Promise.all([take(owner, event, 0), take(member, event, 0)]);
    }
  });

  test('is empty where nothing waits', async () => {
    const event = await createEvent(owner);
    expect(await take(owner, event)).toMatchObject({ items: [], pending: 0, with_others: 0, moderators: 0 });
  });
});

describe('several photos', () => {
  test('are deleted one by one; those that the caller may not delete are listed', async () => {
    const event = await createEvent(owner);
    const [author, other] = await Promise.all([newParticipant(base, event), newParticipant(base, event)]);
    const [own, theirs] = await Promise.all([deliver(author, event.id, await picture()), deliver(other, event.id, await picture())]);
    const remove = async (person: Person, ids: string[]) => {
      const answer = await ask<Schemas['DeletePhotosResult']>('deletePhotos', person, `${eventPath(event.id)}/photos/delete`, { ids });
      const { deleted, refused } = expectStatus(answer, 200, 'deleting several');
      return { deleted: deleted.toSorted(), refused: refused.toSorted() };
    };
    expect(await remove(author, [own.id, theirs.id])).toEqual({ deleted: [own.id], refused: [theirs.id] });
    expect((await remove(author, [own.id])).deleted, 'repeated').toEqual([own.id]);
    expect(await seenBy(other, event)).toEqual([theirs.id]);
    expect(await remove(member, [own.id, theirs.id])).toEqual({ deleted: [own.id, theirs.id].toSorted(), refused: [] });
    expect(await seenBy(other, event)).toEqual([]);
    expect((await ask<Event>('getEvent', owner, eventPath(event.id))).body.photos_count).toBe(0);
  });
});

describe('a gallery that is not open by itself', () => {
  test('is opened for guests by publishing, and closed by taking that back: open galleries begin again', async () => {
    const event = await createEvent(owner, { auto_gallery: false });
    const [author, onlooker] = await Promise.all([newParticipant(base, event), newParticipant(base, event)]);
    const photo = await readyPhoto(author, event.id);
    expect([await seenBy(author, event), await seenBy(onlooker, event), await seenBy(member, event)]).toEqual([[photo.id], [], [photo.id]]);

    const counted = async (person: Person) => (await ask<Event>('getEvent', person, eventPath(event.id))).body.photos_count;
    expect([await counted(onlooker), await counted(member)], 'its number of photos is visible to those who may see it').toEqual([0, 1]);

    const stream = listen(onlooker, event.id);
    await stream.opened;
    const publish = (published: boolean) => ask<Event>('publishGallery', member, `${eventPath(event.id)}/gallery`, { published });
    const opened = expectStatus(await publish(true), 200, 'publishing');
    expect(opened.published_at).not.toBeNull();
    const first = await stream.waitForChange('the opening', ({ kind }) => kind === 'reset');
    expect(await seenBy(onlooker, event)).toEqual([photo.id]);
    expect(await counted(onlooker)).toBe(1);
    expect((await publish(true)).body.published_at, 'again changes nothing').toBe(opened.published_at);

    expect((await publish(false)).body.published_at).toBeNull();
    await stream.waitForChange('the closing', ({ kind, seq }) => kind === 'reset' && seq > first.seq);
    expect(await seenBy(onlooker, event)).toEqual([]);
    stream.stop();
  });
});
