// Leaving a form with changes in it asks first: the changes are nowhere else, so there is nothing to undo.
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface UnsavedChanges {
  /** The question; stands anywhere in the form's screen. */
  question: ReactNode;
  /** What was written is safe now: the next way out is free. */
  release: () => void;
}

/** @param dirty whether the form holds changes that were not sent */
export function useUnsavedChanges(dirty: boolean): UnsavedChanges {
  const released = useRef(false);
  const holds = () => dirty && !released.current;
  const blocker = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: holds, withResolver: true });
  const release = useCallback(() => void (released.current = true), []);
  const stay = () => blocker.status === 'blocked' && blocker.reset();
  const question = (
    <Dialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => open || stay()}
      title="Leave without saving?"
      description="What you changed here has not been saved. It is lost when you leave."
      footer={
        <>
          <Button onClick={stay}>Go on editing</Button>
          <Button variant="danger" onClick={() => blocker.status === 'blocked' && blocker.proceed()}>
            Discard changes
          </Button>
        </>
      }
    />
  );
  return { question, release };
}
