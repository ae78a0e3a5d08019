import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { SelectField, TextField, useFieldValue } from '#src/ui/form.tsx';
import { CheckboxesField } from './checkboxes-field.tsx';
import { scopes } from './integration-labels.ts';
import { createToken, invalidateIntegrations } from './queries.ts';

const DAY_MS = 24 * 3600 * 1000;
const OTHER = 'other';

const schema = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.check((name) => name.trim() !== '', 'Enter a name.'),
      v.maxLength(100, 'Use at most 100 characters.'),
    ),
    scopes: v.pipe(v.array(v.picklist(scopes.map(({ value }) => value))), v.minLength(1, 'Choose at least one.')),
    /** A number of days, or `other`. */
    expires: v.string(),
    last_day: v.string(),
  }),
  v.forward(
    v.partialCheck([['expires'], ['last_day']], ({ expires, last_day: day }) => expires !== OTHER || day !== '', 'Choose a day.'),
    ['last_day'],
  ),
);
type Values = v.InferOutput<typeof schema>;

/** In the time zone of this device, until the end of the day. */
const expiryOf = ({ expires, last_day: day }: Values): string =>
  expires === OTHER ? new Date(`${day}T23:59:59`).toISOString() : new Date(Date.now() + Number(expires) * DAY_MS).toISOString();

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface TokenFormProps {
  organizationId: string;
  onDone: (created: { name: string; secret: string }) => void;
  onClose: () => void;
}

export function TokenForm({ organizationId, onDone, onClose }: TokenFormProps) {
  const client = useQueryClient();
  return (
    <SheetForm<Values, { name: string; secret: string }>
      title="New API token"
      description="A token acts for your organization, not for you: it stays when you leave."
      schema={schema}
      values={{ name: '', scopes: [], expires: '90', last_day: '' }}
      submitLabel="Create token"
      failureTitle="Couldn’t create the token"
      submit={async (values) => {
        const body = { name: values.name.trim(), scopes: values.scopes, expires_at: expiryOf(values) };
        const { secret, token } = await createToken(organizationId, body);
        await invalidateIntegrations(client);
        return { name: token.name, secret };
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField name="name" label="Name" help="The program that uses it, such as “Website”." maxLength={100} autoComplete="off" />
      <CheckboxesField name="scopes" legend="What it may do" options={scopes} />
      <ExpiryFields />
    </SheetForm>
  );
}

function ExpiryFields() {
  const isOther = useFieldValue('expires') === OTHER;
  return (
    <>
      <SelectField
        name="expires"
        label="Expires"
        help="Replace it before then. A token that nobody replaces stops working by itself."
        options={[
          { value: '30', label: 'In 30 days' },
          { value: '90', label: 'In 90 days' },
          { value: '365', label: 'In a year' },
          { value: OTHER, label: 'On a day…' },
        ]}
      />
      {isOther && <TextField name="last_day" type="date" label="Last day" min={dayIn(0)} max={dayIn(364)} />}
    </>
  );
}
