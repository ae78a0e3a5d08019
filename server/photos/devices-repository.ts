// What waits on the devices of an event's staff.
import { and, desc, eq, inArray, isNull, min, ne, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { eventDevices, events, type WaitingPhoto } from '#server/db/schema/events.ts';
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

/** Of photos that a device lost: those whose original the server lacks, and those that it knows as imported. */
export async function countLostPhotos(db: Queryable, ids: readonly string[]): Promise<{ missing: number; imported: number }> {
  if (ids.length === 0) return { missing: 0, imported: 0 };
  const found = await db
    .select({ source: photos.source, awaitsOriginal: photos.awaitsOriginal })
    .from(photos)
    .where(inArray(photos.id, [...ids]));
  return {
    missing: new Set(ids).size - found.filter(({ awaitsOriginal }) => !awaitsOriginal).length,
    imported: found.filter(({ source }) => source === 'import' || source === 'share').length,
  };
}

export type ListedDevice = Awaited<ReturnType<typeof listDeviceRows>>[number];

/**
 * The devices of an event with their photos on the server, deleted ones included. `arrived` are those of the reported photos that arrived after the
 * report, `newer` those that were taken after it; of `newerProofs` only the proof arrived.
 */
export async function listDeviceRows(db: Queryable, where: { eventId?: string; organizationId?: string; id?: string; userId?: string }) {
  const isOld = sql`p.device_seq <= ${eventDevices.lastSeq}`;
  const hasArrived = sql`(not p.awaits_original and ${isOld} and p.uploaded_at > ${eventDevices.reportedAt})`;
  const isNewer = sql`(not p.awaits_original and not ${isOld})`;
  const isImported = sql`p.source in ('import', 'share')`;
  const isNamed = sql`p.sha256 in (select reported.photo ->> 'sha256' from jsonb_array_elements(${eventDevices.waitingPhotos}) reported(photo))`;
  const isOfPerson = sql`p.event_id = ${eventDevices.eventId} and p.uploader_id = ${eventDevices.userId}`;
  const isFromHere = sql`p.device_id = ${eventDevices.deviceId}`;
  const received = sql`(
    select count(*) filter (where ${hasArrived})::int as arrived, coalesce(sum(p.bytes) filter (where ${hasArrived}), 0)::bigint as arrived_bytes,
      coalesce(jsonb_agg(p.sha256) filter (where ${hasArrived} and ${isNamed}), '[]') as arrived_here,
      count(*) filter (where ${isNewer})::int as newer, count(*) filter (where ${isNewer} and ${isImported})::int as newer_imported,
      coalesce(jsonb_agg(jsonb_build_object('sha256', p.sha256, 'file_name', p.file_name, 'taken_at', p.taken_at, 'bytes', p.bytes,
        'imported', ${isImported}) order by p.device_seq) filter (where p.awaits_original and p.deleted_at is null and not ${isOld} and not exists (
          select from ${photos} other where other.event_id = p.event_id and other.uploader_id = p.uploader_id and other.sha256 = p.sha256
            and not other.awaits_original)), '[]') as newer_proofs,
      count(*) filter (where p.state = 'unreadable' and not p.awaits_original and p.deleted_at is null)::int as damaged,
      max(p.uploaded_at) as last_photo_at
    from ${photos} p where ${isOfPerson} and ${isFromHere}
  ) received`;
  const rows = await db
    .select({
      device: eventDevices,
      arrivedElsewhere: sql<Record<string, number>>`(
        select coalesce(jsonb_object_agg(p.sha256, p.bytes), '{}') from ${photos} p
        where ${isOfPerson} and not ${isFromHere} and not p.awaits_original and ${isNamed}
      )`,
      eventName: events.name,
      firstName: users.firstName,
      lastName: users.lastName,
      arrived: sql<number>`received.arrived`,
      arrivedHere: sql<string[]>`received.arrived_here`,
      newer: sql<number>`received.newer`,
      newerImported: sql<number>`received.newer_imported`,
      newerProofs: sql<(WaitingPhoto & { bytes: number; imported: boolean })[]>`received.newer_proofs`,
      damaged: sql<number>`received.damaged`,
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

/** Photos of an event that came from its listed devices, deleted ones included; without those that wait for their original. */
export const countStoredPhotos = (db: Queryable, eventId: string): Promise<number> =>
  db.$count(
    photos,
    and(
      eq(photos.eventId, eventId),
      eq(photos.awaitsOriginal, false),
      sql`(${photos.uploaderId}, ${photos.deviceId}) in (
        select ${eventDevices.userId}, ${eventDevices.deviceId} from ${eventDevices} join ${users} on ${users.id} = ${eventDevices.userId}
        where ${eventDevices.eventId} = ${eventId} and ${users.deletedAt} is null)`,
    ),
  );

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
