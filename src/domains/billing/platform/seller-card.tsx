import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { TextAreaField, TextField } from '#src/ui/form.tsx';
import { invalidatePlatformBilling, refetchSeller, updateSeller, type SellerSettings } from './queries.ts';

const textField = (longest: number) => v.pipe(v.string(), v.trim(), v.maxLength(longest, `At most ${longest} characters.`));

const MAX_LINES = 10;
const multilineField = (longest: number) =>
  v.pipe(
    textField(longest),
    v.check((text) => text.split('\n').length <= MAX_LINES, `At most ${MAX_LINES} lines.`),
  );

const schema = v.object({
  name: v.pipe(textField(120), v.nonEmpty('Enter the name of the issuer.')),
  address: multilineField(400),
  email: textField(254),
  tax_id: textField(60),
  payment_note: multilineField(600),
});

const orNothing = (text: string) => text || 'nothing';

/** Who stands on the invoices. */
export function SellerCard({ settings }: { settings: SellerSettings }) {
  const client = useQueryClient();
  return (
    <SettingsCard
      title="Invoice details"
      lead="For new invoices. Issued invoices don’t change."
      schema={schema}
      saved={settings}
      valuesOf={({ seller }) => seller}
      save={async (values, base) => {
        const answer = await updateSeller(base, values);
        await invalidatePlatformBilling(client);
        return answer;
      }}
      conflict={{
        read: () => refetchSeller(client),
        summarize: ({ name, address, email, tax_id: taxId, payment_note: note }) => ({
          name: ['Name', name],
          address: ['Address', orNothing(address)],
          email: ['Email', orNothing(email)],
          tax_id: ['Tax ID', orNothing(taxId)],
          payment_note: ['Payment instructions', orNothing(note)],
        }),
      }}
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <TextAreaField name="address" label="Address" rows={3} optional />
      <TextField name="email" label="Email" type="email" autoComplete="off" optional />
      <TextField name="tax_id" label="Tax ID" autoComplete="off" optional />
      <TextAreaField
        name="payment_note"
        label="Payment instructions"
        rows={3}
        optional
        help="Shown below the total, such as bank account and terms."
      />
    </SettingsCard>
  );
}
