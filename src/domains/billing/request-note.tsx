import { useQueryClient } from '@tanstack/react-query';
import { formatFullDate } from '#src/lib/format.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { invalidateBilling, planRequestOverlay, requestPlan, withdrawPlanRequest, type Billing, type PlanRequest } from './queries.ts';

interface RequestNoteProps {
  organizationId: string;
  billing: Billing;
  request: PlanRequest;
  /** Why nothing can be changed now. */
  disabledReason: string | null;
}

/** What was asked for, and what was answered. An accepted request is told by the plan itself. */
export function RequestNote({ organizationId, billing, request: held, disabledReason }: RequestNoteProps) {
  const client = useQueryClient();
  const request = planRequestOverlay.usePatched()(held.id, held);
  const name = billing.plans.find(({ id }) => id === held.plan)?.name ?? held.plan;
  const withdraw = optimisticMutation<{ request: PlanRequest }>({
    item: () => `plan-request:${organizationId}`,
    apply: () => planRequestOverlay.add(held.id, null),
    commit: () => withdrawPlanRequest(organizationId, held.id),
    // Asked for again, it is a new one.
    revert: () => requestPlan(organizationId, { plan: held.plan, message: held.message }),
    done: () => `Request for ${name} withdrawn`,
    failed: 'Couldn’t withdraw the request',
    settle: () => invalidateBilling(client, organizationId),
  });
  if (!request) return null;
  if (request.status === 'pending') {
    return (
      <Banner
        title={`You requested the ${name} plan`}
        actions={
          <Button size="sm" disabledReason={disabledReason} onClick={() => withdraw({ request })}>
            Withdraw request
          </Button>
        }
      >
        Sent on {formatFullDate(request.requested_at)}
        {request.requested_by !== null && ` by ${request.requested_by}`}. We’ll answer here.
        {request.message !== '' && <span className="block [overflow-wrap:anywhere]">“{request.message}”</span>}
      </Banner>
    );
  }
  if (request.status === 'declined') {
    return (
      <Banner tone="warning" title={`Your request for the ${name} plan was declined`}>
        {request.answer || 'No reason was given.'} You can request it again.
      </Banner>
    );
  }
  if (request.answer !== '' && request.plan === billing.plan.id) {
    return (
      <Banner tone="success" title={`You’re on the ${name} plan`}>
        {request.answer}
      </Banner>
    );
  }
  return null;
}
