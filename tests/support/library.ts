// Two organizations with events of every kind, viewers of every role, and photos in every state, for unit tests of libraries.
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { components } from '#openapi/api.ts';
import { eventParticipants } from '#server/db/schema/events.ts';
import { photoLikes, photos } from '#server/db/schema/photos.ts';
import { findEvents } from '#server/events/events-repository.ts';
import { eventRoleOf, eventAccessOf } from '#server/events/policy.ts';
import { catalogOfProviders } from '#server/generation/catalog.ts';
import { imageOperations } from '#server/images/operations.ts';
import { findPhotos, type NewPhoto } from '#server/photos/photos-repository.ts';
import { canRestorePhoto, canSeePhoto } from '#server/photos/policy.ts';
import type { Viewer } from '#server/viewer.ts';
import {
  createEvent,
  createMembership,
  createOrganization,
  createUser,
  photoRow,
  viewer,
  viewerOf,
} from '#tests/support/factories/database.ts';
import { type TestDeps } from './database.ts';
import { askOperations } from './operations.ts';

type Schemas = components['schemas'];
export type LibraryInput = Record<string, unknown>;
type PersonKind = 'owner' | 'member' | 'elsewhere' | 'participant' | 'removed' | 'stranger';

const KINDS = [
  { name: 'Harbour night' },
  { name: 'Open air', type: 'public' as const },
  { name: 'Draft of autumn', status: 'draft' as const },
  { name: 'Closed gallery', autoGallery: false },
  { name: 'Harbour in winter', autoGallery: false, publishedAt: new Date() },
  { name: 'Deleted party', deletedAt: new Date() },
];

const STATES = [
  ['approved', 'ready', 'Canon EOS R5'],
  ['pending', 'ready', null],
  ['rejected', 'ready', 'Pixel 9'],
  ['approved', 'unreadable', null],
] as const;

export const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

export type Judged = Awaited<ReturnType<typeof openLibrary>> extends { judged: (who: Viewer) => Promise<infer All> } ? All : never;

/** The ids of photos in the shelf's order. */
export function inLibraryOrder(found: readonly Judged[number][]): string[] {
  const key = ({ photo }: Judged[number]) => `${photo.takenAt.toISOString()} ${photo.id}`;
  return found.toSorted((a, b) => (key(a) < key(b) ? 1 : -1)).map(({ photo }) => photo.id);
}

export async function openLibrary(deps: TestDeps) {
  const ask = askOperations(imageOperations(deps, catalogOfProviders([])));
  const [{ id: aurora, adminId }, { id: borealis, adminId: elsewhereId }] = [
    await createOrganization(deps),
    await createOrganization(deps),
  ];
  const people: Record<PersonKind, Viewer> = {
    owner: await viewerOf(deps, adminId),
    member: await viewerOf(deps, (await createMembership(deps, aurora, { role: 'member' })).userId),
    elsewhere: await viewerOf(deps, elsewhereId),
    participant: viewer(await createUser(deps, { firstName: 'Mika' })),
    removed: viewer(await createUser(deps, { firstName: 'Ben' })),
    stranger: viewer(await createUser(deps, { firstName: 'Zoe' })),
  };
  const everybody = Object.values(people);
  const rows: (NewPhoto & { id: string })[] = [];
  for (const organization of [aurora, borealis]) {
    for (const kind of KINDS) {
      const eventId = await createEvent(deps, organization, kind);
      await deps.db.insert(eventParticipants).values([
        { eventId, userId: people.participant.userId },
        { eventId, userId: people.removed.userId, removedAt: new Date() },
      ]);
      for (const who of everybody) {
        for (const [status, state, camera] of STATES) {
          const takenAt = new Date(Date.UTC(2026, 10, 1) + ((rows.length * 7) % 300) * 60_000);
          rows.push(photoRow(eventId, who.userId, { status, state, camera, takenAt }));
        }
      }
    }
  }
  await deps.db.insert(photos).values(rows);
  const allPhotos = rows.map(({ id }) => id);
  // Everybody likes every third photo, whether they may see it or not; some photos are deleted.
  const liked = allPhotos.filter((_, at) => at % 3 === 0);
  for (const { userId } of everybody) await deps.db.insert(photoLikes).values(liked.map((photoId) => ({ photoId, userId })));
  for (const [at, id] of allPhotos.entries()) {
    if (at % 11 !== 0) continue;
    // Null: by the retention of the event.
    const deletedBy = everybody[at % (everybody.length + 1)]?.userId ?? null;
    await deps.db.update(photos).set({ deletedAt: new Date(), deletedBy }).where(eq(photos.id, id));
  }

  return {
    ask,
    people,
    organizations: { aurora, borealis },

    /** A whole library, read in small pages. */
    async list(who: Viewer, asked: LibraryInput = {}): Promise<Schemas['ShelfImage'][]> {
      const items: Schemas['ShelfImage'][] = [];
      let cursor: string | null = null;
      do {
        const query = { ...asked, limit: 29, ...(cursor !== null && { cursor }) };
        const page: Schemas['ShelfPage'] = await ask('listImages', who, {}, { query });
        items.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(new Set(idsOf(items)).size, 'nothing is told twice').toBe(items.length);
      return items;
    },

    async months(who: Viewer, asked: LibraryInput = {}): Promise<string[]> {
      return (await ask('listImageMonths', who, {}, { query: asked })).months;
    },

    /** All photos, judged one by one by the policies. */
    async judged(who: Viewer) {
      const rows = await findPhotos(deps.db, allPhotos, who.userId);
      const events = await findEvents(deps.db, [...new Set(rows.map(({ eventId }) => eventId))], who.userId);
      const known = new Map(events.map((event) => [event.id, event]));
      return rows.map((photo) => {
        const event = known.get(photo.eventId)!;
        const reader = { userId: who.userId, relation: eventRoleOf(eventAccessOf(who, event), event) };
        return {
          photo,
          event,
          sees: photo.deletedAt === null && canSeePhoto(reader, event, photo),
          /** Also what colleagues deleted. */
          isRestorable: photo.deletedAt !== null && canRestorePhoto(reader, event, photo),
          restores: photo.deletedAt !== null && photo.deletedBy === who.userId && canRestorePhoto(reader, event, photo),
        };
      });
    },
  };
}

export type TestLibrary = Awaited<ReturnType<typeof openLibrary>>;
