import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { pendingPhotos } from '#src/outbox/queue.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { Banner } from '#src/ui/banner.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useReading } from './use-outbox-read.ts';

/** The number of an account's waiting photos by event, from one shared query. */
export function useWaitingByEvent(account: string | null): ReadonlyMap<string, number> {
  const { data } = useReading(pendingPhotos(account));
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { eventId } of data ?? []) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
    return counts;
  }, [data]);
}

interface EventWaitingCounts {
  name: string;
  count: number;
  parked: number;
}

function byEvent(photos: readonly PhotoRecord[]): Map<string, EventWaitingCounts> {
  const events = new Map<string, EventWaitingCounts>();
  for (const { eventId, eventName, state } of photos) {
    const { count, parked } = events.get(eventId) ?? { count: 0, parked: 0 };
    events.set(eventId, { name: eventName, count: count + 1, parked: parked + Number(state === 'parked') });
  }
  return events;
}

function leadOf(photos: readonly PhotoRecord[]): string {
  const parked = photos.filter(({ state }) => state === 'parked').length;
  const some = 'upload automatically when the server can be reached.';
  if (parked === 0) return `They ${some}`;
  const needs = `${pluralize(parked, 'photo needs', 'photos need')} your attention. See the event’s queue.`;
  return parked === photos.length ? needs : `${needs} The others ${some}`;
}

/** The number of photos that were delivered while the screen is open. */
function useDelivered(account: string): number {
  const [count, setCount] = useState(0);
  useEffect(
    () =>
      subscribeOutbox((message) => {
        if (message.type === 'delivered' && message.photo.uploader.id === account) setCount((before) => before + 1);
      }),
    [account],
  );
  return count;
}

/**
 * The account's waiting photos of all events, with links to their queues; then how many were delivered. Renders nothing if there are none.
 * @param props.onDelivered called once all are delivered: the server counts more photos than before
 */
export function WaitingCard({ account, onDelivered }: { account: string; onDelivered: () => void }) {
  const { data, error } = useReading(pendingPhotos(account));
  const delivered = useDelivered(account);
  const isAllDelivered = delivered > 0 && data?.length === 0;
  const notify = useEffectEvent(onDelivered);
  useEffect(() => void (isAllDelivered && notify()), [isAllDelivered]);
  if (!data && error)
    return (
      <Banner tone="warning" title="Couldn’t count your waiting photos">
        They’re still on this {deviceLabel}. Open an event’s queue to see why.
      </Banner>
    );
  if (!data) return null;
  if (data.length === 0) return delivered > 0 && <Banner tone="success" title={`${pluralize(delivered, 'photo', 'photos')} delivered`} />;
  return (
    <Card title={`${pluralize(data.length, 'photo', 'photos')} waiting on this ${deviceLabel}`} lead={leadOf(data)}>
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {[...byEvent(data)].map(([id, { name, count, parked }]) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
              <span className="truncate font-medium">{name}</span>
              <span className="text-sm text-ink-muted">
                {pluralize(count, 'photo', 'photos')}
                {parked > 0 && ` · ${parked} ${parked === 1 ? 'needs' : 'need'} attention`}
              </span>
            </div>
            <Link
              to="/event/$id"
              params={{ id }}
              search={{ queue: 'open' }}
              aria-label={`Open queue for ${name}`}
              className={buttonClass({ size: 'sm' })}
            >
              Open queue
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
