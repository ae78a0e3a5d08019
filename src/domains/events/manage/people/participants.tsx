// Who is in the event, and who is invited to it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { clearedOf, isFiltered } from '#src/lib/list-query.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { useQuestion } from '#src/shell/use-question.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchX, Users } from '#src/ui/icons.ts';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { Invitations } from './invitations.tsx';
import { participantList, type ParticipantSearch } from './participant-search.ts';
import { peopleColumns } from './people-columns.tsx';
import { participantOverlay, participantsFile, participantsQuery, personKey } from './queries.ts';
import { roleOptions } from './role-words.ts';
import { usePeopleActions, type PeopleActions } from './use-people-actions.ts';

interface ParticipantsProps {
  event: Event;
  search: ParticipantSearch;
  onSearch: (change: Partial<ParticipantSearch>) => void;
}

export function Participants({ event, search, onSearch }: ParticipantsProps) {
  const actions = usePeopleActions(event.id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 min-[90rem]:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <section aria-label="Participants">
        <People event={event} search={search} onSearch={onSearch} actions={actions} />
      </section>
      <Invitations event={event} actions={actions} />
    </div>
  );
}

function People({ event, search, onSearch, actions }: ParticipantsProps & { actions: PeopleActions }) {
  const query = useQuery(participantsQuery(event.id, search));
  const asChanged = participantOverlay.useAsChanged();
  const whyNot = useDisabledReason(event);
  const filtered = isFiltered(participantList, search) || search.removed === true;
  const { ask, question } = useQuestion(whyNot);
  const asked: PeopleActions = {
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
        columns={peopleColumns(asked, whyNot, event.time_zone)}
        keyOf={(person) => person.user_id}
        tableFrom="md"
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <PeopleFilters search={search} onSearch={onSearch}>
            <ExportCsvButton href={participantsFile(event.id, search)} query={query} />
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
                  <Button onClick={() => onSearch({ ...clearedOf(participantList), removed: undefined })}>Clear search and filters</Button>
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
