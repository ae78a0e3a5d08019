// The page of a join code: the event and one button to join. Participants are redirected to the event.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery, joinPreviewQuery } from '#src/domains/events/queries.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Camera, Images } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { EventSummary } from './event-summary.tsx';
import type { GuestJoiner } from './guest-entry.tsx';
import { InAppSlot } from './in-app-slot.tsx';
import { parseJoinCode } from './join-code.ts';
import {
  invitationSentence,
  type JoinerKind,
  type JoinPreview,
  joinState,
  type JoinState,
  joinWords,
  refusalMessage,
  retryAfterSeconds,
} from './join-state.ts';
import { JoinFailed, JoinOffline, UnknownJoinCode } from './no-event.tsx';
import { COLUMN, JoinPending } from './skeletons.tsx';
import { useJoinAsGuest, useJoinEvent } from './use-join-event.ts';

// The form library loads only once a valid code is known; joining needs a connection anyway.
const GuestEntry = lazyPart(() => import('./guest-entry.tsx'), { name: 'the sign-in options' });
const RefusalNote = lazyPart(async () => ({ default: (await import('./refused-actions.tsx')).RefusalNote }), { name: 'the reason' });
const RefusedActions = lazyPart(() => import('./refused-actions.tsx'), { name: 'what you can do' });

/** Only visible tabs poll. */
const REFETCH_MS = 20_000;

interface JoinScreenProps {
  /** The code from the URL, as scanned or typed. */
  typed: string;
  joiner: JoinerKind;
  /** Signed in without an account. */
  isGuest: boolean;
  /** The person's address or guest name. */
  who: string | null;
  /** The person chose to join before signing in: joins without another click. */
  autoJoin: boolean;
  /** The photo that the shared link opens. */
  photo: string | undefined;
  onInside: (event: Event) => void;
  onCode: (code: string) => void;
}

export function JoinScreen({ typed, ...rest }: JoinScreenProps) {
  const code = parseJoinCode(typed);
  return code ? (
    <JoinByCode key={code} code={code} {...rest} />
  ) : (
    <UnknownJoinCode refusal="unknown_code" typed={typed} onCode={rest.onCode} />
  );
}

function JoinByCode({ code, joiner, isGuest, who, autoJoin, photo, onInside, onCode }: Omit<JoinScreenProps, 'typed'> & { code: string }) {
  // Polls, so that the page notices a replaced code or a closed event.
  const preview = useQuery({ ...joinPreviewQuery(code), refetchInterval: REFETCH_MS });
  const event = useQuery({ ...eventQuery(preview.data?.event_id ?? ''), enabled: joiner === 'person' && preview.data !== undefined });
  const join = useJoinEvent();
  const joinAsGuest = useJoinAsGuest();
  const joinError = join.error ?? joinAsGuest.error;
  const state = joinState({ joiner, isGuest, followsLink: photo !== undefined, preview, event, joinError });
  useDocumentTitle(titleOf(state));

  const insideId = state.kind === 'inside' ? state.event.id : null;
  const enterEvent = useEffectEvent(() => state.kind === 'inside' && onInside(state.event));
  useEffect(() => void (insideId !== null && enterEvent()), [insideId]);

  const enter = () => join.mutate(code);
  const mayEnter = state.kind === 'open' && joiner === 'person' && autoJoin;
  const entered = useRef(false);
  const autoEnter = useEffectEvent(enter);
  useEffect(() => {
    if (!mayEnter || entered.current) return;
    entered.current = true;
    autoEnter();
  }, [mayEnter]);

  useRefetchOnReconnect(preview);
  // After a failed attempt, joining retries once there is a connection.
  const { variables: guest } = joinAsGuest;
  const retryJoin = async () => (guest ? joinAsGuest.mutate(guest) : enter());
  useRefetchOnReconnect({ error: joinError instanceof NetworkError ? joinError : null, refetch: retryJoin });
  useRetryAfter(retryAfterSeconds(joinAsGuest.error), retryJoin);
  useRetryAfter(retryAfterSeconds(preview.error), preview.refetch);

  // Login and registration return to the code, then to the photo.
  const backTo = { redirect: `/join/${code}${photo === undefined ? '' : `?photo=${encodeURIComponent(photo)}`}` };
  switch (state.kind) {
    case 'loading':
    case 'inside':
      return <JoinPending />;
    case 'offline':
      return <JoinOffline code={code} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />;
    case 'failed':
      return <JoinFailed error={state.error} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />;
    case 'refused':
      return state.preview ? (
        <div className={COLUMN}>
          <EventSummary code={code} event={state.preview} now={preview.dataUpdatedAt}>
            <RefusalNote refusal={state.refusal} joiner={joiner} />
          </EventSummary>
          <div className={PLACE}>
            <RefusedActions
              backTo={backTo}
              joiner={joiner}
              needsAccount={state.refusal === 'account_required'}
              gallery={state.gallery}
              preview={state.preview}
              joining={joinAsGuest.isPending}
              // A stored guest may already be a participant, unless that was just tried.
              onJoinAsGuest={joinError ? undefined : (one) => joinAsGuest.mutate({ code, ...one })}
            />
          </div>
        </div>
      ) : (
        <UnknownJoinCode refusal={state.refusal} typed={state.refusal === 'unknown_code' ? code : ''} onCode={onCode} />
      );
    case 'open':
      return (
        <div className={COLUMN}>
          <InAppSlot />
          <EventSummary code={code} event={state.preview} now={preview.dataUpdatedAt} />
          <JoinActions
            backTo={backTo}
            preview={state.preview}
            who={joiner === 'person' ? who : null}
            followsPhoto={photo !== undefined}
            joining={join.isPending || joinAsGuest.isPending}
            onJoin={enter}
            onJoinAsGuest={(one) => joinAsGuest.mutate({ code, ...one })}
          >
            {joinError && <JoinFailedBanner error={joinError} />}
          </JoinActions>
        </div>
      );
  }
}

