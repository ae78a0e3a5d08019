import { Checkbox } from '#src/ui/checkbox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Building2, User } from '#src/ui/icons.ts';
import { Input } from '#src/ui/input.tsx';
import { PasswordInput } from '#src/ui/password-input.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { KitSection, Specimen } from './section.tsx';

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
