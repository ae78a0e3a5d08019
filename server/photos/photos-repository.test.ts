import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { eventChanges, eventCounters, events } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { photoLikes, photos } from '#server/db/schema/photos.ts';
import { eventTopic, readEventAccess, recordChange } from '#server/events/changes-repository.ts';
import { eventOrder, listEnterable } from '#server/events/event-lists-repository.ts';
import { addParticipant } from '#server/events/participants-repository.ts';
import { canView, eventRoleOf, type EventFacts } from '#server/events/policy.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { galleryCalls } from '#server/photos/operations/gallery.ts';
import { checkDelivered, findPhotosByHash, type NewPhoto } from '#server/photos/photos-repository.ts';
import { presentKnownPhoto } from '#server/photos/presenter.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createOrganization,
  createUser,
  eventWithMembers,
  insertPhoto,
  photoRow,
  viewer,
} from '#tests/support/factories/database.ts';
import { callOf, uncachedPictureAccess } from '#tests/support/operations.ts';
import { readPages } from '#tests/support/pages.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(async () => {
  derivativesOf(deps).close();
  await deps.dispose();
}, 60_000);

const add = async (photo: NewPhoto) => {
  await deps.db.transaction((tx) => insertPhoto(tx, photo));
  return photo;
};

describe('what devices ask about their photos', () => {
  it('is whether the server has the original, which was deleted by a person or by retention, or was not decoded yet', async () => {
    const { eventId, guest } = await eventWithMembers(deps);
    const of = { eventId, uploaderId: guest.userId };
    const make = async (changes: Partial<typeof photos.$inferInsert>) => {
      const photo = await add(photoRow(eventId, guest.userId));
      await deps.db
        .update(photos)
        .set({ state: 'ready', ...changes })
        .where(eq(photos.id, photo.id));
      return photo;
    };
    const now = new Date();
    const made = {
      stored: await make({}),
      unchecked: await make({ state: 'processing' }),
      proof: await make({ showsProof: true }),
      unreadable: await make({ state: 'unreadable' }),
      expired: await make({ originalDeletedAt: now }),
      deleted: await make({ deletedAt: now }),
    };
    const all = Object.values(made);
    const { missing, damaged, processing, deleted } = await checkDelivered(deps.db, of, all);
    const nameOf = (id: string) => Object.entries(made).find(([, photo]) => photo.id === id)?.[0] ?? '';
    expect([missing, damaged.map(nameOf), processing.map(nameOf).toSorted(), deleted.map(nameOf).toSorted()]).toEqual([
      [],
      ['unreadable'],
      ['proof', 'unchecked'],
      ['deleted', 'expired'],
    ]);
    const hashes = all.map(({ sha256 }) => sha256);
    const known = (await findPhotosByHash(deps.db, of, hashes)).map(presentKnownPhoto);
    expect(Object.fromEntries(known.map(({ id, original }) => [nameOf(id), original]))).toEqual({
      stored: 'stored',
      unchecked: 'unchecked',
      proof: 'unchecked',
      unreadable: 'unreadable',
      expired: 'deleted',
    });
  });
});

describe('likes', () => {
  it('of many people at once, repeated and taken back, leave the count exact', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await add(photoRow(scene.eventId, scene.guest.userId));
    const calls = galleryCalls(deps, uncachedPictureAccess(deps));
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const id = await createUser(deps);
        await deps.db.transaction((tx) => addParticipant(tx, scene.eventId, id, 'photographer'));
        return viewer(id);
      }),
    );
    const path = { id: scene.eventId, photoId: photo.id };
    await Promise.all(
      people.flatMap((person, index) => [
        calls.likePhoto(callOf<'likePhoto'>(person, path)),
        calls.likePhoto(callOf<'likePhoto'>(person, path)),
        ...(index % 2 === 0 ? [calls.unlikePhoto(callOf<'unlikePhoto'>(person, path))] : []),
      ]),
    );
    const [row] = await deps.db.select({ likes: photos.likes }).from(photos).where(eq(photos.id, photo.id));
    const [rows] = await deps.db.select({ likes: count() }).from(photoLikes).where(eq(photoLikes.photoId, photo.id));
    expect(row?.likes).toBe(rows?.likes);
    expect(row?.likes).toBeGreaterThanOrEqual(4);
    for (const person of people) await calls.likePhoto(callOf<'likePhoto'>(person, path));
    const answer = await calls.likePhoto(callOf<'likePhoto'>(scene.guest, path));
    expect(answer).toMatchObject({ status: 200, body: { photo_id: photo.id, likes: 9, is_liked: true } });
    const again = await calls.unlikePhoto(callOf<'unlikePhoto'>(scene.guest, path));
    expect(again).toMatchObject({ body: { likes: 8, is_liked: false } });
  });
});

