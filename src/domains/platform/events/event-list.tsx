import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownEventStatus } from '#src/lib/event-status.ts';
import { clearedFilters, isFiltered, toOptions } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { eventStatusLabels } from '#src/shell/event-badge.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarRange, SearchX, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { platformEventColumns } from './event-columns.tsx';
import {
  PAUSE_DESCRIPTION,
  type PlatformEvent,
  platformEventOverlay,
  platformEventParameters,
  type PlatformEventSearch,
  platformEventsQuery,
  usePlatformEventActions,
} from './queries.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const ReasonForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).ReasonForm }), { name: 'the reason', close });
const DeleteForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).DeleteForm }), { name: 'the reason', close });
const RetentionForm = lazyPart(async () => ({ default: (await import('./event-forms.tsx')).RetentionForm }), { name: 'the day', close });

interface EventListProps {
  search: PlatformEventSearch;
  onSearch: (change: Partial<PlatformEventSearch>) => void;
}

const cleared = { ...clearedFilters(platformEventParameters), deleted: undefined, organization_id: undefined };

export function PlatformEventList({ search, onSearch }: EventListProps) {
  const query = useQuery(platformEventsQuery(search));
  const actions = usePlatformEventActions();
  const asChanged = platformEventOverlay.usePatched();
  const isOnline = useConnection() === 'online';
  const [pausing, setPausing] = useState<PlatformEvent | null>(null);
  const [deleting, setDeleting] = useState<PlatformEvent | null>(null);
  const [retaining, setRetaining] = useState<PlatformEvent | null>(null);
  const filtered = isFiltered(platformEventParameters, search) || Boolean(search.deleted ?? search.organization_id);
  return (
    <>
      <PagedList
        label="Events"
        nouns={['event', 'events']}
        failed="Couldn’t load the events"
        offline="You need a connection to manage events."
        query={query}
        itemsOf={({ items }) =>
          items
            .flatMap((event) => asChanged(event.id, event) ?? [])
            .filter(({ deleted_at: deletedAt }) => (deletedAt !== null) === Boolean(search.deleted))
        }
        columns={platformEventColumns({
          actions,
          disabledReason: isOnline ? null : NEEDS_CONNECTION,
          onPause: setPausing,
          onDelete: setDeleting,
          onRetention: setRetaining,
          onOrganization: (id) => onSearch({ ...cleared, organization_id: id }),
        })}
        keyOf={({ id }) => id}
        tableFrom="lg"
        sort={search.sort ?? platformEventParameters.defaults.sort}
        onSort={(sort) => onSearch({ sort: sort === platformEventParameters.defaults.sort ? undefined : sort })}
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={<Filters search={search} onSearch={onSearch} organization={query.data?.items[0]?.organization.name} />}
        showsAll={!filtered}
        empty={
          <EmptyState
            icon={filtered ? <SearchX /> : <CalendarRange />}
            title={filtered ? 'No matching events' : 'No events yet'}
            actions={
              filtered ? (
                <Button onClick={() => onSearch(cleared)}>Clear search and filters</Button>
              ) : (
                <Button onClick={() => onSearch({ deleted: true })}>Show deleted events</Button>
              )
            }
          >
            {!filtered && 'Events that organizations create are listed here.'}
          </EmptyState>
        }
      />
      {pausing && (
        <ReasonForm
          title={`Pause ${pausing.name}`}
          description={PAUSE_DESCRIPTION}
          submitLabel="Pause"
          onSubmit={(reason) => actions.pause({ event: pausing, reason })}
          onClose={() => setPausing(null)}
        />
      )}
      {deleting && <DeleteForm event={deleting} actions={actions} onClose={() => setDeleting(null)} />}
      {retaining && <RetentionForm event={retaining} actions={actions} onClose={() => setRetaining(null)} />}
    </>
  );
}

type Shown = ShownEventStatus | 'any' | 'deleted';

function Filters({ search, onSearch, organization }: EventListProps & { organization: string | undefined }) {
  return (
    <ListFilters>
      <SearchInput
        label="Search events"
        placeholder="Search event, place or organization"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <Select<Shown>
        aria-label="Status"
        options={[
          { value: 'any', label: 'Any status' },
          ...toOptions(eventStatusLabels).map(({ value, label: { name } }) => ({ value, label: name })),
          { value: 'deleted', label: 'Deleted' },
        ]}
        value={search.deleted ? 'deleted' : (search.status ?? 'any')}
        onChange={(next) =>
          onSearch({
            status: next === 'any' || next === 'deleted' ? undefined : next,
            deleted: next === 'deleted' ? true : undefined,
          })
        }
      />
      <Select
        aria-label="Time"
        options={[
          { value: 'any' as const, label: 'Any time' },
          { value: 'now' as const, label: 'On now' },
          { value: 'upcoming' as const, label: 'Upcoming' },
          { value: 'past' as const, label: 'Past' },
        ]}
        value={search.time ?? 'any'}
        onChange={(time) => onSearch({ time: time === 'any' ? undefined : time })}
      />
      <Select
        aria-label="Needs review"
        options={[
          { value: 'any' as const, label: 'Any condition' },
          { value: 'paused' as const, label: 'Paused' },
          { value: 'pending' as const, label: 'With pending photos' },
          { value: 'unreadable' as const, label: 'With damaged photos' },
        ]}
        value={search.with ?? 'any'}
        onChange={(having) => onSearch({ with: having === 'any' ? undefined : having })}
      />
      {search.organization_id && (
        <Button icon={<X aria-hidden className="size-4" />} onClick={() => onSearch({ organization_id: undefined })}>
          <span className="max-w-56 truncate">{organization ? `Only ${organization}` : 'Only one organization'}</span>
        </Button>
      )}
    </ListFilters>
  );
}
