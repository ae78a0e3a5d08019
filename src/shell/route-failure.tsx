import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSession } from '#src/session/use-session.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { FailedState } from '#src/ui/failed-state.tsx';
import { OfflineState } from '#src/ui/offline-state.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';
import { useConnection } from './connection.ts';
import { describeFailure } from './failure.ts';

/** The face of a route whose loader or component failed. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const failure = describeFailure(error);
  const signedIn = useSession() !== null;
  const connected = useConnection() === 'online';
  const wasConnected = useRef(connected);
  useDocumentTitle(failure.kind === 'failed' ? 'Something went wrong' : 'Not available');

  const retry = async () => {
    if (failure.kind === 'stale' || (failure.kind === 'failed' && failure.requestId === null)) return window.location.reload();
    setRetrying(true);
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
        title="This screen could not be shown"
        detail={failure.detail}
        requestId={failure.requestId}
        onRetry={() => void retry()}
        retrying={retrying}
      />
    );
  }
  if (!signedIn) {
    return (
      <OfflineState as="page" title="You are signed out" onRetry={() => void retry()} retrying={retrying}>
        Signing in needs a connection; this page goes on by itself once there is one. Photos that wait on this phone are kept.
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
        <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
          Go to your events
        </Link>
      }
    >
      {failure.detail} Events you have opened before still work: you can go on taking photos.
    </OfflineState>
  );
}
