import { toOptions } from '#src/lib/list-query.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Ban, CircleCheck, Undo2, X } from '#src/ui/icons.ts';
import { Select } from '#src/ui/select.tsx';
import { planNames } from './organization-labels.ts';
import type { PlatformOrganization, PlatformOrganizationDetails } from './queries.ts';
import type { OrganizationDecisions } from './use-organization-decisions.ts';

interface OrganizationControlsProps {
  row: PlatformOrganization;
  details: PlatformOrganizationDetails;
  decisions: OrganizationDecisions;
  disabledReason: string | null;
  onReject: (organization: PlatformOrganization['organization']) => void;
}

/** What is decided about an organization where all of it is seen. */
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
