// What waits on the devices of an event's staff.
import { and, desc, eq, inArray, isNull, min, ne, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { eventDevices, events } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { uuid7 } from '#server/uuid.ts';

type DeviceRow = typeof eventDevices.$inferSelect;
export type DeviceReport = Omit<DeviceRow, 'id' | 'firstSeenAt' | 'reportedAt' | 'settledAt' | 'settledLost'>;

const ofDevice = ({ eventId, userId, deviceId }: Pick<DeviceRow, 'eventId' | 'userId' | 'deviceId'>) =>
  and(eq(eventDevices.eventId, eventId), eq(eventDevices.userId, userId), eq(eventDevices.deviceId, deviceId));

/** A device that reports is there: what was settled counts again, except for lost photos. */
const asReported = (report: DeviceReport) => ({
  ...report,
  reportedAt: sql`clock_timestamp()`,
  settledAt: null,
  settledLost: sql`least(${eventDevices.settledLost}, ${report.lost})`,
});

/** Of one person at one event. A private window is a device of its own each time. */
const MOST_DEVICES = 50;

/** Of too many devices those with nothing waiting or lost go first, then those that reported longest ago. */
export async function upsertDevice(db: Queryable, report: DeviceReport): Promise<void> {
  await db
    .insert(eventDevices)
    .values({ ...report, id: uuid7() })
    .onConflictDoUpdate({ target: [eventDevices.eventId, eventDevices.userId, eventDevices.deviceId], set: asReported(report) });
  const { id, eventId, userId, deviceId, waiting, lost, reportedAt } = eventDevices;
  const surplus = db
    .select({ id })
    .from(eventDevices)
    .where(and(eq(eventId, report.eventId), eq(userId, report.userId), ne(deviceId, report.deviceId)))
    .orderBy(desc(sql`${waiting} + ${lost} > 0`), desc(reportedAt), desc(id))
    .offset(MOST_DEVICES - 1);
  await db.delete(eventDevices).where(inArray(id, surplus));
}

/** Returns false if the device is not listed. */
export async function updateDevice(db: Queryable, report: DeviceReport): Promise<boolean> {
  const updated = await db.update(eventDevices).set(asReported(report)).where(ofDevice(report)).returning({ id: eventDevices.id });
  return updated.length > 0;
}

/** The person became a guest. */
export async function removeDevicesOf(db: Queryable, eventId: string, userId: string): Promise<void> {
  await db.delete(eventDevices).where(and(eq(eventDevices.eventId, eventId), eq(eventDevices.userId, userId)));
}

export async function countMissingPhotos(db: Queryable, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return new Set(ids).size - (await db.$count(photos, and(inArray(photos.id, [...ids]), eq(photos.awaitsOriginal, false))));
}

export type ListedDevice = Awaited<ReturnType<typeof listDeviceRows>>[number];

/**
 * The devices of an event with their photos on the server, deleted ones included. `arrived` are those of the reported photos that arrived after the
 * report, `newer` those that were taken after it.
 */
export async function listDeviceRows(db: Queryable, where: { eventId?: string; organizationId?: string; id?: string; userId?: string }) {
  const isOld = sql`p.device_seq <= ${eventDevices.lastSeq}`;
  const hasArrived = sql`(${isOld} and p.uploaded_at > ${eventDevices.reportedAt})`;
  const received = sql`(
    select count(*)::int as stored, count(*) filter (where ${hasArrived})::int as arrived, count(*) filter (where not ${isOld})::int as newer,
      coalesce(sum(p.bytes) filter (where ${hasArrived}), 0)::bigint as arrived_bytes, max(p.uploaded_at) as last_photo_at
    from ${photos} p
    where p.event_id = ${eventDevices.eventId} and p.uploader_id = ${eventDevices.userId} and p.device_id = ${eventDevices.deviceId}
      and not p.awaits_original
  ) received`;
  // Reported as waiting, by hash. What this device sent is counted by its counter above.
  const hashes = (from: SQL) => sql<string[]>`(
    select coalesce(jsonb_agg(distinct p.sha256), '[]') from ${photos} p
    where p.event_id = ${eventDevices.eventId} and p.uploader_id = ${eventDevices.userId} and not p.awaits_original and ${from}
      and p.sha256 in (select reported.photo ->> 'sha256' from jsonb_array_elements(${eventDevices.waitingPhotos}) reported(photo))
  )`;
  const fromHere = sql`p.device_id = ${eventDevices.deviceId}`;
  const rows = await db
    .select({
      device: eventDevices,
      arrivedHere: hashes(fromHere),
      arrivedElsewhere: hashes(sql`p.device_id is distinct from ${eventDevices.deviceId} and not exists (
        select from ${photos} own where own.event_id = p.event_id and own.uploader_id = p.uploader_id and own.sha256 = p.sha256
          and own.device_id = ${eventDevices.deviceId} and not own.awaits_original)`),
      eventName: events.name,
      firstName: users.firstName,
      lastName: users.lastName,
      stored: sql<number>`received.stored`,
      arrived: sql<number>`received.arrived`,
      newer: sql<number>`received.newer`,
      arrivedBytes: sql<number>`received.arrived_bytes`.mapWith(Number),
      lastContactAt: sql<Date>`greatest(${eventDevices.reportedAt}, received.last_photo_at)`.mapWith(eventDevices.reportedAt),
    })
    .from(eventDevices)
    .innerJoin(users, eq(users.id, eventDevices.userId))
    .innerJoin(events, eq(events.id, eventDevices.eventId))
    .crossJoinLateral(received)
    .where(
      and(
        isNull(users.deletedAt),
        where.eventId === undefined ? undefined : eq(eventDevices.eventId, where.eventId),
        where.organizationId === undefined ? undefined : and(eq(events.organizationId, where.organizationId), isNull(events.deletedAt)),
        where.id === undefined ? undefined : eq(eventDevices.id, where.id),
        where.userId === undefined ? undefined : eq(eventDevices.userId, where.userId),
      ),
    );
  return rows.map(({ device, ...rest }) => ({ ...device, ...rest }));
}

/** Each device of these people once, as the organization knows it: with its first report to any of its events. */
export async function listSeenDevices(db: Queryable, organizationId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  return db
    .select({
      userId: eventDevices.userId,
      deviceId: eventDevices.deviceId,
      name: sql<string>`min(${eventDevices.name})`,
      firstSeenAt: min(eventDevices.firstSeenAt).mapWith(eventDevices.firstSeenAt),
    })
    .from(eventDevices)
    .innerJoin(events, eq(events.id, eventDevices.eventId))
    .where(and(eq(events.organizationId, organizationId), inArray(eventDevices.userId, [...new Set(userIds)])))
    .groupBy(eventDevices.userId, eventDevices.deviceId);
}

/** Locks the entry. */
export async function findDevice(
  tx: Tx,
  eventId: string,
  id: string,
): Promise<Pick<DeviceRow, 'id' | 'name' | 'lost' | 'settledAt' | 'settledLost'> | null> {
  const { id: entryId, name, lost, settledAt, settledLost } = eventDevices;
  const [row] = await tx
    .select({ id: entryId, name, lost, settledAt, settledLost })
    .from(eventDevices)
    .where(and(eq(eventDevices.eventId, eventId), eq(eventDevices.id, id)))
    .for('update');
  return row ?? null;
}

export async function settleDevice(tx: Tx, id: string, change: Pick<DeviceRow, 'settledAt' | 'settledLost'>): Promise<void> {
  await tx.update(eventDevices).set(change).where(eq(eventDevices.id, id));
}
