import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { RouteFailure } from '#src/shell/route-failure.tsx';
import { VenueScreen } from '#src/shell/venue-screen.tsx';

interface EventFailureProps extends ErrorComponentProps {
  id: string;
  /** What the outbox knows of the event: a hint in the message, then its camera. */
  Known: ComponentType<{ id: string; shooting: boolean; onShoot: () => void }>;
}

/** Renders header and menu around the failure of an event that could not be loaded. Behind the camera, the page goes on to retry. */
export function EventFailure({ id, Known, ...failure }: EventFailureProps) {
  const [shooting, setShooting] = useState(false);
  const known = <Known id={id} shooting={shooting} onShoot={() => setShooting(true)} />;
  return (
    <>
      {shooting && known}
      <div hidden={shooting} className="contents">
        <VenueScreen>
          <RouteFailure {...failure}>{!shooting && known}</RouteFailure>
        </VenueScreen>
      </div>
    </>
  );
}
