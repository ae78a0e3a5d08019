import { useSession } from '#src/session/use-session.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { MaintenanceDetails } from './maintenance-banner.tsx';
import type { MaintenanceNotice } from './use-maintenance.ts';

/** The details behind the label in the header. Loaded when it is pressed. */
export default function MaintenanceDialog({ notice, onClose }: { notice: MaintenanceNotice; onClose: () => void }) {
  const runs = useSession()?.user.role === 'super_admin';
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Under maintenance"
      description={
        runs
          ? 'Maintenance mode is on. Only super admins can make changes.'
          : 'Changes are disabled for now. You can still view everything.'
      }
    >
      <div className="grid gap-2 text-sm">
        <MaintenanceDetails {...notice} />
      </div>
    </Dialog>
  );
}
