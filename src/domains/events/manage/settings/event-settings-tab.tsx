import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import type { EventActions } from '#src/domains/events/manage/use-event-actions.ts';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Trash2 } from '#src/ui/icons.ts';
import { CoverCard } from './cover-card.tsx';
import { EditEvent } from './edit-event.tsx';

export function EventSettingsTab({ event, actions }: { event: Event; actions: EventActions }) {
  const disabledReason = useDisabledReason(event);
  const { photos_count: photos, attendees_count: people } = event;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <EditEvent event={event} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <CoverCard event={event} onChoose={(photoId) => actions.setCover({ event, photoId })} />
        <Card title="Delete event">
          <p className="text-sm">
            {photos > 0 || people > 0
              ? `Its gallery with ${pluralize(photos, 'photo', 'photos')} will be hidden from ${people === 1 ? 'the 1 person' : `all ${formatCount(people)} people`} who joined.`
              : 'No one has joined and no photos have been taken yet.'}{' '}
            You can restore it with everything in it for 30 days. After that, it’s permanently deleted.
          </p>
          <div>
            <Button
              variant="danger"
              size="sm"
              icon={<Trash2 aria-hidden className="size-4" />}
              disabledReason={disabledReason}
              onClick={() => actions.remove({ event })}
            >
              Delete event
            </Button>
          </div>
        </Card>
      </div>
    </div>
  );
}
