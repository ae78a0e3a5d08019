import { formatBytes, formatCount, formatDayOfYear } from '#src/lib/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { formatCalendarDay, priceOf } from './plan-words.ts';
import type { Billing } from './queries.ts';

/** From here on it is said that little is left. */
const NEARLY = 0.8;

/** The plan, and how much of it is used. */
export function UsageCard({ billing: { plan, since, usage, generations_renew_on: renewsOn } }: { billing: Billing }) {
  const { limits } = plan;
  const { members, invitations } = usage;
  return (
    <Card
      title={`${plan.name} plan`}
      lead={since === null ? priceOf(plan) : `${priceOf(plan)}, since ${formatDayOfYear(since)}`}
      actions={<Badge tone="accent">Your plan</Badge>}
    >
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 sm:grid-cols-2">
        <Meter
          name="Events"
          used={usage.events}
          most={limits.events}
          say={formatCount}
          note="Drafts, open and live ones. Ended and archived ones don’t count."
        />
        <Meter
          name="Staff"
          used={members + invitations}
          most={limits.staff}
          say={formatCount}
          note={
            invitations > 0
              ? `${formatCount(members)} and ${formatCount(invitations)} invited`
              : 'Pending invitations count, suspended people don’t.'
          }
        />
        <Meter
          name="Storage"
          used={usage.storage_bytes}
          most={limits.storage_bytes}
          say={formatBytes}
          note="Original photos of your events."
        />
        <Meter
          name="Generated images"
          used={usage.generations}
          most={limits.generations}
          say={formatCount}
          note={`This month. Starts again on ${formatCalendarDay(renewsOn)}.`}
        />
      </dl>
      <div className="grid gap-1 border-t border-line pt-4 text-sm">
        <h3 className="font-medium">What happens at a limit</h3>
        <p className="text-ink-muted">
          You can’t add more events or people until there is room, and with no storage left no new events. Everything you have stays and
          works. <strong className="font-medium text-ink">Photos are never refused:</strong> whatever is captured at your events is stored.
        </p>
      </div>
    </Card>
  );
}

interface MeterProps {
  name: string;
  used: number;
  /** Null: without a limit. */
  most: number | null;
  say: (amount: number) => string;
  note: string;
}

function Meter({ name, used, most, say, note }: MeterProps) {
  const share = most === null ? 0 : used / Math.max(1, most);
  return (
    <div className="grid content-start gap-1.5">
      <dt className="flex flex-wrap items-center justify-between gap-x-3 text-sm font-medium">
        {name}
        {share >= 1 ? <Badge tone="warning">Full</Badge> : share >= NEARLY && <Badge tone="warning">Nearly full</Badge>}
      </dt>
      <dd className="grid gap-1.5">
        <span className="text-lg font-semibold tabular-nums">
          {say(used)} <span className="text-sm font-normal text-ink-muted">{most === null ? '· no limit' : `of ${say(most)}`}</span>
        </span>
        {most !== null && <Progress label={`${name} used`} value={share} />}
        <span className="text-xs text-ink-muted">{note}</span>
      </dd>
    </div>
  );
}
