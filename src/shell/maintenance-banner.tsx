import { formatTime } from '#src/lib/format.ts';
import { Banner } from '#src/ui/banner.tsx';
import { useMaintenance, type MaintenanceNotice } from './use-maintenance.ts';

/** Explains why changes are disabled, and until when. Renders nothing otherwise. */
export function MaintenanceBanner() {
  const notice = useMaintenance();
  return (
    notice && (
      <Banner tone="warning" title="Under maintenance. Changes are disabled.">
        <MaintenanceDetails {...notice} />
      </Banner>
    )
  );
}

export function MaintenanceDetails({ message, until }: MaintenanceNotice) {
  return (
    <>
      {message && <p>{message}</p>}
      {until !== null && <p>Expected to end {formatTime(until)}.</p>}
      <p>You can still take photos. They stay on your device and upload afterwards.</p>
    </>
  );
}
