// Participants and invitations of an event.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { participantListParameters, type ParticipantSearch } from '#src/domains/events/manage/detail/detail-search.ts';
import { useDisabledReason } from '#src/domains/events/manage/use-event-actions.tsx';
import { formatCount, formatDateTime, formatFullDate, pluralize, type TimeZone } from '#src/lib/format.ts';
import { clearedFilters, isFiltered } from '#src/lib/list-query.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { PersonLines } from '#src/shell/person-lines.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchX, UserPlus, Users } from '#src/ui/icons.ts';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { Invitations } from './invitations.tsx';
import { type Participant, participantOverlay, participantsExportUrl, participantsQuery, personKey } from './queries.ts';
import { type ParticipantActions, roleLabels, roleOptions, useParticipantActions } from './use-participant-actions.ts';

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
  const patched = participantOverlay.usePatched();
  const disabledReason = useDisabledReason(event);
  const filtered = isFiltered(participantListParameters, search) || search.removed === true;
  const { ask, question } = useConfirm(disabledReason);
  const confirmedActions: ParticipantActions = {
    ...actions,
    remove: ({ person }) =>
      ask({
        title: `Remove ${person.name}?`,
        description: `They immediately lose access to the camera and gallery of ${event.name}, and can’t rejoin with the code. Photos waiting on their devices are still accepted. You can let them back in.`,
        action: 'Remove',
        onConfirm: () => actions.remove({ person }),
      }),
  };
  const hasNoParticipants = !filtered && query.data?.total === 0 && query.data.removed === 0;
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
            .flatMap((person) => patched(personKey(event.id, person), person) ?? [])
            .filter((person) => (person.removed_at !== null) === Boolean(search.removed))
        }
        columns={participantColumns(confirmedActions, disabledReason, event.time_zone)}
        keyOf={(person) => person.user_id}
        tableFrom="md"
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <PeopleFilters search={search} onSearch={onSearch}>
            <ExportCsvButton href={participantsExportUrl(event.id, search)} query={query} />
          </PeopleFilters>
        }
        showsAll={hasNoParticipants}
        empty={
          hasNoParticipants ? (
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

/**
 * @param disabledReason why changes are not possible now
 * @param zone the event's time zone
 */
const participantColumns = (actions: ParticipantActions, disabledReason: string | null, zone: TimeZone): Column<Participant>[] => [
  {
    head: 'Name',
    part: 'title',
    cell: ({ name, email, avatar_url: url }) => <PersonLines {...{ name, url }} note={email ?? 'No account'} />,
    className: 'max-w-0 min-w-56',
  },
  { head: 'Role', part: 'fact', cell: (person) => <Role {...{ person, actions, disabledReason }} />, width: 'w-40' },
  {
    head: 'Photos',
    part: 'fact',
    cell: (person) => formatCount(person.photos_count),
    onCard: (person) => pluralize(person.photos_count, 'photo', 'photos'),
    end: true,
  },
  {
    head: 'Joined',
    part: 'fact',
    cell: (person) => <Joined at={person.joined_at} zone={zone} />,
    onCard: (person) => (
      <>
        Joined <Joined at={person.joined_at} zone={zone} />
      </>
    ),
  },
  { head: 'Actions', part: 'action', cell: (person) => <RemoveOrRestoreButton {...{ person, actions, disabledReason }} /> },
];

function Joined({ at, zone }: { at: string; zone: TimeZone }) {
  return (
    <time dateTime={at} title={formatDateTime(at, zone)}>
      {formatFullDate(at, zone)}
    </time>
  );
}

interface OneProps {
  person: Participant;
  actions: ParticipantActions;
  disabledReason: string | null;
}

function Role({ person, actions, disabledReason }: OneProps) {
  if (person.removed_at !== null) return roleLabels[person.role].name;
  return (
    <Select
      aria-label={`Role for ${person.name}`}
      size="sm"
      options={roleOptions}
      value={person.role}
      disabledReason={disabledReason}
      onChange={(role) => actions.changeRole({ person, role })}
      className="w-40"
    />
  );
}

/** Removed people cannot rejoin by the code, only here. */
function RemoveOrRestoreButton({ person, actions, disabledReason }: OneProps) {
  if (person.removed_at !== null) {
    return (
      <Button
        size="sm"
        aria-label={`Let ${person.name} back in`}
        icon={<UserPlus aria-hidden className="size-4" />}
        disabledReason={disabledReason}
        onClick={() => actions.restore({ person })}
      >
        Let back in
      </Button>
    );
  }
  return (
    <Button size="sm" aria-label={`Remove ${person.name}`} disabledReason={disabledReason} onClick={() => actions.remove({ person })}>
      Remove
    </Button>
  );
}
