// Leaving a form with changes in it asks first: the changes are nowhere else, so there is nothing to undo.
import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { toast } from '#src/ui/toast.ts';

interface UnsavedChanges {
  /** The question; stands anywhere in the form's screen. */
  question: ReactNode;
  /** What was written is safe now: a navigation that waits for the answer goes on, and `then` follows unless it led to another page. */
  release: (then: () => void) => void;
  /** Takes a way out that is no navigation: at once, or after the question. */
  leave: (go: () => void) => void;
}

/** @param dirty whether the form holds changes that were not sent */
export function useUnsavedChanges(dirty: boolean): UnsavedChanges {
  const router = useRouter();
  const released = useRef(false);
  const [wayOut, setWayOut] = useState<{ go: () => void } | null>(null);
  const holds = () => dirty && !released.current;
  const blocker = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: holds, withResolver: true });
  // A save that began before the question ends while it stands there.
  const waiting = useRef(blocker);
  useEffect(() => void (waiting.current = blocker), [blocker]);
  const release = (then: () => void) => {
    released.current = true;
    const { status, current, next, proceed } = waiting.current;
    // Any other way out closes what `then` closes.
    if (status !== 'blocked') return then();
    const stop = router.subscribe('onResolved', () => {
      stop();
      if (current.pathname === next.pathname) then();
      else toast.success('Your changes were saved');
    });
    proceed();
  };
  // What the question was about is saved, or gone: one goes on to where one wanted.
  useEffect(() => {
    if (!dirty && blocker.status === 'blocked') blocker.proceed();
  }, [dirty, blocker]);
  const leave = (go: () => void) => (holds() ? setWayOut({ go }) : go());
  const stay = () => {
    setWayOut(null);
    if (blocker.status === 'blocked') blocker.reset();
  };
  const discard = () => {
    if (blocker.status === 'blocked') return blocker.proceed();
    released.current = true;
    wayOut?.go();
  };
  const question = (
    <Dialog
      open={wayOut !== null || blocker.status === 'blocked'}
      onOpenChange={(open) => open || stay()}
      title="Leave without saving?"
      description="Your changes haven’t been saved. You’ll lose them if you leave."
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
