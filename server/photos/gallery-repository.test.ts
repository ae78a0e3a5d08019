// Compares each reader's gallery under each filter with `canSeePhoto`, over random photos.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type events, eventSections } from '#server/db/schema/events.ts';
import { photoLikes, photos as photoRows } from '#server/db/schema/photos.ts';
import { findEvent } from '#server/events/events-repository.ts';
import { galleryCalls, timelineCalls } from '#server/photos/operations/gallery.ts';
import type { NewPhoto } from '#server/photos/photos-repository.ts';
import { canSeePhoto, type GalleryFacts, type PhotoReader } from '#server/photos/policy.ts';
import { MAX_BUCKETS, startOf } from '#server/photos/timeline.ts';
import { createSeededRandom } from '#server/seed/draw-parts.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createParticipant,
  createUser,
  type EventWithMembers,
  eventWithMembers,
  insertPhoto,
  photoRow,
  viewer,
} from '#tests/support/factories/database.ts';
import { answerOf, callOf, uncachedPictureAccess } from '#tests/support/operations.ts';
import { isFullTier } from '#tests/support/tier.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

type Photo = NewPhoto & { id: string; deletedAt?: Date | null };
type Section = typeof eventSections.$inferInsert;
type Query = {
  from?: string;
  to?: string;
  uploader?: string;
  liked?: boolean;
  status?: 'pending' | 'approved' | 'rejected';
  section?: string;
};

const evening = Date.parse('2026-11-20T18:00:00.000Z');
const at = (minutes: number) => new Date(evening + minutes * 60_000);

interface Night {
  scene: EventWithMembers;
  readers: [string, Viewer, PhotoReader][];
  sections: Section[];
  photos: Photo[];
  likes: Map<string, Set<string>>;
  facts: GalleryFacts;
}

/** An event with photos of all kinds by several people, some at the same moment. */
async function night(seed: number, changes: Partial<typeof events.$inferInsert>, count = isFullTier ? 120 : 60): Promise<Night> {
  const scene = await eventWithMembers(deps, { type: 'public', ...changes });
  const chance = createSeededRandom(seed);
  const other = viewer(await createUser(deps, { firstName: 'Bo' }));
  await createParticipant(deps, scene.eventId, { userId: other.userId });
  const looker = viewer(await createUser(deps, { firstName: 'Cy' }), { permissions: { view_events: true } });
  const sections: Section[] = [
    { audience: 'everyone' as const },
    { audience: 'organization' as const },
    { audience: 'organization' as const, deletedAt: new Date() },
  ].map((section, position) => ({ id: uuid7(), eventId: scene.eventId, name: `Section ${position}`, position, ...section }));
  const people = [scene.owner.userId, scene.guest.userId, other.userId];
  const photos: Photo[] = Array.from({ length: count }, () => ({
    ...photoRow(scene.eventId, chance.pick(people), {
      status: chance.pick(['approved', 'approved', 'pending', 'rejected'] as const),
      state: chance.pick(['ready', 'ready', 'processing', 'unreadable'] as const),
      sectionId: chance.pick([null, null, ...sections.map(({ id }) => id)]),
      // Some at the very borders of the filters.
      takenAt: at(chance.chance(0.2) ? chance.pick([60, 180]) : chance.whole(0, 240)),
    }),
    deletedAt: chance.chance(0.1) ? new Date() : null,
  }));
  const likes = new Map(people.map((id) => [id, new Set(photos.filter(() => chance.chance(0.2)).map((photo) => photo.id))]));
  await deps.db.transaction(async (tx) => {
    await tx.insert(eventSections).values(sections);
    await tx.insert(photoRows).values(photos);
    for (const [userId, liked] of likes) await tx.insert(photoLikes).values([...liked].map((photoId) => ({ photoId, userId })));
  });
  const facts = await findEvent(deps.db, scene.eventId, null);
  if (!facts) throw new Error('there is no such event');
  const readers: Night['readers'] = [
    ['organization', scene.owner, { userId: scene.owner.userId, relation: 'organization' }],
    ['guest', scene.guest, { userId: scene.guest.userId, relation: 'participant' }],
    ['visitor', looker, { userId: looker.userId, relation: 'visitor' }],
  ];
  return { scene, sections, photos, likes, facts, readers };
}

