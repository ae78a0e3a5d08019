import { UserMinus, UserPlus } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { counted, formatCount, formatMoment } from '#src/lib/format.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Select } from '#src/ui/select.tsx';
import { Cell, Header, Row, Table } from '#src/ui/table.tsx';
import type { Participant } from './queries.ts';
import { roleOptions, roleWords } from './role-words.ts';
import type { PeopleActions } from './use-people-actions.ts';

interface PeopleRowsProps {
  people: readonly Participant[];
  /** Why nothing can be changed now. */
  whyNot: string | null;
  actions: PeopleActions;
  busy: boolean;
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

export function PeopleTable({ people, whyNot, actions, busy }: PeopleRowsProps) {
  return (
    <Table label="Participants" busy={busy}>
      <thead>
        <tr>
          <Header>Name</Header>
          <Header>Role</Header>
          <Header end>Photos</Header>
          <Header>Joined</Header>
          <Header>
            <span className="sr-only">Actions</span>
          </Header>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.user_id}>
            <Cell className="w-full max-w-0">
              <Names person={person} />
            </Cell>
            <Cell>
              <RoleSelect {...{ person, whyNot, actions }} />
            </Cell>
            <Cell end>{formatCount(person.photos_count)}</Cell>
            <Cell className="whitespace-nowrap">
              <Joined at={person.joined_at} />
            </Cell>
            <Cell className="w-px">
              <InOrOut {...{ person, whyNot, actions }} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function PeopleCards({ people, whyNot, actions, busy }: PeopleRowsProps) {
  return (
    <ul
      aria-label="Participants"
      aria-busy={busy}
      className="divide-y divide-line rounded-lg border border-line bg-surface shadow-1 aria-busy:stale"
    >
      {people.map((person) => (
        <li key={person.user_id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 p-4">
          <Names person={person} />
          <div className="-mt-2 -mr-2">
            <InOrOut {...{ person, whyNot, actions }} />
          </div>
          <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-muted">
            <RoleSelect {...{ person, whyNot, actions }} />
            <span className="tabular-nums">{counted(person.photos_count, 'photo', 'photos')}</span>
            <span>
              Joined <Joined at={person.joined_at} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

type OneProps = Pick<PeopleRowsProps, 'whyNot' | 'actions'> & { person: Participant };

function Names({ person: { name, email } }: { person: Participant }) {
  return (
    <div className="min-w-0">
      <p className="truncate font-medium" title={name}>
        {name}
      </p>
      <p className="truncate text-ink-muted max-md:text-sm" title={email}>
        {email}
      </p>
    </div>
  );
}

function Joined({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {day.format(new Date(at))}
    </time>
  );
}

function RoleSelect({ person, whyNot, actions }: OneProps) {
  if (person.removed_at !== null) return roleWords[person.role].name;
  return (
    <Select
      aria-label={`Role of ${person.name}`}
      size="sm"
      options={roleOptions}
      value={person.role}
      disabledReason={whyNot}
      onChange={(role) => actions.changeRole({ person, role })}
      className="w-40"
    />
  );
}

/** Who was removed cannot come back by the code: they are let in here. */
function InOrOut({ person, whyNot, actions }: OneProps) {
  if (person.removed_at !== null) {
    return (
      <Button
        size="sm"
        aria-label={`Let ${person.name} back in`}
        icon={<UserPlus aria-hidden className="size-4" />}
        disabledReason={whyNot}
        onClick={() => actions.restore({ person })}
      >
        Let back in
      </Button>
    );
  }
  return (
    <IconButton
      label={`Remove ${person.name}`}
      size="sm"
      icon={<UserMinus aria-hidden className="size-4" />}
      disabledReason={whyNot}
      onClick={() => actions.remove({ person })}
    />
  );
}
