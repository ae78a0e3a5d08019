// Lists as files: whole, in their filter and order, for those who may read the list.
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { eventCalls } from '#server/events/operations/events.ts';
import { participantCalls } from '#server/events/operations/participants.ts';
import { memberExportCall } from '#server/organizations/operations/members.ts';
import { photoExportCall } from '#server/photos/operations/gallery.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createMembership, createPhoto, eventWithMembers } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const operations = () => ({ ...memberExportCall(deps), ...eventCalls(deps), ...participantCalls(deps), ...photoExportCall(deps) });

async function lines(
  id: keyof ReturnType<typeof operations>,
  who: Viewer,
  path: Record<string, string>,
  query: Record<string, unknown> = {},
): Promise<string[]> {
  const handler = operations()[id] as (call: unknown) => Promise<{ stream: Readable }>;
  const { stream } = await handler(callOf(who, path, { query }));
  return (await text(stream)).trimEnd().split('\r\n').slice(1);
}
const firstCells = (rows: string[]) => rows.map((row) => row.split(',')[0]);
const lastAction = async (organizationId: string) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.organizationId, organizationId)).orderBy(asc(auditLog.id))).at(-1)?.action;

describe('the file of', () => {
  it('participants contains all of them over several pages, each once, latest first', async () => {
    const { eventId, owner, organizationId } = await eventWithMembers(deps);
    await deps.db.execute(sql`with made as (
        insert into users (id, email, password_hash, first_name, last_name)
        select gen_random_uuid(), 'many-' || n || '@unit.test', '', 'Guest', lpad(n::text, 4, '0') from generate_series(1, 1203) n
        returning id, last_name)
      insert into event_participants (event_id, user_id, joined_at)
      select ${eventId}::uuid, id, '2026-11-20T18:00:00Z'::timestamptz + (last_name::int / 7) * interval '1 second' from made`);
    const rows = await lines('exportParticipants', owner, { id: eventId });
    expect(rows).toHaveLength(1204);
    expect(new Set(rows).size).toBe(1204);
    const guests = rows.filter((row) => row.startsWith('Guest'));
    const joined = guests.map((row) => row.split(',')[4]);
    expect(joined).toEqual(joined.toSorted((one = '', other = '') => other.localeCompare(one)));
    expect(await lines('exportParticipants', owner, { id: eventId }, { q: 'many-12' })).toHaveLength(15);
    expect(await lastAction(organizationId)).toBe('event.export_participants');
  });

  it('members and events follows filter and order', async () => {
    const { owner, organizationId } = await eventWithMembers(deps, { name: 'Zither night' });
    await createEvent(deps, organizationId, { name: 'Alpha, "one"', status: 'ended', timeZone: 'Europe/Berlin' });
    await createMembership(deps, organizationId, { status: 'suspended' });
    const gone = await createMembership(deps, organizationId, { removedAt: new Date() });
    await deps.db.update(users).set({ firstName: '=cmd' }).where(eq(users.id, gone.userId));
    expect(firstCells(await lines('exportMembers', owner, { id: organizationId }, { sort: '-name' }))).toEqual(['Olga Test', 'Ana Test']);
    expect(firstCells(await lines('exportMembers', owner, { id: organizationId }, { status: 'suspended' }))).toEqual(['Ana Test']);
    expect(firstCells(await lines('exportMembers', owner, { id: organizationId }, { removed: true }))).toEqual(["'=cmd Test"]);
    const byName = await lines('exportOrganizationEvents', owner, { orgId: organizationId }, { sort: 'name' });
    expect(byName.map((row) => row.split(',Private')[0])).toEqual(['"Alpha, ""one""",Ended', 'Zither night,Live']);
    expect(await lines('exportOrganizationEvents', owner, { orgId: organizationId }, { status: 'live' })).toHaveLength(1);
  });

  it('photos contains name, photographer, time and hash of each file; pending ones too', async () => {
    const { eventId, owner, guest } = await eventWithMembers(deps, { name: 'Harbour Lights' });
    const takenAt = new Date('2026-11-20T20:14:07.250Z');
    const { id } = await createPhoto(deps, eventId, guest.userId, { takenAt, sha256: 'ab'.repeat(32), bytes: 750, status: 'pending' });
    await createPhoto(deps, eventId, guest.userId, { deletedAt: new Date() });
    const [row = '', ...others] = await lines('exportPhotos', owner, { id: eventId });
    expect(others).toEqual([]);
    const cells = row.split(',');
    expect(cells[0]).toMatch(new RegExp(`^harbour-lights-2026-11-20-\\d{6}-${id.slice(-4)}-original\\.jpg$`));
    expect(cells.slice(1, 3)).toEqual(['Ana Test', '2026-11-20 20:14:07']);
    expect(cells).toEqual(expect.arrayContaining(['Pending', 'Captured', '750', 'ab'.repeat(32), id]));
    expect(await lines('exportPhotos', owner, { id: eventId }, { status: 'approved' })).toEqual([]);
    await createPhoto(deps, eventId, guest.userId, { fileName: 'IMG_1234.JPG' });
    expect(firstCells(await lines('exportPhotos', owner, { id: eventId }, { status: 'approved' }))).toEqual(['IMG_1234.JPG']);
  });

  it('photos names no time of storage for a photo whose original has not arrived', async () => {
    const { eventId, owner, guest } = await eventWithMembers(deps);
    const uploadedAt = new Date('2026-11-20T21:00:00Z');
    await createPhoto(deps, eventId, guest.userId);
    await deps.db.update(photos).set({ uploadedAt, awaitsOriginal: true }).where(eq(photos.eventId, eventId));
    const stored = async () => (await lines('exportPhotos', owner, { id: eventId })).map((row) => row.split(',')[3]);
    expect(await stored()).toEqual(['']);
    await deps.db.update(photos).set({ awaitsOriginal: false }).where(eq(photos.eventId, eventId));
    expect(await stored()).toEqual(['2026-11-20 21:00:00']);
  });

  it('photos says of none that it is fine before its original was decoded, whatever its proof was', async () => {
    const { eventId, owner, guest } = await eventWithMembers(deps);
    await createPhoto(deps, eventId, guest.userId);
    const statusOf = async (was: Partial<typeof photos.$inferInsert>) => {
      await deps.db
        .update(photos)
        .set({ awaitsOriginal: false, showsProof: false, ...was })
        .where(eq(photos.eventId, eventId));
      return (await lines('exportPhotos', owner, { id: eventId }))[0]?.split(',')[4];
    };
    expect(await statusOf({ state: 'processing' })).toBe('Not checked yet');
    expect(await statusOf({ state: 'ready', showsProof: true })).toBe('Not checked yet');
    expect(await statusOf({ state: 'unreadable' })).toBe('Unreadable');
    expect(await statusOf({ state: 'ready' })).toBe('Approved');
    expect(await statusOf({ state: 'ready', showsProof: true, awaitsOriginal: true }), 'its original was not received').toBe('Approved');
  });

  it('other organizations’ data is refused', async () => {
    const { eventId, guest, organizationId } = await eventWithMembers(deps);
    for (const id of ['exportParticipants', 'exportPhotos'] as const)
      expect(await outcome(lines(id, guest, { id: eventId }))).toBe('forbidden');
    expect(await outcome(lines('exportMembers', guest, { id: organizationId }))).toBe('not_found');
    expect(await outcome(lines('exportOrganizationEvents', guest, { orgId: organizationId }))).toBe('not_found');
  });
});
