// Live galleries over a real connection, each reader with their own rights.
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toViewer } from '#server/accounts/presenter.ts';
import { findPersonOfSession } from '#server/accounts/sessions-repository.ts';
import { rolePermissions, sessions } from '#server/db/schema/accounts.ts';
import { eventChanges, eventParticipants } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { readEventAccess, recordChange, recordJoin } from '#server/events/changes-repository.ts';
import { viewsEvents } from '#server/events/policy.ts';
import { setLike } from '#server/photos/photos-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, insertPhoto } from '#tests/support/factories/database.ts';
import {
  createOrganization,
  createUser,
  eventWithMembers,
  type EventWithMembers,
  photoRow,
  viewer,
} from '#tests/support/factories/database.ts';
import { openStreamReaders, type Change, type StreamReaders } from '#tests/support/stream-readers.ts';

let deps: TestDeps;
let readers: StreamReaders;
beforeAll(async () => {
  deps = await openTestDeps();
  readers = await openStreamReaders(deps);
}, 120_000);
afterEach(() => readers.closeStreams());
afterAll(async () => {
  await readers.close();
  await deps.dispose();
}, 60_000);

const signIn = (who: Viewer) => readers.signIn(who);
const listen = (...call: Parameters<StreamReaders['listen']>) => readers.listen(...call);

async function addPhoto(scene: EventWithMembers, by: Viewer, status: 'approved' | 'pending' = 'approved'): Promise<string> {
  const photo = photoRow(scene.eventId, by.userId, { status, takenAt: new Date() });
  await deps.db.transaction(async (tx) => {
    await insertPhoto(tx, photo);
    await recordChange(tx, scene.eventId, 'added', photo.id, { photos: 1, bytes: photo.bytes });
  });
  return photo.id;
}
const change = (scene: EventWithMembers, id: string, kind: 'changed' | 'removed' | 'likes', set: Partial<typeof photos.$inferInsert>) =>
  deps.db.transaction(async (tx) => {
    await tx.update(photos).set(set).where(eq(photos.id, id));
    await recordChange(tx, scene.eventId, kind, id);
  });
/** Blocks callers until it is opened. */
function barrier() {
  let [open, reach] = [() => {}, () => {}];
  const opens = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const pass = () => {
    reach();
    return opens;
  };
  return { pass, reached, open: () => open() };
}
const brief = (heard: { changes: Change[] }) => heard.changes.map(({ seq, kind }) => `${seq} ${kind}`);

