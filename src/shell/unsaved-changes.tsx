// Confirms before a form with changes is left: unsaved changes cannot be undone.
import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { toast } from '#src/ui/toast.ts';

interface UnsavedChanges {
  /** The confirmation dialog; render it anywhere in the form's screen. */
  question: ReactNode;
  /** The changes are saved: a blocked navigation continues, and `then` follows unless it led to another page. */
  release: (then: () => void) => void;
  /** Leaves without a navigation: at once, or after the question. */
  leave: (go: () => void) => void;
}

/** @param dirty whether the form has unsent changes */
export function useUnsavedChanges(dirty: boolean): UnsavedChanges {
  const router = useRouter();
  const released = useRef(false);
  const [wayOut, setWayOut] = useState<{ go: () => void } | null>(null);
  const holds = () => dirty && !released.current;
  const blocker = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: holds, withResolver: true });
  // A save that began before the question may finish while it is open.
  const waiting = useRef(blocker);
  useEffect(() => void (waiting.current = blocker), [blocker]);
  const release = (then: () => void) => {
    released.current = true;
    const { status, current, next, proceed } = waiting.current;
    // Any other exit closes the same as `then`.
    if (status !== 'blocked') return then();
    const stop = router.subscribe('onResolved', () => {
      stop();
      if (current.pathname === next.pathname) then();
      else toast.success('Changes saved');
    });
    proceed();
  };
  // The changes are saved or gone: continue the navigation.
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
