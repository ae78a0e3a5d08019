import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { openEventStream } from '#src/domains/photos/event-stream.ts';
import { pluralize } from '#src/lib/format.ts';
import { offlineTitle, useConnection } from '#src/shell/connection.ts';
import { Banner } from '#src/ui/banner.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { Users } from '#src/ui/icons.ts';
import { BulkModeration, type SharePhotos } from './bulk-moderation.tsx';
import { Deck } from './deck.tsx';
import { type ModerationSession, openModerationSession, type SessionView } from './moderation-session.ts';
import { ModerationPaused, NothingToReview, QueueFailure } from './moderation-states.tsx';
import { applyListChanges, cacheListedPhotos, invalidateModerationLists, moderationRequests, probeEvent } from './queries.ts';
import { ReportedPhotos, reportedPhotos, type ReportedSearch } from './reported.tsx';
import { DeckSkeleton, type ModerationView } from './skeletons.tsx';

interface Waiting {
  pending: number | null;
  reported: number | null;
}

interface ModerationProps {
  eventId: string;
  /** The moderator's account. */
  account: string;
  /** Whether new photos of this event need approval. */
  requireApproval: boolean;
  view: ModerationView;
  onView: (view: ModerationView) => void;
  /** The numbers of pending and of reported photos, shown everywhere; null if unknown. */
  pending: number | null;
  reported: number | null;
  /** Reports the numbers that are known here: of pending photos while the session is active, of reported ones once their list is loaded. */
  onWaiting: (waiting: Waiting | undefined) => void;
  share: SharePhotos;
  restyle: SharePhotos;
  /** Of the reported photos. */
  search: ReportedSearch;
  onSearch: (change: Partial<ReportedSearch>) => void;
}

export function Moderation(props: ModerationProps) {
  const { eventId, account, requireApproval, view, onView, pending, reported, onWaiting, share, restyle, search, onSearch } = props;
  const { session, view: state } = useModerationSession(eventId, account);
  const connection = useConnection();
  const offline = connection !== 'online';
  const open = useQuery({ ...reportedPhotos.query({}, eventId), refetchInterval: REPORTS_EVERY_MS }).data?.open ?? null;
  // Unknown before the first claim and while resting.
  useWaiting(state.phase === 'working' ? state.pending : null, open, onWaiting);
  return (
    <div className="-mx-4 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 overflow-x-clip px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ChoiceChips
          legend="Photos to show"
          value={view}
          onChange={onView}
          options={[
            { value: 'queue', label: 'Review' },
            { value: 'waiting', label: 'Pending', count: pending },
            { value: 'approved', label: 'Approved' },
            { value: 'rejected', label: 'Rejected' },
            { value: 'reported', label: 'Reported', count: reported },
          ]}
        />
        <div className="flex min-h-5 flex-wrap items-center gap-x-6 gap-y-1 text-sm text-ink-muted tabular-nums max-sm:w-full">
          <p aria-live="polite">{state.announcement.text}</p>
          <OtherModerators state={state} />
        </div>
      </div>
      {offline && (
        <Banner title={offlineTitle(connection)}>
          {state.unsent.length > 0 &&
            'Some decisions haven’t been saved yet. We’ll save them once the server can be reached; keep this page open. '}
          You can continue once the server can be reached.
        </Banner>
      )}
      {state.failure && !offline && (
        <Banner tone="danger" title="Some decisions weren’t saved" onDismiss={session.dismissFailure}>
          <p>{state.failure.text}</p>
          {state.failure.requestId && <p className="mt-1 font-mono text-xs select-all">Request {state.failure.requestId}</p>}
        </Banner>
      )}
      {view === 'queue' ? (
        <Queue session={session} state={state} requireApproval={requireApproval} />
      ) : view === 'reported' ? (
        <ReportedPhotos eventId={eventId} search={search} onSearch={onSearch} />
      ) : (
        <BulkModeration
          account={account}
          key={view}
          eventId={eventId}
          status={view === 'waiting' ? 'pending' : view}
          session={session}
          view={state}
          share={share}
          restyle={restyle}
        />
      )}
    </div>
  );
}

