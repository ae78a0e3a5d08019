import { SettingsCard } from '#src/shell/settings-card.tsx';
import { ColorField } from '#src/ui/color-field.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { OrganizationSettings } from './settings-queries.ts';
import { brandingSchema, brandingValues, brandingWords } from './settings-values.ts';
import { useSettingsSaving } from './use-settings-saving.ts';

/** The colours of the organization's events. */
export function BrandingCard({ settings, whyNot }: { settings: OrganizationSettings; whyNot: string | null }) {
  const { save, reread } = useSettingsSaving(settings.organization_id);
  const { profile, branding } = settings;
  return (
    <SettingsCard
      title="Colours"
      lead="Your events, their galleries and join pages are shown in them."
      schema={brandingSchema}
      saved={settings}
      valuesOf={brandingValues}
      save={(values, base) => save(base, { branding: values }, { branding: brandingValues(base) })}
      meanwhile={{ read: reread, wordsOf: brandingWords }}
      disabledReason={whyNot}
    >
      <SettingsFields whyNot={whyNot}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <ColorField name="primary_color" label="First colour" help="Buttons, links and marks. #000000: the app’s own." />
          <ColorField name="secondary_color" label="Second colour" help="A stripe on join pages. #ffffff: no stripe." />
        </div>
      </SettingsFields>
      <BrandingPreview name={profile.name} logo={branding.logo_url ?? profile.avatar_url} />
    </SettingsCard>
  );
}
