import { Badge } from './badge.tsx';
import { Progress } from './progress.tsx';

/** From this share on, the meter warns. */
const NEARLY_FULL = 0.8;

interface MeterProps {
  name: string;
  used: number;
  /** Null: without a limit. */
  max: number | null;
  format: (amount: number) => string;
  note?: string;
}

/** How much of a limit is used; for use in a `dl`. */
export function Meter({ name, used, max, format, note }: MeterProps) {
  const share = max === null ? 0 : used / Math.max(1, max);
  return (
    <div className="grid content-start gap-1.5">
      <dt className="flex flex-wrap items-center justify-between gap-x-3 text-sm font-medium">
        {name}
        {share >= 1 ? <Badge tone="warning">Full</Badge> : share >= NEARLY_FULL && <Badge tone="warning">Nearly full</Badge>}
      </dt>
      <dd className="grid gap-1.5">
        <span className="text-lg font-semibold tabular-nums">
          {format(used)} <span className="text-sm font-normal text-ink-muted">{max === null ? '· no limit' : `of ${format(max)}`}</span>
        </span>
        {max !== null && <Progress label={`${name} used`} value={share} />}
        {note && <span className="text-xs text-ink-muted">{note}</span>}
      </dd>
    </div>
  );
}
