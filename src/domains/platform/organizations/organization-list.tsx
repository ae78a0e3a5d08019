// All organizations: pending applications, activity and usage.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { OrganizationsSearch } from '#src/domains/platform/users-search.ts';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { clearedFilters, isFiltered, toOptions } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Building2, SearchX } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { organizationColumns } from './organization-columns.tsx';
import {
  type OrganizationDecisions,
  type OrganizationSearch,
  organizationSearchParameters,
  type OrganizationState,
  organizationStateLabels,
  planNames,
  type PlatformOrganization,
  platformOrganizationOverlay,
  platformOrganizationsExportUrl,
  platformOrganizationsQuery,
  useOrganizationDecisions,
} from './queries.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const OrganizationDetails = lazyPart(() => import('./organization-details.tsx'), { name: 'the organization', close });
const RejectForm = lazyPart(() => import('./reject-form.tsx'), { name: 'the rejection', close });

interface OrganizationListProps {
  search: Partial<OrganizationsSearch>;
  /** Whether the reader has access to the details. */
  canInspect: boolean;
  onSearch: (change: Partial<OrganizationSearch>) => void;
  /** Opens an organization; undefined closes it. */
  onOrganization: (id: string | undefined) => void;
}

export function OrganizationList({ search, canInspect, onSearch, onOrganization }: OrganizationListProps) {
  const query = useQuery(platformOrganizationsQuery(search));
  const everyDecision = useOrganizationDecisions();
  const asChanged = platformOrganizationOverlay.usePatched();
  const isOnline = useConnection() === 'online';
  const [rejecting, setRejecting] = useState<PlatformOrganization['organization'] | null>(null);
  const disabledReason = isOnline ? null : NEEDS_CONNECTION;
  const { ask, question } = useConfirm(disabledReason);
  const decisions: OrganizationDecisions = {
    ...everyDecision,
    // Suspending closes cameras while people use them, so it needs a confirmation.
    suspend: ({ row }) =>
      ask({
        title: `Suspend ${row.organization.name}?`,
        description:
          'Cameras at its events close immediately. Its events and photos stay visible, but can’t be changed until you reactivate it. Photos waiting on phones are still accepted.',
        action: 'Suspend',
        children: (
          <p className="font-medium">
            {pluralize(row.open_events, 'open event', 'open events')} · {pluralize(row.members, 'member', 'members')}
          </p>
        ),
        onConfirm: () => everyDecision.suspend({ row }),
      }),
  };
  const filtered = isFiltered(organizationSearchParameters, search) || search.deleted === true;
  const isQueue = search.state === 'waiting' && !search.q && !search.plan;
  return (
    <>
      <PagedList
        label="Organizations"
        nouns={['organization', 'organizations']}
        failed="Couldn’t load the organizations"
        offline="You need a connection to manage organizations."
        query={query}
        itemsOf={({ items }) =>
          items
            .flatMap((row) => asChanged(row.organization.id, row) ?? [])
            .filter((row) => (row.deleted_at !== null) === Boolean(search.deleted))
        }
        columns={organizationColumns({
          decisions,
          disabledReason,
          onReject: ({ organization }) => setRejecting(organization),
          opened: canInspect ? (organization) => ({ ...search, tab: 'organizations', organization }) : null,
        })}
        keyOf={({ organization }) => organization.id}
        tableFrom="lg"
        sort={search.sort ?? '-created_at'}
        onSort={(sort) => onSearch({ sort: sort === '-created_at' ? undefined : sort })}
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <Filters counts={query.data?.counts} search={search} onSearch={onSearch}>
            <ExportCsvButton href={platformOrganizationsExportUrl(search)} query={query} />
          </Filters>
        }
        showsAll={!filtered && query.data?.counts.deleted === 0}
        empty={
          <EmptyState
            icon={filtered && !isQueue ? <SearchX /> : <Building2 />}
            title={isQueue ? 'Nothing to approve' : filtered ? 'No matching organizations' : 'No organizations yet'}
            actions={
              filtered && (
                <Button onClick={() => onSearch({ ...clearedFilters(organizationSearchParameters), deleted: undefined })}>
                  {isQueue ? 'Show all organizations' : 'Clear search and filters'}
                </Button>
              )
            }
          >
            {!filtered && 'New organizations appear here for your approval.'}
          </EmptyState>
        }
      />
      {canInspect && search.organization !== undefined && (
        <OrganizationDetails
          key={search.organization}
          id={search.organization}
          decisions={decisions}
          disabledReason={disabledReason}
          onReject={setRejecting}
          onClose={() => onOrganization(undefined)}
        />
      )}
      {rejecting && <RejectForm organization={rejecting} onClose={() => setRejecting(null)} />}
      {question}
    </>
  );
}

type Shown = OrganizationState | 'any' | 'deleted';
type Counts = Record<OrganizationState | 'deleted', number>;

interface FiltersProps extends Pick<OrganizationListProps, 'search' | 'onSearch'> {
  counts: Counts | undefined;
  children: ReactNode;
}

function Filters({ counts, search, onSearch, children }: FiltersProps) {
  const shown: Shown = search.deleted ? 'deleted' : (search.state ?? 'any');
  const withCount = (name: string, count: number | undefined) => (count ? `${name} (${formatCount(count)})` : name);
  return (
    <ListFilters>
      <SearchInput
        label="Search organizations"
        placeholder="Search name, email or admin"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <Select<Shown>
        aria-label="Status"
        options={[
          { value: 'any', label: 'Any status' },
          ...toOptions(organizationStateLabels).map(({ value, label: { name } }) => ({ value, label: withCount(name, counts?.[value]) })),
          { value: 'deleted', label: withCount('Deleted', counts?.deleted) },
        ]}
        value={shown}
        onChange={(next) =>
          onSearch({
            state: next === 'any' || next === 'deleted' ? undefined : next,
            deleted: next === 'deleted' ? true : undefined,
          })
        }
      />
      <Select
        aria-label="Plan"
        options={[{ value: 'any' as const, label: 'Any plan' }, ...toOptions(planNames)]}
        value={search.plan ?? 'any'}
        onChange={(plan) => onSearch({ plan: plan === 'any' ? undefined : plan })}
      />
      {children}
    </ListFilters>
  );
}
