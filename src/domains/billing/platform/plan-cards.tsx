// Plans with their prices and limits, and the issuer of invoices.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { pluralize } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { type FieldSummaries, SettingsCard } from '#src/shell/settings-card.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { TextAreaField, TextField } from '#src/ui/form.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import {
  invalidatePlatformBilling,
  type PlanInUse,
  plansQuery,
  refetchPlan,
  refetchSeller,
  sellerQuery,
  type SellerSettings,
  updatePlan,
  updateSeller,
} from './queries.ts';

/** An amount as typed: "49", "49.5" or "49,50". */
export const moneyField = v.pipe(v.string(), v.trim(), v.regex(/^\d{1,6}([.,]\d{1,2})?$/, 'Enter an amount, such as 49 or 49.50.'));

export const parseMoney = (written: string): number => Math.round(Number(written.replace(',', '.')) * 100);

export const moneyInputValue = (hundredths: number): string =>
  hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2);

const BYTES_PER_GB = 1e9;

const limitField = v.pipe(v.string(), v.trim(), v.regex(/^\d{0,6}$/, 'Enter a whole number, or leave empty for no limit.'));
const seatsField = v.pipe(
  limitField,
  v.check((written) => written === '' || Number(written) > 0, 'Enter at least 1.'),
);

const planSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a name.'), v.maxLength(40, 'At most 40 characters.')),
  price: moneyField,
  currency: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, 'Enter three letters, such as EUR.')),
  events: limitField,
  staff: seatsField,
  storage: v.pipe(v.string(), v.trim(), v.regex(/^\d{0,6}(\.\d{1,3})?$/, 'Enter a number, or leave empty for no limit.')),
  generations: limitField,
  price_id: v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{0,100}$/, 'Enter a price ID, such as price_1AbC.')),
});

type PlanValues = v.InferOutput<typeof planSchema>;

const written = (limit: number | null): string => (limit === null ? '' : String(limit));
const parseLimit = (text: string): number | null => (text === '' ? null : Number(text));

const orNoLimit = (text: string) => text || 'no limit';
const planSummaries = (values: PlanValues): FieldSummaries<PlanValues> => ({
  name: ['Name', values.name],
  price: ['Monthly price', values.price],
  currency: ['Currency', values.currency],
  events: ['Concurrent events', orNoLimit(values.events)],
  staff: ['Staff members', orNoLimit(values.staff)],
  storage: ['Storage in GB', orNoLimit(values.storage)],
  generations: ['Images per month', orNoLimit(values.generations)],
  price_id: ['Stripe price', values.price_id || 'nothing'],
});

const valuesOf = ({ plan: { name, monthly_price: price, currency, limits }, price_id: priceId }: PlanInUse): PlanValues => ({
  name,
  price: moneyInputValue(price),
  currency,
  events: written(limits.events),
  staff: written(limits.staff),
  storage: limits.storage_bytes === null ? '' : String(limits.storage_bytes / BYTES_PER_GB),
  generations: written(limits.generations),
  price_id: priceId ?? '',
});

export function PlanCards() {
  const query = useQuery(plansQuery);
  const seller = useQuery(sellerQuery);
  useRefetchOnReconnect(query);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <QueryState
        query={query}
        skeleton={<CardsSkeleton />}
        failed="Couldn’t load the plans"
        offline="You need a connection to change plans."
      >
        {({ plans, payment }) => (
          <>
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            {plans.map((entry) => (
              <PlanCard key={entry.plan.id} entry={entry} isConnected={Boolean(payment)} />
            ))}
          </>
        )}
      </QueryState>
      <QueryState query={seller} as="part" skeleton={<CardsSkeleton />} failed="Couldn’t load the invoice sender">
        {(settings) => <SellerCard settings={settings} />}
      </QueryState>
    </div>
  );
}

function PlanCard({ entry, isConnected }: { entry: PlanInUse; isConnected: boolean }) {
  const { plan, organizations } = entry;
  const client = useQueryClient();
  return (
    <SettingsCard
      title={`${plan.name} plan`}
      lead={`${organizations === 0 ? 'No organizations' : pluralize(organizations, 'organization', 'organizations')} on this plan. New limits apply immediately. Existing content stays, and photos are always accepted.`}
      schema={planSchema}
      saved={entry}
      valuesOf={valuesOf}
      save={async ({ name, price, currency, events, staff, storage, generations, price_id: typed }, base) => {
        const priceId = typed === '' ? null : typed;
        const answer = await updatePlan(base, {
          name,
          monthly_price: parseMoney(price),
          currency,
          limits: {
            events: parseLimit(events),
            staff: parseLimit(staff),
            storage_bytes: storage === '' ? null : Math.round(Number(storage) * BYTES_PER_GB),
            generations: parseLimit(generations),
          },
          ...(isConnected && { price_id: priceId }),
        });
        await invalidatePlatformBilling(client);
        return answer;
      }}
      conflict={{ read: () => refetchPlan(client, plan.id), summarize: planSummaries }}
    >
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <TextField name="name" label="Name" autoComplete="off" />
        <TextField name="price" label="Monthly price" inputMode="decimal" autoComplete="off" />
        <TextField name="currency" label="Currency" autoComplete="off" maxLength={3} />
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <TextField name="events" label="Concurrent events" inputMode="numeric" autoComplete="off" placeholder="No limit" />
        <TextField name="staff" label="Staff members" inputMode="numeric" autoComplete="off" placeholder="No limit" />
        <TextField name="storage" label="Storage in GB" inputMode="decimal" autoComplete="off" placeholder="No limit" />
        <TextField name="generations" label="Images per month" inputMode="numeric" autoComplete="off" placeholder="No limit" />
      </div>
      {isConnected && plan.id !== 'free' && (
        <TextField
          name="price_id"
          label="Stripe price"
          optional
          autoComplete="off"
          placeholder="price_…"
          help="A monthly price of the same amount. With it, organizations buy this plan themselves. Without it, they request it."
        />
      )}
    </SettingsCard>
  );
}

function CardsSkeleton() {
  return (
    <Loading label="Loading" className="grid gap-6">
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </Loading>
  );
}

const textField = (longest: number) => v.pipe(v.string(), v.trim(), v.maxLength(longest, `At most ${longest} characters.`));

const MAX_LINES = 10;
const multilineField = (longest: number) =>
  v.pipe(
    textField(longest),
    v.check((text) => text.split('\n').length <= MAX_LINES, `At most ${MAX_LINES} lines.`),
  );

const sellerSchema = v.object({
  name: v.pipe(textField(120), v.nonEmpty('Enter the name of the issuer.')),
  address: multilineField(400),
  email: textField(254),
  tax_id: textField(60),
  payment_note: multilineField(600),
});

const orNothing = (text: string) => text || 'nothing';

/** The issuer shown on invoices. */
function SellerCard({ settings }: { settings: SellerSettings }) {
  const client = useQueryClient();
  return (
    <SettingsCard
      title="Invoice details"
      lead="For new invoices. Issued invoices don’t change."
      schema={sellerSchema}
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
