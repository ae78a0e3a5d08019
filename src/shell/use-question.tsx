import { useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

export interface Question {
  title: string;
  /** What follows, for whom, and how it is taken back. */
  description: string;
  /** The button that does it. */
  action: string;
  /** Whom or what it concerns, in numbers. */
  children?: ReactNode;
  onConfirm: () => void;
}

interface QuestionDialogProps extends Question {
  /** Why nothing can be changed now. */
  whyNot: string | null;
  onClose: () => void;
}

/** Asks before something is done that people feel at once. */
export function QuestionDialog({ title, description, action, children, whyNot, onConfirm, onClose }: QuestionDialogProps) {
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
            disabledReason={whyNot}
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

/** The question of a screen that asks one at a time. */
export function useQuestion(whyNot: string | null): { ask: (question: Question) => void; question: ReactNode } {
  const [asked, setAsked] = useState<Question | null>(null);
  return { ask: setAsked, question: asked && <QuestionDialog {...asked} whyNot={whyNot} onClose={() => setAsked(null)} /> };
}