function expected({ sections, photos, likes, facts }: Night, reader: PhotoReader, query: Query): Photo[] {
  const live = sections.filter(({ deletedAt }) => !deletedAt);
  const sectionOf = (photo: Photo) => live.find(({ id }) => id === photo.sectionId);
  const isHidden = (photo: Photo) => sectionOf(photo)?.audience === 'organization';
  const mine = likes.get(reader.userId) ?? new Set();
  return photos
    .filter(
      (photo) =>
        !photo.deletedAt && canSeePhoto(reader, facts, { ...photo, state: photo.state ?? 'processing', isHidden: isHidden(photo) }),
    )
    .filter((photo) => query.from === undefined || photo.takenAt >= new Date(query.from))
    .filter((photo) => query.to === undefined || photo.takenAt < new Date(query.to))
    .filter((photo) => query.uploader === undefined || photo.uploaderId === query.uploader)
    .filter((photo) => query.liked !== true || mine.has(photo.id))
    .filter((photo) => query.status === undefined || photo.status === query.status)
    .filter((photo) => query.section === undefined || sectionOf(photo)?.id === query.section)
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime() || (a.id < b.id ? 1 : -1));
}

/** Each filter alone, and some together. */
function queriesOf({ scene, sections }: Night, reader: Viewer): Query[] {
  const [from, to] = [at(60).toISOString(), at(180).toISOString()];
  const uploaders = [scene.owner.userId, reader.userId];
  const alone: Query[] = [
    {},
    { from },
    { to },
    { from, to },
    { from: to, to: from },
    { from, to: from },
    { liked: true },
    { liked: false },
    ...(['pending', 'approved', 'rejected'] as const).map((status) => ({ status })),
    ...uploaders.map((uploader) => ({ uploader })),
    ...sections.map(({ id: section }) => ({ section })),
  ];
  const others: Query[] = [
    { status: 'approved', uploader: reader.userId },
    { liked: true, from },
    { status: 'pending', to },
    { status: 'rejected', uploader: scene.owner.userId },
    ...sections.map(({ id: section }) => ({ liked: true, section })),
  ];
  if (!isFullTier) return [...alone, ...others];
  const together = alone.map((one, index) => ({ ...one, ...others[index % others.length] }));
  return [...alone, ...together];
}

describe.each([
  ['open', {}],
  ['closed', { autoGallery: false }],
  ['published', { autoGallery: false, publishedAt: new Date() }],
  ['not revealed yet', { revealsAt: new Date('2100-01-01T00:00:00.000Z') }],
  ['revealed', { revealsAt: new Date('2026-01-01T00:00:00.000Z') }],
])('a gallery that is %s', (_name, changes) => {
  it('contains for each reader and filter the visible, matching photos, page by page; the timeline has the same counts', async () => {
    const made = await night(11, changes);
    const [{ listPhotos }, { getTimeline }] = [galleryCalls(deps, uncachedPictureAccess(deps)), timelineCalls(deps)];
    const path = { id: made.scene.eventId };
    for (const [name, who, reader] of made.readers) {
      for (const query of queriesOf(made, who)) {
        const wanted = expected(made, reader, query);
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = answerOf(
            await listPhotos(callOf<'listPhotos'>(who, path, { query: { ...query, limit: isFullTier ? 23 : 40, cursor } })),
          );
          seen.push(...page.items.map((photo) => photo.id));
          expect(page.items.every((photo) => photo.is_liked === (made.likes.get(who.userId)?.has(photo.id) ?? false))).toBe(true);
          cursor = page.next_cursor ?? undefined;
        } while (cursor);
        const what = `${name} asking for ${JSON.stringify(query)}`;
        expect(seen, what).toEqual(wanted.map((photo) => photo.id));

        const timeline = answerOf(await getTimeline(callOf<'getTimeline'>(who, path, { query })));
        const counts = new Map<string, number>();
        for (const photo of wanted) {
          const start = new Date(startOf(photo.takenAt.getTime(), 'minute')).toISOString();
          counts.set(start, (counts.get(start) ?? 0) + 1);
        }
        expect(timeline, what).toEqual({
          resolution: 'minute',
          buckets: [...counts].map(([start, count]) => ({ start, count })),
          total: wanted.length,
          stream_position: 0,
        });
      }
    }
  }, 60_000);

  it('lists for each reader the photographers of visible photos, most photos first', async () => {
    const made = await night(23, changes);
    const { listPhotographers } = timelineCalls(deps);
    for (const [name, who, reader] of made.readers) {
      const counts = new Map<string, number>();
      for (const { uploaderId } of expected(made, reader, {})) counts.set(uploaderId, (counts.get(uploaderId) ?? 0) + 1);
      const { items } = answerOf(await listPhotographers(callOf<'listPhotographers'>(who, { id: made.scene.eventId })));
      expect(new Map(items.map((item) => [item.id, item.photos_count])), name).toEqual(counts);
      expect(items.map((item) => item.photos_count)).toEqual([...counts.values()].sort((a, b) => b - a));
    }
  });
});

