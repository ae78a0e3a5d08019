import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatBytes, formatCount, formatDateTime } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { OrganizationStatus } from './organization-columns.tsx';
import { OrganizationControls } from './organization-controls.tsx';
import { contactLine } from './organization-labels.ts';
import { OrganizationMembers } from './organization-members.tsx';
import { LatestEvents, OrganizationHistory, ProfileLink } from './organization-parts.tsx';
import {
  platformOrganizationOverlay,
  platformOrganizationQuery,
  type PlatformOrganization,
  type PlatformOrganizationDetails,
} from './queries.ts';
import type { OrganizationDecisions } from './use-organization-decisions.ts';

interface OrganizationDetailsProps {
  id: string;
  decisions: OrganizationDecisions;
  /** Why nothing can be decided now. */
  disabledReason: string | null;
  onReject: (organization: PlatformOrganization['organization']) => void;
  onClose: () => void;
}

/** All that the platform knows of an organization, and what can be decided about it. */
export default function OrganizationDetails({ id, onClose, ...deciding }: OrganizationDetailsProps) {
  const query = useQuery(platformOrganizationQuery(id));
  const organization = query.data?.summary.organization;
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={organization?.name ?? 'Organization'}
      description={organization ? contactLine(organization) : 'Organization details'}
      className="md:w-[34rem]"
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the organization"
        offline="You need a connection to view organizations."
        skeleton={
          <Loading label="Loading the organization" className="grid gap-3">
            <Skeleton className="h-24 rounded-lg" />
            <Skeleton className="h-24 rounded-lg" />
            <Skeleton className="h-40 rounded-lg" />
          </Loading>
        }
      >
        {(details) => <Inspected details={details} {...deciding} />}
      </QueryState>
    </Sheet>
  );
}

type InspectedProps = { details: PlatformOrganizationDetails } & Omit<OrganizationDetailsProps, 'id' | 'onClose'>;

function Inspected({ details, decisions, disabledReason, onReject }: InspectedProps) {
  const asChanged = platformOrganizationOverlay.usePatched();
  const { created_by: creator, approved, events, invoices, photos, plan, usage } = details;
  const row = asChanged(details.summary.organization.id, details.summary) ?? details.summary;
  const { id, name, description } = row.organization;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2">
        <OrganizationStatus row={row} />
        {description && <p className="wrap-anywhere whitespace-pre-line">{description}</p>}
        <p className="text-sm text-ink-muted">
          Created {formatDateTime(row.created_at)}
          {creator && (
            <>
              {' '}
              by <ProfileLink person={creator} />
            </>
          )}
          {approved && `. Approved ${formatDateTime(approved.at)}`}
          {approved?.by && (
            <>
              {' '}
              by <ProfileLink person={approved.by} />
            </>
          )}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-3">
        <Stat name="Photos" value={formatCount(photos)} note={photos > 0 && formatBytes(usage.storage_bytes)} />
        <Stat name="Events" value={formatCount(events.total)} note={usage.events > 0 && `${formatCount(usage.events)} current`} />
        <Stat
          name="Members"
          value={formatCount(details.members.total)}
          note={usage.invitations > 0 && `${formatCount(usage.invitations)} invited by email`}
        />
        <Stat
          name="Invoices"
          value={formatCount(invoices.total)}
          note={[
            invoices.open > 0 && `${formatCount(invoices.open)} open`,
            invoices.overdue > 0 && `${formatCount(invoices.overdue)} overdue`,
          ]
            .filter(Boolean)
            .join(', ')}
          strong={invoices.overdue > 0}
        />
      </dl>
      <OrganizationControls row={row} details={details} decisions={decisions} disabledReason={disabledReason} onReject={onReject} />
      <section aria-label="Plan and usage" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h3 className="font-semibold">{plan.name} plan usage</h3>
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 sm:grid-cols-2">
          <Meter name="Storage" used={usage.storage_bytes} max={plan.limits.storage_bytes} format={formatBytes} />
          <Meter name="Events" used={usage.events} max={plan.limits.events} format={formatCount} note="Not ended or archived" />
          <Meter
            name="Staff"
            used={usage.members + usage.invitations}
            max={plan.limits.staff}
            format={formatCount}
            note="Includes pending invitations, not suspended people"
          />
          <Meter name="Generated images" used={usage.generations} max={plan.limits.generations} format={formatCount} note="This month" />
        </dl>
        <p className="flex flex-wrap gap-2">
          <Link to="/super-admin/billing-subscription" search={{ tab: 'invoices', q: name }} className={buttonClass({ size: 'sm' })}>
            Invoices
          </Link>
          <Link to="/super-admin/billing-subscription" search={{ q: name }} className={buttonClass({ size: 'sm' })}>
            Subscription
          </Link>
          <Link to="/super-admin/billing-subscription" search={{ tab: 'plans' }} className={buttonClass({ size: 'sm' })}>
            Plan limits
          </Link>
        </p>
      </section>
      <OrganizationMembers row={row} members={details.members} disabledReason={disabledReason} />
      <LatestEvents id={id} events={events} />
      <OrganizationHistory id={id} history={details.history} />
    </div>
  );
}
