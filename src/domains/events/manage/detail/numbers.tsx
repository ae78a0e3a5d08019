import { formatBytes, formatCount } from '#src/lib/format.ts';
import type { ReactNode } from 'react';
import { cn } from '#src/ui/cn.ts';
import type { EventNumbers } from '#src/domains/events/manage/queries.ts';
import { Moment } from './moment.tsx';

/** What came in so far. They move while the event is on; a screen reader reads them when it comes by, not each time. */
export function Numbers({ numbers }: { numbers: EventNumbers }) {
  const { photos, approved, pending, rejected, unreadable, likes, bytes, participants, photographers, last_photo_at: last } = numbers;
  const of = [
    `${formatCount(approved)} approved`,
    rejected > 0 && `${formatCount(rejected)} rejected`,
    unreadable > 0 && `${formatCount(unreadable)} unreadable`,
  ].filter(Boolean);
  return (
    <section aria-label="Numbers">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        <Tile name="Photos" value={formatCount(photos)} note={photos > 0 && of.join(', ')} />
        <Tile name="Waiting" value={formatCount(pending)} note="for approval" strong={pending > 0} />
        <Tile name="People" value={formatCount(participants)} note={photographers > 0 && `${formatCount(photographers)} took photos`} />
        <Tile name="Likes" value={formatCount(likes)} />
        <Tile name="Originals" value={formatBytes(bytes)} />
        <Tile name="Last photo" value={last ? <Moment at={last} /> : '—'} note={!last && 'None yet'} />
      </dl>
    </section>
  );
}

function Tile({ name, value, note, strong }: { name: string; value: ReactNode; note?: ReactNode; strong?: boolean }) {
  return (
    <div className="grid content-start gap-0.5 rounded-lg border border-line bg-surface p-4 shadow-1">
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className={cn('text-xl font-semibold tabular-nums', strong && 'text-accent-text')}>{value}</dd>
      {note && <dd className="text-xs text-ink-muted tabular-nums">{note}</dd>}
    </div>
  );
}
