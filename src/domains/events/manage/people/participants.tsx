// Who is in the event, and who is invited to it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { clearedFilters, isFiltered } from '#src/lib/list-query.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchX, Users } from '#src/ui/icons.ts';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { Invitations } from './invitations.tsx';
import { participantColumns } from './participant-columns.tsx';
import { participantListParameters, type ParticipantSearch } from './participant-search.ts';
import { participantOverlay, participantsExportUrl, participantsQuery, personKey } from './queries.ts';
import { roleOptions } from './role-labels.ts';
import { useParticipantActions, type ParticipantActions } from './use-participant-actions.ts';

interface ParticipantsProps {
  event: Event;
  search: ParticipantSearch;
  onSearch: (change: Partial<ParticipantSearch>) => void;
}

export function Participants({ event, search, onSearch }: ParticipantsProps) {
  const actions = useParticipantActions(event.id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 min-[90rem]:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <section aria-label="Participants">
        <People event={event} search={search} onSearch={onSearch} actions={actions} />
      </section>
      <Invitations event={event} actions={actions} />
    </div>
  );
}

function People({ event, search, onSearch, actions }: ParticipantsProps & { actions: ParticipantActions }) {
  const query = useQuery(participantsQuery(event.id, search));
  const asChanged = participantOverlay.usePatched();
  const disabledReason = useDisabledReason(event);
  const filtered = isFiltered(participantListParameters, search) || search.removed === true;
  const { ask, question } = useConfirm(disabledReason);
  const asked: ParticipantActions = {
    ...actions,
    remove: ({ person }) =>
      ask({
        title: `Remove ${person.name}?`,
        description: `They immediately lose access to the camera and gallery of ${event.name}, and can’t rejoin with the code. Photos waiting on their devices are still accepted. You can let them back in.`,
        action: 'Remove',
        onConfirm: () => actions.remove({ person }),
      }),
  };
  const isNobodyIn = !filtered && query.data?.total === 0 && query.data.removed === 0;
  return (
    <>
      {question}
      <PagedList
        label="Participants"
        nouns={['person', 'people']}
        failed="Couldn’t load the participants"
        offline="Managing participants needs a connection."
        query={query}
        itemsOf={({ items }) =>
          items
            .flatMap((person) => asChanged(personKey(event.id, person), person) ?? [])
            .filter((person) => (person.removed_at !== null) === Boolean(search.removed))
        }
        columns={participantColumns(asked, disabledReason, event.time_zone)}
        keyOf={(person) => person.user_id}
        tableFrom="md"
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <PeopleFilters search={search} onSearch={onSearch}>
            <ExportCsvButton href={participantsExportUrl(event.id, search)} query={query} />
          </PeopleFilters>
        }
        showsAll={isNobodyIn}
        empty={
          isNobodyIn ? (
            <EmptyState icon={<Users />} title="No one has joined yet">
              People who join with the code or an invitation appear here, along with their photo count.
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={filtered ? 'No matching people' : 'No participants'}
              actions={
                filtered && (
                  <Button onClick={() => onSearch({ ...clearedFilters(participantListParameters), removed: undefined })}>
                    Clear search and filters
                  </Button>
                )
              }
            />
          )
        }
      />
    </>
  );
}

function PeopleFilters({ search, onSearch, children }: Pick<ParticipantsProps, 'search' | 'onSearch'> & { children: ReactNode }) {
  return (
    <ListFilters>
      <SearchInput
        label="Search participants"
        placeholder="Search name or email"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <Select
        aria-label="Role in the event"
        options={[{ value: 'any' as const, label: 'Any role' }, ...roleOptions, { value: 'removed' as const, label: 'Removed' }]}
        value={search.removed ? 'removed' : (search.role ?? 'any')}
        onChange={(which) =>
          onSearch({
            role: which === 'any' || which === 'removed' ? undefined : which,
            removed: which === 'removed' ? true : undefined,
          })
        }
      />
      {children}
    </ListFilters>
  );
}
