// What waits on the devices of an event's staff, for its organization.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { countsByOrigin } from '#src/domains/photos/count-words.ts';
import { missingPhotos, NAMED } from '#src/domains/photos/queue/missing-photos.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatDateTime, formatTime, pluralize } from '#src/lib/format.ts';
import { throttle } from '#src/lib/throttle.ts';
import { CheckCard } from '#src/shell/check-card.tsx';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Monitor, Smartphone } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { useNow } from '#src/ui/use-now.ts';
import {
  attentionLines,
  damagedSentence,
  deviceAdvice,
  deviceBadge,
  deviceSentence,
  deviceTitle,
  inPlace,
  isQuiet,
  isSettleable,
  totalsSentence,
} from './device-words.ts';
import { deviceOverlay, devicesQuery, type EventDevice, invalidateDevices, settleDevice } from './queries.ts';

interface DeliveryBoardProps {
  event: { id: string; time_zone: string | null; can: { manage: boolean } };
  /** The last change known to the screen; a new value refetches. */
  position: number | undefined;
}

const MIN_REFETCH_MS = 5_000;

export function DeliveryBoard({ event, position }: DeliveryBoardProps) {
  const query = useQuery(devicesQuery(event.id));
  useRefetchOnReconnect(query);
  const { refetch } = query;
  // Photos arrive several a second; the numbers need not follow each.
  const refetchSoon = useMemo(() => throttle(() => void refetch({ cancelRefetch: false }), MIN_REFETCH_MS), [refetch]);
  useEffect(() => refetchSoon.cancel, [refetchSoon]);
  useEffect(() => {
    if (position !== undefined) refetchSoon();
  }, [position, refetchSoon]);
  const patched = deviceOverlay.usePatched();
  const shown = useRef<string[]>([]);
  const offline = useConnection() !== 'online';
  const { settle, reopen } = useDeviceActions(event.id);
  const disabledReason = (offline && NEEDS_CONNECTION) || (event.can.manage ? null : 'Your organization is suspended.');
  return (
    <section aria-label="Delivery" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <QueryState
        query={query}
        skeleton={
          <RowsSkeleton
            label="Loading devices"
            rows={3}
            className="grid gap-2"
            row="flex rounded-lg border border-line p-4"
            lines={['h-5 w-40', 'h-4 w-64', 'h-4 w-48']}
          />
        }
        failed="Couldn’t load the devices"
        offline="The delivery board needs a connection."
      >
        {({ items, total, totals }) => {
          const devices = inPlace(
            items.flatMap((device) => patched(device.id, device) ?? []),
            shown.current,
          );
          shown.current = devices.map(({ id }) => id);
          if (devices.length === 0)
            return (
              <EmptyState icon={<Smartphone />} title="No devices yet">
                The devices of photographers and of your staff appear here once they take or import photos, with what still waits on them.
              </EmptyState>
            );
          return (
            <>
              {/* Without a connection the page says it. */}
              {!offline && <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />}
              <p aria-live="polite" className="text-sm text-ink-muted tabular-nums">
                {pluralize(total, 'device', 'devices')}: {totalsSentence(totals, devices)}
                {total > devices.length && `. The ${formatCount(devices.length)} most urgent are listed.`}
              </p>
              <ul className="grid gap-2">
                {devices.map((device) => (
                  <DeviceRow key={device.id} device={device} zone={event.time_zone}>
                    {isSettleable(device) && (
                      <Button
                        size="sm"
                        aria-label={`Mark as settled: ${deviceTitle(device)}`}
                        disabledReason={disabledReason}
                        onClick={() => settle({ device })}
                      >
                        Mark as settled
                      </Button>
                    )}
                    {device.settled_at !== null && (
                      <Button
                        size="sm"
                        variant="quiet"
                        aria-label={`Reopen: ${deviceTitle(device)}`}
                        disabledReason={disabledReason}
                        onClick={() => reopen({ device })}
                      >
                        Reopen
                      </Button>
                    )}
                  </DeviceRow>
                ))}
              </ul>
              <p className="text-sm text-pretty text-ink-muted">
                Guests’ devices aren’t listed, nor are people of your staff who haven’t taken or imported a photo for this event yet.
              </p>
              <p className="text-sm text-pretty text-ink-muted">
                Before a memory card is erased, compare it with the list of the phone (“Export list” in its queue) or of the event (“Export
                CSV” on the tab Overview). <CheckCard />
              </p>
            </>
          );
        }}
      </QueryState>
    </section>
  );
}

interface DeviceRowProps {
  device: EventDevice;
  zone: string | null;
  children: React.ReactNode;
}