describe('a deleted photo', () => {
  it('leaves the gallery at once and its files with the next sweep; deleting it again changes nothing', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await add(photoRow(scene.eventId, scene.guest.userId));
    await deps.storage.put(storageKeys.original(photo), Buffer.from('x'));
    await deps.storage.put(storageKeys.thumb(photo.id), Buffer.from('x'));
    await deps.db.update(events).set({ coverPhotoId: photo.id }).where(eq(events.id, scene.eventId));
    await deps.db
      .insert(eventCounters)
      .values({ eventId: scene.eventId, photosCount: 1 })
      .onConflictDoUpdate({ target: eventCounters.eventId, set: { photosCount: 1 } });
    const calls = { ...galleryCalls(deps, uncachedPictureAccess(deps)), ...deletionCalls(deps) };
    const path = { id: scene.eventId, photoId: photo.id };
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await calls.deletePhoto(callOf<'deletePhoto'>(scene.guest, path))).toEqual({ status: 204 });

    await expect(calls.getPhoto(callOf<'getPhoto'>(scene.guest, path))).rejects.toMatchObject({ status: 410, code: 'photo_deleted' });
    await expect(calls.likePhoto(callOf<'likePhoto'>(scene.guest, path))).rejects.toMatchObject({ status: 410 });
    expect(await calls.listPhotos(callOf<'listPhotos'>(scene.guest, { id: scene.eventId }))).toMatchObject({
      body: { items: [], stream_position: 2 },
    });
    const [event] = await deps.db.select().from(events).where(eq(events.id, scene.eventId));
    expect(event?.coverPhotoId).toBeNull();
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId));
    // The event lost its cover, too.
    expect(counter).toMatchObject({ photosCount: 0, changeSeq: 2 });

    // A download begun before the deletion may still be writing.
    const sweep = () => photoJobs(deps)['sweep-deleted-photos']({}, new AbortController().signal);
    await sweep();
    expect(await deps.storage.size(storageKeys.original(photo))).toBe(1);
    await deps.storage.put(storageKeys.download(photo.id), Buffer.from('x'));
    await deps.db
      .update(photos)
      .set({ deletedAt: new Date(Date.now() - 3600_000) })
      .where(eq(photos.id, photo.id));
    await sweep();
    expect(await deps.storage.size(storageKeys.download(photo.id))).toBeNull();
    expect(await deps.storage.size(storageKeys.original(photo))).toBeNull();
    expect(await deps.storage.size(storageKeys.thumb(photo.id))).toBeNull();
  });

  it('is not deleted by a guest who did not take it', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await add(photoRow(scene.eventId, scene.owner.userId));
    const call = callOf<'deletePhoto'>(scene.guest, { id: scene.eventId, photoId: photo.id });
    await expect(deletionCalls(deps).deletePhoto(call)).rejects.toMatchObject({ status: 403 });
  });
});

