import { formatBytes } from '#src/lib/format-bytes.ts';
import { pluralize, createDateFormat, formatCount } from '#src/lib/format.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { Billing, Invoice, Plan } from './queries.ts';

/** "€49.00": always two decimals, as in emails and invoices, so amounts in a column align. */
export const formatMoney = (hundredths: number, currency: string): string => formatAmount(2, hundredths, currency);

const formatAmount = (minimumFractionDigits: number, hundredths: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, minimumFractionDigits }).format(hundredths / 100);

/** "€0 a month": a number, as a plan may be named "Free". */
export const formatPlanPrice = ({ monthly_price: price, currency }: Plan): string =>
  `${formatAmount(price % 100 === 0 ? 0 : 2, price, currency)} a month`;

export function planLimits({ limits: { events, staff, storage_bytes: bytes, generations } }: Plan): string[] {
  return [
    events === null ? 'Unlimited events' : `${pluralize(events, 'event', 'events')} at a time`,
    staff === null ? 'Unlimited staff' : pluralize(staff, 'staff member', 'staff members'),
    bytes === null ? 'Unlimited storage' : `${formatBytes(bytes)} of photos`,
    generations === null ? 'Unlimited generated images' : `${pluralize(generations, 'generated image', 'generated images')} a month`,
  ];
}

/** The limits that decrease, with the usage: "Storage goes from 1 TB to 10 GB. You’re using 31 GB." */
export function downgradeWarnings({ plan: { limits: now }, usage }: Pick<Billing, 'plan' | 'usage'>, { limits: then }: Plan): string[] {
  const people = usage.members + usage.invitations;
  const losses: [name: string, now: number | null, then: number | null, format: (limit: number) => string, used: string][] = [
    ['Current events go', now.events, then.events, formatCount, `You have ${formatCount(usage.events)}.`],
    ['Staff goes', now.staff, then.staff, formatCount, `You have ${formatCount(people)}, including invitations.`],
    ['Storage goes', now.storage_bytes, then.storage_bytes, formatBytes, `You’re using ${formatBytes(usage.storage_bytes)}.`],
    [
      'Generated images a month go',
      now.generations,
      then.generations,
      formatCount,
      `You’ve used ${formatCount(usage.generations)} this month.`,
    ],
  ];
  return losses.flatMap(([name, before, after, format, used]) =>
    after === null || after >= (before ?? Infinity)
      ? []
      : [`${name} from ${before === null ? 'unlimited' : format(before)} to ${format(after)}. ${used}`],
  );
}

const dayFormat = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** @param day a calendar day without a time zone, such as "2026-12-15" */
export const formatCalendarDay = (day: string): string => dayFormat(`${day}T00:00:00Z`, 'UTC');

export const formatPeriod = ({ period_start: start, period_end: end }: Pick<Invoice, 'period_start' | 'period_end'>): string =>
  `${formatCalendarDay(start)} – ${formatCalendarDay(end)}`;

export function invoiceStatusLabel({ status, is_overdue: overdue }: Pick<Invoice, 'status' | 'is_overdue'>): { name: string; tone: Tone } {
  if (overdue) return { name: 'Overdue', tone: 'danger' };
  return { open: { name: 'Open', tone: 'info' }, paid: { name: 'Paid', tone: 'success' }, void: { name: 'Void', tone: 'neutral' } }[
    status
  ] as { name: string; tone: Tone };
}
