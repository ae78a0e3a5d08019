// Deciding what a gallery shows: one photo after the other, or many at once, beside other moderators.
import { Users } from 'lucide-react';
import { counted } from '#src/lib/format.ts';
import { Banner } from '#src/ui/banner.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { useConnection } from '#src/shell/connection.ts';
import { Bulk } from './bulk.tsx';
import { Deck } from './deck.tsx';
import type { ModerationSession, SessionView } from './moderation-session.ts';
import { DeckSkeleton, NothingWaits, QueueFailure, Resting } from './states.tsx';
import { useModerationSession } from './use-moderation-session.ts';
import type { ModerationView } from './views.ts';

interface ModerationProps {
  eventId: string;
  /** Whose decisions these are. */
  account: string;
  /** Whether new photos wait for approval at this event. */
  requireApproval: boolean;
  view: ModerationView;
  onView: (view: ModerationView) => void;
}

export function Moderation({ eventId, account, requireApproval, view, onView }: ModerationProps) {
  const { session, view: state } = useModerationSession(eventId, account);
  const offline = useConnection() !== 'online';
  return (
    <div className="-mx-4 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 overflow-x-clip px-4">
      <ChoiceChips
        legend="Photos to see"
        value={view}
        onChange={onView}
        options={[
          { value: 'queue', label: 'Review' },
          { value: 'waiting', label: 'Pending', count: state.pending },
          { value: 'approved', label: 'Approved' },
          { value: 'rejected', label: 'Rejected' },
        ]}
      />
      <div className="-mt-1 flex min-h-5 flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-ink-muted tabular-nums">
        <p aria-live="polite">{state.word.text}</p>
        <Others state={state} />
      </div>
      {offline && (
        <Banner title="You are offline">Nothing is decided until the connection is back. What is on the screen stays as it is.</Banner>
      )}
      {state.failure && !offline && (
        <Banner tone="danger" title="Not everything was kept" onDismiss={session.dismissFailure}>
          <p>{state.failure.text}</p>
          {state.failure.requestId && <p className="mt-1 font-mono text-xs select-all">Request {state.failure.requestId}</p>}
        </Banner>
      )}
      {view === 'queue' ? (
        <Queue session={session} state={state} requireApproval={requireApproval} />
      ) : (
        <Bulk key={view} eventId={eventId} status={view === 'waiting' ? 'pending' : view} session={session} view={state} />
      )}
    </div>
  );
}

function Queue({ session, state, requireApproval }: { session: ModerationSession; state: SessionView; requireApproval: boolean }) {
  if (state.phase === 'resting') return <Resting onWake={session.wake} />;
  const empty = state.error ? (
    <QueueFailure error={state.error} retrying={state.taking} onRetry={session.retry} />
  ) : state.phase === 'loading' || (state.taking && state.pending > state.withOthers) ? (
    <DeckSkeleton />
  ) : (
    <NothingWaits view={state} requireApproval={requireApproval} />
  );
  return <Deck session={session} view={state} empty={empty} />;
}

/** Who else is at it: their photos are not handed out here. */
function Others({ state: { moderators, withOthers } }: { state: SessionView }) {
  if (moderators === 0) return null;
  return (
    <p className="inline-flex items-center gap-1.5">
      <Users aria-hidden className="size-4" />
      {counted(moderators, 'other moderator', 'other moderators')} at work
      {withOthers > 0 && `, with ${counted(withOthers, 'photo', 'photos')}`}
    </p>
  );
}
