// Leaving a form with changes in it asks first: the changes are nowhere else, so there is nothing to undo.
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface UnsavedChanges {
  /** The question; stands anywhere in the form's screen. */
  question: ReactNode;
  /** What was written is safe now: the next way out is free. */
  release: () => void;
  /** Takes a way out that is no navigation: at once, or after the question. */
  leave: (go: () => void) => void;
}

/** @param dirty whether the form holds changes that were not sent */
export function useUnsavedChanges(dirty: boolean): UnsavedChanges {
  const released = useRef(false);
  const [wayOut, setWayOut] = useState<{ go: () => void } | null>(null);
  const holds = () => dirty && !released.current;
  const blocker = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: holds, withResolver: true });
  const release = useCallback(() => void (released.current = true), []);
  const leave = (go: () => void) => (holds() ? setWayOut({ go }) : go());
  const stay = () => {
    setWayOut(null);
    if (blocker.status === 'blocked') blocker.reset();
  };
  const discard = () => {
    if (blocker.status === 'blocked') return blocker.proceed();
    release();
    wayOut?.go();
  };
  const question = (
    <Dialog
      open={wayOut !== null || blocker.status === 'blocked'}
      onOpenChange={(open) => open || stay()}
      title="Leave without saving?"
      description="Your changes have not been saved. They will be lost if you leave."
      footer={
        <>
          <Button onClick={stay}>Keep editing</Button>
          <Button variant="danger" onClick={discard}>
            Discard changes
          </Button>
        </>
      }
    />
  );
  return { question, release, leave };
}
