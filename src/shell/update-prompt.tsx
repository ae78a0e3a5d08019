import { useAtomValue } from 'jotai';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isBusy, subscribeBusy } from '#src/lib/busy.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Sparkles } from '#src/ui/icons.ts';
import { useReload } from '#src/ui/load-new-version.ts';
import { updateAtom } from './service-worker.ts';

/** The time after the last progress message of the worker or another tab. */
const SENDING_QUIET_MS = 10_000;

/** True while a shutter is open or a photo uploads, here or elsewhere on this device. */
function useBusy(): boolean {
  const here = useSyncExternalStore(subscribeBusy, isBusy);
  const [elsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribeOutbox((message) => {
      if (message.type !== 'progress') return;
      setElsewhere(true);
      clearTimeout(timer);
      timer = setTimeout(() => setElsewhere(false), SENDING_QUIET_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, []);
  return here || elsewhere;
}

/**
 * Prompts; never updates by itself, and never while shooting or uploading. On a wide screen it is on the right, or left if the shutter is on the
 * right.
 */
export default function UpdatePrompt() {
  const update = useAtomValue(updateAtom);
  const busy = useBusy();
  const [later, setLater] = useState<object | null>(null);
  const { loading: accepted, reload } = useReload();
  if (!update || (busy && !accepted) || later === update) return null;
  return (
    <section aria-label="Update" className="update-prompt">
      <Sparkles aria-hidden className="size-5 shrink-0 text-accent-text" />
      <p aria-live="polite" className="flex-1 text-sm font-medium">
        {accepted ? 'Updating…' : 'A new version is ready.'}
      </p>
      {!accepted && (
        <Button size="sm" variant="quiet" onClick={() => setLater(update)}>
          Later
        </Button>
      )}
      <Button size="sm" variant="primary" loading={accepted} onClick={() => reload(update.accept)}>
        Update
      </Button>
    </section>
  );
}
