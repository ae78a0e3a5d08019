import { useQuery } from '@tanstack/react-query';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { DefaultsCard } from './defaults-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { MaintenanceCard } from './maintenance-card.tsx';
import { NameCard } from './name-card.tsx';
import { platformSettingsQuery, type PlatformSettings } from './queries.ts';
import { RegistrationCard } from './registration-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { StatusCards } from './status-cards.tsx';

type Part = 'general' | 'organizations' | 'limits' | 'status';

const parts: { value: Part; label: string }[] = [
  { value: 'general', label: 'General' },
  { value: 'organizations', label: 'Organizations' },
  { value: 'limits', label: 'Limits' },
  { value: 'status', label: 'Status' },
];

interface PlatformSettingsProps {
  /** As the URL says it. Left out, or unknown: the first. */
  tab: string | undefined;
  onTab: (tab: Part | undefined) => void;
}

/** What super administrators set for the whole platform, and how the server is set up. */
export function PlatformSettingsScreen({ tab, onTab }: PlatformSettingsProps) {
  const open = parts.find(({ value }) => value === tab)?.value ?? 'general';
  return (
    <Page title="Settings" width="text">
      <Tabs label="Settings" tabs={parts} value={open} onChange={(next) => onTab(next === 'general' ? undefined : next)}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{open === 'status' ? <StatusCards /> : <SetHere part={open} />}</div>
      </Tabs>
    </Page>
  );
}

function SetHere({ part }: { part: Exclude<Part, 'status'> }) {
  const query = useQuery(platformSettingsQuery);
  useRefetchOnReconnect(query);
  return (
    <QueryState
      query={query}
      failed="Couldn’t load the settings"
      offline="They appear as soon as the server can be reached."
      skeleton={
        <Loading label="Loading the settings" className="grid gap-6">
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-96 rounded-lg" />
        </Loading>
      }
    >
      {(settings) => (
        <>
          <DataAge at={query.dataUpdatedAt} />
          <Forms part={part} settings={settings} />
        </>
      )}
    </QueryState>
  );
}

function Forms({ part, settings }: { part: Exclude<Part, 'status'>; settings: PlatformSettings }) {
  switch (part) {
    case 'general':
      return (
        <>
          <NameCard settings={settings} />
          <RegistrationCard settings={settings} />
          <MaintenanceCard settings={settings} />
        </>
      );
    case 'organizations':
      return <DefaultsCard settings={settings} />;
    case 'limits':
      return (
        <>
          <LimitsCard settings={settings} />
          <RetentionCard />
        </>
      );
  }
}
