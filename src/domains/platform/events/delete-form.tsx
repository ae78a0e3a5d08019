import type { PlatformEvent } from './queries.ts';
import ReasonForm from './reason-form.tsx';
import type { EventHolds } from './use-event-holds.ts';

interface DeleteFormProps {
  event: PlatformEvent;
  holds: EventHolds;
  onClose: () => void;
}

/** Why an event is removed, which its organization reads and cannot take back. */
export default function DeleteForm({ event, holds, onClose }: DeleteFormProps) {
  return (
    <ReasonForm
      title={`Delete ${event.name}`}
      description="It’s hidden from everyone. Only the platform can restore it, for 30 days. The organization sees the reason."
      submitLabel="Delete"
      destructive
      onSubmit={(reason) =>
        holds.setRetention({ event, to: { deleted_at: new Date().toISOString(), restorable_until: null, removal_reason: reason } })
      }
      onClose={onClose}
    />
  );
}
