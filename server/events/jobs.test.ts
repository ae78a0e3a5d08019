import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventChanges, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { eventJobs } from '#server/events/jobs.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { eventWithMembers } from '#tests/support/factories/database.ts';
import { askEvents, type Ask } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: Ask;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askEvents(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const endEvents = () => eventJobs(deps)['end-events']({}, new AbortController().signal);
const statusOf = async (id: string) => (await deps.db.select().from(events).where(eq(events.id, id)))[0]?.status;

describe('events past their end', () => {
  it('end automatically if configured, once, with an audit entry and a change', async () => {
    const over = { startsAt: ago(9), durationHours: 2.5, endsAutomatically: true };
    const live = await eventWithMembers(deps, over);
    const open = await eventWithMembers(deps, { ...over, status: 'active' });
    const others = {
      'by hand': await eventWithMembers(deps, { ...over, endsAutomatically: false }),
      'within its six hours of grace': await eventWithMembers(deps, { ...over, durationHours: 3.5 }),
      'still on': await eventWithMembers(deps, { ...over, durationHours: 9.5 }),
      deleted: await eventWithMembers(deps, { ...over, deletedAt: ago(1) }),
      draft: await eventWithMembers(deps, { ...over, status: 'draft' }),
      archived: await eventWithMembers(deps, { ...over, status: 'archived' }),
    };
    await Promise.all([endEvents(), endEvents()]);
    await endEvents();
    for (const [scene, from] of [
      [live, 'live'],
      [open, 'active'],
    ] as const) {
      expect(await statusOf(scene.eventId)).toBe('ended');
      const trail = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, scene.eventId));
      expect(trail).toMatchObject([
        {
          action: 'event.end_automatically',
          actorId: null,
          outcome: 'ok',
          organizationId: scene.organizationId,
          detail: { status: { from, to: 'ended' } },
        },
      ]);
      const changes = await deps.db.select().from(eventChanges).where(eq(eventChanges.eventId, scene.eventId));
      expect(changes.map(({ kind }) => kind)).toEqual(['event']);
    }
    const left = await Promise.all(Object.values(others).map(({ eventId }) => statusOf(eventId)));
    expect(left).toEqual(['live', 'live', 'live', 'live', 'draft', 'archived']);
  });

  it('of a deleted organization are unchanged and block no others', async () => {
    const scene = await eventWithMembers(deps, { startsAt: ago(9), durationHours: 1, endsAutomatically: true });
    await deps.db
      .update(organizations)
      .set({ deletedAt: ago(1) })
      .where(eq(organizations.id, scene.organizationId));
    const other = await eventWithMembers(deps, { startsAt: ago(9), durationHours: 1, endsAutomatically: true });
    await endEvents();
    expect(await Promise.all([scene, other].map(({ eventId }) => statusOf(eventId)))).toEqual(['live', 'ended']);
  });

  it('stay open when they are reopened within their grace, or created open after their end', async () => {
    const scene = await eventWithMembers(deps, { startsAt: ago(3), durationHours: 1, endsAutomatically: true, status: 'ended' });
    expect(await ask('updateEvent', scene.owner, { id: scene.eventId }, { body: { status: 'live' } })).toMatchObject({
      status: 'live',
      ends_automatically: false,
    });
    const body = { name: 'Yesterday', starts_at: ago(20).toISOString(), duration: 2 };
    const made = (more: object) =>
      ask('createEvent', scene.owner, {}, { body: { ...body, organization_id: scene.organizationId, ...more } });
    expect(await made({ status: 'live' })).toMatchObject({ ends_automatically: false });
    expect(await made({})).toMatchObject({ status: 'draft', ends_automatically: true });
  });

  it('stay open after they are reopened', async () => {
    const scene = await eventWithMembers(deps, { startsAt: ago(8), durationHours: 1, endsAutomatically: true });
    await endEvents();
    expect(await statusOf(scene.eventId)).toBe('ended');
    const again = await ask('updateEvent', scene.owner, { id: scene.eventId }, { body: { status: 'live' } });
    expect(again).toMatchObject({ status: 'live', ends_automatically: false });
    await endEvents();
    expect(await statusOf(scene.eventId)).toBe('live');
  });

  it('end if the automatic end is enabled later, and not if they are extended', async () => {
    const scene = await eventWithMembers(deps, { startsAt: ago(9), durationHours: 1 });
    const { owner, eventId: id } = scene;
    expect(await ask('updateEvent', owner, { id }, { body: { ends_automatically: true, duration: 5 } })).toMatchObject({
      ends_automatically: true,
    });
    await endEvents();
    expect(await statusOf(id)).toBe('live');
    await ask('updateEvent', owner, { id }, { body: { duration: 2 } });
    await endEvents();
    expect(await statusOf(id)).toBe('ended');
  });
});
