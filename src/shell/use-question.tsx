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

/**
 * Asks before something is done that people feel at once.
 * @param whyNot why nothing can be changed now
 */
export function useQuestion(whyNot: string | null): { ask: (question: Question) => void; question: ReactNode } {
  const [asked, setAsked] = useState<Question | null>(null);
  const close = () => setAsked(null);
  return {
    ask: setAsked,
    question: asked && (
      <Dialog
        open
        onOpenChange={(open) => open || close()}
        title={asked.title}
        description={asked.description}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="danger"
              disabledReason={whyNot}
              onClick={() => {
                close();
                asked.onConfirm();
              }}
            >
              {asked.action}
            </Button>
          </>
        }
      >
        {asked.children}
      </Dialog>
    ),
  };
}
