import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { eventOverlay } from '#src/domains/events/manage/overlay.ts';
import { formatDate } from '#src/lib/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';

/** Who sees the gallery. Only where it does not open by itself is there something to press. */
export function GalleryCard({ event, onPublish }: { event: Event; onPublish: (published: boolean) => void }) {
  const whyNot = useDisabledReason(event);
  const changing = eventOverlay.useIsChanging(event.id)('published_at');
  const { auto_gallery: auto, published_at: publishedAt, require_approval: approval } = event;
  const open = auto || publishedAt !== null;
  return (
    <Card
      title="Gallery"
      actions={<Badge tone={open ? 'success' : 'neutral'}>{auto ? 'Open' : open ? 'Published' : 'Not published'}</Badge>}
    >
      <p className="text-sm">
        {auto
          ? `Guests see photos as soon as ${approval ? 'you approve them' : 'they are uploaded'}.`
          : open
            ? `Guests can see approved photos${publishedAt ? ` since ${formatDate(publishedAt, event.time_zone)}` : ''}.`
            : 'Until you publish it, photographers see only their own photos and guests see none. Your organization sees all.'}
      </p>
      {!auto && (
        <div>
          <Button
            size="sm"
            variant={open ? 'secondary' : 'primary'}
            disabledReason={whyNot ?? (changing && 'Saving…')}
            onClick={() => onPublish(!open)}
          >
            {open ? 'Unpublish gallery' : 'Publish gallery'}
          </Button>
        </div>
      )}
    </Card>
  );
}
