// What people can do if an event's code doesn't admit them. Loaded on demand: the server refuses them.
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#src/ui/button.tsx';
import { Images } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { GuestJoiner } from './guest-entry.tsx';
import { type JoinerKind, type JoinPreview, type Refusal, refusalMessage } from './join-state.ts';

const ReturningGuest = lazyPart(async () => ({ default: (await import('./guest-entry.tsx')).ReturningGuest }), {
  name: 'the guest sign-in',
});

const BLOCK = 'w-full';

export function RefusalNote({ refusal, joiner }: { refusal: Refusal; joiner: JoinerKind }) {
  const { title, advice, stranger } = refusalMessage(refusal);
  return (
    <div role="alert" className="grid gap-1">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-sm text-pretty text-ink-muted">
        {advice} {joiner === 'nobody' && stranger}
      </p>
    </div>
  );
}

interface RefusedActionsProps {
  /** Search parameters for login and registration. */
  backTo: { redirect: string };
  joiner: JoinerKind;
  /** Joining requires an account. */
  needsAccount: boolean;
  /** The id of the event, if the person may see its gallery. */
  gallery: string | null;
  preview: JoinPreview;
  joining: boolean;
  /** Undefined if a guest of this phone has already tried. */
  onJoinAsGuest: ((guest: GuestJoiner) => void) | undefined;
}

export default function RefusedActions({ backTo, joiner, needsAccount, gallery, preview, joining, onJoinAsGuest }: RefusedActionsProps) {
  const main = buttonClass({ variant: 'primary', size: 'lg', className: BLOCK });
  return (
    <>
      {gallery !== null && (
        <Link to="/event/$id/gallery" params={{ id: gallery }} className={main}>
          <Images aria-hidden className="size-5" />
          See the gallery
        </Link>
      )}
      {joiner === 'nobody' && onJoinAsGuest && <ReturningGuest preview={preview} joining={joining} onJoin={onJoinAsGuest} />}
      {joiner === 'nobody' && (
        <Link to="/login" search={backTo} className={needsAccount ? buttonClass({ size: 'lg', className: BLOCK }) : main}>
          Log in
        </Link>
      )}
      {needsAccount && (
        <Link to="/register" search={backTo} className={main}>
          Create an account
        </Link>
      )}
      {joiner === 'person' && !needsAccount && (
        <Link to="/dashboard/events-overview" className={gallery === null ? main : buttonClass({ size: 'lg', className: BLOCK })}>
          Go to your events
        </Link>
      )}
      {joiner === 'pending' && (
        <Link to="/pending-approval" className={main}>
          Check approval status
        </Link>
      )}
      {joiner === 'barred' && (
        <Link to="/" className={main}>
          Go to home
        </Link>
      )}
      <Link to="/join" className={buttonClass({ variant: 'quiet', size: 'lg', className: BLOCK })}>
        Enter another code
      </Link>
    </>
  );
}
