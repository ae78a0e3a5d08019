import { Link } from '@tanstack/react-router';
import { deviceLabel } from '#src/lib/device.ts';
import { formatCount } from '#src/lib/format.ts';
import { cn } from '#src/ui/cn.ts';
import { Camera, Images, ListChecks } from '#src/ui/icons.ts';
import { mayDeliver } from './event-access.ts';
import type { Event } from './event.ts';

interface EventNavProps {
  event: Event;
  /** Photos of this account and event that exist only on this phone. */
  waiting: number;
  queueOpen: boolean;
}

/** People who may only look get no camera, and the queue only while it has photos. */
export function EventNav({ event, waiting, queueOpen }: EventNavProps) {
  const here = { activeOptions: { exact: true, includeSearch: false }, activeProps: { className: 'is-here' }, params: { id: event.id } };
  const takesPhotos = mayDeliver(event);
  return (
    <>
      {takesPhotos && (
        <Link to="/event/$id" {...here} className="event-way">
          <Camera aria-hidden />
          Camera
        </Link>
      )}
      <Link to="/event/$id/gallery" {...here} className="event-way">
        <Images aria-hidden />
        Gallery
      </Link>
      {(takesPhotos || waiting > 0 || queueOpen) && (
        <Link
          to="."
          search={(now) => ({ ...now, queue: 'open' as const })}
          resetScroll={false}
          aria-haspopup="dialog"
          aria-expanded={queueOpen}
          activeProps={{}}
          className={cn('event-way', queueOpen && 'is-here')}
        >
          <ListChecks aria-hidden />
          <span>
            Queue
            {waiting > 0 && (
              <span className="event-waiting">
                {formatCount(waiting)}
                <span className="sr-only"> waiting on this {deviceLabel}</span>
              </span>
            )}
          </span>
        </Link>
      )}
    </>
  );
}
