import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#server/accounts/viewer.ts';
import { auditLog, eventParticipants, events, organizations } from '#server/db/schema.ts';
import { normalizeJoinCode } from '#server/events/join-codes.ts';
import { eventOperations } from '#server/events/operations.ts';
import { Problem } from '#server/http/problem.ts';
import { addUser, openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { addEvent, callOf, makePhotoWorld, viewer, type PhotoWorld } from '#tests/support/photo-world.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const unlimited = { guessing: <T>(_request: unknown, _isMiss: unknown, attempt: () => Promise<T>) => attempt() };
const join = async (who: Viewer, code: string) => {
  const answer = await eventOperations(deps, unlimited).joinEvent(callOf<'joinEvent'>(who, {}, { body: { code } }));
  if (answer === 'hijacked') throw new Error('an event was expected');
  return answer.body;
};
const codeOf = async (world: PhotoWorld) => (await deps.db.select().from(events).where(eq(events.id, world.eventId)))[0]?.joinCode ?? '';
const refusal = (joining: Promise<unknown>) =>
  joining.then(
    () => 'joined',
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  );

describe('joining by code', () => {
  it('takes the code as people type it', () => {
    expect(normalizeJoinCode(' harbour-26 ')).toBe('HARBOUR26');
    expect(normalizeJoinCode('Harbour – 26')).toBe('HARBOUR26');
  });

  it('makes a participant once, who does not read the code', async () => {
    const world = await makePhotoWorld(deps, { joinCode: 'UNITNIGHT1' });
    const guest = viewer(await addUser(deps));
    const answers = await Promise.all([join(guest, 'unit-night-1'), join(guest, 'UNIT NIGHT 1'), join(guest, 'unitnight1')]);
    for (const event of answers) expect(event).toMatchObject({ id: world.eventId, relation: 'participant', join_code: null });
    expect(await join(guest, 'unitnight1')).toMatchObject({ attendees_count: 1 });
    expect(await deps.db.select().from(eventParticipants).where(eq(eventParticipants.userId, guest.userId))).toHaveLength(1);
    expect(await deps.db.select().from(auditLog).where(eq(auditLog.actorId, guest.userId))).toHaveLength(1);
  });

  it('changes nothing for the organization, which reads the code', async () => {
    const world = await makePhotoWorld(deps, { joinCode: 'UNITNIGHT2' });
    expect(await join(world.owner, 'unitnight2')).toMatchObject({ relation: 'organization', join_code: 'UNITNIGHT2', attendees_count: 0 });
  });

  it('knows no code of a draft, nor one that nobody gave', async () => {
    const world = await makePhotoWorld(deps, { status: 'draft' });
    const stranger = viewer(await addUser(deps));
    const code = await codeOf(world);
    expect(await refusal(join(stranger, code))).toBe('unknown_code');
    expect(await refusal(join(world.guest, code))).toBe('unknown_code');
    expect(await refusal(join(stranger, '----'))).toBe('unknown_code');
    expect(await refusal(join(world.owner, code))).toBe('joined');
  });

  it('is over when the event has ended, and closed when its organization is suspended, but not to those who are in', async () => {
    const world = await makePhotoWorld(deps, { status: 'ended' });
    const stranger = viewer(await addUser(deps));
    const code = await codeOf(world);
    expect(await refusal(join(stranger, code))).toBe('event_over');
    expect(await refusal(join(world.guest, code))).toBe('joined');
    await deps.db.update(events).set({ status: 'live' }).where(eq(events.id, world.eventId));
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, world.organizationId));
    expect(await refusal(join(stranger, code))).toBe('event_closed');
  });
});

describe('one event', () => {
  it('is not told apart from none by those who may not see it', async () => {
    const world = await makePhotoWorld(deps);
    const get = (who: Viewer, id = world.eventId) => eventOperations(deps, unlimited).getEvent(callOf<'getEvent'>(who, { id }));
    expect(await get(world.guest)).toMatchObject({ body: { can: { capture: true, like: true, download: true } } });
    const stranger = viewer(await addUser(deps), { permissions: { all: true } });
    expect(await refusal(get(stranger))).toBe('not_found');
    await deps.db.update(events).set({ deletedAt: new Date() }).where(eq(events.id, world.eventId));
    expect(await refusal(get(world.guest))).toBe('not_found');
    expect(await get(world.owner)).toMatchObject({ body: { deleted_at: expect.any(String), can: { capture: false, manage: false } } });
  });

  it('stands in the list page by page, latest start first', async () => {
    const world = await makePhotoWorld(deps);
    const startsAt = new Date('2030-01-01T00:00:00.000Z');
    const same = [await addEvent(deps, world.organizationId, { startsAt }), await addEvent(deps, world.organizationId, { startsAt })];
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await eventOperations(deps, unlimited).listEvents(
        callOf<'listEvents'>(world.owner, {}, { query: { limit: 1, cursor } }),
      );
      if (answer === 'hijacked') throw new Error('a page was expected');
      seen.push(...answer.body.items.map((event) => event.id));
      cursor = answer.body.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([...same.toSorted().toReversed(), world.eventId]);
    const bad = callOf<'listEvents'>(world.owner, {}, { query: { cursor: 'nonsense' } });
    await expect(eventOperations(deps, unlimited).listEvents(bad)).rejects.toMatchObject({ status: 422, code: 'invalid_request' });
  });
});
