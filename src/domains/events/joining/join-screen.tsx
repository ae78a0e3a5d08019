// The page behind a code: whose event it is, and one button into it. Who is in already goes straight on.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery, joinPreviewQuery } from '#src/domains/events/queries.ts';
import { useJoinEvent } from './use-join-event.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { useRefetchOnReturn } from '#src/shell/use-refetch-on-return.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';
import { DoorActions, RefusedActions } from './join-buttons.tsx';
import { codeFrom } from './code.ts';
import { EventFace } from './event-summary.tsx';
import { JoinFailed, JoinOffline, NoSuchCode } from './no-event.tsx';
import { joinFace, type Comer, type JoinFace } from './join-state.ts';
import { busyFor, refusalWords, type Refusal } from './refusal.ts';
import { COLUMN, JoinPending } from './skeletons.tsx';

interface JoinScreenProps {
  /** As it stands in the address: scanned, or typed by hand. */
  typed: string;
  comer: Comer;
  /** Of the account that would join. */
  email: string | null;
  /** They asked to join before they signed in: nothing more is asked of them. */
  wantsIn: boolean;
  onInside: (event: Event) => void;
  onCode: (code: string) => void;
}

export function JoinScreen({ typed, ...rest }: JoinScreenProps) {
  const code = codeFrom(typed);
  return code ? <Door key={code} code={code} {...rest} /> : <NoSuchCode refusal="unknown_code" typed={typed} onCode={rest.onCode} />;
}

function Door({ code, comer, email, wantsIn, onInside, onCode }: Omit<JoinScreenProps, 'typed'> & { code: string }) {
  const preview = useQuery(joinPreviewQuery(code));
  const event = useQuery({ ...eventQuery(preview.data?.event_id ?? ''), enabled: comer === 'person' && preview.data !== undefined });
  const join = useJoinEvent();
  const face = joinFace({ comer, preview, event, joinError: join.error });
  useDocumentTitle(titleOf(face));

  const insideId = face.kind === 'inside' ? face.event.id : null;
  const goOn = useEffectEvent(() => face.kind === 'inside' && onInside(face.event));
  useEffect(() => void (insideId !== null && goOn()), [insideId]);

  const enter = () => join.mutate(code);
  const mayEnter = face.kind === 'door' && comer === 'person' && wantsIn;
  const entered = useRef(false);
  const enterAsAsked = useEffectEvent(enter);
  useEffect(() => {
    if (!mayEnter || entered.current) return;
    entered.current = true;
    enterAsAsked();
  }, [mayEnter]);

  useRefetchOnReturn(preview);
  // They pressed the button: it holds until there is a connection.
  useRefetchOnReturn({ error: join.error instanceof NetworkError ? join.error : null, refetch: async () => enter() });
  useLookAgain(busyFor(preview.error), preview.refetch);

  switch (face.kind) {
    case 'loading':
    case 'inside':
      return <JoinPending />;
    case 'offline':
      return <JoinOffline code={code} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />;
    case 'failed':
      return <JoinFailed error={face.error} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />;
    case 'refused':
      return face.preview ? (
        <div className={COLUMN}>
          <EventFace event={face.preview} now={preview.dataUpdatedAt}>
            <RefusalNote refusal={face.refusal} comer={comer} />
          </EventFace>
          <RefusedActions code={code} comer={comer} />
        </div>
      ) : (
        <NoSuchCode refusal={face.refusal} typed={face.refusal === 'unknown_code' ? code : ''} onCode={onCode} />
      );
    case 'door':
      return (
        <div className={COLUMN}>
          <EventFace event={face.preview} now={preview.dataUpdatedAt} />
          <DoorActions code={code} preview={face.preview} email={comer === 'person' ? email : null} joining={join.isPending} onJoin={enter}>
            {join.error && <NotJoined error={join.error} />}
          </DoorActions>
        </div>
      );
  }
}

function titleOf(face: JoinFace): string {
  if ('preview' in face && face.preview) return `Join ${face.preview.name}`;
  return face.kind === 'refused' ? refusalWords(face.refusal).title : 'Join an event';
}

function RefusalNote({ refusal, comer }: { refusal: Refusal; comer: Comer }) {
  const { title, advice, stranger } = refusalWords(refusal);
  return (
    <div role="alert" className="grid gap-1">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-sm text-pretty text-ink-muted">
        {advice} {comer === 'nobody' && stranger}
      </p>
    </div>
  );
}

/** The event stands there, but joining did not work. */
function NotJoined({ error }: { error: Error }) {
  if (error instanceof NetworkError) {
    return (
      <Banner title="You are not in yet">
        <p>{error.message} Keep this page open: it goes on by itself once there is a connection.</p>
      </Banner>
    );
  }
  const { detail, requestId } = describeFailure(error);
  return (
    <Banner tone="danger" title="You are not in yet">
      <p>{detail}</p>
      {requestId && <p className="mt-1 font-mono text-xs select-all">Request {requestId}</p>}
    </Banner>
  );
}

/** Asks again when the server said it would listen. */
function useLookAgain(seconds: number | null, refetch: () => Promise<unknown>): void {
  const again = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (seconds === null) return undefined;
    const timer = setTimeout(() => again(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
}
