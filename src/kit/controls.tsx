import { useState } from 'react';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Button, buttonClass, type ButtonVariant, Spinner } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { PasswordInput, Textarea } from '#src/ui/form.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Building2, Heart, Plus, Trash2, User } from '#src/ui/icons.ts';
import { Input } from '#src/ui/input.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Select } from '#src/ui/select.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { KitSection, Specimen } from './section.tsx';

const variants: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const tones: Tone[] = ['neutral', 'accent', 'info', 'success', 'warning', 'danger'];

export function Actions() {
  const [liked, setLiked] = useState(true);
  return (
    <KitSection title="Actions">
      {variants.map((variant) => (
        <Specimen key={variant} name={`Button, ${variant}`}>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <Button variant={variant}>Medium</Button>
          <Button variant={variant} size="lg">
            Large
          </Button>
          <Button variant={variant} icon={<Plus aria-hidden className="size-4" />}>
            With icon
          </Button>
          <Button variant={variant} loading>
            Sending
          </Button>
          <Button variant={variant} disabledReason="The event has ended">
            Cannot now
          </Button>
        </Specimen>
      ))}
      <Specimen name="Link as button">
        <a href="#link" className={buttonClass({ variant: 'primary' })}>
          Leads somewhere
        </a>
      </Specimen>
      <Specimen name="Icon button">
        <IconButton label="Add" icon={<Plus aria-hidden className="size-5" />} />
        <IconButton label="Add" variant="secondary" icon={<Plus aria-hidden className="size-5" />} />
        <IconButton label="Like" pressed={liked} onClick={() => setLiked(!liked)} icon={<Heart aria-hidden className="size-5" />} />
        <IconButton label="Deleting" loading icon={<Trash2 aria-hidden className="size-5" />} />
        <IconButton label="Delete" disabledReason="Only the author may delete it" icon={<Trash2 aria-hidden className="size-5" />} />
        <Spinner />
      </Specimen>
      <Specimen name="Badge">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="success" icon={<Heart aria-hidden />}>
          12
        </Badge>
      </Specimen>
    </KitSection>
  );
}

const kinds = [
  { value: 'personal', label: 'Personal', help: 'Join events, take and share photos.', icon: <User aria-hidden className="size-4" /> },
  { value: 'organization', label: 'Organization', help: 'Run events.', icon: <Building2 aria-hidden className="size-4" /> },
];

export function Controls() {
  return (
    <KitSection title="Controls">
      <Specimen name="Field with input" stacked>
        <Field label="Name">{(control) => <Input {...control} placeholder="Placeholder" />}</Field>
        <Field label="Location" help="Shown to guests." optional>
          {(control) => <Input {...control} defaultValue="Old brewery" />}
        </Field>
        <Field label="Email" error="Enter a valid email address." help="Used to log in.">
          {(control) => <Input {...control} defaultValue="ana@" />}
        </Field>
        <Field label="Read only">{(control) => <Input {...control} readOnly value="Aurora Events" />}</Field>
      </Specimen>
      <Specimen name="Password input" stacked>
        <Field label="Password" help="At least 10 characters.">
          {(control) => <PasswordInput {...control} defaultValue="correct horse" />}
        </Field>
      </Specimen>
      <Specimen name="Checkbox" stacked>
        <div className="grid">
          <Checkbox label="Off" />
          <Checkbox label="On" defaultChecked help="With a sentence of help." />
        </div>
      </Specimen>
      <Specimen name="Radio group" stacked>
        <RadioGroup legend="How will you use it?" name="kit-kind" options={kinds} defaultValue="personal" />
        <RadioGroup legend="With an error" name="kit-kind-error" options={kinds} error="Choose one." />
      </Specimen>
      <Specimen name="Progress" stacked>
        <Progress label="Nothing yet" value={0} />
        <Progress label="Sending" value={0.4} />
        <Progress label="All there" value={1} />
        <Progress label="Amount not known" value={null} />
      </Specimen>
      <Specimen name="Tooltip">
        <button type="button" aria-describedby="kit-hint" className="rounded-sm underline underline-offset-4">
          Hover, focus or tap
          <Tooltip id="kit-hint" content="A hint of a few words" />
        </button>
      </Specimen>
    </KitSection>
  );
}

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
        <Field label="Description" help="Grows with its content.">
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
