// URL search parameters of Manage Billing: the tab and its list's filters.
import { listAllInvoicesParameters, listPlanRequestsParameters, listSubscriptionsParameters } from '#openapi/lists.ts';
import { parseListSearch, searchKeys, type ListSearch } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';

export type SubscriptionSearch = ListSearch<typeof listSubscriptionsParameters>;
export type InvoiceSearch = ListSearch<typeof listAllInvoicesParameters>;
export type PlanRequestSearch = ListSearch<typeof listPlanRequestsParameters>;

export type BillingSearch =
  | ({ tab?: undefined } & SubscriptionSearch)
  | ({ tab: 'invoices' } & InvoiceSearch)
  | ({ tab: 'requests' } & PlanRequestSearch)
  | { tab: 'plans' }
  | { tab: 'revenue' };

export type BillingTab = BillingSearch['tab'];

const lists = [listSubscriptionsParameters, listAllInvoicesParameters, listPlanRequestsParameters];
const keys = ['tab', ...lists.flatMap<string>(searchKeys)] as (keyof BillingSearch)[];

export const parseBillingSearch = validateSearch(keys, (raw: Record<string, unknown>): BillingSearch => {
  switch (raw.tab) {
    case 'invoices':
      return { tab: 'invoices', ...parseListSearch(listAllInvoicesParameters, raw) };
    case 'requests':
      return { tab: 'requests', ...parseListSearch(listPlanRequestsParameters, raw) };
    case 'plans':
    case 'revenue':
      return { tab: raw.tab };
    default:
      return parseListSearch(listSubscriptionsParameters, raw);
  }
});
