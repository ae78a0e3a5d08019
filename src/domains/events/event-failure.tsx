import type { ErrorComponentProps } from '@tanstack/react-router';
import { RouteFailure } from '#src/shell/route-failure.tsx';
import { VenueScreen } from '#src/shell/venue-screen.tsx';

/** Renders header and menu around the failure of an event that could not be loaded. */
export const EventFailure = (props: ErrorComponentProps) => (
  <VenueScreen>
    <RouteFailure {...props} />
  </VenueScreen>
);
