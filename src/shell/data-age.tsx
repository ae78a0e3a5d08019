import type { ReactNode } from 'react';
import { formatTime } from '#src/lib/format.ts';
import { cn } from '#src/ui/cn.ts';
import { CloudOff } from '#src/ui/icons.ts';
import { useConnection, type Connection } from './connection.ts';

interface DataAgeProps {
  /** When what stands below was read. */
  at: number;
  /** It could not be read anew, whatever else the server has answered meanwhile. */
  failed?: boolean;
  className?: string;
  /** What it is, where no time says it. */
  children?: ReactNode;
}

const connectionLabels: Record<Connection, string> = { offline: 'Offline', unreachable: 'Server unreachable', online: 'Couldn’t refresh' };

/** From when the data on the screen are, while no newer ones can be had. Draws nothing while the server answers. */
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
