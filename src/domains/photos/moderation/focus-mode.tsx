import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { storedAtom } from '#src/lib/stored-atom.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
// The whole window for one photo after the other.
import { Minimize2 } from '#src/ui/icons.ts';

/** Remembered: whoever moderates a night works one way. */
export const focusAtom = storedAtom<boolean>('moderation.focus', false);

interface FocusModeProps {
  onClose: () => void;
  /** How many are left, and what was decided last. */
  summary: ReactNode;
  children: ReactNode;
}

export function FocusMode({ onClose, summary, children }: FocusModeProps) {
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          data-moderation
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          className="venue fixed inset-0 z-40 flex flex-col gap-2 overflow-y-auto bg-canvas px-3 pt-(--safe-top) text-ink outline-none"
        >
          <div className="flex min-h-11 items-center gap-3 text-sm">
            <Radix.Title className="font-semibold">Review</Radix.Title>
            <div className="min-w-0 flex-1 truncate text-ink-muted tabular-nums">{summary}</div>
            <IconButton label="Exit focus mode" icon={<Minimize2 aria-hidden className="size-5" />} onClick={onClose} />
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
