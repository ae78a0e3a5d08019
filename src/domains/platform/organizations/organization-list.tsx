// All organizations: pending applications, activity and usage.
import { useState } from 'react';
import type { OrganizationsSearch } from '#src/domains/platform/users-search.ts';
import { pluralize } from '#src/lib/format.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Building2 } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { organizationColumns } from './organization-columns.tsx';
import {
  type OrganizationDecisions,
  type OrganizationSearch,
  organizationStateLabels,
  planNames,
  type PlatformOrganization,
  platformOrganizations,
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
  const list = useResourceList(platformOrganizations, { search, onSearch });
  const { disabledReason, filtered } = list;
  const counts = list.query.data?.counts;
  const everyDecision = useOrganizationDecisions();
  const [rejecting, setRejecting] = useState<PlatformOrganization['organization'] | null>(null);
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
  const isQueue = search.state === 'waiting' && !search.q && !search.plan;
  return (
    <>
      <ResourceList
        list={list}
        label="Organizations"
        nouns={['organization', 'organizations']}
        failed="Couldn’t load the organizations"
        offline="You need a connection to manage organizations."
        columns={organizationColumns({
          decisions,
          disabledReason,
          onReject: ({ organization }) => setRejecting(organization),
          opened: canInspect ? (organization) => ({ ...search, tab: 'organizations', organization }) : null,
        })}
        tableFrom="lg"
        filters={[
          { name: 'q', label: 'Search organizations', placeholder: 'Search name, email or admin' },
          {
            name: 'state',
            label: 'Status',
            unset: 'Any status',
            options: organizationStateLabels,
            flags: { deleted: 'Deleted' },
            counts,
          },
          { name: 'plan', label: 'Plan', unset: 'Any plan', options: planNames },
        ]}
        csv
        showsAll={!filtered && counts?.deleted === 0}
        empty={
          isQueue ? (
            <EmptyState
              icon={<Building2 />}
              title="Nothing to approve"
              actions={<Button onClick={list.clear}>Show all organizations</Button>}
            />
          ) : (
            {
              icon: <Building2 />,
              title: 'No organizations yet',
              filtered: 'No matching organizations',
              children: 'New organizations appear here for your approval.',
            }
          )
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
