import { formatTime } from '#src/lib/format.ts';
import { CloudOff } from 'lucide-react';
import { useConnection } from './connection.ts';

/** When what stands below was read, while nothing newer can be. Draws nothing while the server answers. */
export function DataAge({ at }: { at: number }) {
  const connection = useConnection();
  if (connection === 'online' || at === 0) return null;
  return (
    <p className="flex items-center gap-2 text-sm text-ink-muted">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <span>
        {connection === 'offline' ? 'Offline' : 'Server unreachable'} · Updated{' '}
        <time dateTime={new Date(at).toISOString()} className="font-medium text-ink">
          {formatTime(at)}
        </time>
      </span>
    </p>
  );
}
