// The devices of an event's staff: what waits on them, as they report it, for the organization.
import type { components } from '#openapi/api.ts';
import { deviceName } from '#server/accounts/presenter.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import { lockManagedEvent, requireOwnEvent } from '#server/events/operations/authorize.ts';
import { canRunEvents } from '#server/events/policy.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { countDevice, totalsOf } from '#server/photos/device-counts.ts';
import { byUrgency } from '#server/photos/device-status.ts';
import {
  countLostPhotos,
  countStoredPhotos,
  type DeviceReport,
  findDevice,
  listDeviceRows,
  listSeenDevices,
  removeDevicesOf,
  settleDevice,
  updateDevice,
  upsertDevice,
} from '#server/photos/devices-repository.ts';
import { requireDelivery, requireDeliveredEvent } from '#server/photos/operations/authorize.ts';
import { presentDevice } from '#server/photos/presenter.ts';

type Device = components['schemas']['EventDevice'];

interface PresentedDevice {
  device: Device;
  deviceId: string;
  event: { id: string; name: string };
}

const hasPhotos = ({ captured, waiting, lost }: Device): boolean => captured + waiting + lost > 0;
const mayHaveLostPhotos = ({ status }: Device): boolean => status === 'replaced' || status === 'lost' || status === 'silent';

const MOST_LISTED = 200;
const MOST_URGENT = 5;
const MOST_EARLIER = 20;

export function deviceCalls({ db }: Pick<Deps, 'db'>) {
  async function readDevices(tx: Queryable, where: Parameters<typeof listDeviceRows>[1]) {
    return (await listDeviceRows(tx, where)).map((row) => ({ ...row, counts: countDevice(row) }));
  }

  async function presentedDevices(
    tx: Queryable,
    organizationId: string,
    rows: Awaited<ReturnType<typeof readDevices>>,
  ): Promise<PresentedDevice[]> {
    const seen = await listSeenDevices(
      tx,
      organizationId,
      rows.map(({ userId }) => userId),
    );
    const now = new Date();
    return rows
      .map((row) => ({
        device: presentDevice(row, row.counts, seen, now),
        deviceId: row.deviceId,
        event: { id: row.eventId, name: row.eventName },
      }))
      .toSorted((a, b) => byUrgency(a.device, b.device));
  }

  return {
    async listEventDevices({ viewer, path }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      // Others only opened the event, which tells whether they replaced one.
      const [rows, stored] = await Promise.all([readDevices(db, { eventId: event.id }), countStoredPhotos(db, event.id)]);
      const devices = (await presentedDevices(db, event.organizationId, rows)).filter(({ device }) => hasPhotos(device));
      const items = devices.slice(0, MOST_LISTED).map(({ device }) => device);
      return { status: 200, body: { items, total: devices.length, totals: totalsOf(rows, stored) } };
    },

    async listOrganizationDevices({ viewer, path: { orgId } }) {
      if (!canRunEvents(viewer, orgId)) throw notFound('organization');
      const rows = await readDevices(db, { organizationId: orgId });
      const devices = (await presentedDevices(db, orgId, rows)).filter(({ device }) => mayHaveLostPhotos(device));
      return {
        status: 200,
        body: { items: devices.slice(0, MOST_URGENT).map(({ device, event }) => ({ device, event })), total: devices.length },
      };
    },

    async reportDevice({ viewer, path, body, request }) {
      const { event, relation } = await requireDeliveredEvent(db, path.id, viewer);
      requireDelivery(relation, event);
      if (relation === 'guest') {
        await removeDevicesOf(db, event.id, viewer.userId);
        return { status: 200, body: { is_listed: false, earlier: [] } };
      }
      const deviceId = body.device_id.toLowerCase();
      const gone = await countLostPhotos(db, body.lost_ids);
      const report: DeviceReport = {
        eventId: event.id,
        userId: viewer.userId,
        deviceId,
        kind: body.kind,
        name: deviceName(request.headers['user-agent'] ?? ''),
        appVersion: body.app_version,
        captured: body.captured,
        imported: (body.imported ?? 0) + gone.imported,
        waiting: body.waiting,
        waitingBytes: body.waiting_bytes,
        waitingPhotos: body.waiting_photos ?? [],
        attention: body.attention,
        lost: body.lost + gone.missing,
        lastSeq: body.last_seq,
        isStorageLow: body.is_storage_low,
      };
      // Of people who left, or were removed, the devices that were listed stay until their photos are there.
      const isStaff = relation === 'organization' || relation === 'participant';
      if (isStaff) await upsertDevice(db, report);
      else if (!(await updateDevice(db, report))) return { status: 200, body: { is_listed: false, earlier: [] } };
      const own = await presentedDevices(db, event.organizationId, await readDevices(db, { eventId: event.id, userId: viewer.userId }));
      const earlier = own.filter((one) => one.deviceId !== deviceId && one.device.status === 'replaced').map(({ device }) => device);
      return {
        status: 200,
        body: {
          is_listed: true,
          earlier: earlier
            .slice(0, MOST_EARLIER)
            .map(({ name, number, kind, captured, stored, waiting, waiting_photos, last_contact_at }) => {
              return { name, number, kind, captured, stored, waiting, waiting_photos, last_contact_at };
            }),
        },
      };
    },

    async settleDevice({ viewer, path, body, request }) {
      const settled = await db.transaction(async (tx) => {
        const event = await lockManagedEvent(tx, path.id, viewer);
        const device = await findDevice(tx, event.id, path.entryId);
        if (!device) throw notFound('device');
        // After a report the lost photos are still settled, and Undo means them.
        const isSettled = device.settledAt !== null || (!body.settled && device.settledLost > 0);
        if (isSettled !== body.settled) {
          await settleDevice(tx, device.id, { settledAt: body.settled ? new Date() : null, settledLost: body.settled ? device.lost : 0 });
          const action = body.settled ? 'event.settle_device' : 'event.reopen_device';
          await recordEventChange(tx, { action, event, by: viewer, request, detail: { device: device.name } });
        }
        return (await presentedDevices(tx, event.organizationId, await readDevices(tx, { id: device.id })))[0]?.device;
      });
      if (!settled) throw notFound('device');
      return { status: 200, body: settled };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
