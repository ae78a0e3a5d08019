// Who is in the event, and who is invited to it.
import { LoadMore, QueryFailure } from '#src/shell/query-state.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { DataAge } from '#src/shell/data-age.tsx';
import { useRefetchOnReturn } from '#src/shell/use-refetch-on-return.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import type { Event } from '#src/domains/events/event.ts';
import { useWhyNot } from '#src/domains/events/manage/disabled-reason.ts';
import { counted, formatCount } from '#src/lib/format.ts';
import { Invitations } from './invitations.tsx';
import { PeopleCards, PeopleTable } from './people-rows.tsx';
import { participantOverlay, participantsQuery, personKey, type ParticipantFilter } from './queries.ts';
import { roleOptions } from './role-words.ts';
import { usePeopleActions } from './use-people-actions.ts';

interface ParticipantsProps {
  event: Event;
  search: ParticipantFilter;
  onSearch: (change: ParticipantFilter) => void;
}

export function Participants({ event, search, onSearch }: ParticipantsProps) {
  const actions = usePeopleActions(event.id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <section aria-label="Participants" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <People event={event} search={search} onSearch={onSearch} actions={actions} />
      </section>
      <Invitations event={event} actions={actions} />
    </div>
  );
}

function People({ event, search, onSearch, actions }: ParticipantsProps & { actions: ReturnType<typeof usePeopleActions> }) {
  const query = useInfiniteQuery(participantsQuery(event.id, search));
  useRefetchOnReturn(query);
  const asChanged = participantOverlay.useAsChanged();
  const whyNot = useWhyNot(event);
  const wide = useMedia('(min-width: 48rem)');
  const { data } = query;
  const removed = data?.pages[0]?.removed ?? 0;
  const filtered = Boolean(search.q ?? search.role ?? search.removed);
  const filters = (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        label="Search participants"
        placeholder="Search name or email"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
        className="min-w-56 flex-1 max-sm:basis-full sm:max-w-md"
      />
      <Select
        aria-label="Role in the event"
        options={[
          { value: 'any' as const, label: 'Any role' },
          ...roleOptions,
          ...(removed > 0 || search.removed ? [{ value: 'removed' as const, label: `Removed (${formatCount(removed)})` }] : []),
        ]}
        value={search.removed ? 'removed' : (search.role ?? 'any')}
        onChange={(which) =>
          onSearch({
            role: which === 'any' || which === 'removed' ? undefined : which,
            removed: which === 'removed' ? true : undefined,
          })
        }
        className="max-sm:flex-1"
      />
    </div>
  );
  if (query.isPending) return <PeopleSkeleton />;
  if (!data) {
    return (
      <QueryFailure
        error={query.error}
        failed="The participants could not be loaded"
        offline="Managing participants needs a connection."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }

  const people = data.pages
    .flatMap((page) => page.items)
    .flatMap((person) => asChanged(personKey(event.id, person), person) ?? [])
    .filter((person) => query.isPlaceholderData || (person.removed_at !== null) === Boolean(search.removed));
  const total = data.pages[0]?.total ?? 0;
  if (total === 0 && removed === 0 && !filtered) {
    return (
      <EmptyState icon={<Users />} title="Nobody has joined yet">
        Who scans the code or uses an invitation stands here, with the photos they took.
      </EmptyState>
    );
  }
  const rows = { people, whyNot, actions, busy: query.isPlaceholderData };
  return (
    <>
      {filters}
      <DataAge at={query.dataUpdatedAt} />
      {people.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={filtered ? 'Nobody matches' : 'Nobody is in the event'}
          actions={
            filtered && (
              <Button onClick={() => onSearch({ q: undefined, role: undefined, removed: undefined })}>Clear search and filter</Button>
            )
          }
        />
      ) : wide ? (
        <PeopleTable {...rows} />
      ) : (
        <PeopleCards {...rows} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="text-sm text-ink-muted tabular-nums">
          {people.length < total
            ? `${formatCount(people.length)} of ${counted(total, 'person', 'people')}`
            : counted(people.length, 'person', 'people')}
        </p>
        <LoadMore query={query} />
      </div>
    </>
  );
}

function PeopleSkeleton() {
  return (
    <Loading label="Loading the participants" className="grid gap-4">
      <Skeleton className="h-10 max-w-md rounded-md" />
      <div className="rounded-lg border border-line bg-surface shadow-1">
        {Array.from({ length: 6 }, (_, row) => (
          <div key={row} className="flex h-16 items-center gap-6 border-t border-line px-4 first:border-t-0">
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-40 max-w-full" />
              <Skeleton className="h-3 w-56 max-w-full" />
            </div>
            <Skeleton className="h-8 w-32 rounded-md" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
