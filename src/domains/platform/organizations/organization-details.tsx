import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { organizationStepSentence } from '#src/domains/platform/logs/log-labels.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatDateTime, formatFullDate, pluralize } from '#src/lib/format.ts';
import { toOptions } from '#src/lib/list-query.ts';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Ban, CircleCheck, Undo2, X } from '#src/ui/icons.ts';
import { Meter } from '#src/ui/meter.tsx';
import { Select } from '#src/ui/select.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { OrganizationStatus } from './organization-columns.tsx';
import { OrganizationMembers } from './organization-members.tsx';
import {
  contactLine,
  type OrganizationDecisions,
  planNames,
  type PlatformOrganization,
  type PlatformOrganizationDetails,
  platformOrganizationQuery,
  platformOrganizations,
} from './queries.ts';

interface OrganizationDetailsProps {
  id: string;
  decisions: OrganizationDecisions;
  /** Why nothing can be decided now. */
  disabledReason: string | null;
  onReject: (organization: PlatformOrganization['organization']) => void;
  onClose: () => void;
}

/** Details of an organization and the actions on it. */
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
  const asChanged = platformOrganizations.overlay.usePatched();
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

const part = 'grid grid-cols-[minmax(0,1fr)] gap-2';
const list = 'grid grid-cols-[minmax(0,1fr)] divide-y divide-line';
const row = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2';

/** A name that links to the person's profile. */
function ProfileLink({ person: { user_id: id, name } }: { person: { user_id: string; name: string } }) {
  return (
    <Link to="/super-admin/users" search={{ user: id }} className="hover:underline">
      {name}
    </Link>
  );
}

function LatestEvents({ id, events: { total, latest } }: Pick<PlatformOrganizationDetails, 'events'> & { id: string }) {
  return (
    <section aria-label="Latest events" className={part}>
      <h3 className="font-semibold">Latest events</h3>
      {latest.length === 0 && <p className="text-ink-muted">None yet</p>}
      <ul className={list}>
        {latest.map((event) => (
          <li key={event.id} className={row}>
            <Link to="/super-admin/event-management/$id" params={{ id: event.id }} className="min-w-0 wrap-anywhere hover:underline">
              {event.name}
            </Link>
            <span className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
              <EventBadge event={event} />
              <time dateTime={event.starts_at}>{formatFullDate(event.starts_at, event.time_zone)}</time>
              {pluralize(event.photos_count, 'photo', 'photos')}
            </span>
          </li>
        ))}
      </ul>
      {total > 0 && (
        <Link
          to="/super-admin/event-management"
          search={{ organization_id: id }}
          className={buttonClass({ size: 'sm', className: 'justify-self-start' })}
        >
          {total === 1 ? 'View in Event Management' : `View all ${formatCount(total)} in Event Management`}
        </Link>
      )}
    </section>
  );
}

/** Status history from the audit log. */
function OrganizationHistory({ id, history }: Pick<PlatformOrganizationDetails, 'history'> & { id: string }) {
  return (
    <section aria-label="History" className={part}>
      <h3 className="font-semibold">History</h3>
      {history.length === 0 && <p className="text-ink-muted">No status changes in the logs.</p>}
      <ul className={list}>
        {history.map(({ id: entry, at, what, by, reason }) => (
          <li key={entry} className={row}>
            <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
              <Link to="/super-admin/system-logs" search={{ organization: id, entry }} className="hover:underline">
                {organizationStepSentence(what)}
              </Link>
              {reason !== null && <p className="text-sm wrap-anywhere text-ink-muted">{reason}</p>}
            </div>
            <span className="text-sm text-ink-muted">
              {by && (
                <>
                  <ProfileLink person={by} />,{' '}
                </>
              )}
              <time dateTime={at}>{formatDateTime(at)}</time>
            </span>
          </li>
        ))}
      </ul>
      <Link
        to="/super-admin/system-logs"
        search={{ organization: id }}
        className={buttonClass({ size: 'sm', className: 'justify-self-start' })}
      >
        View all in System Logs
      </Link>
    </section>
  );
}

interface OrganizationControlsProps {
  row: PlatformOrganization;
  details: PlatformOrganizationDetails;
  decisions: OrganizationDecisions;
  disabledReason: string | null;
  onReject: (organization: PlatformOrganization['organization']) => void;
}

/** Actions on an organization in its details. */
export function OrganizationControls({ row, details, decisions, disabledReason, onReject }: OrganizationControlsProps) {
  const { organization, deleted_at: deletedAt } = row;
  const icon = 'size-4';
  const isActive = organization.status === 'active';
  const whyNoPlan =
    deletedAt !== null
      ? 'Restore the organization first.'
      : details.is_paid_at_provider
        ? 'Paid through Stripe. The organization changes it there.'
        : null;
  return (
    <section aria-label="Actions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">Actions</h3>
      <Field label="Plan" help={whyNoPlan ?? undefined}>
        {(props) => (
          <Select
            {...props}
            options={toOptions(planNames)}
            value={row.plan}
            disabledReason={disabledReason ?? whyNoPlan}
            onChange={(plan) => decisions.changePlan({ row, plan })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {deletedAt !== null ? (
          <Button icon={<Undo2 aria-hidden className={icon} />} disabledReason={disabledReason} onClick={() => decisions.restore({ row })}>
            Restore
          </Button>
        ) : organization.status === 'pending' ? (
          <>
            <Button
              variant="primary"
              icon={<CircleCheck aria-hidden className={icon} />}
              disabledReason={disabledReason}
              onClick={() => decisions.approve({ row })}
            >
              Approve
            </Button>
            <Button icon={<X aria-hidden className={icon} />} disabledReason={disabledReason} onClick={() => onReject(organization)}>
              Reject with a reason
            </Button>
          </>
        ) : (
          <Button
            icon={isActive ? <Ban aria-hidden className={icon} /> : <CircleCheck aria-hidden className={icon} />}
            disabledReason={disabledReason}
            onClick={() => (isActive ? decisions.suspend : decisions.reactivate)({ row })}
          >
            {isActive ? 'Suspend' : 'Reactivate'}
          </Button>
        )}
      </div>
    </section>
  );
}
