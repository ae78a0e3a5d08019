import { Link } from '@tanstack/react-router';
import { useSession } from '#src/session/use-session.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Camera } from '#src/ui/icons.ts';
import { readLastEvent, type LastEvent } from './last-event.ts';

/** The event whose camera was open last on this phone, for this account. */
export const useLastEvent = (): LastEvent | null => readLastEvent(useSession()?.user.id);

/** The way back to the camera that was open last, wherever a person starts or is stuck. Renders null where there was none. */
export function ContinueToEvent({ size }: { size?: 'lg' }) {
  const last = useLastEvent();
  if (!last) return null;
  return (
    <Link to="/event/$id" params={{ id: last.id }} className={buttonClass({ variant: 'primary', size, className: 'max-w-full' })}>
      <Camera aria-hidden className="size-4 shrink-0" />
      <span className="truncate">Continue in {last.name}</span>
    </Link>
  );
}
