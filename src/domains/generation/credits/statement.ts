// The statement of credits: its list, months, and words. Pure except for the list's query.
import type { components } from '#openapi/api.ts';
import { listCreditEntriesParameters } from '#openapi/lists.ts';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { styleName } from '#src/domains/generation/labels.ts';
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

/** "Batch: Oil". The prompt, else the name of the style, else the name of the model. */
export const entryTitle = (entry: CreditEntry, models?: readonly GenerationModel[]): string =>
  `${entry.batch_id === null ? '' : 'Batch: '}${entry.prompt || (styleName(entry, models) ?? entry.model_name ?? 'Deleted request')}`;

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
