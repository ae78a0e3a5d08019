import type { ReactNode } from 'react';
import { CircleAlert, CloudOff, RotateCw } from '#src/ui/icons.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { lazyPart } from './lazy-part.tsx';

const CopyReport = lazyPart(() => import('./copy-button.tsx'), { name: 'Copying the details' });

export interface ScreenStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  /** The main action, perhaps a second. */
  actions?: ReactNode;
  /** Quiet facts below: a request id. */
  note?: ReactNode;
  /** How it is announced: at once (a failure), or when the reader pauses. */
  announce?: 'at-once' | 'politely';
  /** `page` if it is the only content of the screen: larger, and the title is the page's heading. */
  as?: 'page' | 'part';
  className?: string;
}

/** The common shape of empty, failed, offline and not-found states. */
export function ScreenState({ icon, title, children, actions, note, announce, as = 'part', className }: ScreenStateProps) {
  const Title = as === 'page' ? 'h1' : 'h2';
  return (
    <div
      role={announce === 'at-once' ? 'alert' : undefined}
      aria-live={announce === 'politely' ? 'polite' : undefined}
      className={cn(
        'mx-auto grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-center gap-2 px-4 py-12 text-center wrap-anywhere',
        className,
      )}
    >
      <span aria-hidden className="mb-2 grid size-14 place-items-center rounded-full bg-hover text-ink-muted [&_svg]:size-6">
        {icon}
      </span>
      <Title className={as === 'page' ? 'text-2xl font-semibold text-balance' : 'text-lg font-semibold text-balance'}>{title}</Title>
      {children && <div className="text-ink-muted text-balance">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
      {note && <p className="mt-4 font-mono text-xs text-ink-muted select-all">{note}</p>}
    </div>
  );
}

interface FailedStateProps {
  /** The failure: "Couldn’t load the events". */
  title: string;
  /** The cause and the remedy, in sentences for people: the server's `detail`. */
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

interface OfflineStateProps {
  title?: string;
  /** How the screen can be used without a connection. */
  children: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  actions?: ReactNode;
  as?: 'page' | 'part';
}

/** Offline is a state, not an error: calm, with a note on everything that still works. */
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
