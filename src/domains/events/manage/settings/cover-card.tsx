import { useState } from 'react';
import { Cover } from '#src/domains/events/cover.tsx';
import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { ImagePlus } from '#src/ui/icons.ts';
import { CoverPicker } from './cover-picker.tsx';

/** What the event is known by in every list. */
export function CoverCard({ event, onChoose }: { event: Event; onChoose: (photoId: string | null) => void }) {
  const disabledReason = useDisabledReason(event);
  const [choosing, setChoosing] = useState(false);
  const has = event.cover_photo_id !== null;
  return (
    <Card title="Cover" lead="Shown wherever the event appears.">
      <div className="relative aspect-[3/2] overflow-hidden rounded-md bg-sunken">
        <Cover event={event} sizes="22rem" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<ImagePlus aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => setChoosing(true)}
        >
          {has ? 'Choose another photo' : 'Choose a photo'}
        </Button>
        {has && (
          <Button size="sm" variant="quiet" disabledReason={disabledReason} onClick={() => onChoose(null)}>
            Remove
          </Button>
        )}
      </div>
      {choosing && (
        <CoverPicker
          event={event}
          onClose={() => setChoosing(false)}
          onChoose={(photoId) => {
            setChoosing(false);
            if (photoId !== event.cover_photo_id) onChoose(photoId);
          }}
        />
      )}
    </Card>
  );
}
