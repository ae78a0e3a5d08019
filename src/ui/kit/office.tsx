import { formatCount } from '#src/lib/format.ts';
import { useState } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { Cell, Header, Row, SortHeader, Table } from '#src/ui/table.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { Section, Specimen } from './section.tsx';

const nothing = () => undefined;
const roles = [
  { value: 'photographer', label: 'Photographer' },
  { value: 'guest', label: 'Guest' },
] as const;
const rows = [
  { name: 'Garden wedding', status: 'Live', photos: 1204 },
  { name: 'The Extraordinarily Long-Winded Annual General Assembly of Persistent Photographers', status: 'Draft', photos: 0 },
];

/** Parts that the office uses most. */
export function Office() {
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const [chip, setChip] = useState('all');
  const [text, setText] = useState('');
  const [role, setRole] = useState<'photographer' | 'guest'>('guest');
  const [falling, setFalling] = useState(true);
  return (
    <Section title="Office">
      <Table label="Events">
        <thead>
          <tr>
            <Header>Event</Header>
            <Header>Status</Header>
            <SortHeader end sorted={falling ? 'descending' : 'ascending'} onSort={() => setFalling(!falling)}>
              Photos
            </SortHeader>
            <SortHeader sorted={null} onSort={nothing}>
              Start
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, status, photos }) => (
            <Row key={name}>
              <Cell className="font-medium">{name}</Cell>
              <Cell>
                <Badge>{status}</Badge>
              </Cell>
              <Cell end>{formatCount(photos)}</Cell>
              <Cell>20 Nov</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Table label="Events, others on their way" busy>
        <tbody>
          <Row>
            <Cell>While another page is read, this one stands</Cell>
          </Row>
        </tbody>
      </Table>
      <Pagination label="First page" summary="25 of 203 events" onPrevious={null} onNext={nothing} />
      <Pagination label="Page between, the next being read" summary="25 of 203 events" onPrevious={nothing} onNext={nothing} loading />
      <Pagination label="The only page" summary="5 events" onPrevious={null} onNext={null} />
      <ChoiceChips
        legend="Status"
        value={chip}
        onChange={setChip}
        options={[
          { value: 'all', label: 'All', count: 203 },
          { value: 'live', label: 'Live', count: 3 },
          { value: 'other', label: 'Without a count' },
        ]}
      />
      <Tabs
        label="Parts"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: 'Overview' },
          { value: 'two', label: 'Moderation', badge: <Badge tone="accent">3</Badge> },
        ]}
      >
        <p>{tab === 'one' ? 'The first panel.' : 'The second panel.'}</p>
      </Tabs>
      <Specimen name="Search, select, switch, text area, copy" stacked>
        <SearchInput label="Search" placeholder="Search name or place" value={text} onSearch={setText} />
        <Field label="Role">{(control) => <Select {...control} options={roles} value={role} onChange={setRole} />}</Field>
        <Select aria-label="Small" size="sm" options={roles} value={role} onChange={setRole} />
        <Select aria-label="Not now" options={roles} value={role} onChange={setRole} disabledReason="This needs a connection." />
        <Switch label="On" defaultChecked help="With a sentence of help." />
        <Switch label="Off" />
        <Switch label="Not now" disabled />
        <Field label="Description" help="Grows with what is written.">
          {(control) => <Textarea {...control} defaultValue="One night at the docks." />}
        </Field>
        <div className="flex gap-2">
          <CopyButton label="Copy link" text="https://photos.example.org" />
          <CopyButton compact label="Copy link" text="https://photos.example.org" />
        </div>
      </Specimen>
      <Card title="A card" lead="With a sentence below its title." actions={<Button size="sm">Action</Button>}>
        <p>Content.</p>
      </Card>
    </Section>
  );
}
