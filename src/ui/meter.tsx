import { Badge } from './badge.tsx';
import { Progress } from './progress.tsx';

/** From here on it is said that little is left. */
const NEARLY = 0.8;

interface MeterProps {
  name: string;
  used: number;
  /** Null: without a limit. */
  most: number | null;
  say: (amount: number) => string;
  note?: string;
}

/** How much of a limit is used; stands in a `dl`. */
export function Meter({ name, used, most, say, note }: MeterProps) {
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
        {note && <span className="text-xs text-ink-muted">{note}</span>}
      </dd>
    </div>
  );
}
