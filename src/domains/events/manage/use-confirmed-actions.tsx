// What takes an event from the people in it at once is asked for first, by its effect and its numbers. What concerns nobody is done at once.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { isRunning } from '#src/lib/event-status.ts';
import { pluralize } from '#src/lib/format.ts';
import { ConfirmDialog } from '#src/shell/use-confirm.tsx';
import { useDisabledReason } from './disabled-reason.ts';
import { eventNumbersQuery } from './queries.ts';
import { describeStatusStep } from './status-labels.ts';
import { useEventActions, type EventActions } from './use-event-actions.ts';

interface PendingConfirmation {
  event: Event;
  /** What it becomes; null: it is deleted. */
  to: Event['status'] | null;
}

const isEmpty = ({ photos_count: photos, attendees_count: people }: Event): boolean => photos === 0 && people === 0;

/** The actions of an event, and the question that stands before some of them. */
export function useConfirmedActions(): { actions: EventActions; question: ReactNode } {
  const actions = useEventActions();
  const [asked, setAsked] = useState<PendingConfirmation | null>(null);
  const remove = ({ event }: { event: Event }) =>
    isRunning(event) || !isEmpty(event) ? setAsked({ event, to: null }) : actions.remove({ event });
  const setStatus = (step: { event: Event; status: Event['status'] }) => {
    const { event, status: to } = step;
    if (isRunning(event) && (to === 'ended' || to === 'archived') && !isEmpty(event)) setAsked({ event, to });
    else actions.setStatus(step);
  };
  const confirm = ({ event, to }: PendingConfirmation) =>
    to === null ? actions.remove({ event }) : actions.setStatus({ event, status: to });
  return {
    actions: { ...actions, remove, setStatus },
    question: asked && <ConfirmEventAction {...asked} onConfirm={() => confirm(asked)} onClose={() => setAsked(null)} />,
  };
}

function ConfirmEventAction({ event, to, onConfirm, onClose }: PendingConfirmation & { onConfirm: () => void; onClose: () => void }) {
  const disabledReason = useDisabledReason(event);
  const { data } = useQuery(eventNumbersQuery(event.id));
  const { photos, pending, participants, photographers } = data ?? {
    photos: event.photos_count,
    pending: 0,
    participants: event.attendees_count,
    photographers: 0,
  };
  const action = to === null ? 'Delete event' : describeStatusStep(event.status, to).action;
  const numbers = [
    pluralize(photos, 'photo', 'photos'),
    pending > 0 && `${pluralize(pending, 'photo', 'photos')} pending`,
    `${pluralize(participants, 'person', 'people')} joined`,
    photographers > 0 && `${pluralize(photographers, 'person has', 'people have')} taken photos`,
  ].filter(Boolean);
  return (
    <ConfirmDialog
      title={to === null ? `Delete ${event.name}?` : `${to === 'ended' ? 'End' : action} ${event.name}?`}
      description={
        to === null
          ? `${isRunning(event) ? 'Everyone loses access to the camera and the gallery.' : 'Everyone loses access to the gallery.'} You can restore it for 30 days.`
          : 'Cameras close within half a minute, and no one new can join. Photos still on phones are accepted, and the gallery stays available. You can reopen the event later.'
      }
      {...{ action, disabledReason, onConfirm, onClose }}
    >
      <p className="font-medium">{numbers.join(' · ')}</p>
    </ConfirmDialog>
  );
}
