import type { ErrorComponentProps } from '@tanstack/react-router';
import { RouteFailure } from '#src/shell/route-failure.tsx';
import { VenueScreen } from '#src/shell/venue-screen.tsx';

/** An event that could not be loaded keeps header and menu. */
export const EventFailure = (props: ErrorComponentProps) => (
  <VenueScreen>
    <RouteFailure {...props} />
  </VenueScreen>
);
