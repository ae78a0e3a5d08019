import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { ownEventsQuery } from '#src/domains/generation/queries.ts';
import { buttonClass } from '#src/ui/button.tsx';

/** For those who may take photos at an event now. */
export function BoothLink() {
  const { data: events = [] } = useQuery(ownEventsQuery);
  if (!events.some(({ can }) => can.capture)) return null;
  return (
    <Link to="/fullscreen-image-generation" className={buttonClass()}>
      <Camera aria-hidden className="size-4" />
      Photo booth
    </Link>
  );
}
