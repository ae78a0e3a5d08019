import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventChanges, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { eventJobs } from '#server/events/jobs.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { eventWithMembers, type EventWithMembers } from '#tests/support/factories/database.ts';
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

describe('the reveal of a gallery', () => {
  const HOUR_AHEAD = new Date(Date.now() + HOUR).toISOString();
  const reveal = (eventId: string) => eventJobs(deps)['reveal-gallery']({ eventId }, new AbortController().signal);
  const kindsOf = async (eventId: string) =>
    (await deps.db.select().from(eventChanges).where(eq(eventChanges.eventId, eventId)).orderBy(eventChanges.seq)).map(({ kind }) => kind);
  const jobOf = async (eventId: string) =>
    (await deps.pool.query(`select run_at from graphile_worker.jobs where key = $1`, [`reveal-gallery:${eventId}`])).rows as {
      run_at: Date;
    }[];
  const setTime = ({ owner, eventId }: EventWithMembers, time: string | null) =>
    ask('updateEvent', owner, { id: eventId }, { body: { reveals_at: time } });

  it('is queued with the event’s change, moved with it, and tells open pages at its time', async () => {
    const scene = await eventWithMembers(deps);
    expect(await setTime(scene, HOUR_AHEAD)).toMatchObject({ reveals_at: HOUR_AHEAD });
    expect(await jobOf(scene.eventId)).toEqual([{ run_at: new Date(HOUR_AHEAD) }]);
    expect(await kindsOf(scene.eventId)).toEqual(['event', 'reset']);
    const later = new Date(Date.now() + 2 * HOUR);
    await setTime(scene, later.toISOString());
    expect(await jobOf(scene.eventId)).toEqual([{ run_at: later }]);

    // One that starts too early waits for its time again.
    await reveal(scene.eventId);
    expect(await kindsOf(scene.eventId)).toEqual(['event', 'reset', 'event']);
    await deps.db
      .update(events)
      .set({ revealsAt: ago(0) })
      .where(eq(events.id, scene.eventId));
    await reveal(scene.eventId);
    expect(await kindsOf(scene.eventId)).toEqual(['event', 'reset', 'event', 'event', 'reset']);
    const trail = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, scene.eventId)).orderBy(asc(auditLog.id));
    expect(trail.at(-1)).toMatchObject({ action: 'event.reveal_gallery', actorId: null });
  });

  it('now tells open pages at once, and its undo closes the gallery again', async () => {
    const scene = await eventWithMembers(deps);
    await setTime(scene, HOUR_AHEAD);
    await setTime(scene, null);
    await setTime(scene, HOUR_AHEAD);
    expect(await kindsOf(scene.eventId)).toEqual(['event', 'reset', 'event', 'reset', 'event', 'reset']);
    await setTime(scene, null);
    // The job that is still queued has nothing to tell.
    await reveal(scene.eventId);
    expect((await kindsOf(scene.eventId)).slice(6)).toEqual(['event', 'reset']);
  });

  it('of a gallery that is not published opens nothing', async () => {
    const scene = await eventWithMembers(deps, { autoGallery: false, revealsAt: ago(0) });
    await reveal(scene.eventId);
    expect(await kindsOf(scene.eventId)).toEqual(['event']);
  });

  it('is queued with a new event', async () => {
    const { owner, organizationId } = await eventWithMembers(deps);
    const body = { organization_id: organizationId, name: 'Later', starts_at: HOUR_AHEAD, reveals_at: HOUR_AHEAD };
    const { id } = await ask('createEvent', owner, {}, { body });
    expect(await jobOf(id)).toEqual([{ run_at: new Date(HOUR_AHEAD) }]);
  });
});
