// The devices of an event's staff: what waits on them, as they report it, for the organization.
import type { components } from '#openapi/api.ts';
import { deviceName } from '#server/accounts/presenter.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import { lockManagedEvent, requireOwnEvent } from '#server/events/operations/authorize.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { byUrgency } from '#server/photos/device-status.ts';
import {
  countMissingPhotos,
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

const MOST_LISTED = 200;
const MOST_EARLIER = 20;

export function deviceCalls({ db }: Pick<Deps, 'db'>) {
  async function presentedDevices(
    tx: Queryable,
    event: { id: string; organizationId: string },
    only: { id?: string; userId?: string } = {},
  ): Promise<(Device & { deviceId: string })[]> {
    const rows = await listDeviceRows(tx, event.id, only);
    const seen = await listSeenDevices(
      tx,
      event.organizationId,
      rows.map(({ userId }) => userId),
    );
    const now = new Date();
    return rows.map((row) => ({ ...presentDevice(row, seen, now), deviceId: row.deviceId })).toSorted(byUrgency);
  }

  const withoutDeviceId = ({ deviceId: _deviceId, ...device }: Device & { deviceId: string }): Device => device;

  return {
    async listEventDevices({ viewer, path }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      const devices = await presentedDevices(db, event);
      return { status: 200, body: { items: devices.slice(0, MOST_LISTED).map(withoutDeviceId), total: devices.length } };
    },

    async reportDevice({ viewer, path, body, request }) {
      const { event, relation } = await requireDeliveredEvent(db, path.id, viewer);
      requireDelivery(relation, event);
      if (relation === 'guest') {
        await removeDevicesOf(db, event.id, viewer.userId);
        return { status: 200, body: { is_listed: false, earlier: [] } };
      }
      const deviceId = body.device_id.toLowerCase();
      const report: DeviceReport = {
        eventId: event.id,
        userId: viewer.userId,
        deviceId,
        kind: body.kind,
        name: deviceName(request.headers['user-agent'] ?? ''),
        appVersion: body.app_version,
        captured: body.captured,
        waiting: body.waiting,
        waitingBytes: body.waiting_bytes,
        attention: body.attention,
        lost: body.lost + (await countMissingPhotos(db, body.lost_ids)),
        lastSeq: body.last_seq,
        isStorageLow: body.is_storage_low,
      };
      // Of people who left, or were removed, the devices that were listed stay until their photos are there.
      const isStaff = relation === 'organization' || relation === 'participant';
      if (isStaff) await upsertDevice(db, report);
      else if (!(await updateDevice(db, report))) return { status: 200, body: { is_listed: false, earlier: [] } };
      const earlier = (await presentedDevices(db, event, { userId: viewer.userId })).filter(
        (device) => device.deviceId !== deviceId && device.status === 'replaced',
      );
      return {
        status: 200,
        body: {
          is_listed: true,
          earlier: earlier
            .slice(0, MOST_EARLIER)
            .map(({ name, kind, waiting, last_contact_at: at }) => ({ name, kind, waiting, last_contact_at: at })),
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
        return (await presentedDevices(tx, event, { id: device.id }))[0];
      });
      if (!settled) throw notFound('device');
      return { status: 200, body: withoutDeviceId(settled) };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
