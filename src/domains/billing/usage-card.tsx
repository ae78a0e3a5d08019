import { pluralize, formatBytes, formatCount, formatFullDate } from '#src/lib/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { formatCalendarDay, formatPlanPrice } from './billing-format.ts';
import type { Billing } from './queries.ts';

/** The plan, and how much of it is used. */
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