describe('a gallery', () => {
  it('is read page by page, each photo once, also where many were taken in the same millisecond', async () => {
    const scene = await eventWithMembers(deps);
    const times = ['20:00:00.001', '20:00:00.001', '20:00:00.001', '20:00:00.002', '19:00:00.000'];
    const added = await Promise.all(
      times.map((time) => add(photoRow(scene.eventId, scene.guest.userId, { takenAt: new Date(`2026-11-20T${time}Z`) }))),
    );
    const { forth, back } = await readPages(async (cursor) => {
      const call = callOf<'listPhotos'>(scene.guest, { id: scene.eventId }, { query: { limit: 2, cursor } });
      return (await galleryCalls(deps, uncachedPictureAccess(deps)).listPhotos(call)).body;
    });
    expect(back).toEqual(forth.slice(0, -1));
    const seen = forth.flat().map((photo) => photo.id);
    const expected = [...added].sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime() || (a.id < b.id ? 1 : -1));
    expect(seen).toEqual(expected.map((photo) => photo.id));
  });

  it('is read backward along its index', async () => {
    const scene = await eventWithMembers(deps);
    await deps.db
      .execute(sql`insert into photos (id, event_id, uploader_id, status, taken_at, tz_offset, orientation, bytes, sha256, content_type, device_id, device_seq, source)
      select gen_random_uuid(), ${scene.eventId}::uuid, ${scene.guest.userId}::uuid, 'approved', now() - n * interval '1 second', 0, 0, 1, 'x', 'image/jpeg', gen_random_uuid(), n, 'camera' from generate_series(1, 5000) n`);
    await deps.db.execute(sql`analyze photos`);
    const statements: string[] = [];
    const spied = new Proxy(deps.pool, {
      get: (pool, name) =>
        name === 'query'
          ? async (query: { text: string }, values: unknown[]) => {
              const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${query.text}`, values);
              statements.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
              return { rows: [], fields: [] };
            }
          : Reflect.get(pool, name),
    });
    const { openDb } = await import('#server/db/pool.ts');
    const filters = { from: null, to: null, uploaderId: null, liked: false, status: null, sectionId: null };
    const view = { eventId: scene.eventId, userId: scene.guest.userId, scope: 'approved' as const, filters };
    const read = (cursor: string | null) =>
      galleryOrder.page({ sort: '-taken_at', limit: 60, cursor: cursor ?? undefined }, (range) => listGallery(openDb(spied), view, range));
    const place = { takenAt: new Date(Date.now() - 1_000_000), id: uuid7() };
    const known = { sort: '-taken_at', limit: 1 } as const;
    const { next_cursor: after } = (await galleryOrder.page(known, async () => [place, place])).cursors;
    const turned = { ...known, cursor: after ?? undefined };
    const { previous_cursor: before } = (await galleryOrder.page(turned, async () => [place])).cursors;
    await read(after);
    await read(before);
    expect(statements[0]).toMatch(/Index (Only )?Scan Backward using photos_(of_status|gallery)/);
    expect(statements[1]).toMatch(/Index (Only )?Scan using photos_(of_status|gallery)/);
  });
});

describe('the list of events', () => {
  it('contains exactly the visible ones', async () => {
    const { id: organizationId, adminId } = await createOrganization(deps);
    const [guest, visitor, stranger] = [await createUser(deps), await createUser(deps), await createUser(deps)];
    const facts = new Map<string, Pick<EventFacts, 'type' | 'status' | 'deletedAt'>>();
    for (const type of ['public', 'private'] as const) {
      for (const status of ['draft', 'live', 'active', 'ended', 'archived'] as const) {
        for (const deletedAt of [null, new Date()]) {
          const id = await createEvent(deps, organizationId, { type, status, deletedAt });
          await deps.db.transaction((tx) => addParticipant(tx, id, guest, 'photographer'));
          facts.set(id, { type, status, deletedAt });
        }
      }
    }
    for (const [userId, isMember, viewsEvents] of [
      [adminId, true, true],
      [guest, false, false],
      [visitor, false, true],
      [stranger, false, false],
    ] as const) {
      const list = { userId, organizationIds: isMember ? [organizationId] : [], viewsEvents };
      const listed = await eventOrder.page({ sort: '-starts_at', limit: 200 }, (range) => listEnterable(deps.db, list, range));
      const mine = new Set(listed.rows.map((event) => event.id));
      for (const [id, event] of facts) {
        const rules = { allowDownloads: true, guestAccess: 'view_and_capture', isGuestTimeOver: false, guestDownloads: true } as const;
        const all: EventFacts = { ...event, ...rules, organizationId, organizationStatus: 'active', pausedAt: null };
        const relation = eventRoleOf({ isMember, isParticipant: userId === guest, participantRole: null, viewsEvents }, all);
        expect(mine.has(id), JSON.stringify({ ...event, relation })).toBe(canView(relation, all));
      }
    }
  });
});

describe('changes', () => {
  it('are numbered without gaps by concurrent writers, and other connections are notified', async () => {
    const scene = await eventWithMembers(deps);
    const heard: (number | null)[] = [];
    const unsubscribe = deps.hub.subscribe(eventTopic(scene.eventId), (seq) => heard.push(seq));
    await Promise.all(Array.from({ length: 12 }, () => deps.db.transaction((tx) => recordChange(tx, scene.eventId, 'changed', uuid7()))));
    const rows = await deps.db
      .select({ seq: eventChanges.seq })
      .from(eventChanges)
      .where(eq(eventChanges.eventId, scene.eventId))
      .orderBy(eventChanges.seq);
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    await expect.poll(() => heard.length).toBe(12);

    heard.length = 0;
    await deps.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'ai-image-suite listen %'`);
    await expect.poll(() => heard).toEqual([null]);
    await deps.db.transaction((tx) => recordChange(tx, scene.eventId, 'changed', uuid7()));
    await expect.poll(() => heard).toEqual([null, 13]);
    unsubscribe();
  });

  it('go to sessions that live, with what their people still are to the event', async () => {
    const scene = await eventWithMembers(deps);
    const open = async (userId: string, changes: Partial<typeof sessions.$inferInsert> = {}) => {
      const id = uuid7();
      await deps.db.insert(sessions).values({ id, userId, rememberMe: false, expiresAt: new Date(Date.now() + 60_000), ...changes });
      return id;
    };
    const owner = await open(scene.owner.userId);
    const guest = await open(scene.guest.userId);
    const ended = await open(scene.guest.userId, { endedAt: new Date() });
    const expired = await open(scene.guest.userId, { expiresAt: new Date(Date.now() - 1) });
    const event = { id: scene.eventId, organizationId: scene.organizationId };
    const read = () => readEventAccess(deps.db, event, [owner, guest, ended, expired]);
    const before = await read();
    expect([...before.keys()].sort()).toEqual([owner, guest].sort());
    expect(before.get(owner)).toMatchObject({ isMember: true, isParticipant: false });
    expect(before.get(guest)).toMatchObject({ isMember: false, isParticipant: true, viewsEvents: false });
    await deps.db.update(memberships).set({ status: 'suspended' }).where(eq(memberships.userId, scene.owner.userId));
    expect((await read()).get(owner)).toMatchObject({ isMember: false });
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, scene.organizationId));
  });
});
