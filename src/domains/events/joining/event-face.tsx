// An event as it looks from outside: its name in its organization's colours, when and where.
import { CalendarDays, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayOf, hoursOf } from '#src/domains/events/event.ts';
import { useEventTheme } from '#src/domains/events/use-event-theme.ts';
import { cn } from '#src/ui/cn.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import type { JoinPreview } from './refusal.ts';

interface EventFaceProps {
  event: JoinPreview;
  now: number;
  /** `banner`: a strip above something else, whose title is the page's. */
  as?: 'page' | 'banner';
  children?: ReactNode;
}

export function EventFace({ event, now, as = 'page', children }: EventFaceProps) {
  useEventTheme(event);
  const { name, organization_name: organization, location, branding } = event;
  const Name = as === 'page' ? 'h1' : 'p';
  return (
    <article aria-label={as === 'banner' ? `Event: ${name}` : undefined} className={FRAME}>
      <div className={cn('grid gap-3 bg-accent text-on-accent', as === 'page' ? 'px-6 pt-7 pb-6' : 'px-5 py-4')}>
        <div className="flex min-w-0 items-center gap-3">
          {branding.logo_url && (
            <img src={branding.logo_url} alt="" className="h-9 max-w-28 rounded-sm bg-white object-contain p-1" draggable={false} />
          )}
          <p className="min-w-0 truncate text-sm font-medium">{organization}</p>
        </div>
        <Name className={cn('font-semibold text-balance wrap-anywhere', as === 'page' ? 'text-2xl' : 'line-clamp-2 text-lg')}>{name}</Name>
      </div>
      <dl className={cn('grid gap-2 text-sm', as === 'page' ? 'px-6 pt-5 pb-6' : 'px-5 py-4')}>
        <div className="flex gap-3">
          <dt>
            <CalendarDays aria-hidden className={ICON} />
            <span className="sr-only">When</span>
          </dt>
          <dd>
            <time dateTime={event.starts_at}>
              {dayOf(event, now)}, <span className="whitespace-nowrap">{hoursOf(event)}</span>
            </time>
          </dd>
        </div>
        {location && (
          <div className="flex gap-3">
            <dt>
              <MapPin aria-hidden className={ICON} />
              <span className="sr-only">Where</span>
            </dt>
            <dd className="min-w-0 wrap-anywhere">{location}</dd>
          </div>
        )}
      </dl>
      {children && <div className="border-t border-line px-6 py-5">{children}</div>}
    </article>
  );
}

export function EventFaceSkeleton({ as = 'page' }: { as?: 'page' | 'banner' }) {
  return (
    <Loading label="Looking up the event" className={FRAME}>
      <div className={cn('grid gap-3 bg-hover', as === 'page' ? 'px-6 pt-7 pb-6' : 'px-5 py-4')}>
        <Skeleton className="h-5 w-32" />
        <Skeleton className={cn('w-4/5', as === 'page' ? 'h-8' : 'h-6')} />
      </div>
      <div className={cn('grid gap-3', as === 'page' ? 'px-6 pt-5 pb-6' : 'px-5 py-4')}>
        <Skeleton className="h-5 w-56 max-w-full" />
        <Skeleton className="h-5 w-32" />
      </div>
    </Loading>
  );
}

const FRAME = 'overflow-hidden rounded-xl border border-line bg-surface shadow-2';
const ICON = 'mt-0.5 size-4 text-ink-muted';
