import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { TextAreaField, TextField } from '#src/ui/form.tsx';
import { allBillingIsStale, updateSeller, type Seller } from './queries.ts';

const words = (longest: number) => v.pipe(v.string(), v.trim(), v.maxLength(longest, `At most ${longest} characters.`));

const schema = v.object({
  name: v.pipe(words(120), v.nonEmpty('An invoice says who issued it.')),
  address: words(400),
  email: words(254),
  tax_id: words(60),
  payment_note: words(600),
});

/** Who stands on the invoices. */
export function SellerCard({ seller }: { seller: Seller }) {
  const client = useQueryClient();
  return (
    <SettingsCard
      title="On your invoices"
      lead="For invoices from now on. Those that were issued stay as they are."
      schema={schema}
      saved={seller}
      valuesOf={(saved) => saved}
      save={async (values) => {
        const answer = await updateSeller(values);
        await allBillingIsStale(client);
        return answer;
      }}
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <TextAreaField name="address" label="Address" rows={3} optional />
      <TextField name="email" label="Email" type="email" autoComplete="off" optional />
      <TextField name="tax_id" label="Tax ID" autoComplete="off" optional />
      <TextAreaField name="payment_note" label="How to pay" rows={3} optional help="Stands below the total: bank account, terms." />
    </SettingsCard>
  );
}
