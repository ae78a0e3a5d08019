import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { eventOverlay } from '#src/domains/events/manage/overlay.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';

/** Who sees the gallery. Only where it does not open by itself is there something to press. */
export function GalleryCard({ event, onPublish }: { event: Event; onPublish: (published: boolean) => void }) {
  const disabledReason = useDisabledReason(event);
  const changing = eventOverlay.useIsPending(event.id)('published_at');
  const { auto_gallery: auto, published_at: publishedAt } = event;
  const open = auto || publishedAt !== null;
  const isDraft = event.status === 'draft';
  const state = !open ? 'Not published' : isDraft ? 'Not open yet' : auto ? 'Open' : 'Published';
  return (
    <Card title="Gallery" actions={<Badge tone={open && !isDraft ? 'success' : 'neutral'}>{state}</Badge>}>
      <p className="text-sm">{galleryDescription(event)}</p>
      {!auto && (
        <div>
          <Button
            size="sm"
            variant={open ? 'secondary' : 'primary'}
            disabledReason={disabledReason ?? (changing && 'Saving…')}
            onClick={() => onPublish(!open)}
          >
            {open ? 'Unpublish gallery' : 'Publish gallery'}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Nobody but the organization opens a draft; a gallery stays open after its event. */
function galleryDescription({
  status,
  auto_gallery: auto,
  published_at: publishedAt,
  require_approval: approval,
  time_zone: zone,
}: Event): string {
  const once = approval ? 'you approve them' : 'they’re uploaded';
  if (!auto && publishedAt === null)
    return 'Until you publish it, photographers see only their own photos and guests see none. Your organization sees all.';
  if (status === 'draft') return `Opens with the event. Guests then see photos as soon as ${once}.`;
  if (status === 'ended' || status === 'archived')
    return `Guests who joined can still see it. Photos that arrive late appear as soon as ${once}.`;
  if (auto) return `Guests see photos as soon as ${once}.`;
  return `Guests can see approved photos${publishedAt ? ` since ${formatWeekdayDateTime(publishedAt, zone)}` : ''}.`;
}
