// Which organization is on which plan, what it uses of it, and until when it was billed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listSubscriptionsParameters } from '#openapi/lists.ts';
import { clearedFilters, isFiltered } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { PagedList } from '#src/shell/paged-list.tsx';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Building2, SearchX } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import type { SubscriptionSearch } from './billing-search.ts';
import {
  invalidatePlatformBilling,
  plansQuery,
  setOrganizationPlan,
  subscriptionOverlay,
  subscriptionsQuery,
  type Subscription,
} from './queries.ts';
import { subscriptionColumns } from './subscription-columns.tsx';

const IssueInvoice = lazyPart(() => import('./issue-invoice.tsx'), { name: 'the invoice', close: ({ onClose }) => onClose() });

interface SubscriptionListProps {
  search: SubscriptionSearch;
  onSearch: (change: Partial<SubscriptionSearch>) => void;
}

export function SubscriptionList({ search, onSearch }: SubscriptionListProps) {
  const query = useQuery(subscriptionsQuery(search));
  const plans = useQuery(plansQuery).data?.plans ?? [];
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const asChanged = subscriptionOverlay.usePatched();
  const [billed, setBilled] = useState<Subscription | null>(null);
  const filtered = isFiltered(listSubscriptionsParameters, search);
  const nameOf = (id: Subscription['plan']) => plans.find(({ plan }) => plan.id === id)?.plan.name ?? id;
  const changePlan = optimisticMutation<{ row: Subscription; plan: Subscription['plan'] }>({
    item: ({ row }) => `subscription:${row.organization.id}`,
    apply: ({ row, plan }) => subscriptionOverlay.add(row.organization.id, { plan }),
    commit: ({ row, plan }) => setOrganizationPlan(row.organization.id, plan),
    applyRevert: ({ row }) => subscriptionOverlay.add(row.organization.id, { plan: row.plan }),
    revert: ({ row }) => setOrganizationPlan(row.organization.id, row.plan),
    done: ({ row, plan }) => `${row.organization.name} is on ${nameOf(plan)}${ifSendsMail('. Admins are notified by email')}`,
    failed: 'Couldn’t change the plan',
    settle: () => invalidatePlatformBilling(client),
  });
  return (
    <>
      <PagedList
        label="Organizations"
        nouns={['organization', 'organizations']}
        failed="Fetching organizations failed"
        offline="You need a connection to change plans."
        query={query}
        itemsOf={({ items }) => items.flatMap((row) => asChanged(row.organization.id, row) ?? [])}
        columns={subscriptionColumns({
          plans,
          disabledReason: isOnline ? null : NEEDS_CONNECTION,
          onPlan: (row, plan) => changePlan({ row, plan }),
          onBill: setBilled,
        })}
        keyOf={({ organization }) => organization.id}
        tableFrom="lg"
        sort={search.sort ?? 'name'}
        onSort={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <ListFilters>
            <SearchInput
              label="Search organizations"
              placeholder="Search name or email"
              value={search.q ?? ''}
              onSearch={(q) => onSearch({ q: q || undefined })}
            />
            <Select
              aria-label="Plan"
              className="sm:w-36"
              options={[
                { value: 'any' as const, label: 'Any plan' },
                ...plans.map(({ plan, organizations }) => ({ value: plan.id, label: `${plan.name} (${organizations})` })),
              ]}
              value={search.plan ?? 'any'}
              onChange={(plan) => onSearch({ plan: plan === 'any' ? undefined : plan })}
            />
            <Select
              aria-label="Storage"
              options={[
                { value: 'any' as const, label: 'Any storage' },
                { value: 'full' as const, label: 'Storage used up' },
              ]}
              value={search.storage ?? 'any'}
              onChange={(storage) => onSearch({ storage: storage === 'any' ? undefined : storage })}
            />
          </ListFilters>
        }
        showsAll={!filtered}
        empty={
          <EmptyState
            icon={filtered ? <SearchX /> : <Building2 />}
            title={filtered ? 'No matching organizations' : 'No organizations yet'}
            actions={
              filtered && <Button onClick={() => onSearch(clearedFilters(listSubscriptionsParameters))}>Clear search and filters</Button>
            }
          >
            {!filtered && 'Organizations appear here with their plan once they register.'}
          </EmptyState>
        }
      />
      {billed && (
        <IssueInvoice
          subscription={billed}
          plan={plans.find(({ plan }) => plan.id === billed.plan)?.plan}
          onClose={() => setBilled(null)}
        />
      )}
    </>
  );
}
