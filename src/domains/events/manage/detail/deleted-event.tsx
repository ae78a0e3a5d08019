import type { Event } from '#src/domains/events/event.ts';
import { daysLeft } from '#src/domains/events/manage/local-time.ts';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { RotateCcw, Trash2 } from '#src/ui/icons.ts';
import { ScreenState } from '#src/ui/screen-state.tsx';

/** What an event that was deleted has left: the way back. */
export function DeletedEvent({ event, onRestore }: { event: Event; onRestore: () => void }) {
  const offline = useConnection() !== 'online';
  if (event.removal_reason)
    return (
      <ScreenState icon={<Trash2 />} title="Removed by the platform">
        <span className="grid gap-3 wrap-anywhere">
          <span className="whitespace-pre-line">{event.removal_reason}</span>
          <span>
            The event, its gallery and its {pluralize(event.photos_count, 'photo', 'photos')} are hidden from everyone. Only the platform’s
            admins can restore it.
          </span>
        </span>
      </ScreenState>
    );
  return (
    <ScreenState
      icon={<Trash2 />}
      title="This event is deleted"
      actions={
        <Button
          variant="primary"
          icon={<RotateCcw aria-hidden className="size-4" />}
          disabledReason={offline && NEEDS_CONNECTION}
          onClick={onRestore}
        >
          Restore
        </Button>
      }
    >
      The event, its gallery and its {pluralize(event.photos_count, 'photo', 'photos')} are hidden from everyone.
      {event.deleted_at && ` You can restore everything (${daysLeft(event)}).`}
    </ScreenState>
  );
}