describe('the stream of an event', () => {
  it('sends each reader the visible photos with their abilities', async () => {
    const scene = await eventWithMembers(deps);
    const [owner, guest] = [await signIn(scene.owner), await signIn(scene.guest)];
    const [ownerHears, guestHears] = [await listen(scene, owner), await listen(scene, guest)];
    const pending = await addPhoto(scene, owner, 'pending');
    await expect.poll(() => brief(ownerHears)).toEqual(['1 added']);
    await change(scene, pending, 'changed', { status: 'approved' });
    await change(scene, pending, 'likes', { likes: 3 });
    await change(scene, pending, 'changed', { state: 'unreadable' });
    await change(scene, pending, 'removed', { deletedAt: new Date() });
    await expect.poll(() => brief(ownerHears).at(-1)).toBe('5 removed');
    // Several changes in one batch show the photo's latest state.
    expect(guestHears.changes.every((told) => told.seq > 1 && told.photo_id === pending)).toBe(true);

    const own = await addPhoto(scene, guest);
    await expect.poll(() => brief(guestHears).at(-1)).toBe('6 added');
    expect(guestHears.changes.at(-1)?.photo).toMatchObject({ id: own, can: { delete: true, moderate: false } });
    await expect.poll(() => ownerHears.changes.at(-1)?.photo).toMatchObject({ id: own, can: { delete: true, moderate: true } });
  });

  it('reports a photo that is no longer visible as removed', async () => {
    const scene = await eventWithMembers(deps);
    const guest = await signIn(scene.guest);
    const id = await addPhoto(scene, scene.owner);
    const heard = await listen(scene, guest);
    await change(scene, id, 'changed', { status: 'rejected' });
    await expect.poll(() => heard.changes).toEqual([{ seq: 2, kind: 'removed', photo_id: id, photo: null, likes: null, is_liked: null }]);
  });

  it('resumes by Last-Event-ID, which takes precedence over the URL', async () => {
    const scene = await eventWithMembers(deps);
    const guest = await signIn(scene.guest);
    for (let photo = 0; photo < 4; photo++) await addPhoto(scene, scene.owner);
    const [byAddress, byHeader, fresh] = [
      await listen(scene, guest, { after: 1 }),
      await listen(scene, guest, { after: 0, lastEventId: 3 }),
      await listen(scene, guest),
    ];
    await expect.poll(() => brief(byAddress)).toEqual(['2 added', '3 added', '4 added']);
    await expect.poll(() => brief(byHeader)).toEqual(['4 added']);
    await addPhoto(scene, scene.owner);
    for (const heard of [byAddress, byHeader, fresh]) await expect.poll(() => brief(heard).at(-1)).toBe('5 added');
    expect(brief(fresh)).toEqual(['5 added']);
    expect(brief(byAddress)).toEqual(['2 added', '3 added', '4 added', '5 added']);
  });

  it('merges several changes of the event itself, such as concurrent joins', async () => {
    const scene = await eventWithMembers(deps);
    const guest = await signIn(scene.guest);
    const join = () => deps.db.transaction((tx) => recordJoin(tx, scene.eventId, guest.userId));
    await join();
    await addPhoto(scene, scene.owner);
    for (let count = 0; count < 3; count++) await join();
    const heard = await listen(scene, guest, { after: 0 });
    await expect.poll(() => brief(heard)).toEqual(['2 added', '5 event']);
    await join();
    await expect.poll(() => brief(heard)).toEqual(['2 added', '5 event', '6 event']);
  });

  it('shows each reader whether they like a photo, from any device', async () => {
    const scene = await eventWithMembers(deps);
    const [owner, guest] = [await signIn(scene.owner), await signIn(scene.guest)];
    const id = await addPhoto(scene, owner);
    const heard = { owner: await listen(scene, owner), guest: await listen(scene, guest) };
    const wish = (userId: string, liked: boolean) => setLike(deps.db, { id, eventId: scene.eventId }, userId, liked);
    const said = ({ changes }: { changes: Change[] }) => changes.map(({ likes, is_liked }) => [likes, is_liked]);
    await wish(guest.userId, true);
    await expect.poll(() => said(heard.guest)).toEqual([[1, true]]);
    await expect.poll(() => said(heard.owner)).toEqual([[1, false]]);
    await wish(guest.userId, false);
    await expect.poll(() => said(heard.guest).at(-1)).toEqual([0, false]);
    await wish(guest.userId, true);
    await expect.poll(() => said(heard.guest).at(-1)).toEqual([1, true]);
    // A reader who reconnects gets the same.
    const late = await listen(scene, guest, { after: 1 });
    await expect.poll(() => said(late).at(-1)).toEqual([1, true]);
  });

  it('sends a reader who connects during a batch the changes of that batch', async () => {
    const scene = await eventWithMembers(deps);
    const [owner, guest] = [await signIn(scene.owner), await signIn(scene.guest)];
    const early = await listen(scene, owner);
    await addPhoto(scene, owner);
    await expect.poll(() => brief(early)).toEqual(['1 added']);

    const [newcomer, others] = [barrier(), barrier()];
    readers.onAnswer(async (text, values) => {
      // What the newcomer missed is asked for with one more than a batch has.
      if (text.includes('from "event_changes"') && values.includes(501)) await newcomer.pass();
      if (text.includes('role_permissions')) await others.pass();
    });
    const late = listen(scene, guest, { after: 0 });
    await newcomer.reached;
    await addPhoto(scene, owner);
    await others.reached;
    newcomer.open();
    const heard = await late;
    await expect.poll(() => brief(heard)).toEqual(['1 added']);
    others.open();
    await expect.poll(() => brief(early)).toEqual(['1 added', '2 added']);
    await addPhoto(scene, owner);
    await expect.poll(() => brief(heard)).toEqual(['1 added', '2 added', '3 added']);
    expect(brief(early)).toEqual(['1 added', '2 added', '3 added']);
  });

  it('sends a reset if the requested position is unknown', async () => {
    const scene = await eventWithMembers(deps);
    const guest = await signIn(scene.guest);
    for (let photo = 0; photo < 3; photo++) await addPhoto(scene, scene.owner);
    await deps.db.delete(eventChanges).where(eq(eventChanges.seq, 1));
    const [tooOld, fromElsewhere, current] = [
      await listen(scene, guest, { after: 0 }),
      await listen(scene, guest, { after: 99 }),
      await listen(scene, guest, { after: 1 }),
    ];
    const reset = [{ seq: 3, kind: 'reset', photo_id: null, photo: null, likes: null, is_liked: null }];
    await expect.poll(() => tooOld.changes).toEqual(reset);
    await expect.poll(() => fromElsewhere.changes).toEqual(reset);
    await expect.poll(() => brief(current)).toEqual(['2 added', '3 added']);
  });

  it('ends with the next change for people who were removed or signed out', async () => {
    const scene = await eventWithMembers(deps);
    const [owner, guest] = [await signIn(scene.owner), await signIn(scene.guest)];
    const [ownerHears, guestHears] = [await listen(scene, owner), await listen(scene, guest)];
    await deps.db.delete(eventParticipants).where(eq(eventParticipants.userId, guest.userId));
    await addPhoto(scene, owner);
    await expect.poll(() => guestHears.ended).toBe(true);
    expect(guestHears.changes).toEqual([]);
    await expect.poll(() => brief(ownerHears)).toEqual(['1 added']);
    await deps.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.id, owner.sessionId));
    await addPhoto(scene, owner);
    await expect.poll(() => ownerHears.ended).toBe(true);
    expect(brief(ownerHears)).toEqual(['1 added']);
  });

  it('is closed to a member without the permission to view events', async () => {
    const scene = await eventWithMembers(deps);
    const { id: organizationId, adminId } = await createOrganization(deps);
    const [memberSession, userSession] = [uuid7(), uuid7()];
    const expiresAt = new Date(Date.now() + 60_000);
    await deps.db.insert(sessions).values([
      { id: memberSession, userId: adminId, rememberMe: false, expiresAt },
      { id: userSession, userId: await createUser(deps), rememberMe: false, expiresAt },
    ]);
    await deps.db
      .update(memberships)
      .set({ permissions: { view_events: false } })
      .where(eq(memberships.organizationId, organizationId));
    const granted = { role: 'user', flag: 'view_events' } as const;
    await deps.db.insert(rolePermissions).values(granted);
    try {
      const event = { id: scene.eventId, organizationId: scene.organizationId };
      const standings = await readEventAccess(deps.db, event, [memberSession, userSession]);
      expect(standings.get(memberSession)?.viewsEvents).toBe(false);
      expect(standings.get(userSession)?.viewsEvents).toBe(true);
    } finally {
      await deps.db.delete(rolePermissions).where(and(eq(rolePermissions.role, 'user'), eq(rolePermissions.flag, 'view_events')));
    }
  });
});

it('is closed to people of a pending organization, as requests are', async () => {
  const { id } = await createOrganization(deps);
  const visitor = await signIn(viewer(await createUser(deps)));
  const pending = uuid7();
  await deps.db.insert(organizations).values({ id: pending, name: 'Nobody knows', status: 'pending' });
  await createMembership(deps, pending, { userId: visitor.userId, role: 'organization' });
  const views = async () => {
    const standings = await readEventAccess(deps.db, { id: uuid7(), organizationId: id }, [visitor.sessionId]);
    const person = await findPersonOfSession(deps.db, visitor.userId, visitor.sessionId);
    return [standings.get(visitor.sessionId)?.viewsEvents, person && viewsEvents(toViewer(person, visitor.sessionId))];
  };
  expect(await views()).toEqual([false, false]);
  await deps.db.update(organizations).set({ status: 'active' }).where(eq(organizations.id, pending));
  expect(await views()).toEqual([true, true]);
});
