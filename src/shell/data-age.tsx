import type { ReactNode } from 'react';
import { formatTime } from '#src/lib/format.ts';
import { cn } from '#src/ui/cn.ts';
import { CloudOff } from '#src/ui/icons.ts';
import { useConnection, type Connection } from './connection.ts';

interface DataAgeProps {
  /** The time of the last successful read. */
  at: number;
  /** The last refresh failed, even if the server answered other requests since. */
  failed?: boolean;
  className?: string;
  /** Replaces the time. */
  children?: ReactNode;
}

const connectionLabels: Record<Connection, string> = { offline: 'Offline', unreachable: 'Server unreachable', online: 'Couldn’t refresh' };

/** The age of the data on the screen while it cannot be refreshed. Renders nothing while the server answers. */
export function DataAge({ at, failed, className, children }: DataAgeProps) {
  const connection = useConnection();
  if ((connection === 'online' && !failed) || (at === 0 && !children)) return null;
  return (
    <p role="status" className={cn('flex items-center gap-2 text-sm text-ink-muted', className)}>
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <span>
        {connectionLabels[connection]}
        {children || (
          <>
            {' · Updated '}
            <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
          </>
        )}
      </span>
    </p>
  );
}
