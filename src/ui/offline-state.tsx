import type { ReactNode } from 'react';
import { CloudOff, RotateCw } from '#src/ui/icons.ts';
import { Button } from './button.tsx';
import { ScreenState } from './screen-state.tsx';

interface OfflineStateProps {
  title?: string;
  /** What can still be done here without a connection. */
  children: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  actions?: ReactNode;
  as?: 'page' | 'part';
}

/** Offline is a state, not an error: calm, and it says what still works. */
export function OfflineState({ title = 'You’re offline', children, onRetry, retrying, actions, as }: OfflineStateProps) {
  return (
    <ScreenState
      announce="politely"
      as={as}
      icon={<CloudOff />}
      title={title}
      actions={
        <>
          {actions}
          {onRetry && (
            <Button loading={retrying} icon={<RotateCw aria-hidden className="size-4" />} onClick={onRetry}>
              Check again
            </Button>
          )}
        </>
      }
    >
      {children}
    </ScreenState>
  );
}
