import type { EventNumbers } from '#src/domains/events/manage/queries.ts';
import { pluralize, formatBytes, formatCount, formatDateTime, type TimeZone } from '#src/lib/format.ts';
import { formatShortRelativeTime } from '#src/lib/short-relative-time.ts';
import { Stat } from '#src/ui/stat.tsx';
import { useNow } from '#src/ui/use-now.ts';

/** What came in so far. They move while the event is on; a screen reader reads them when it comes by, not each time. */
/** @param zone of the event: moments are told by its clock */
export function Numbers({ numbers, zone }: { numbers: EventNumbers; zone: TimeZone }) {
  const { photos, approved, pending, rejected, unreadable, likes, bytes, participants, photographers, last_photo_at: last } = numbers;
  const of = [
    `by ${pluralize(photographers, 'person', 'people')}`,
    `${formatCount(approved)} approved`,
    rejected > 0 && `${formatCount(rejected)} rejected`,
    unreadable > 0 && `${formatCount(unreadable)} damaged`,
  ].filter(Boolean);
  if (photos + participants + likes + pending + rejected + unreadable === 0) {
    return (
      <section aria-label="Numbers">
        <p className="text-ink-muted">No one has joined and no photos have been taken yet.</p>
      </section>
    );
  }
  return (
    <section aria-label="Numbers">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        <Stat name="Photos" value={formatCount(photos)} note={photos > 0 && of.join(', ')} />
        <Stat name="Pending" value={formatCount(pending)} note="to review" strong={pending > 0} />
        <Stat name="People joined" value={formatCount(participants)} />
        <Stat name="Likes" value={formatCount(likes)} />
        <Stat name="Originals" value={formatBytes(bytes)} />
        <Stat name="Last photo" value={last ? <Moment at={last} zone={zone} /> : '—'} note={!last && 'None yet'} />
      </dl>
    </section>
  );
}

/** How long ago something was, kept true while it is looked at; the moment itself as its hint. */
function Moment({ at, zone }: { at: string; zone: TimeZone }) {
  const now = useNow();
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={formatDateTime(at, zone)}>
      {formatShortRelativeTime(moment, Math.max(now, moment))}
    </time>
  );
}
