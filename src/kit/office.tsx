import { useState } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { KitSection, Specimen } from './section.tsx';

const roles = [
  { value: 'photographer', label: 'Photographer' },
  { value: 'guest', label: 'Guest' },
] as const;

/** Parts that the office uses most. */
export function Office() {
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const [chip, setChip] = useState('all');
  const [role, setRole] = useState<'photographer' | 'guest'>('guest');
  return (
    <KitSection title="Office">
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
      <Specimen name="Select, switch, text area, copy" stacked>
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
    </KitSection>
  );
}
