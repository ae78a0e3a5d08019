import { useState } from 'react';
import { cn } from '#src/ui/cn.ts';
import { CloudOff, TriangleAlert } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useConnection } from './connection.ts';
import { useMaintenance } from './use-maintenance.ts';

const MaintenanceDialog = lazyPart(() => import('./maintenance-dialog.tsx'), { name: 'the message', close: ({ onClose }) => onClose() });

const connectionLabels = { offline: 'Offline', unreachable: 'Server unreachable' };
const pill = 'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-medium';

/**
 * A short label for a limited server. Offline: a small cloud without red, since being offline is a state, not an error. Maintenance: opens the
 * details when pressed. Renders nothing otherwise.
 */
export function OfflineIndicator({ className }: { className?: string }) {
  const connection = useConnection();
  const maintenance = useMaintenance();
  const [open, setOpen] = useState(false);
  return (
    <span aria-live="polite" className={cn('inline-flex', className)}>
      {connection !== 'online' ? (
        <span className={cn(pill, 'bg-hover text-ink-muted')}>
          <CloudOff aria-hidden className="size-3.5" />
          {connectionLabels[connection]}
        </span>
      ) : (
        maintenance && (
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className="inline-flex min-h-11 items-center">
            <span className={cn(pill, 'bg-warning-soft text-warning')}>
              <TriangleAlert aria-hidden className="size-3.5" />
              Maintenance
            </span>
          </button>
        )
      )}
      {open && maintenance && <MaintenanceDialog notice={maintenance} onClose={() => setOpen(false)} />}
    </span>
  );
}
