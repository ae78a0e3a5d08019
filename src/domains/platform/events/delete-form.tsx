import type { PlatformEvent } from './queries.ts';
import ReasonForm from './reason-form.tsx';
import type { PlatformEventActions } from './use-platform-event-actions.ts';

interface DeleteFormProps {
  event: PlatformEvent;
  actions: PlatformEventActions;
  onClose: () => void;
}

/** Why an event is removed, which its organization reads and cannot take back. */
export default function DeleteForm({ event, actions, onClose }: DeleteFormProps) {
  return (
    <ReasonForm
      title={`Delete ${event.name}`}
      description="It’s hidden from everyone. Only the platform can restore it, for 30 days. The organization sees the reason."
      submitLabel="Delete"
      destructive
      onSubmit={(reason) =>
        actions.setRetention({ event, to: { deleted_at: new Date().toISOString(), restorable_until: null, removal_reason: reason } })
      }
      onClose={onClose}
    />
  );
}
