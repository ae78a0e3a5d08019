import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectedImages, imageCollections } from '#server/db/schema/images.ts';
import { anonymizeUser, listOwnCollections } from '#server/own-data/own-data-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithMembers } from '#tests/support/factories/database.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 60_000);
afterAll(() => deps?.dispose(), 60_000);

it('the user’s own collections are exported, and deleted with the account; an organization’s stay', async () => {
  const { eventId, organizationId, guest } = await eventWithMembers(deps);
  const { userId } = guest;
  const { id: photoId } = await createPhoto(deps, eventId, userId);
  const [own, empty, shared] = [uuid7(), uuid7(), uuid7()];
  await deps.db.insert(imageCollections).values([
    { id: own, userId, name: 'For the album', createdAt: new Date('2026-11-20T20:00:00Z') },
    { id: empty, userId, name: 'For later' },
    { id: shared, userId, organizationId, name: 'Press' },
  ]);
  await deps.db.insert(collectedImages).values({ collectionId: own, id: photoId, photoId });
  expect(await listOwnCollections(deps.db, userId)).toMatchObject([
    { name: 'For the album', images: [photoId] },
    { name: 'For later', images: [] },
  ]);
  await deps.db.transaction((tx) => anonymizeUser(tx, userId));
  const left = await deps.db.select().from(imageCollections).where(eq(imageCollections.userId, userId));
  expect(left.map(({ id }) => id)).toEqual([shared]);
});