function Queue({ session, state, requireApproval }: { session: ModerationSession; state: SessionView; requireApproval: boolean }) {
  if (state.phase === 'resting') return <ModerationPaused onWake={session.resume} />;
  const empty = state.error ? (
    <QueueFailure error={state.error} retrying={state.isClaiming} onRetry={session.retry} />
  ) : state.phase === 'loading' || (state.isClaiming && state.pending > state.withOthers) ? (
    <DeckSkeleton />
  ) : (
    <NothingToReview view={state} requireApproval={requireApproval} />
  );
  return <Deck session={session} view={state} empty={empty} />;
}

/** Reports aren't in the event's stream: they change no photo. */
const REPORTS_EVERY_MS = 30_000;

/** Reports the numbers before paint, so that all parts agree. */
function useWaiting(pending: number | null, reported: number | null, onWaiting: ModerationProps['onWaiting']): void {
  const report = useEffectEvent(onWaiting);
  useLayoutEffect(() => report({ pending, reported }), [pending, reported]);
  useLayoutEffect(() => () => report(undefined), []);
}

/** Other active moderators, whose photos are not claimed here. */
function OtherModerators({ state: { moderators, withOthers } }: { state: SessionView }) {
  if (moderators === 0) return null;
  return (
    <p className="inline-flex items-center gap-1.5">
      <Users aria-hidden className="size-4" />
      {pluralize(moderators, 'other moderator', 'other moderators')} active
      {withOthers > 0 && `, reviewing ${pluralize(withOthers, 'photo', 'photos')}`}
    </p>
  );
}

/** Without activity for this long, claimed photos are released to others. */
const IDLE_MS = 100_000;
const IDLE_CHECK_MS = 5_000;
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

function useModerationSession(eventId: string, account: string): { session: ModerationSession; view: SessionView } {
  const client = useQueryClient();
  const [session] = useState(() =>
    openModerationSession({ ...moderationRequests(eventId, account), cachePhotos: (photos) => cacheListedPhotos(client, eventId, photos) }),
  );
  const view = useSyncExternalStore(session.subscribe, session.read);

  const connection = useConnection();
  useEffect(() => session.setOnline(connection === 'online'), [session, connection]);
  useEffect(() => pauseWhenIdle(session), [session]);
  useEffect(() => {
    let position: number | null = null;
    return openEventStream({
      eventId,
      position: () => (position ??= session.read().position),
      settled: () => true,
      applyChanges: (changes) => {
        position = changes.at(-1)?.seq ?? position;
        applyListChanges(client, eventId, changes);
        session.change(changes);
      },
      reload: async () => {
        position = null;
        session.restartStream();
        await invalidateModerationLists(client, eventId);
      },
      probe: () => probeEvent(eventId),
    });
  }, [client, session, eventId]);

  return { session, view };
}

/** Runs the session while the tab is visible and the person active. Returns a function to stop. */
function pauseWhenIdle(session: ModerationSession): () => void {
  let lastActivity = Date.now();
  const onActivity = () => {
    lastActivity = Date.now();
    if (!document.hidden) session.resume();
  };
  const idleCheck = setInterval(() => {
    if (Date.now() - lastActivity > IDLE_MS) session.pause();
  }, IDLE_CHECK_MS);
  const onVisibility = () => (document.hidden ? session.pause() : onActivity());
  for (const type of ACTIVITY_EVENTS) window.addEventListener(type, onActivity, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', session.flush);
  if (!document.hidden) session.resume();
  return () => {
    clearInterval(idleCheck);
    for (const type of ACTIVITY_EVENTS) window.removeEventListener(type, onActivity, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
    session.close();
    // Unsent decisions are flushed on pagehide even after the screen unmounts.
    const end = session.subscribe(forgetWhenSent);
    function forgetWhenSent() {
      if (session.read().unsent.length > 0) return;
      window.removeEventListener('pagehide', session.flush);
      end();
    }
    forgetWhenSent();
  };
}
