import { cn } from '#src/ui/cn.ts';
import { CloudOff } from '#src/ui/icons.ts';
import { useConnection } from './connection.ts';

const words = { offline: 'Offline', unreachable: 'Server unreachable' };

/** Two words and a small cloud, no red: being offline is a state, not an error. Draws nothing while online. */
export function OfflineIndicator({ className }: { className?: string }) {
  const connection = useConnection();
  return (
    <span aria-live="polite" className={cn('inline-flex', className)}>
      {connection !== 'online' && (
        <span className="inline-flex items-center gap-1.5 rounded-full bg-hover px-2.5 py-1 text-xs font-medium text-ink-muted">
          <CloudOff aria-hidden className="size-3.5" />
          {words[connection]}
        </span>
      )}
    </span>
  );
}
