import type { ReactNode } from 'react';
import { platformName } from '#src/ui/use-document-title.ts';
import { OfflineIndicator } from './offline-indicator.tsx';
import { SidebarToggle } from './sidebar/sidebar-toggle.tsx';

/** A screen of the event area without an event: a similar header, with the menu. */
export const VenueScreen = ({ children }: { children: ReactNode }) => (
  <div className="venue-screen">
    <header>
      <SidebarToggle area="venue" />
      <b>{platformName}</b>
      <OfflineIndicator />
    </header>
    {children}
  </div>
);
