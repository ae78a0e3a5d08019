// What organizations asked for: the longest waiting first.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanRequest } from '#src/domains/billing/queries.ts';
import { formatFullDate } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Inbox } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { LongText } from '#src/ui/long-text.tsx';
import { Select } from '#src/ui/select.tsx';
import type { PlanRequestSearch } from './billing-search.ts';
import { planRequestsQuery, plansQuery } from './queries.ts';

const AnswerRequest = lazyPart(() => import('./answer-request.tsx'), { name: 'the answer', close: ({ onClose }) => onClose() });

interface PlanRequestListProps {
  search: PlanRequestSearch;
  onSearch: (change: Partial<PlanRequestSearch>) => void;
}

const statusLabels: Record<PlanRequest['status'], { name: string; tone: Tone }> = {
  pending: { name: 'Waiting', tone: 'info' },
  accepted: { name: 'Accepted', tone: 'success' },
  declined: { name: 'Declined', tone: 'warning' },
  withdrawn: { name: 'Withdrawn', tone: 'neutral' },
};

export function PlanRequestList({ search, onSearch }: PlanRequestListProps) {
  const query = useQuery(planRequestsQuery(search));
  const plans = useQuery(plansQuery).data?.plans ?? [];
  const isOnline = useConnection() === 'online';
  const [answered, setAnswered] = useState<PlanRequest | null>(null);
  const nameOf = (id: PlanRequest['plan']) => plans.find(({ plan }) => plan.id === id)?.plan.name ?? id;
  const status = search.status ?? 'pending';
  return (
    <>
      <PagedList
        label="Plan requests"
        nouns={['request', 'requests']}
        failed="Couldn’t load the requests"
        offline="You need a connection to answer requests."
        query={query}
        columns={columns(nameOf, isOnline ? null : NEEDS_CONNECTION, setAnswered)}
        keyOf={({ id }) => id}
        tableFrom="lg"
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <ListFilters>
            <Select
              aria-label="Status"
              options={(['pending', 'accepted', 'declined', 'withdrawn'] as const).map((value) => ({
                value,
                label: statusLabels[value].name,
              }))}
              value={status}
              onChange={(next) => onSearch({ status: next === 'pending' ? undefined : next })}
            />
          </ListFilters>
        }
        empty={
          <EmptyState icon={<Inbox />} title={status === 'pending' ? 'No pending requests' : 'No matching requests'}>
            {status === 'pending' && 'Plan requests from organizations appear here.'}
          </EmptyState>
        }
      />
      {answered && <AnswerRequest request={answered} planName={nameOf(answered.plan)} onClose={() => setAnswered(null)} />}
    </>
  );
}

const columns = (
  nameOf: (id: PlanRequest['plan']) => string,
  disabledReason: string | null,
  onAnswer: (request: PlanRequest) => void,
): Column<PlanRequest>[] => [
  {
    head: 'Organization',
    part: 'title',
    cell: ({ organization_name: name, message }) => (
      <>
        <p className="line-clamp-2 font-medium">{name}</p>
        {message !== '' && <LongText className="font-normal text-ink-muted max-md:text-sm">{message}</LongText>}
      </>
    ),
    className: 'max-w-0 min-w-48',
  },
  { head: 'Plan', part: 'fact', cell: ({ plan }) => nameOf(plan) },
  {
    head: 'Requested by',
    part: 'fact',
    cell: ({ requested_by: name }) => <span className="block truncate lg:w-36">{name ?? 'Former member'}</span>,
    onCard: ({ requested_by: name }) => name ?? 'Former member',
  },
  { head: 'Since', part: 'fact', cell: ({ requested_at: at }) => formatFullDate(at) },
  { head: 'Status', part: 'fact', cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].name}</Badge> },
  {
    head: 'Actions',
    part: 'action',
    below: () => true,
    cell: (request) =>
      request.status === 'pending' && (
        <Button
          size="sm"
          variant="primary"
          aria-label={`Answer ${request.organization_name}`}
          disabledReason={disabledReason}
          onClick={() => onAnswer(request)}
        >
          Answer
        </Button>
      ),
  },
];
