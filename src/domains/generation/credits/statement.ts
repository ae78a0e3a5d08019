// The statement of credits: its list, months, and words. Pure except for the list's query.
import type { components } from '#openapi/api.ts';
import { listCreditEntriesParameters } from '#openapi/lists.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { createDateFormat, formatCount, pluralize } from '#src/lib/format.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import { defineList } from '#src/shell/define-list.ts';
import type { StatementSearch } from './statement-search.ts';

export type CreditEntry = components['schemas']['CreditEntry'];
/** An organization's, or the person's own. */
type OwnedSearch = StatementSearch & { owner: ImageOwner };

export const statement = defineList('/api/v1/credits/entries', listCreditEntriesParameters, {
  key: ['generation', 'statement'],
  keyOf: ({ generation_id: id }) => id,
  limit: 25,
  toQuery: ({ owner, ...search }: OwnedSearch) => ({
    ...toListQuery(listCreditEntriesParameters, search),
    ...(owner !== null && { organization_id: owner }),
  }),
});

const MONTHS = 12;
const monthName = createDateFormat({ month: 'long', year: 'numeric' });

/** "November 2026". Months are in UTC, regardless of the reader's time zone. */
export const formatMonth = (month: string): string => monthName(`${month}-01T00:00:00Z`, 'UTC');

/**
 * The current month and those before it, newest first.
 * @param chosen included however old it is
 */
export function recentMonths(chosen: string | undefined, now: Date): string[] {
  const months = Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
  return chosen === undefined || months.includes(chosen) ? months : [...months, chosen];
}

/** "2 credits", "Free", "4 credits reserved", "Not charged". */
export function chargeLabel({ reserved, charged, refunded }: CreditEntry): string {
  if (charged === null) return reserved === 0 ? 'Free' : `${pluralize(reserved, 'credit', 'credits')} reserved`;
  if (charged > 0) return pluralize(charged, 'credit', 'credits');
  return refunded ? 'Not charged' : 'Free';
}

/** "2 of 4 credits refunded: Canceled." Null if nothing was. */
export function refundLabel({ reserved, refunded, reason }: CreditEntry): string | null {
  if (!refunded) return null;
  const all =
    refunded === reserved
      ? pluralize(refunded, 'credit', 'credits')
      : `${formatCount(refunded)} of ${pluralize(reserved, 'credit', 'credits')}`;
  return reason === null ? `${all} refunded` : `${all} refunded: ${reason}`;
}

export const imagesLabel = ({ images_asked: asked, images_made: made }: CreditEntry): string =>
  asked === null || asked === made ? formatCount(made) : `${formatCount(made)} of ${formatCount(asked)}`;