function DeviceRow({ device, zone, children }: DeviceRowProps) {
  const now = useNow();
  const Icon = device.kind === 'phone' ? Smartphone : Monitor;
  const { name, tone } = deviceBadge(device, now);
  const advice = deviceAdvice(device);
  const damaged = damagedSentence(device);
  const reasons = device.settled_at === null ? attentionLines(device) : [];
  const facts = [
    device.name,
    `first contact ${formatTime(device.first_contact_at, zone)}`,
    `version ${device.app_version}`,
    device.waiting_bytes > 0 && `${formatBytes(device.waiting_bytes)} to send`,
    device.is_storage_low && device.status !== 'storage_low' && 'storage low',
  ];
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:flex sm:items-start">
      <Icon aria-hidden className="hidden size-5 shrink-0 text-ink-muted sm:block" />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="text-sm font-semibold wrap-anywhere">{deviceTitle(device)}</h2>
          <Badge tone={tone}>{name}</Badge>
        </div>
        <p className="text-sm tabular-nums">
          <time dateTime={device.last_contact_at} title={formatDateTime(device.last_contact_at, zone)}>
            {deviceSentence(device, now)}
          </time>
        </p>
        {advice && <p className="text-sm wrap-anywhere text-ink-muted">{advice}</p>}
        {(device.status !== 'sending' || isQuiet(device, now)) && device.waiting_photos.length > 0 && (
          <MissingPhotos device={device} zone={zone} />
        )}
        {damaged && <p className="text-sm wrap-anywhere text-ink-muted">{damaged}</p>}
        {reasons.length > 0 && (
          <ul aria-label="Needs attention" className="grid gap-0.5 text-sm text-ink-muted">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <p className="text-xs wrap-anywhere text-ink-muted">{facts.filter((fact) => fact !== false).join(' · ')}</p>
      </div>
      <dl className="grid grid-cols-3 gap-4 text-sm tabular-nums sm:w-80 sm:shrink-0 sm:text-right">
        <Figure
          name={device.imported > 0 ? 'Photos' : 'Captured'}
          value={device.captured}
          note={device.imported > 0 ? countsByOrigin(device) : null}
        />
        <Figure name="Stored" value={device.stored} />
        <Figure name="Waiting" value={device.waiting} />
      </dl>
      <div className="empty:hidden sm:w-36 sm:shrink-0 sm:text-right sm:empty:block">{children}</div>
    </li>
  );
}

/** The first names, and a button that shows the others. */
function MissingPhotos({ device, zone }: Pick<DeviceRowProps, 'device' | 'zone'>) {
  const [isOpen, setOpen] = useState(false);
  const { waiting_photos: photos, waiting } = device;
  return (
    <p className="text-sm wrap-anywhere text-ink-muted">
      Missing: {missingPhotos(photos, waiting, zone, isOpen ? photos.length : NAMED)}{' '}
      {photos.length > NAMED && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Show fewer' : 'Show all'} missing photos: ${deviceTitle(device)}`}
          onClick={() => setOpen(!isOpen)}
          className="rounded-sm font-medium text-accent-text hover:underline touch:min-h-11"
        >
          {isOpen ? 'Show fewer' : 'Show all'}
        </button>
      )}
    </p>
  );
}

function Figure({ name, value, note }: { name: string; value: number; note?: string | null }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="font-semibold">{formatCount(value)}</dd>
      {note && <dd className="text-xs text-ink-muted">{note}</dd>}
    </div>
  );
}

function useDeviceActions(eventId: string) {
  const client = useQueryClient();
  const ofDevice = {
    item: ({ device }: { device: EventDevice }) => device.id,
    settle: () => invalidateDevices(client, eventId),
  };
  const asSettled = ({ device }: { device: EventDevice }) =>
    deviceOverlay.add(device.id, { status: 'done', settled_at: new Date().toISOString() });
  const asOpen = ({ device: { id, status } }: { device: EventDevice }) =>
    deviceOverlay.add(id, { settled_at: null, ...(status !== 'done' && { status }) });
  const settle = optimisticMutation<{ device: EventDevice }>({
    ...ofDevice,
    apply: asSettled,
    send: ({ device }) => settleDevice(eventId, device.id, true),
    applyRevert: asOpen,
    revert: ({ device }) => settleDevice(eventId, device.id, false),
    done: ({ device }) => `${deviceTitle(device)} is settled`,
    failed: 'Couldn’t settle the device',
  });
  const reopen = optimisticMutation<{ device: EventDevice }>({
    ...ofDevice,
    apply: asOpen,
    send: ({ device }) => settleDevice(eventId, device.id, false),
    applyRevert: asSettled,
    revert: ({ device }) => settleDevice(eventId, device.id, true),
    done: ({ device }) => `${deviceTitle(device)} is open again`,
    failed: 'Couldn’t reopen the device',
  });
  return { settle, reopen };
}
