import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { eventEnd, shownStatus } from '#src/lib/event-status.ts';
import { formatRelativeTime } from '#src/lib/format.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { useNow } from '#src/ui/use-now.ts';

/** An event that still takes photos though its time is over: said to those who run it, with the way to end it. */
export function OverdueBanner({ event, onEnd }: { event: Event; onEnd: () => void }) {
  const now = useNow();
  const disabledReason = useDisabledReason(event);
  const shown = shownStatus(event, now);
  if (shown !== 'ending' && shown !== 'overdue') return null;
  return (
    <Banner
      tone="warning"
      title={`This event was due to end ${formatRelativeTime(eventEnd(event), now)}`}
      actions={
        <Button size="sm" disabledReason={disabledReason} onClick={onEnd}>
          End event
        </Button>
      }
    >
      People can still join and take photos.{shown === 'ending' && ' It closes automatically 6 hours after its end.'}
    </Banner>
  );
}
