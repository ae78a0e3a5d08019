import { GalleryRulesFields } from '#src/shell/gallery-rules-fields.tsx';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { RadioField, SelectField, TextField } from '#src/ui/form.tsx';
import type { PlatformSettings } from './queries.ts';
import { defaultsSchema, defaultsValues, toDefaults } from './settings-values.ts';
import { useSavePlatformSettings } from './use-save-platform-settings.ts';

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

/** What a new organization begins with. */
export function DefaultsCard({ settings }: { settings: PlatformSettings }) {
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
    </SettingsCard>
  );
}