function titleOf(state: JoinState): string {
  if ('preview' in state && state.preview) return state.kind === 'open' ? `Join ${state.preview.name}` : state.preview.name;
  return state.kind === 'refused' ? refusalMessage(state.refusal).title : 'Join an event';
}

/** Joining failed, but the event is known. */
function JoinFailedBanner({ error }: { error: Error }) {
  if (error instanceof NetworkError) {
    return (
      <Banner title="Couldn’t join the event">
        <p>{error.message} Keep this page open. It retries automatically once you’re back online.</p>
      </Banner>
    );
  }
  const { detail, requestId } = describeFailure(error);
  return (
    <Banner tone="danger" title="Couldn’t join the event">
      <p>{detail}</p>
      {requestId && <p className="mt-1 font-mono text-xs select-all">Request {requestId}</p>}
    </Banner>
  );
}

/** Retries after the number of seconds the server asked for. */
function useRetryAfter(seconds: number | null, refetch: () => Promise<unknown>): void {
  const retry = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (seconds === null) return undefined;
    const timer = setTimeout(() => retry(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
}

const BLOCK = 'w-full';
const PLACE = 'mt-auto grid gap-3 sm:mt-0';

interface JoinActionsProps {
  /** Search parameters for login and registration. */
  backTo: { redirect: string };
  preview: JoinPreview;
  /** The person's address or guest name; null if signed out. */
  who: string | null;
  /** The person followed a shared photo link. The photo itself is not loaded yet. */
  followsPhoto: boolean;
  joining: boolean;
  onJoin: () => void;
  onJoinAsGuest: (guest: GuestJoiner) => void;
  children?: ReactNode;
}

export function JoinActions({ backTo, preview: event, who, followsPhoto, joining, onJoin, onJoinAsGuest, children }: JoinActionsProps) {
  const photos = event.takes_photos && !followsPhoto;
  const preview = { ...event, takes_photos: photos };
  const words = joinWords(event, followsPhoto);
  const invited = invitationSentence(event);
  const admitsGuests = event.join_identity === 'name' || event.join_identity === 'none';
  const [asGuest, setAsGuest] = useState(invited === null);
  return (
    <div className={PLACE}>
      {children}
      {invited && <p className="text-center font-medium text-pretty">{invited}</p>}
      <p className="text-center text-sm text-pretty text-ink-muted">{words.promise}</p>
      {who !== null ? (
        <>
          <Button
            variant="primary"
            size="lg"
            className={BLOCK}
            loading={joining}
            icon={photos ? <Camera aria-hidden className="size-5" /> : <Images aria-hidden className="size-5" />}
            onClick={onJoin}
          >
            {words.button}
          </Button>
          <p className="truncate text-center text-sm text-ink-muted">as {who}</p>
        </>
      ) : admitsGuests && asGuest ? (
        <>
          {/* Reserves space for the lazy form, so that nothing below shifts. */}
          <div className={`grid content-start gap-3 ${preview.join_identity === 'name' ? 'min-h-34' : 'min-h-12'}`}>
            <GuestEntry preview={preview} joining={joining} onJoin={onJoinAsGuest} />
          </div>
          <div className="flex flex-wrap justify-center gap-x-2">
            <Link to="/login" search={backTo} className={buttonClass({ variant: 'quiet' })}>
              Log in
            </Link>
            <Link to="/register" search={backTo} className={buttonClass({ variant: 'quiet' })}>
              Create an account
            </Link>
          </div>
        </>
      ) : (
        <>
          <Link to="/register" search={backTo} className={buttonClass({ variant: 'primary', size: 'lg', className: BLOCK })}>
            Create an account
          </Link>
          <Link to="/login" search={backTo} className={buttonClass({ size: 'lg', className: BLOCK })}>
            Log in
          </Link>
          {admitsGuests && (
            <Button variant="quiet" className={BLOCK} onClick={() => setAsGuest(true)}>
              Continue without an account
            </Button>
          )}
        </>
      )}
    </div>
  );
}
