// Photos of active members are accepted even after their membership ends, because the phone may have the only copy.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { events } from '#server/db/schema/events.ts';
import { changeMember, type MemberChanges } from '#server/organizations/members-repository.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createMembership,
  createUpload,
  eventWithMembers,
  photoRequest,
  viewerOf,
} from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';
import { picture } from '#tests/support/pictures.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

async function deliver(userId: string, eventId: string) {
  const shot = Buffer.from((await picture()).bytes);
  const fact = photoRequest(await createUpload(deps, userId, shot), shot);
  const send = createPhotoOperation(deps, createUploads(deps), () => uploadBounds(deps.config)).createPhoto;
  return send(callOf<'createPhoto'>(await viewerOf(deps, userId), { id: eventId }, { body: fact }));
}

const change = (id: string, ...steps: MemberChanges[]) =>
  deps.db.transaction(async (tx) => {
    for (const step of steps) await changeMember(tx, id, step);
  });

const suspended = { status: 'suspended' } as const;
const removed = { removedAt: new Date() };
const restored = { removedAt: null, removedBy: null };
const addedAgain = { status: 'invited', ...restored } as const;

it.each<[string, MemberChanges[]]>([
  ['suspended', [suspended]],
  ['removed', [removed]],
  ['suspended and then removed', [suspended, removed]],
  ['removed and added again', [removed, addedAgain]],
  ['removed, added again, and declining', [removed, addedAgain, removed]],
])('of a member %s it is taken, and waits for a decision; nothing is of events made later', async (_what, steps) => {
  const scene = await eventWithMembers(deps);
  const { id, userId } = await createMembership(deps, scene.organizationId);
  expect(await deliver(userId, scene.eventId)).toMatchObject({ status: 201, body: { status: 'approved' } });
  await change(id, ...steps);
  expect(await deliver(userId, scene.eventId)).toMatchObject({ status: 201, body: { status: 'pending' } });
  const later = await createEvent(deps, scene.organizationId);
  expect(await outcome(deliver(userId, later))).toBe('not_found');
});

it('their active period restarts when they rejoin', async () => {
  const scene = await eventWithMembers(deps);
  const { id, userId } = await createMembership(deps, scene.organizationId);
  await change(id, suspended);
  const between = await createEvent(deps, scene.organizationId);
  await change(id, { status: 'active' });
  expect(await deliver(userId, between)).toMatchObject({ status: 201, body: { status: 'approved' } });
  await change(id, removed);
  expect(await deliver(userId, between)).toMatchObject({ status: 201, body: { status: 'pending' } });
});

it('of an event that became a draft again it is taken, where that was open once', async () => {
  const scene = await eventWithMembers(deps);
  const { id, userId } = await createMembership(deps, scene.organizationId);
  await change(id, removed);
  const toDraft = (openedAt: Date | null) => deps.db.update(events).set({ status: 'draft', openedAt }).where(eq(events.id, scene.eventId));
  await toDraft(null);
  expect(await outcome(deliver(userId, scene.eventId))).toBe('capture_closed');
  await toDraft(new Date());
  expect(await deliver(userId, scene.eventId)).toMatchObject({ status: 201, body: { status: 'pending' } });
});

it('photos of a person who never accepted the invitation are refused', async () => {
  const scene = await eventWithMembers(deps);
  const asked = await createMembership(deps, scene.organizationId, { status: 'invited' });
  expect(await outcome(deliver(asked.userId, scene.eventId))).toBe('not_found');
  await change(asked.id, removed);
  expect(await outcome(deliver(asked.userId, scene.eventId)), 'declined').toBe('not_found');
});
