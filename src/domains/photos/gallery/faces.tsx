// The gallery's other faces: loading, nothing yet, failed, offline.
import { Camera, Images, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FailedState } from '#src/ui/failed-state.tsx';
import { OfflineState } from '#src/ui/offline-state.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { ago, counted } from '#src/domains/photos/words.ts';
import { GAP } from './layout.ts';

const SKELETON_SQUARES = 28;

export function GallerySkeleton() {
  return (
    <Loading label="Loading the gallery">
      <div className="grid grid-cols-3 sm:grid-cols-[repeat(auto-fill,minmax(180px,1fr))]" style={{ gap: GAP }}>
        {Array.from({ length: SKELETON_SQUARES }, (_, index) => (
          <Skeleton key={index} className="aspect-square !rounded-none" />
        ))}
      </div>
    </Loading>
  );
}

export function EmptyGallery({ cameraLink }: { cameraLink: ReactNode }) {
  return (
    <EmptyState icon={cameraLink ? <Camera /> : <Images />} title="No photos yet" actions={cameraLink}>
      Photos that people take at this event appear here as they arrive.
    </EmptyState>
  );
}

interface FailureProps {
  error: Error;
  /** This account's photos of this event that wait on this phone. */
  waiting: number;
  canCapture: boolean;
  retrying: boolean;
  onRetry: () => void;
}

export function GalleryFailure({ error, waiting, canCapture, retrying, onRetry }: FailureProps) {
  if (error instanceof NetworkError) {
    return (
      <OfflineState title="The gallery is not on this phone yet" onRetry={onRetry} retrying={retrying}>
        {error.message} {waiting > 0 && `${counted(waiting, 'photo is', 'photos are')} saved on this phone and will be sent. `}
        {canCapture && 'The camera works without a connection.'}
      </OfflineState>
    );
  }
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <FailedState
      title="The gallery could not be loaded"
      detail={error.message}
      requestId={requestId}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

/** What was seen stays; this says how old it is. */
export function StaleNote({ since }: { since: number }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2 px-4 py-2 text-center text-sm text-ink-muted">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      Offline. Last updated {ago(since)}.
    </p>
  );
}
