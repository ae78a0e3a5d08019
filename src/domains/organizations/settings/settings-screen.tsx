// What an organization is, what its events begin with, and how they look.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { BrandingCard } from './branding-card.tsx';
import { EventDefaultsCard } from './event-defaults-card.tsx';
import { PictureCard } from './picture-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { organizationSettingsQuery, type OrganizationSettings } from './settings-queries.ts';
import type { OrganizationSettingsTab } from './settings-tabs.ts';
import { WatermarkCard } from './watermark-card.tsx';

const tabs: { value: OrganizationSettingsTab; label: string }[] = [
  { value: 'profile', label: 'Profile' },
  { value: 'events', label: 'Event settings' },
  { value: 'branding', label: 'Branding' },
  { value: 'watermark', label: 'Watermark' },
];

interface OrganizationSettingsTabsProps {
  organizationId: string;
  suspended: boolean;
  tab: OrganizationSettingsTab;
  onTab: (part: OrganizationSettingsTab) => void;
}

export function OrganizationSettingsTabs({ organizationId, suspended, tab, onTab }: OrganizationSettingsTabsProps) {
  const query = useQuery(organizationSettingsQuery(organizationId));
  return (
    <QueryState
      query={query}
      skeleton={<SettingsSkeleton />}
      failed="Couldn’t load the settings"
      offline="You need a connection to view and change settings."
    >
      {(settings) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <DataAge at={query.dataUpdatedAt} failed={query.isError} />
          <Tabs label="Organization settings" tabs={tabs} value={tab} onChange={onTab}>
            <TabContent key={settings.organization_id} part={tab} settings={settings} suspended={suspended} />
          </Tabs>
        </div>
      )}
    </QueryState>
  );
}

const SUSPENDED = 'Your organization is suspended. You can view its settings, but not change them.';
const NOT_YOURS = 'Only people who manage this organization’s settings can change them.';

function TabContent({ part, settings, suspended }: { part: OrganizationSettingsTab; settings: OrganizationSettings; suspended: boolean }) {
  const disabledReason = settings.can.change ? null : suspended ? SUSPENDED : NOT_YOURS;
  const props = { settings, disabledReason };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {disabledReason === NOT_YOURS && (
        <Banner title="You can view these settings, but not change them">{NOT_YOURS} Ask one of its admins if you need to.</Banner>
      )}
      {part === 'events' ? (
        <div className="max-w-3xl">
          <EventDefaultsCard {...props} />
        </div>
      ) : part === 'branding' ? (
        <TwoColumns
          aside={
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <PictureCard kind="logo" {...props} />
              <PictureCard kind="avatar" {...props} />
            </div>
          }
        >
          <BrandingCard {...props} />
        </TwoColumns>
      ) : part === 'watermark' ? (
        <WatermarkCard {...props} />
      ) : (
        <TwoColumns aside={<PictureCard kind="avatar" {...props} />}>
          <ProfileCard {...props} />
        </TwoColumns>
      )}
    </div>
  );
}

function TwoColumns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      {children}
      {aside}
    </div>
  );
}

function SettingsSkeleton() {
  return (
    <Loading label="Loading the settings" className="grid gap-6">
      <Skeleton className="h-11 w-80 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <Skeleton className="h-120" />
        <Skeleton className="h-72" />
      </div>
    </Loading>
  );
}
