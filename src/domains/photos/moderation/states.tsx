import { counted } from '#src/lib/format.ts';
import { QueryFailure } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
// Moderation's other states: nothing waits, nothing listed, failed, offline, at rest.
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
    failed="The pending photos could not be loaded"
    offlineTitle="Moderation needs a connection"
    offline="Photos wait until it is back; guests see none of them before."
    {...props}
  />
);

export const ListFailure = (props: FailureProps) => (
  <QueryFailure
    failed="The photos could not be loaded"
    offlineTitle="These photos are not on this device"
    offline="They appear as soon as the server can be reached."
    {...props}
  />
);

/** Nothing is left for this moderator: because nothing waits, because others have it, or because it is still being prepared. */
export function NothingWaits({ view, requireApproval }: { view: SessionView; requireApproval: boolean }) {
  const { pending, withOthers } = view;
  if (pending > 0) {
    const preparing = pending - withOthers;
    const parts = [
      withOthers > 0 && `${counted(withOthers, 'photo is', 'photos are')} with other moderators.`,
      preparing > 0 && `${counted(preparing, 'photo is', 'photos are')} still being prepared.`,
      'Photos appear here as they become available.',
    ];
    return (
      <EmptyState icon={<CircleCheck />} title="Nothing is left for you">
        {parts.filter(Boolean).join(' ')}
      </EmptyState>
    );
  }
  if (!requireApproval) {
    return (
      <EmptyState icon={<ShieldCheck />} title="This event shows photos at once">
        When approval is on, new photos wait here until someone from your organization reviews them. Turn it on in the event’s settings.
        Photos that are shown already can be hidden under “Approved”.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<CircleCheck />} title="All caught up">
      New photos appear here automatically. Until you approve them, only their author and your organization see them.
    </EmptyState>
  );
}

export function Resting({ onWake }: { onWake: () => void }) {
  return (
    <EmptyState
      icon={<Coffee />}
      title="Paused while you were away"
      actions={
        <Button variant="primary" onClick={onWake}>
          Go on
        </Button>
      }
    >
      The photos that were set aside for you are open to other moderators meanwhile. Everything you decided is kept.
    </EmptyState>
  );
}

const nothing: Record<Status, { title: string; words: string }> = {
  pending: { title: 'All caught up', words: 'Photos that need approval appear here, to decide on many at once.' },
  approved: { title: 'No approved photos', words: 'What is shown in the gallery is listed here, and can be hidden.' },
  rejected: {
    title: 'No rejected photos',
    words: 'What you reject or hide is listed here with its reason, and can be approved after all.',
  },
};

export function BulkEmpty({ status }: { status: Status }) {
  return (
    <EmptyState icon={<CircleCheck />} title={nothing[status].title}>
      {nothing[status].words}
    </EmptyState>
  );
}
