import { formatCount, pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { CircleCheck, Send, Undo2 } from '#src/ui/icons.ts';
import type { Picks } from './use-picks.ts';

interface PicksBarProps {
  picks: Picks;
  limit: number;
  picked: boolean;
  onPicked: (picked: boolean) => void;
  /** Its content is as wide as the page's. */
  className: string;
}

/** How many are picked, the filter, and submitting. Stays in view. */
export function PicksBar({ picks, limit, picked, onPicked, className }: PicksBarProps) {
  const { query, submittedAt, submitting, isSaving } = picks;
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const count = picks.picks.size;
  return (
    <div className="sticky top-0 z-20 border-b border-line bg-canvas pt-(--safe-top)">
      <div role="group" aria-label="Picks" className={`${className} flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-1.5`}>
        <p role="status" className="mr-auto flex items-center gap-1.5 text-sm font-medium tabular-nums">
          {query.isError && !query.data ? (
            describeFailure(query.error).detail
          ) : submittedAt === null ? (
            `${formatCount(count)} of ${formatCount(limit)} picked`
          ) : (
            <>
              <CircleCheck aria-hidden className="size-4 text-success" />
              {pluralize(count, 'pick', 'picks')} submitted
            </>
          )}
        </p>
        <ChoiceChips
          legend="Photos to show"
          value={picked ? 'picked' : 'all'}
          onChange={(value) => onPicked(value === 'picked')}
          options={[
            { value: 'all', label: 'All' },
            { value: 'picked', label: 'My picks' },
          ]}
        />
        {submittedAt === null ? (
          <Button
            size="sm"
            variant="primary"
            icon={<Send aria-hidden className="size-4" />}
            loading={submitting || (isSaving && count > 0)}
            disabledReason={(count === 0 && 'Pick a photo first.') || offline}
            onClick={() => void picks.submit()}
          >
            Submit
          </Button>
        ) : (
          <Button
            size="sm"
            icon={<Undo2 aria-hidden className="size-4" />}
            loading={submitting}
            disabledReason={offline}
            onClick={() => void picks.withdraw()}
          >
            Withdraw and change
          </Button>
        )}
      </div>
    </div>
  );
}
