import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '#src/session/use-session.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Camera } from '#src/ui/icons.ts';
import { readLastEvent, type LastEvent } from './last-event.ts';

/** The event that this account last opened the camera of on this phone. */
export const useLastEvent = (): LastEvent | null => readLastEvent(useSession()?.user.id);

/** A link back to the last camera, for start and error pages. Renders nothing if there is none, or if this is the page of that event. */
export function ContinueToEvent({ size }: { size?: 'lg' }) {
  const last = useLastEvent();
  const here = useLocation({ select: ({ pathname }) => pathname });
  if (!last || here.includes(last.id)) return null;
  return (
    <Link to="/event/$id" params={{ id: last.id }} className={buttonClass({ variant: 'primary', size, className: 'max-w-full' })}>
      <Camera aria-hidden className="size-4 shrink-0" />
      <span className="truncate">Continue in {last.name}</span>
    </Link>
  );
}
