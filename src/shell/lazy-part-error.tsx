import { useEffect, useEffectEvent, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import type { LazyPartErrorProps } from '#src/ui/lazy-part.tsx';
import { useConnection } from './connection.ts';
import { describeFailure } from './failure.ts';
import { useReload } from './use-reload.ts';

/**
 * A part of the screen could not be loaded: why, and the one thing that helps. A part of the page leaves its notice in its own place. What a
 * press was to open lies above the page and can be closed, clear of the shutter: the screen beneath goes on.
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
