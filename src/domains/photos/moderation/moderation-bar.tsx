import { formatCount } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Check, MessageSquareX, Undo2, X } from '#src/ui/icons.ts';
import type { Decision, Status } from './decisions.ts';
import { presetReasons } from './preset-reasons.ts';
import { decisionLabel } from './session-messages.ts';

interface ModerationBarProps {
  status: Status;
  selected: number;
  loaded: number;
  /** Nothing of this list is unread. */
  isAll: boolean;
  /** The rest of the list is being read, to select all of it: how many so far. */
  reading: number | null;
  last: Decision | null;
  onSelectAll: () => void;
  onClear: () => void;
  onDecide: (to: Status, reason: string | null) => void;
  onAskReason: () => void;
  onUndo: () => void;
}

/** What can be done with what is selected. Stays in sight above the photos, and stays where there are none: the last decision can be taken back. */
export function ModerationBar(props: ModerationBarProps) {
  const { selected, loaded, isAll, reading, last, onSelectAll, onClear, onUndo } = props;
  return (
    <div className="sticky top-[calc(3.5rem+var(--safe-top))] z-10 -mx-4 flex flex-wrap items-center gap-2 bg-canvas px-4 py-2 sm:mx-0 sm:px-0">
      <p aria-live="polite" className="mr-auto min-w-0 text-sm text-ink-muted tabular-nums">
        {reading !== null && `Loading: ${formatCount(loaded)} so far…`}
        {reading === null && selected > 0 && `${formatCount(selected)} selected`}
        {reading === null && selected === 0 && loaded > 0 && 'Select photos to review several at once.'}
      </p>
      {selected > 0 ? (
        <Button onClick={onClear}>Cancel</Button>
      ) : (
        <Button loading={reading !== null} disabledReason={loaded === 0 && 'There are no photos to select.'} onClick={onSelectAll}>
          {isAll && loaded > 0 ? `Select all ${formatCount(loaded)}` : 'Select all'}
        </Button>
      )}
      <IconButton
        variant="secondary"
        label={last ? `Undo: ${decisionLabel(last)}` : 'Undo'}
        disabledReason={last ? null : 'Nothing to undo.'}
        icon={<Undo2 aria-hidden className="size-4" />}
        onClick={onUndo}
      />
      <span className="hidden gap-2 sm:flex">
        <Verdicts {...props} />
      </span>
    </div>
  );
}

/** The verdicts where the thumb is, on a phone. */
export function BulkFoot(props: ModerationBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex gap-2 border-t border-line bg-canvas px-4 pt-3 pb-[max(--spacing(3),var(--safe-bottom))] sm:hidden">
      <Verdicts {...props} />
    </div>
  );
}

function Verdicts(props: ModerationBarProps) {
  const { status, selected, onDecide } = props;
  const disabledReason = noneSelected(selected);
  return (
    <>
      {status !== 'rejected' && <Reject {...props} />}
      {status !== 'pending' && (
        <Button disabledReason={disabledReason} onClick={() => onDecide('pending', null)} className="max-sm:flex-1">
          Back to pending
        </Button>
      )}
      {status !== 'approved' && (
        <Button
          variant="primary"
          disabledReason={disabledReason}
          icon={<Check aria-hidden className="size-4" />}
          onClick={() => onDecide('approved', null)}
          className="max-sm:flex-1"
        >
          Approve
        </Button>
      )}
    </>
  );
}

const noneSelected = (selected: number): string | null => (selected === 0 ? 'Select photos first.' : null);

/** Of a photo that is shown already, this takes it down. */
function Reject({ status, selected, onDecide, onAskReason }: ModerationBarProps) {
  const disabledReason = noneSelected(selected);
  return (
    <>
      <Button
        disabledReason={disabledReason}
        icon={<X aria-hidden className="size-4 text-danger" />}
        onClick={() => onDecide('rejected', null)}
        className="max-sm:flex-1"
      >
        {status === 'approved' ? 'Hide' : 'Reject'}
      </Button>
      <DropdownMenu
        trigger={
          <IconButton
            variant="secondary"
            label={status === 'approved' ? 'Hide with a reason' : 'Reject with a reason'}
            icon={<MessageSquareX aria-hidden className="size-4" />}
          />
        }
      >
        {presetReasons.map(({ label, text }) => (
          <MenuItem key={label} disabledReason={disabledReason} onSelect={() => onDecide('rejected', text)}>
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem disabledReason={disabledReason} onSelect={onAskReason}>
          Custom reason…
        </MenuItem>
      </DropdownMenu>
    </>
  );
}
