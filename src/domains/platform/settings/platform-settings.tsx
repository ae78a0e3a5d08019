import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sealQuery } from '#src/domains/platform/logs/queries.ts';
import { RetentionSelect } from '#src/domains/platform/logs/retention-select.tsx';
import { formatCount } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { DefaultDownloadsField, GalleryRulesFields } from '#src/shell/gallery-rules-fields.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Card } from '#src/ui/card.tsx';
import { RadioField, SelectField, SwitchField, TextField } from '#src/ui/form.tsx';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { type PlatformSettings, platformSettingsQuery, setMaintenance, useSavePlatformSettings } from './queries.ts';
import {
  boundOf,
  defaultsSchema,
  defaultsValues,
  type LimitName,
  limitsSchema,
  limitsValues,
  maintenanceSchema,
  maintenanceValues,
  paidImagesSchema,
  paidImagesValues,
  platformNameSchema,
  registrationSchema,
  toDefaults,
  toLimits,
  toMaintenance,
  toPaidImages,
} from './settings-values.ts';
import { StatusCards } from './status-cards.tsx';

type Part = 'general' | 'organizations' | 'limits' | 'status';

const parts: { value: Part; label: string }[] = [
  { value: 'general', label: 'General' },
  { value: 'organizations', label: 'Organizations' },
  { value: 'limits', label: 'Limits' },
  { value: 'status', label: 'Status' },
];

interface PlatformSettingsProps {
  /** From the URL. Undefined or unknown values select the first tab. */
  tab: string | undefined;
  onTab: (tab: Part | undefined) => void;
}

/** Platform settings, and the server's configuration. */
export function PlatformSettingsScreen({ tab, onTab }: PlatformSettingsProps) {
  const open = parts.find(({ value }) => value === tab)?.value ?? 'general';
  return (
    <Page title="Settings" width="text">
      <Tabs label="Settings" tabs={parts} value={open} onChange={(next) => onTab(next === 'general' ? undefined : next)}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{open === 'status' ? <StatusCards /> : <SettingsTab part={open} />}</div>
      </Tabs>
    </Page>
  );
}

function SettingsTab({ part }: { part: Exclude<Part, 'status'> }) {
  const query = useQuery(platformSettingsQuery);
  useRefetchOnReconnect(query);
  return (
    <QueryState
      query={query}
      failed="Couldn’t load the settings"
      offline="They’ll load once the server responds."
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
          <PaidImagesCard settings={settings} />
          <RetentionCard />
        </>
      );
  }
}

const nameValues = ({ name }: PlatformSettings) => ({ name });

function NameCard({ settings }: { settings: PlatformSettings }) {
  const save = useSavePlatformSettings((values: { name: string }) => values, nameValues);
  return (
    <SettingsCard
      title="Name"
      lead="Shown on the home page, in titles and in emails. Installed apps show a new name after their next update."
      schema={platformNameSchema}
      saved={settings}
      valuesOf={nameValues}
      save={save}
    >
      <TextField name="name" label="Platform name" autoComplete="off" maxLength={60} />
    </SettingsCard>
  );
}

const personal = [
  { value: 'open', label: 'Open', help: 'Anyone can create an account.' },
  { value: 'closed', label: 'Closed', help: 'Only people invited by email. People can still join events without an account.' },
];
const organization = [
  { value: 'open', label: 'Open', help: 'New organizations can start immediately.' },
  { value: 'approval', label: 'With approval', help: 'New organizations wait for your approval.' },
  { value: 'closed', label: 'Closed', help: 'No one can register an organization.' },
];

const registrationValues = ({ registration }: PlatformSettings) => registration;

function RegistrationCard({ settings }: { settings: PlatformSettings }) {
  const save = useSavePlatformSettings((registration: PlatformSettings['registration']) => ({ registration }), registrationValues);
  return (
    <SettingsCard
      title="Registration"
      lead="Who can create an account. Existing accounts don’t change."
      schema={registrationSchema}
      saved={settings}
      valuesOf={registrationValues}
      save={save}
    >
      <RadioField name="personal" label="Personal accounts" options={personal} />
      <RadioField name="organization" label="Organizations" options={organization} />
    </SettingsCard>
  );
}

