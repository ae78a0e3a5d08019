import type { Event } from '#src/domains/events/event.ts';
import { useDisabledReason } from '#src/domains/events/manage/disabled-reason.ts';
import { eventOverlay } from '#src/domains/events/manage/overlay.ts';
import { sortStatusSteps, isMainStep, statusLabels, describeStatusStep } from '#src/domains/events/manage/status-labels.ts';
import { phaseOf } from '#src/domains/events/phases.ts';
import { EventBadge } from '#src/shell/event-badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useNow } from '#src/ui/use-now.ts';

/** What the event is now, and each step it may take, with what that would do. Which steps there are is the server's to say. */
export function StatusCard({ event, onChange }: { event: Event; onChange: (status: Event['status']) => void }) {
  const disabledReason = useDisabledReason(event);
  const phase = phaseOf(event, useNow());
  const isPastEnd = phase === 'ending' || phase === 'overdue';
  const changing = eventOverlay.useIsPending(event.id)('status');
  return (
    <Card title="Status" actions={<EventBadge event={event} />}>
      <p className="text-sm">
        {isPastEnd ? 'Past its end. People can still join and take photos.' : statusLabels[event.status].meaning}
        {changing && <span className="text-ink-muted"> Saving…</span>}
      </p>
      {event.next_statuses.length > 0 && (
        <ul className="grid divide-y divide-line border-t border-line">
          {sortStatusSteps(event.status, event.next_statuses).map((status) => {
            const { action, consequence } = describeStatusStep(event.status, status);
            return (
              <li key={status} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
                <p id={`step-${status}`} className="min-w-0 flex-1 basis-60 text-sm text-ink-muted">
                  {consequence}
                </p>
                <Button
                  size="sm"
                  variant={isMainStep(event.status, status) ? 'primary' : 'secondary'}
                  disabledReason={disabledReason}
                  aria-describedby={`step-${status}`}
                  onClick={() => onChange(status)}
                >
                  {action}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {!event.can.manage && event.next_statuses.length === 0 && <p className="text-sm text-ink-muted">{disabledReason}</p>}
    </Card>
  );
}
