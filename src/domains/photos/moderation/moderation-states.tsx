import { pluralize } from '#src/lib/format.ts';
import { QueryFailure } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CircleCheck, Coffee, ShieldCheck } from '#src/ui/icons.ts';
import type { Status } from './decisions.ts';
import type { SessionView } from './moderation-session.ts';

interface FailureProps {
  error: Error | null;
  retrying: boolean;
  onRetry: () => void;
}

export const QueueFailure = (props: FailureProps) => (
  <QueryFailure
    failed="Couldn’t load the pending photos"
    offlineTitle="Moderation needs a connection"
    offline="Photos stay pending until the server can be reached, and no one else can see them before then."
    {...props}
  />
);

export const ListFailure = (props: FailureProps) => (
  <QueryFailure
    failed="Couldn’t load the photos"
    offlineTitle="These photos aren’t on this device"
    offline="They appear once you’re back online."
    {...props}
  />
);

/** No photo is left: none is pending, others have claimed them, or they are processing. */
export function NothingToReview({ view, requireApproval }: { view: SessionView; requireApproval: boolean }) {
  const { pending, withOthers } = view;
  if (pending > 0) {
    const preparing = pending - withOthers;
    const parts = [
      withOthers > 0 && `${pluralize(withOthers, 'photo is', 'photos are')} with other moderators.`,
      preparing > 0 && `${pluralize(preparing, 'photo is', 'photos are')} still processing.`,
      'Photos appear here as they become available.',
    ];
    return (
      <EmptyState icon={<CircleCheck />} title="Nothing left for you to review">
        {parts.filter(Boolean).join(' ')}
      </EmptyState>
    );
  }
  if (!requireApproval) {
    return (
      <EmptyState icon={<ShieldCheck />} title="This event shows photos right away">
        When approval is on, new photos wait here until someone from your organization reviews them. Turn it on in the event’s settings. You
        can hide photos already shown under “Approved”.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<CircleCheck />} title="All caught up">
      New photos appear here automatically. Until you approve them, only the photographer and your organization can see them.
    </EmptyState>
  );
}

export function ModerationPaused({ onWake }: { onWake: () => void }) {
  return (
    <EmptyState
      icon={<Coffee />}
      title="Paused while you were away"
      actions={
        <Button variant="primary" onClick={onWake}>
          Continue
        </Button>
      }
    >
      Photos set aside for you are available to other moderators in the meantime. Your decisions are saved.
    </EmptyState>
  );
}

const nothing: Record<Status, { title: string; words: string }> = {
  pending: { title: 'All caught up', words: 'Photos that need approval appear here, so you can review many at once.' },
  approved: { title: 'No approved photos', words: 'Photos shown in the gallery appear here. You can hide them at any time.' },
  rejected: {
    title: 'No rejected photos',
    words: 'Photos you reject or hide appear here with the reason. You can still approve them.',
  },
};

export function BulkEmpty({ status }: { status: Status }) {
  return (
    <EmptyState icon={<CircleCheck />} title={nothing[status].title}>
      {nothing[status].words}
    </EmptyState>
  );
}
