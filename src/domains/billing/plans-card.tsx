import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatFullDate, pluralize } from '#src/lib/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { cn } from '#src/ui/cn.ts';
import { Check } from '#src/ui/icons.ts';
import { Meter } from '#src/ui/meter.tsx';
import { formatCalendarDay, formatPlanPrice, planLimits } from './billing-format.ts';
import type { Billing, Plan } from './queries.ts';

interface PlansCardProps {
  billing: Billing;
  /** Why plans can't be requested or bought now. */
  disabledReason: string | null;
  /** The plan whose checkout is opening; null for the billing portal. */
  opening: Plan['id'] | null | undefined;
  /** Why the billing portal can't be opened now. Suspended organizations can open it, to stop paying. */
  manageDisabledReason: string | null;
  onRequest: (plan: Plan) => void;
  /** Opens the checkout for a plan, or the billing portal for null. */
  onPay: (plan: Plan['id'] | null) => void;
}

const MANUAL_BILLING = 'Request a plan and we’ll issue an invoice. You don’t pay in the app.';

/** Plans with a Stripe price are bought at Stripe. Others are requested, and platform admins answer. */
export function PlansCard({ billing, disabledReason, manageDisabledReason, opening, onRequest, onPay }: PlansCardProps) {
  const { plan: current, plans, request, payment, can } = billing;
  const isPending = request?.status === 'pending';
  const reason = disabledReason ?? (isPending && 'Withdraw your other request first.');
  return (
    <Card
      title="Plans"
      lead={payment ? paymentSummary(payment) : MANUAL_BILLING}
      actions={
        payment?.has_account && (
          <Button size="sm" loading={opening === null} disabledReason={manageDisabledReason} onClick={() => onPay(null)}>
            Manage billing
          </Button>
        )
      }
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3">
        {plans.map((plan) => {
          const isCurrent = plan.id === current.id;
          const isAsked = isPending && request.plan === plan.id;
          return (
            <li
              key={plan.id}
              className={cn('grid grid-rows-[auto_1fr_auto] gap-3 rounded-lg border p-4', isCurrent ? 'border-accent' : 'border-line')}
            >
              <div className="grid gap-0.5">
                <h3 className="flex min-h-6 items-center justify-between gap-2 font-semibold">
                  {plan.name}
                  {isCurrent ? <Badge tone="accent">Current plan</Badge> : isAsked && <Badge tone="info">Requested</Badge>}
                </h3>
                <p className="text-sm text-ink-muted">{formatPlanPrice(plan)}</p>
              </div>
              <ul className="grid content-start gap-1.5 text-sm">
                {planLimits(plan).map((limit) => (
                  <li key={limit} className="flex gap-2">
                    <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
                    {limit}
                  </li>
                ))}
              </ul>
              {can.manage && !isCurrent && !isAsked && (
                <PlanButton
                  plan={plan}
                  billing={billing}
                  reasons={{ toAsk: reason, toPay: disabledReason }}
                  opening={opening}
                  onRequest={onRequest}
                  onPay={onPay}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

interface PlanButtonProps extends Pick<PlansCardProps, 'billing' | 'opening' | 'onRequest' | 'onPay'> {
  plan: Plan;
  reasons: { toAsk: string | false | null; toPay: string | null };
}

function PlanButton({ plan, billing: { plan: current, payment }, reasons, opening, onRequest, onPay }: PlanButtonProps) {
  const isPaying = Boolean(payment?.subscription);
  if (isPaying || payment?.plans.includes(plan.id)) {
    const target = isPaying ? null : plan.id;
    const isUp = plan.monthly_price > current.monthly_price;
    return (
      <Button
        className="w-full"
        variant={isUp && !isPaying ? 'primary' : 'secondary'}
        loading={!isPaying && opening === plan.id}
        disabledReason={reasons.toPay}
        onClick={() => onPay(target)}
      >
        {isUp ? 'Upgrade' : 'Change'} to {plan.name}
      </Button>
    );
  }
  return (
    <Button className="w-full" disabledReason={reasons.toAsk} onClick={() => onRequest(plan)}>
      Request {plan.name}
    </Button>
  );
}

function paymentSummary({ subscription }: NonNullable<Billing['payment']>): string {
  if (!subscription) return 'Plans are paid monthly through Stripe, and you can change or cancel at any time.';
  const { renews_at: renewsAt } = subscription;
  const renewed = renewsAt === null ? '' : ` It renews on ${formatFullDate(renewsAt)}.`;
  return `Your plan is paid through Stripe, where you change or cancel it.${renewed}`;
}

export function UsageCard({ billing: { plan, since, usage, generations_renew_on: renewsOn } }: { billing: Billing }) {
  const { limits } = plan;
  const { members, invitations } = usage;
  return (
    <Card
      title={`${plan.name} plan`}
      lead={since === null ? formatPlanPrice(plan) : `${formatPlanPrice(plan)}, since ${formatFullDate(since)}`}
      actions={<Badge tone="accent">Current plan</Badge>}
    >
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 sm:grid-cols-2">
        <Meter
          name="Events"
          used={usage.events}
          max={limits.events}
          format={formatCount}
          note="Draft, open and live events. Ended and archived events don’t count."
        />
        <Meter
          name="Staff"
          used={members + invitations}
          max={limits.staff}
          format={formatCount}
          note={
            invitations > 0
              ? `${pluralize(members, 'member', 'members')}, ${pluralize(invitations, 'pending invitation', 'pending invitations')}`
              : 'Pending invitations count. Suspended people don’t.'
          }
        />
        <Meter
          name="Storage"
          used={usage.storage_bytes}
          max={limits.storage_bytes}
          format={formatBytes}
          note="Original photos from your events."
        />
        <Meter
          name="Generated images"
          used={usage.generations}
          max={limits.generations}
          format={formatCount}
          note={`This month. Resets on ${formatCalendarDay(renewsOn)}.`}
        />
      </dl>
      <div className="grid gap-1 border-t border-line pt-4 text-sm">
        <h3 className="font-medium">What happens when you reach a limit</h3>
        <p className="text-ink-muted">
          You can’t add events or people until there’s room, and you can’t add events when storage is full. Everything you have keeps
          working. <strong className="font-medium text-ink">Photos are always accepted:</strong> everything captured at your events is
          stored.
        </p>
      </div>
    </Card>
  );
}
