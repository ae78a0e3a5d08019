import { useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

export interface Confirmation {
  title: string;
  /** The consequences, for whom, and how to revert it. */
  description: string;
  /** The button that does it. */
  action: string;
  /** The affected people or items, in numbers. */
  children?: ReactNode;
  onConfirm: () => void;
}

interface ConfirmDialogProps extends Confirmation {
  /** Why nothing can be changed now. */
  disabledReason: string | null;
  onClose: () => void;
}

/** Confirms an action that affects other people at once. */
export function ConfirmDialog({ title, description, action, children, disabledReason, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            disabledReason={disabledReason}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** The confirmation dialog of a screen, one at a time. */
export function useConfirm(disabledReason: string | null): { ask: (question: Confirmation) => void; question: ReactNode } {
  const [asked, setAsked] = useState<Confirmation | null>(null);
  return { ask: setAsked, question: asked && <ConfirmDialog {...asked} disabledReason={disabledReason} onClose={() => setAsked(null)} /> };
}
