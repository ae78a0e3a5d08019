// Participants and invitations of an event.
import type { Event } from '#src/domains/events/event.ts';
import type { ParticipantSearch } from '#src/domains/events/manage/detail/detail-search.ts';
import { useDisabledReason } from '#src/domains/events/manage/use-event-actions.tsx';
import { formatCount, formatDateTime, formatFullDate, pluralize, type TimeZone } from '#src/lib/format.ts';
import { PersonLines } from '#src/shell/person-lines.tsx';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchX, UserPlus, Users } from '#src/ui/icons.ts';
import { Select } from '#src/ui/select.tsx';
import { Invitations } from './invitations.tsx';
import { type Participant, participants } from './queries.ts';
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
  const list = useResourceList(participants, { search, onSearch }, event.id);
  const { data } = list.query;
  const disabledReason = useDisabledReason(event);
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
    removePhotos: ({ person, removalId }) =>
      ask({
        title: `Remove all photos of ${person.name}?`,
        description: `${pluralize(person.photos_count, 'photo leaves', 'photos leave')} all galleries of ${event.name} immediately. You can restore them from the trash for 30 days. ${person.name} stays in the event, and photos waiting on their devices are still accepted.`,
        action: `Remove ${pluralize(person.photos_count, 'photo', 'photos')}`,
        onConfirm: () => actions.removePhotos({ person, removalId }),
      }),
  };
  const hasNoParticipants = !list.filtered && data?.total === 0 && data.removed === 0;
  return (
    <>
      {question}
      <ResourceList
        list={list}
        label="Participants"
        nouns={['person', 'people']}
        failed="Couldn’t load the participants"
        offline="Managing participants needs a connection."
        columns={participantColumns(confirmedActions, disabledReason, event.time_zone)}
        tableFrom="md"
        filters={[
          { name: 'q', label: 'Search participants', placeholder: 'Search name or email' },
          { name: 'role', label: 'Role in the event', unset: 'Any role', options: roleLabels, flags: { removed: 'Removed' } },
        ]}
        csv
        showsAll={hasNoParticipants}
        empty={
          hasNoParticipants ? (
            <EmptyState icon={<Users />} title="No one has joined yet">
              People who join with the code or an invitation appear here, along with their photo count.
            </EmptyState>
          ) : (
            { icon: <SearchX />, title: 'No participants', filtered: 'No matching people' }
          )
        }
      />
    </>
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
  {
    head: 'Actions',
    part: 'action',
    cell: (person) => (
      <div className="flex flex-wrap justify-end gap-2">
        <RemovePhotosButton {...{ person, actions, disabledReason }} />
        <RemoveOrRestoreButton {...{ person, actions, disabledReason }} />
      </div>
    ),
  },
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

function RemovePhotosButton({ person, actions, disabledReason }: OneProps) {
  if (person.photos_count === 0) return null;
  return (
    <Button
      size="sm"
      aria-label={`Remove all photos of ${person.name}`}
      disabledReason={disabledReason}
      onClick={() => actions.removePhotos({ person, removalId: crypto.randomUUID() })}
    >
      Remove photos
    </Button>
  );
}
