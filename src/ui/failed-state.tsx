import type { ReactNode } from 'react';
import { CircleAlert, RotateCw } from '#src/ui/icons.ts';
import { Button } from './button.tsx';
import { lazyPart } from './lazy-part.tsx';
import { ScreenState } from './screen-state.tsx';

const CopyReport = lazyPart(() => import('./copy-report.tsx'), { name: 'Copying the details' });

interface FailedStateProps {
  /** What could not be done: "The events could not be loaded". */
  title: string;
  /** What happened and what to do, in sentences for a person: the server's `detail`. */
  detail: string;
  requestId?: string | null;
  onRetry?: () => void;
  retrying?: boolean;
  as?: 'page' | 'part';
  /** Away from here. */
  wayBack?: ReactNode;
}

export function FailedState({ title, detail, requestId, onRetry, retrying, as, wayBack }: FailedStateProps) {
  return (
    <ScreenState
      announce="at-once"
      as={as}
      icon={<CircleAlert />}
      title={title}
      note={requestId ? `Request ${requestId}` : undefined}
      actions={
        <>
          {onRetry && (
            <Button variant="primary" loading={retrying} icon={<RotateCw aria-hidden className="size-4" />} onClick={onRetry}>
              Try again
            </Button>
          )}
          {wayBack}
          {requestId && <CopyReport />}
        </>
      }
    >
      {detail}
    </ScreenState>
  );
}
