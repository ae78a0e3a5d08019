import { formatClock, formatCount } from '#src/lib/format.ts';
import { Link } from '@tanstack/react-router';
import { Cell, Header, Row, SortHeader, Table } from '#src/ui/table.tsx';
import { Cover } from '#src/domains/events/cover.tsx';
import { dayOf, type Event } from '#src/domains/events/event.ts';
import { durationWords } from '#src/domains/events/manage/local-time.ts';
import { StatusBadge } from '#src/domains/events/manage/status-badge.tsx';
import { policyWords } from '#src/domains/events/manage/status-words.ts';
import type { EventActions } from '#src/domains/events/manage/use-event-actions.ts';
import { EventMenu } from './event-menu.tsx';
import type { EventSort } from './list-search.ts';
import { nextSort, sortedBy, type SortColumn } from './list-query.ts';

interface EventsTableProps {
  events: readonly Event[];
  sort: EventSort;
  onSort: (sort: EventSort) => void;
  actions: EventActions;
  busy: boolean;
  now: number;
}

/** The list on a desktop. Pressing anywhere in a row opens its event. */
export function EventsTable({ events, sort, onSort, actions, busy, now }: EventsTableProps) {
  const by = (column: SortColumn) => ({ sorted: sortedBy(sort, column), onSort: () => onSort(nextSort(sort, column)) });
  return (
    <Table label="Events" busy={busy}>
      <thead>
        <tr>
          <SortHeader {...by('name')}>Event</SortHeader>
          <Header>Status</Header>
          <SortHeader {...by('starts_at')}>Start</SortHeader>
          <Header>Duration</Header>
          <Header className="hidden xl:table-cell">Place</Header>
          <SortHeader {...by('photos_count')} end>
            Photos
          </SortHeader>
          <Header end>People</Header>
          <Header>Who can join</Header>
          <Header>
            <span className="sr-only">Actions</span>
          </Header>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell className="w-full min-w-56">
              <div className="flex items-center gap-3">
                <div className="relative h-10 w-14 shrink-0 overflow-hidden rounded-sm bg-sunken">
                  <Cover event={event} sizes="3.5rem" />
                </div>
                <Link
                  to="/organization/events/$id"
                  params={{ id: event.id }}
                  className="line-clamp-2 min-w-0 leading-snug font-medium [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline focus-visible:after:-outline-offset-2"
                >
                  {event.name}
                </Link>
              </div>
            </Cell>
            <Cell>
              <StatusBadge status={event.status} />
            </Cell>
            <Cell className="whitespace-nowrap">
              <time dateTime={event.starts_at}>
                {dayOf(event, now)}
                <span className="block text-xs text-ink-muted">{formatClock(event.starts_at)}</span>
              </time>
            </Cell>
            <Cell className="whitespace-nowrap">{durationWords(event.duration)}</Cell>
            <Cell className="hidden max-w-40 xl:table-cell">
              <span className="block truncate" title={event.location || undefined}>
                {event.location}
              </span>
            </Cell>
            <Cell end>{formatCount(event.photos_count)}</Cell>
            <Cell end>{formatCount(event.attendees_count)}</Cell>
            <Cell className="whitespace-nowrap text-ink-muted">{policyWords[event.join_policy].short}</Cell>
            <Cell className="w-px">
              <EventMenu event={event} actions={actions} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