/** Maintenance mode: read-only for everyone except super admins. */
function MaintenanceCard({ settings }: { settings: PlatformSettings }) {
  const client = useQueryClient();
  return (
    <SettingsCard
      title="Maintenance"
      lead="While it’s on, only super admins can make changes. Cameras keep working: photos stay on devices and upload afterwards."
      schema={maintenanceSchema}
      saved={settings}
      valuesOf={maintenanceValues}
      save={(values) => setMaintenance(client, toMaintenance(values))}
    >
      <SwitchField name="is_on" label="Maintenance mode" help="Open pages update within seconds." />
      <TextField
        name="message"
        label="Message"
        optional
        autoComplete="off"
        maxLength={200}
        help="For example, “We’re upgrading our servers.”"
      />
      <div className="max-w-64">
        <TextField name="until" label="Ends automatically at" optional type="datetime-local" help="Leave empty to end it manually." />
      </div>
    </SettingsCard>
  );
}

const plans = [
  { value: 'free', label: 'Free' },
  { value: 'pro', label: 'Pro' },
  { value: 'studio', label: 'Studio' },
];
const types = [
  { value: 'private', label: 'Private', help: 'Only people who join and the organization see photos.' },
  {
    value: 'public',
    label: 'Public',
    help: 'Members of other organizations can find them and see their photos. Anyone with a shared photo link can join.',
  },
];

/** Defaults for new organizations. */
function DefaultsCard({ settings }: { settings: PlatformSettings }) {
  const save = useSavePlatformSettings(toDefaults, defaultsValues);
  return (
    <SettingsCard
      title="New organizations"
      lead="Defaults for each new organization, which can change its event settings. Existing organizations don’t change."
      schema={defaultsSchema}
      saved={settings}
      valuesOf={defaultsValues}
      save={save}
    >
      <div className="max-w-48">
        <SelectField name="plan" label="Plan" options={plans} />
      </div>
      <RadioField name="default_type" label="Event visibility" options={types} />
      <div className="max-w-48">
        <TextField name="default_duration" label="Hours" inputMode="decimal" autoComplete="off" help="Default length of an event." />
      </div>
      <GalleryRulesFields />
      <DefaultDownloadsField />
    </SettingsCard>
  );
}

const fields: { name: LimitName; label: string; variable: string }[] = [
  { name: 'photo_bytes', label: 'Maximum photo size (MB)', variable: 'MAX_PHOTO_BYTES' },
  { name: 'photo_pixels', label: 'Maximum photo size (megapixels)', variable: 'MAX_PHOTO_PIXELS' },
  { name: 'open_uploads', label: 'Unfinished photos per person and event', variable: 'MAX_OPEN_UPLOADS' },
  { name: 'open_upload_bytes', label: 'Unfinished MB per person and event', variable: 'MAX_OPEN_UPLOAD_BYTES' },
];

/** Upload limits, within the server's maximums. */
function LimitsCard({ settings }: { settings: PlatformSettings }) {
  const save = useSavePlatformSettings(toLimits, limitsValues);
  return (
    <SettingsCard
      title="Uploads"
      lead="You can lower the server limits here. Leave a field empty to use the server limit."
      schema={limitsSchema(settings.bounds)}
      saved={settings}
      valuesOf={limitsValues}
      save={save}
    >
      {fields.map(({ name, label, variable }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(boundOf(name, settings.bounds))}
          help={`At most ${formatCount(boundOf(name, settings.bounds))} (${variable}).`}
        />
      ))}
    </SettingsCard>
  );
}

/** Daily limits of models that cost money. */
function PaidImagesCard({ settings }: { settings: PlatformSettings }) {
  const save = useSavePlatformSettings(toPaidImages, paidImagesValues);
  return (
    <SettingsCard
      title="Models that cost money"
      lead="Images per day (UTC) by models of other companies, and by others that you mark in Model Management. Built-in models aren’t limited."
      schema={paidImagesSchema}
      saved={settings}
      valuesOf={paidImagesValues}
      save={save}
    >
      <TextField
        name="per_day"
        label="Images per day, all users"
        optional
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(settings.paid_images_default)}
        help={`Leave empty for ${formatCount(settings.paid_images_default)} (PAID_IMAGES_PER_DAY). 0 turns these models off.`}
      />
      <TextField
        name="per_person"
        label="Images per day, each user"
        optional
        inputMode="numeric"
        autoComplete="off"
        help="Leave empty for no limit of each user."
      />
    </SettingsCard>
  );
}

function RetentionCard() {
  const query = useQuery(sealQuery);
  return (
    <Card
      title="Retention"
      lead="Deleted events, organizations, photos and images can be restored for 30 days. You can keep an event longer in Event Management."
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load log retention"
        skeleton={
          <Loading label="Loading log retention">
            <Skeleton className="h-20 rounded-md" />
          </Loading>
        }
      >
        {(seal) => <RetentionSelect seal={seal} />}
      </QueryState>
    </Card>
  );
}
