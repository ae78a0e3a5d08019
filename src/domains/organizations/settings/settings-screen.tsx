import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { limits } from '#openapi/limits.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { DefaultDownloadsField, GalleryRulesFields } from '#src/shell/gallery-rules-fields.tsx';
import { PictureControls } from '#src/shell/picture-controls.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { ApiError } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Card } from '#src/ui/card.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { RadioField, TextAreaField, TextField } from '#src/ui/form.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { BrandingCard } from './branding-card.tsx';
import {
  changeSettings,
  type OrganizationSettings,
  organizationSettingsQuery,
  refetchSettings,
  type SettingsPicture,
  uploadPicture,
} from './queries.ts';
import { SettingsFields, useSaveSettings } from './settings-form.tsx';
import {
  eventDefaultsSchema,
  eventDefaultsSummaries,
  eventDefaultsValues,
  profileSchema,
  profileSummaries,
  profileValues,
  toEventDefaults,
  toProfileChanges,
} from './settings-values.ts';
import { WatermarkCard } from './watermark-card.tsx';

const tabs: { value: OrganizationSettingsTab; label: string }[] = [
  { value: 'profile', label: 'Profile' },
  { value: 'events', label: 'Event settings' },
  { value: 'branding', label: 'Branding' },
  { value: 'watermark', label: 'Watermark' },
];
const integrationsTab = { value: 'integrations', label: 'API and webhooks' } as const;

interface OrganizationSettingsTabsProps {
  organizationId: string;
  suspended: boolean;
  tab: OrganizationSettingsTab;
  onTab: (part: OrganizationSettingsTab) => void;
  /** The tab "API and webhooks", which is another domain. Null: only admins see it. */
  integrations: ReactNode;
}

export function OrganizationSettingsTabs({ organizationId, suspended, tab: wanted, onTab, integrations }: OrganizationSettingsTabsProps) {
  const tab = wanted === 'integrations' && !integrations ? 'profile' : wanted;
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
          <Tabs label="Organization settings" tabs={integrations ? [...tabs, integrationsTab] : tabs} value={tab} onChange={onTab}>
            {tab === 'integrations' ? (
              integrations
            ) : (
              <TabContent key={settings.organization_id} part={tab} settings={settings} suspended={suspended} />
            )}
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

function ProfileCard({ settings, disabledReason }: { settings: OrganizationSettings; disabledReason: string | null }) {
  const { save, reread } = useSaveSettings(settings.organization_id);
  return (
    <SettingsCard
      title="Profile"
      lead="Guests see the name on join pages and in galleries."
      schema={profileSchema}
      saved={settings}
      valuesOf={profileValues}
      save={(values, base) => save(base, toProfileChanges(values), toProfileChanges(profileValues(base)))}
      conflict={{ read: reread, summarize: profileSummaries }}
      disabledReason={disabledReason}
    >
      <SettingsFields disabledReason={disabledReason}>
        <TextField name="name" label="Name" autoComplete="organization" maxLength={limits.organizationName} />
        <TextField name="contact_email" label="Contact email" type="email" optional autoComplete="email" />
        <TextField name="phone_number" label="Phone number" type="tel" optional autoComplete="tel" />
        <TextAreaField name="description" label="Description" optional />
      </SettingsFields>
    </SettingsCard>
  );
}

const types = [
  { value: 'private', label: 'Private', help: 'Only people who join and your organization see photos.' },
  {
    value: 'public',
    label: 'Public',
    help: 'Members of other organizations can find them and see their photos. Anyone with a shared photo link can join.',
  },
];

function EventDefaultsCard({ settings, disabledReason }: { settings: OrganizationSettings; disabledReason: string | null }) {
  const { save, reread } = useSaveSettings(settings.organization_id);
  return (
    <SettingsCard
      title="New events"
      lead="Defaults for each new event. Existing events don’t change."
      schema={eventDefaultsSchema}
      saved={settings}
      valuesOf={eventDefaultsValues}
      save={(values, base) => save(base, toEventDefaults(values), toEventDefaults(eventDefaultsValues(base)))}
      conflict={{ read: reread, summarize: eventDefaultsSummaries }}
      disabledReason={disabledReason}
    >
      <SettingsFields disabledReason={disabledReason}>
        <RadioField name="default_type" label="Visibility" options={types} />
        <div className="max-w-48">
          <TextField name="default_duration" label="Hours" inputMode="decimal" autoComplete="off" help="Default length of an event." />
        </div>
        <GalleryRulesFields />
        <DefaultDownloadsField />
      </SettingsFields>
    </SettingsCard>
  );
}

interface PictureCopy {
  title: string;
  lead: string;
  noun: string;
  none: string;
  hint: string;
}

const pictureCopy: Record<SettingsPicture, PictureCopy> = {
  avatar: {
    title: 'Picture',
    lead: 'Shown for your organization in lists, and in events without a logo.',
    noun: 'picture',
    none: 'No picture yet',
    hint: 'JPEG, PNG, WebP, AVIF or HEIC, up to 5 MB.',
  },
  logo: {
    title: 'Logo',
    lead: 'Shown in your events, galleries, join pages, posters and emails.',
    noun: 'logo',
    none: 'No logo yet',
    hint: 'A PNG or WebP with a transparent background looks best. Up to 5 MB.',
  },
};

const urlOf = ({ profile, branding }: OrganizationSettings, kind: SettingsPicture): string | null =>
  kind === 'avatar' ? profile.avatar_url : branding.logo_url;

interface PictureCardProps {
  kind: SettingsPicture;
  settings: OrganizationSettings;
  disabledReason: string | null;
}

/** The organization's picture or logo. */
function PictureCard({ kind, settings, disabledReason }: PictureCardProps) {
  const { title, lead, noun, none, hint } = pictureCopy[kind];
  const client = useQueryClient();
  const { organization_id: orgId } = settings;
  const { name } = settings.profile;
  const url = urlOf(settings, kind);
  /** Retries if other settings have changed, as removing the picture overwrites the picture only. */
  const removePicture = async (base: OrganizationSettings): Promise<void> => {
    try {
      await changeSettings(client, base, kind === 'avatar' ? { avatar_url: null } : { branding: { logo_url: null } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error;
      const now = await refetchSettings(client, orgId);
      if (urlOf(now, kind) !== urlOf(base, kind)) throw new UserFacingError(`Someone else just changed the ${noun}. Review it first.`);
      await removePicture(now);
    }
  };
  return (
    <Card title={title} lead={lead}>
      <div className="grid h-40 place-items-center overflow-hidden rounded-md border border-line bg-sunken">
        {url ? (
          <FallbackImage
            src={apiUrl(url)}
            alt={name}
            className={kind === 'logo' ? 'max-h-40 max-w-full object-contain p-4' : 'max-h-40 max-w-full object-contain'}
          />
        ) : (
          <p className="px-4 text-sm text-ink-muted">{none}</p>
        )}
      </div>
      <PictureControls
        {...{ title, noun, hint, url, disabledReason }}
        upload={(picture) => uploadPicture(client, orgId, kind, picture)}
        remove={() => removePicture(settings)}
      />
    </Card>
  );
}

// The `tab` values of the URL.
const TABS = ['profile', 'events', 'branding', 'watermark', 'integrations'] as const;
type OrganizationSettingsTab = (typeof TABS)[number];

/** The first tab is the default, without a value in the URL. */
export const parseSettingsTab = (tab: string | undefined): OrganizationSettingsTab => TABS.find((part) => part === tab) ?? 'profile';
