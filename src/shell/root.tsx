// The elements around every screen: announcements for screen readers, prompts, notices about the outbox, toasts.
import { Outlet, useRouter } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ComponentType } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { lazyPart, LazyPartErrorContext, type LazyPartErrorProps } from '#src/ui/lazy-part.tsx';
import { useReload } from '#src/ui/load-new-version.ts';
import { toastStore } from '#src/ui/toast.ts';
import { useConnection } from './connection.ts';
import { describeFailure } from './failure.ts';
import { outdatedPageAtom, photosLostAtom, repairResultAtom } from './outbox-integrity.ts';
import { updateAtom } from './service-worker.ts';

const UpdatePrompt = lazyPart(() => import('./update-prompt.tsx'), { name: 'the update' });
const RepairDialog = lazy(() => import('./repair-dialog.tsx'));
const LostPhotosNotice = lazyPart(() => import('./lost-photos-notice.tsx'), { name: 'the lost photos notice' });
const OutdatedPageDialog = lazy(() => import('./outdated-page-dialog.tsx'));

export function RootLayout() {
  return (
    <LazyPartErrorContext value={LazyPartError}>
      <RouteAnnouncer />
      <Outlet />
      <UpdateSlot />
      <OutboxNotices />
      <ToasterSlot />
    </LazyPartErrorContext>
  );
}

/** After a navigation inside the app: announces the new page's title to screen readers and focuses its content. */
function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  const pathname = useRef<string | null>(null);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ toLocation }) => {
        const first = pathname.current === null;
        if (pathname.current === toLocation.pathname) return;
        pathname.current = toLocation.pathname;
        if (first) return;
        setTitle(document.title);
        const main = document.getElementById('main');
        // A field with autofocus, or a dialog, already has the focus.
        if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
      }),
    [router],
  );

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** The prompt is loaded when there is an update: the camera must not wait for it. */
function UpdateSlot() {
  return useAtomValue(updateAtom) && <UpdatePrompt />;
}

/** Reports problems with the photos of this phone on every screen. */
function OutboxNotices() {
  const repairResult = useAtomValue(repairResultAtom);
  const isOutdated = useAtomValue(outdatedPageAtom);
  const lost = useAtomValue(photosLostAtom);
  if (!repairResult && !isOutdated) return lost && <LostPhotosNotice />;
  return (
    <Suspense fallback={null}>{isOutdated ? <OutdatedPageDialog /> : repairResult && <RepairDialog result={repairResult} />}</Suspense>
  );
}

const none = () => toastStore.read().length === 0;

/** The toaster's code is loaded with the first toast: the camera must not wait for it. */
function ToasterSlot() {
  const empty = useSyncExternalStore(toastStore.subscribe, none);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (empty || Toaster) return;
    import('#src/ui/toaster.tsx').then(
      (module) => setToaster(() => module.Toaster),
      (error: unknown) => console.warn('Could not load the toaster', error),
    );
  }, [empty, Toaster]);

  return Toaster && <Toaster />;
}

/**
 * Explains why a part of the screen could not be loaded, with the one thing that helps. A part of the page shows it in its place. For a part opened
 * by a press it floats above the page, clear of the shutter, and can be closed.
 */
export function LazyPartError({ name, error, onRetry, onClose }: LazyPartErrorProps) {
  const connected = useConnection() === 'online';
  const [failedOffline] = useState(!connected);
  const { loading, reload } = useReload();
  const failure = describeFailure(error);
  const outdated = failure.kind === 'stale' && connected;
  const retryOnReturn = useEffectEvent(onRetry);
  useEffect(() => {
    if (connected && failedOffline) retryOnReturn();
  }, [connected, failedOffline]);
  return (
    <div
      className={cn(
        'mx-auto max-w-md animate-fade-in rounded-lg bg-raised text-ink',
        onClose ? 'fixed inset-x-4 top-[calc(var(--safe-top)+7rem)] z-50 shadow-3' : 'my-4 w-full',
      )}
    >
      <Banner
        tone="warning"
        title={`Couldn’t open ${name}`}
        actions={
          <>
            {outdated ? (
              <Button size="sm" variant="primary" loading={loading} onClick={() => reload()}>
                Load the new version
              </Button>
            ) : (
              <Button size="sm" variant="primary" onClick={onRetry}>
                Try again
              </Button>
            )}
            {onClose && (
              <Button size="sm" onClick={onClose}>
                Close
              </Button>
            )}
          </>
        }
      >
        {outdated && `The app was updated after you opened this page. Photos on this ${deviceLabel} are safe.`}{' '}
        {failure.kind === 'stale' && !connected && `You need a connection the first time. Photos on this ${deviceLabel} are safe.`}
        {failure.kind !== 'stale' && failure.detail}
      </Banner>
    </div>
  );
}
