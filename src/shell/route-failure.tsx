import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { useSession } from '#src/session/use-session.ts';
import { finishPendingLogout } from '#src/transport/refresh.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Download } from '#src/ui/icons.ts';
import { loadNewVersion } from '#src/ui/load-new-version.ts';
import { FailedState, OfflineState, ScreenState } from '#src/ui/screen-state.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { useConnection } from './connection.ts';
import { ContinueToEvent } from './continue-to-event.tsx';
import { describeFailure } from './failure.ts';

/** Shown if the loader or component of a route failed. @param props.children what still works of it without the server */
export function RouteFailure({ error, reset, children }: ErrorComponentProps & { children?: ReactNode }) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const failure = describeFailure(error);
  const signedIn = useSession() !== null;
  const connected = useConnection() === 'online';
  const wasConnected = useRef(connected);
  useDocumentTitle(failure.kind === 'failed' ? 'Something went wrong' : 'Not available');

  const retry = async () => {
    setRetrying(true);
    // A reload would cut a running logout short and repeat it.
    if (failure.kind === 'stale') return void finishPendingLogout().finally(loadNewVersion);
    if (failure.kind === 'failed' && failure.requestId === null) return window.location.reload();
    reset();
    await router.invalidate();
    setRetrying(false);
  };
  const retryOnReturn = useEffectEvent(() => void retry());
  useEffect(() => {
    if (connected && !wasConnected.current && failure.kind !== 'failed') retryOnReturn();
    wasConnected.current = connected;
  }, [connected, failure.kind]);
  if (failure.kind === 'failed') {
    return (
      <FailedState
        as="page"
        title="This page didn’t load"
        detail={failure.detail}
        requestId={failure.requestId}
        onRetry={() => void retry()}
        retrying={retrying}
        wayBack={
          <Link to="/" className={buttonClass()}>
            Go to home
          </Link>
        }
      />
    );
  }
  if (failure.kind === 'stale' && connected) {
    return (
      <ScreenState
        announce="politely"
        as="page"
        icon={<Download />}
        title="This page needs the new version of the app"
        actions={
          <>
            <Button variant="primary" loading={retrying} onClick={() => void retry()}>
              Load the new version
            </Button>
            <ContinueToEvent />
          </>
        }
      >
        The app was updated after you opened it. Photos on this {deviceLabel} are safe.
      </ScreenState>
    );
  }
  if (!signedIn) {
    return (
      <OfflineState as="page" title="You’re logged out" onRetry={() => void retry()} retrying={retrying}>
        Logging in needs a connection. This page continues once the server responds. Photos waiting on this {deviceLabel} are safe.
      </OfflineState>
    );
  }
  return (
    <OfflineState
      as="page"
      title="Not available right now"
      onRetry={() => void retry()}
      retrying={retrying}
      actions={
        <>
          <ContinueToEvent />
          <Link to="/dashboard" className={buttonClass()}>
            Go to your events
          </Link>
        </>
      }
    >
      {failure.detail} Events you’ve opened before still work: you can keep taking photos.
      {children}
    </OfflineState>
  );
}
