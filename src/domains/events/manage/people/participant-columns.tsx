import { pluralize, formatCount, formatFullDate, formatDateTime, type TimeZone } from '#src/lib/format.ts';
import { PersonLines } from '#src/shell/person-lines.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { UserPlus } from '#src/ui/icons.ts';
import { Select } from '#src/ui/select.tsx';
import type { Participant } from './queries.ts';
import { roleOptions, roleLabels } from './role-labels.ts';
import type { ParticipantActions } from './use-participant-actions.ts';

/**
 * @param failureReason why nothing can be changed now
 * @param zone of the event: moments are told by its clock
 */
export const participantColumns = (actions: ParticipantActions, disabledReason: string | null, zone: TimeZone): Column<Participant>[] => [
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

/** Who was removed cannot come back by the code: they are let in here. */
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
