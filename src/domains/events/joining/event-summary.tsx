import type { CSSProperties, ReactNode } from 'react';
import { formatEventDay, formatEventHours } from '#src/domains/events/event.ts';
import { useEventTheme } from '#src/shell/use-event-theme.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { cn } from '#src/ui/cn.ts';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { CalendarDays, MapPin } from '#src/ui/icons.ts';
import type { EventPreview, JoinPreview } from './join-state.ts';
import { FRAME } from './skeletons.tsx';

interface EventSummaryProps {
  /** The join code, which also loads the cover. */
  code: string;
  event: JoinPreview;
  now: number;
  children?: ReactNode;
}

/** The event as the main content of the page. */
export function EventSummary({ code, event, now, children }: EventSummaryProps) {
  useEventTheme(event);
  return (
    <article className={FRAME}>
      {event.has_cover && <JoinCover src={apiUrl(`/api/v1/event/join/${code}/cover`)} />}
      <EventHead event={event} />
      <dl className={DETAILS}>
        <div className="flex gap-3">
          <dt>
            <CalendarDays aria-hidden className={ICON} />
            <span className="sr-only">When</span>
          </dt>
          <dd>
            <When event={event} now={now} />
          </dd>
        </div>
        {event.location && (
          <div className="flex gap-3">
            <dt>
              <MapPin aria-hidden className={ICON} />
              <span className="sr-only">Where</span>
            </dt>
            <dd className="min-w-0 wrap-anywhere">{event.location}</dd>
          </div>
        )}
      </dl>
      {children && <div className="border-t border-line px-6 py-5">{children}</div>}
    </article>
  );
}

/** What an event is called, and whose it is. */
export const EventHead = ({ event }: { event: Pick<EventPreview, 'name' | 'organization_name' | 'branding'> }) => (
  <>
    <div className={cn(GROUND, 'px-6 pt-7 pb-6')}>
      <Organization event={event} />
      <h1 className="text-2xl font-semibold text-balance wrap-anywhere">{event.name}</h1>
    </div>
    <Stripe event={event} />
  </>
);

/** The small picture, which a first visit's page shows, is below it until the large one has arrived. */
const JoinCover = ({ src }: { src: string }) => (
  <EventCover src={src} className="aspect-[3/2]" style={{ background: `center / cover url(${src}?size=thumb)` }} />
);

interface EventSummaryStripProps {
  event: EventPreview;
  /** The address of the cover. */
  cover?: string | null;
  now: number;
}

/** A compact summary above other content. */
export function EventSummaryStrip({ event, cover, now }: EventSummaryStripProps) {
  useEventTheme(event);
  return (
    <article aria-label={`Event: ${event.name}`} className={FRAME}>
      {cover && <EventCover src={cover} className="aspect-[5/2]" />}
      <div className={cn(GROUND, 'px-5 py-4')}>
        <Organization event={event} />
        <div className="grid gap-0.5">
          <p className="line-clamp-2 text-lg font-semibold text-balance wrap-anywhere">{event.name}</p>
          <p className="text-sm">
            <When event={event} now={now} />
          </p>
        </div>
      </div>
      <Stripe event={event} />
    </article>
  );
}

/** The cover, beside the ratio of its sides. */
export const COVER = 'w-full bg-sunken object-cover';

function EventCover({ src, className, style }: { src: string; className: string; style?: CSSProperties }) {
  return <FallbackImage src={src} alt="" className={cn(className, COVER)} style={style} draggable={false} />;
}

function Organization({ event: { organization_name: name, branding } }: { event: Pick<EventPreview, 'organization_name' | 'branding'> }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {branding.logo_url && <FallbackImage src={apiUrl(branding.logo_url)} alt="" className={LOGO} draggable={false} />}
      <p className="min-w-0 truncate text-sm font-medium">{name}</p>
    </div>
  );
}

/** The organization's secondary color, if set. */
function Stripe({ event: { branding } }: { event: Pick<EventPreview, 'branding'> }) {
  return branding.secondary_color === '#ffffff' ? null : (
    <div aria-hidden className="h-1" style={{ backgroundColor: branding.secondary_color }} />
  );
}

function When({ event, now }: { event: EventPreview; now: number }) {
  return (
    <time dateTime={event.starts_at}>
      {formatEventDay(event, now)}, <span className={event.duration > 24 ? undefined : 'whitespace-nowrap'}>{formatEventHours(event)}</span>
    </time>
  );
}

/** The organization's logo before its name. */
export const LOGO = 'h-9 max-w-28 rounded-sm bg-white object-contain p-1';
export const DETAILS = 'grid gap-2 px-6 pt-5 pb-6 text-sm';
const GROUND = 'grid grid-cols-[minmax(0,1fr)] gap-3 bg-accent text-on-accent';
const ICON = 'mt-0.5 size-4 text-ink-muted';
