// What can be done at the door, within the thumb's reach on a phone.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Camera, Images } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { GuestJoiner } from './guest-entry.tsx';
import type { JoinPreview } from './join-refusal.ts';
import type { JoinerKind } from './join-state.ts';

// What forms are made of comes when a code is known: nobody joins without a line.
const GuestEntry = lazyPart(() => import('./guest-entry.tsx'), { name: 'the form' });
const ReturningGuest = lazyPart(async () => ({ default: (await import('./guest-entry.tsx')).ReturningGuest }), { name: 'the way back in' });

const BLOCK = 'w-full';
const PLACE = 'mt-auto grid gap-3 sm:mt-0';

interface JoinActionsProps {
  /** The search of the pages for signing in and registering. */
  backTo: { redirect: string };
  preview: JoinPreview;
  /** Who joins: their address, or a guest's name; null while nobody is signed in. */
  who: string | null;
  /** A shared link to a photo of the event led here. Nothing is known of the photo yet. */
  followsPhoto: boolean;
  joining: boolean;
  onJoin: () => void;
  onJoinAsGuest: (guest: GuestJoiner) => void;
  children?: ReactNode;
}

export function JoinActions({ backTo, preview: event, who, followsPhoto, joining, onJoin, onJoinAsGuest, children }: JoinActionsProps) {
  const photos = event.takes_photos && !followsPhoto;
  const preview = { ...event, takes_photos: photos };
  return (
    <div className={PLACE}>
      {children}
      <p className="text-center text-sm text-pretty text-ink-muted">
        {followsPhoto
          ? 'Someone shared a photo from this event with you. Join to see it.'
          : photos
            ? 'Take photos and see everyone else’s.'
            : 'See everyone’s photos in the gallery, and like them.'}
      </p>
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
            {followsPhoto ? 'Join and see the photo' : photos ? 'Join and open the camera' : 'Join and see the gallery'}
          </Button>
          <p className="truncate text-center text-sm text-ink-muted">as {who}</p>
        </>
      ) : preview.join_identity === 'name' || preview.join_identity === 'none' ? (
        <>
          {/* Its code comes later: what stands below does not move then. */}
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
        </>
      )}
    </div>
  );
}

interface RefusedActionsProps {
  /** The search of the pages for signing in and registering. */
  backTo: { redirect: string };
  joiner: JoinerKind;
  /** What they lack is an account. */
  needsAccount: boolean;
  /** The event whose gallery they may see. */
  gallery: string | null;
  preview: JoinPreview;
  joining: boolean;
  /** Undefined where a guest of this phone has tried. */
  onJoinAsGuest: ((guest: GuestJoiner) => void) | undefined;
}

export function RefusedActions({ backTo, joiner, needsAccount, gallery, preview, joining, onJoinAsGuest }: RefusedActionsProps) {
  const main = buttonClass({ variant: 'primary', size: 'lg', className: BLOCK });
  return (
    <div className={PLACE}>
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
    </div>
  );
}