describe('a timeline', () => {
  const read = async (scene: EventWithMembers, who: Viewer) =>
    answerOf(await timelineCalls(deps).getTimeline(callOf<'getTimeline'>(who, { id: scene.eventId })));
  const fill = (scene: EventWithMembers, photos: number, every: string) =>
    deps.pool.query(
      `insert into photos (id, event_id, uploader_id, status, state, taken_at, tz_offset, orientation, bytes, sha256, content_type, device_id, device_seq, source)
       select gen_random_uuid(), $1, $2, 'approved', 'ready', '2026-01-31T23:00:00Z'::timestamptz + n * $4::interval, 0, 0, 1, 'x', 'image/jpeg', gen_random_uuid(), n, 'camera'
       from generate_series(0, $3::int - 1) n`,
      [scene.eventId, scene.owner.userId, photos, every],
    );

  it.each([
    [MAX_BUCKETS, '1 minute', 'minute', MAX_BUCKETS],
    [MAX_BUCKETS + 1, '1 minute', 'hour', 34],
    [MAX_BUCKETS + 1, '1 hour', 'day', 85],
    [MAX_BUCKETS + 1, '1 day', 'month', 67],
  ])('of %i photos, one each %s, has buckets of a %s', async (photos, every, resolution, stretches) => {
    const scene = await eventWithMembers(deps);
    await fill(scene, photos, every);
    // One of the guest's photos is pending, in a separate minute: counted for the guest and the organization only.
    await deps.db.transaction((tx) =>
      insertPhoto(tx, photoRow(scene.eventId, scene.guest.userId, { status: 'rejected', takenAt: new Date('2026-01-31T23:00:30Z') })),
    );
    for (const [who, mine] of [
      [scene.owner, 1],
      [scene.guest, 1],
      [viewer(await addParticipantOf(scene)), 0],
    ] as const) {
      const timeline = await read(scene, who);
      expect([timeline.resolution, timeline.buckets.length, timeline.total]).toEqual([resolution, stretches, photos + mine]);
      expect(timeline.buckets.at(-1)?.start).toBe(new Date(startOf(Date.parse('2026-01-31T23:00:00Z'), timeline.resolution)).toISOString());
      expect(timeline.buckets.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(timeline.total);
      expect(timeline.buckets.map((bucket) => bucket.start)).toEqual(
        timeline.buckets
          .map((bucket) => bucket.start)
          .sort()
          .toReversed(),
      );
    }
  });

  async function addParticipantOf(scene: EventWithMembers): Promise<string> {
    const userId = await createUser(deps, { firstName: 'Di' });
    await createParticipant(deps, scene.eventId, { userId });
    return userId;
  }
});

describe('filters', () => {
  it('that name no instant are refused', async () => {
    const scene = await eventWithMembers(deps);
    for (const query of [{ from: '0000-01-01T00:00:00Z' }, { to: '2026-12-31T23:59:60Z' }]) {
      const call = callOf<'listPhotos'>(scene.guest, { id: scene.eventId }, { query });
      await expect(galleryCalls(deps, uncachedPictureAccess(deps)).listPhotos(call)).rejects.toMatchObject({
        status: 422,
        code: 'invalid_request',
      });
    }
  });
});
