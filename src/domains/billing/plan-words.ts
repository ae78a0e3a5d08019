import { counted, dateFormat, formatBytes } from '#src/lib/format.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { Billing, Invoice, Plan } from './queries.ts';

/** "€49", "€49.50". */
export function formatMoney(hundredths: number, currency: string): string {
  const amount = hundredths / 100;
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, minimumFractionDigits }).format(amount);
}

export const priceOf = ({ monthly_price: price, currency }: Plan): string =>
  price === 0 ? 'Free' : `${formatMoney(price, currency)} a month`;

/** What a plan has room for, in words. */
export function roomOf({ limits: { events, staff, storage_bytes: bytes, generations } }: Plan): string[] {
  return [
    events === null ? 'Unlimited events' : `${counted(events, 'event', 'events')} at a time`,
    staff === null ? 'Unlimited staff' : counted(staff, 'staff member', 'staff members'),
    bytes === null ? 'Unlimited storage' : `${formatBytes(bytes)} of photos`,
    generations === null ? 'Unlimited generated images' : `${counted(generations, 'generated image', 'generated images')} a month`,
  ];
}

/** What another plan has less room for, and how much of it is used. */
export function lossesOf({ plan, usage }: Pick<Billing, 'plan' | 'usage'>, wanted: Plan): string[] {
  const used = [
    counted(usage.events, 'event', 'events'),
    counted(usage.members + usage.invitations, 'person, including invitations', 'people, including invitations'),
    formatBytes(usage.storage_bytes),
    counted(usage.generations, 'image this month', 'images this month'),
  ];
  const limits = ({ limits: { events, staff, storage_bytes: bytes, generations } }: Plan) => [events, staff, bytes, generations];
  const [before, after] = [roomOf(plan), roomOf(wanted)];
  const room = limits(plan);
  return limits(wanted).flatMap((limit, index) => {
    if (limit === null || limit >= (room[index] ?? Infinity)) return [];
    return [`${after[index]} instead of ${lowerFirst(before[index] ?? '')}. You have ${used[index]}.`];
  });
}

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const month = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** A day of the calendar ("2026-12-15"), which has no zone. */
export const formatCalendarDay = (day: string): string => month(`${day}T00:00:00Z`, 'UTC');

export const periodOf = ({ period_start: start, period_end: end }: Pick<Invoice, 'period_start' | 'period_end'>): string =>
  `${formatCalendarDay(start)} – ${formatCalendarDay(end)}`;

export function invoiceStatusWords({ status, is_overdue: overdue }: Pick<Invoice, 'status' | 'is_overdue'>): { name: string; tone: Tone } {
  if (overdue) return { name: 'Overdue', tone: 'danger' };
  return { open: { name: 'Open', tone: 'info' }, paid: { name: 'Paid', tone: 'success' }, void: { name: 'Void', tone: 'neutral' } }[
    status
  ] as { name: string; tone: Tone };
}
