import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Check, MessageSquareX, Undo2, X } from '#src/ui/icons.ts';
import type { Decision, Verdict } from './decisions.ts';
import { presetReasons } from './preset-reasons.ts';
import { decisionLabel } from './session-messages.ts';

interface DeckActionsProps {
  /** Of the photo that is decided on. */
  facts: ReactNode;
  /** The reasons stand beside the photo, where there is room for them. */
  reasonsBeside: boolean;
  canDecide: boolean;
  /** What "Undo" takes back. */
  last: Decision | null;
  onDecide: (verdict: Verdict, reason: string | null) => void;
  onAskReason: () => void;
  onUndo: () => void;
}

const NOTHING_TO_REVIEW = 'There’s no photo to review.';

/** In thumb reach on a phone, where the page stays scrolled to them. */
export function DeckActions({ facts, reasonsBeside, canDecide, last, onDecide, onAskReason, onUndo }: DeckActionsProps) {
  const reason = canDecide ? null : NOTHING_TO_REVIEW;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 bg-canvas px-4 pt-2 pb-[max(--spacing(3),var(--safe-bottom))] sm:mx-0 sm:px-0">
      <div className="flex min-h-10 min-w-0 items-center max-sm:w-full sm:flex-1">{facts}</div>
      <Button
        size="lg"
        disabledReason={reason}
        icon={<X aria-hidden className="size-5 text-danger" />}
        onClick={() => onDecide('rejected', null)}
        className="flex-1 !px-3 sm:max-w-56"
      >
        Reject
      </Button>
      <span className={reasonsBeside ? 'lg:hidden' : undefined}>
        <DropdownMenu
          side="top"
          trigger={
            <IconButton
              size="lg"
              variant="secondary"
              label="Reject with a reason"
              icon={<MessageSquareX aria-hidden className="size-5" />}
            />
          }
        >
          {presetReasons.map(({ label, text }) => (
            <MenuItem key={label} disabledReason={reason} onSelect={() => onDecide('rejected', text)}>
              {label}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem disabledReason={reason} onSelect={onAskReason}>
            Custom reason…
          </MenuItem>
        </DropdownMenu>
      </span>
      <IconButton
        size="lg"
        variant="secondary"
        label={last ? `Undo: ${decisionLabel(last)}` : 'Undo'}
        disabledReason={last ? null : 'Nothing to undo.'}
        icon={<Undo2 aria-hidden className="size-5" />}
        onClick={onUndo}
      />
      <Button
        size="lg"
        variant="primary"
        disabledReason={reason}
        icon={<Check aria-hidden className="size-5" />}
        onClick={() => onDecide('approved', null)}
        className="flex-1 !px-3 sm:max-w-56"
      >
        Approve
      </Button>
    </div>
  );
}
