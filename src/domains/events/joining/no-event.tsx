import { readableCode } from '#src/domains/events/event.ts';
import { offlineTitle, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { CloudOff, Hourglass, SearchX, Ticket, TicketX } from '#src/ui/icons.ts';
import { FailedState, ScreenState } from '#src/ui/screen-state.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { CodeForm } from './code-form.tsx';
import { retryAfterSeconds, refusalMessage, type Refusal } from './join-state.ts';

interface UnknownJoinCodeProps {
  refusal: Refusal;
  /** Prefilled for correction. */
  typed: string;
  onCode: (code: string) => void;
}

export function UnknownJoinCode({ refusal, typed, onCode }: UnknownJoinCodeProps) {
  const { title, advice } = refusalMessage(refusal);
  useDocumentTitle(title);
  return (
    <div className="safe-x mx-auto grid w-full max-w-md flex-1 content-center pb-16">
      <ScreenState
        as="page"
        announce="at-once"
        icon={refusal === 'code_renewed' ? <TicketX /> : <SearchX />}
        title={title}
        className="!pb-6"
      >
        {advice}
      </ScreenState>
      <CodeForm variant="primary" initial={typed} submit={refusal === 'code_renewed' ? 'Continue' : 'Try again'} onCode={onCode} />
    </div>
  );
}

/** Enters a code by hand. */
export function EnterJoinCode({ onCode }: { onCode: (code: string) => void }) {
  useDocumentTitle('Join an event');
  return (
    <div className="safe-x mx-auto grid w-full max-w-md flex-1 content-center pb-16">
      <ScreenState as="page" icon={<Ticket />} title="Join an event" className="!pb-6">
        Find the code on the event poster or your invitation.
      </ScreenState>
      <CodeForm variant="primary" onCode={onCode} />
    </div>
  );
}

interface RetryProps {
  retrying: boolean;
  onRetry: () => void;
}

export function JoinOffline({ code, retrying, onRetry }: RetryProps & { code: string }) {
  return (
    <div className="grid flex-1 place-items-center">
      <ScreenState
        as="page"
        announce="politely"
        icon={<CloudOff />}
        title={offlineTitle(useConnection())}
        actions={
          <Button loading={retrying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        We’ve kept your code, <b className="font-mono font-medium tracking-wider text-ink">{readableCode(code)}</b>. Joining needs a
        connection. This page continues automatically once you’re back online.
      </ScreenState>
    </div>
  );
}

export function JoinFailed({ error, retrying, onRetry }: RetryProps & { error: Error }) {
  const busy = retryAfterSeconds(error);
  const { detail, requestId } = describeFailure(error);
  return (
    <div className="grid flex-1 place-items-center">
      {busy === null ? (
        <FailedState
          as="page"
          title="Couldn’t load the event"
          detail={detail}
          requestId={requestId}
          onRetry={onRetry}
          retrying={retrying}
        />
      ) : (
        <ScreenState as="page" announce="politely" icon={<Hourglass />} title="Too many attempts">
          {detail} This page tries again automatically.
        </ScreenState>
      )}
    </div>
  );
}
