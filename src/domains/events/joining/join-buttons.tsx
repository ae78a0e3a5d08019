// What can be done at the door, within the thumb's reach on a phone.
import { Link } from '@tanstack/react-router';
import { Camera, Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '#src/ui/button.tsx';
import type { JoinerKind } from './join-state.ts';
import type { JoinPreview } from './refusal.ts';

const BLOCK = 'w-full';
const PLACE = 'mt-auto grid gap-3 sm:mt-0';

/** Signing in and registering lead back to the code. */
const backTo = (code: string) => ({ redirect: `/join/${code}` });

interface JoinActionsProps {
  code: string;
  preview: JoinPreview;
  /** Whose account joins; null while nobody is signed in. */
  email: string | null;
  joining: boolean;
  onJoin: () => void;
  children?: ReactNode;
}

export function JoinActions({ code, preview, email, joining, onJoin, children }: JoinActionsProps) {
  const photos = preview.takes_photos;
  return (
    <div className={PLACE}>
      {children}
      <p className="text-center text-sm text-pretty text-ink-muted">
        {photos ? 'Take photos there, and see everyone’s in the gallery.' : 'See everyone’s photos in the gallery, and like them.'}
      </p>
      {email !== null ? (
        <>
          <Button
            variant="primary"
            size="lg"
            className={BLOCK}
            loading={joining}
            icon={photos ? <Camera aria-hidden className="size-5" /> : <Images aria-hidden className="size-5" />}
            onClick={onJoin}
          >
            {photos ? 'Join and open the camera' : 'Join and see the gallery'}
          </Button>
          <p className="truncate text-center text-sm text-ink-muted">as {email}</p>
        </>
      ) : (
        <>
          <Link to="/register" search={backTo(code)} className={buttonClass({ variant: 'primary', size: 'lg', className: BLOCK })}>
            Create an account
          </Link>
          <Link to="/login" search={backTo(code)} className={buttonClass({ size: 'lg', className: BLOCK })}>
            Sign in
          </Link>
        </>
      )}
    </div>
  );
}

export function RefusedActions({ code, joiner }: { code: string; joiner: JoinerKind }) {
  const main = buttonClass({ variant: 'primary', size: 'lg', className: BLOCK });
  return (
    <div className={PLACE}>
      {joiner === 'nobody' && (
        <Link to="/login" search={backTo(code)} className={main}>
          Sign in
        </Link>
      )}
      {joiner === 'person' && (
        <Link to="/dashboard/events-overview" className={main}>
          Go to your events
        </Link>
      )}
      {joiner === 'pending' && (
        <Link to="/pending-approval" className={main}>
          See how the approval stands
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
