import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { Plan } from '#src/domains/billing/queries.ts';
import { createDateFormat } from '#src/lib/format.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { call } from '#src/transport/call.ts';
import { TextField } from '#src/ui/form.tsx';
import { toast } from '#src/ui/toast.ts';
import { parseMoney, moneyField, moneyInputValue } from './plan-cards.tsx';
import { invalidatePlatformBilling, type Subscription } from './queries.ts';

const dayField = v.pipe(v.string(), v.regex(/^20\d\d-\d\d-\d\d$/, 'Choose a day.'));
const schema = v.pipe(
  v.object({
    description: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a description.'), v.maxLength(200, 'At most 200 characters.')),
    amount: v.pipe(
      moneyField,
      v.check((written) => parseMoney(written) > 0, 'Enter an amount above zero.'),
    ),
    currency: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, 'Enter three letters, such as EUR.')),
    period_start: dayField,
    period_end: dayField,
    due_on: dayField,
  }),
  v.forward(
    v.check(({ period_start: start, period_end: end }) => end >= start, 'The last day can’t be before the first day.'),
    ['period_end'],
  ),
);

const DUE_DAYS = 14;
const DAY_MS = 86_400_000;
const iso = (at: Date): string => at.toISOString().slice(0, 10);
const monthName = createDateFormat({ month: 'long', year: 'numeric' });

/** The month after the last invoice, or the current month for the first one. */
function nextPeriod(until: string | null): { start: Date; end: Date } {
  const now = new Date();
  const start = until === null ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)) : new Date(Date.parse(until) + DAY_MS);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, start.getUTCDate()) - DAY_MS);
  return { start, end };
}

interface IssueInvoiceProps {
  subscription: Subscription;
  plan: Plan | undefined;
  onClose: () => void;
}

/** Issues an invoice manually, prefilled with the plan's next month. The id makes it idempotent. */
export default function IssueInvoice({ subscription: { organization, invoiced_until: until }, plan, onClose }: IssueInvoiceProps) {
  const client = useQueryClient();
  const [id] = useState(uuid7);
  const [values] = useState(() => {
    const { start, end } = nextPeriod(until);
    return {
      description: `${plan?.name ?? 'Plan'}, ${monthName(start.getTime(), 'UTC')}`,
      amount: plan?.monthly_price ? moneyInputValue(plan.monthly_price) : '',
      currency: plan?.currency ?? 'EUR',
      period_start: iso(start),
      period_end: iso(end),
      // An invoice for a future period isn't due before the period begins.
      due_on: iso(new Date(Math.max(Date.now(), start.getTime()) + DUE_DAYS * DAY_MS)),
    };
  });
  const sendsMail = useSendsMail();
  return (
    <SheetForm
      title={`Invoice to ${organization.name}`}
      description={`It gets the next number and appears on their billing page immediately.${sendsMail ? ' Admins are notified by email.' : ''}`}
      schema={schema}
      values={values}
      submitLabel="Issue invoice"
      failureTitle="Couldn’t issue the invoice"
      submit={async ({ amount, ...rest }) => {
        const invoice = await call('POST /api/v1/organizations/{id}/invoices', {
          path: { id: organization.id },
          body: { id, amount: parseMoney(amount), ...rest },
        });
        await invalidatePlatformBilling(client);
        return invoice;
      }}
      onDone={({ number }) => {
        toast.success(`Invoice ${number} issued`);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="description" label="Description" autoComplete="off" />
      <div className="grid grid-cols-2 gap-4">
        <TextField name="amount" label="Amount" inputMode="decimal" autoComplete="off" />
        <TextField name="currency" label="Currency" autoComplete="off" maxLength={3} />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <TextField name="period_start" label="First day" type="date" />
        <TextField name="period_end" label="Last day" type="date" />
      </div>
      <TextField name="due_on" label="Due" type="date" />
    </SheetForm>
  );
}
