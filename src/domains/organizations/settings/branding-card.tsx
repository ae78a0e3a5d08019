import { SettingsCard } from '#src/shell/settings-card.tsx';
import { ColorField } from '#src/ui/color-field.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { OrganizationSettings } from './settings-queries.ts';
import { brandingSchema, brandingValues, brandingWords, toBranding } from './settings-values.ts';
import { useSettingsSaving } from './use-settings-saving.ts';

/** The colours of the organization's events. */
export function BrandingCard({ settings, whyNot }: { settings: OrganizationSettings; whyNot: string | null }) {
  const { save, reread } = useSettingsSaving(settings.organization_id);
  const { profile, branding } = settings;
  return (
    <SettingsCard
      title="Colors"
      lead="Used for your events, their galleries and join pages."
      schema={brandingSchema}
      saved={settings}
      valuesOf={brandingValues}
      save={(values, base) => save(base, toBranding(values), toBranding(brandingValues(base)))}
      meanwhile={{ read: reread, wordsOf: brandingWords }}
      disabledReason={whyNot}
    >
      <SettingsFields whyNot={whyNot}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <ColorField name="primary_color" label="Primary color" unset="Default" help="Buttons, links and selected items." />
          <ColorField name="secondary_color" label="Secondary color" unset="None" help="A stripe on join pages." />
        </div>
      </SettingsFields>
      <BrandingPreview name={profile.name} logo={branding.logo_url ?? profile.avatar_url} />
    </SettingsCard>
  );
}
