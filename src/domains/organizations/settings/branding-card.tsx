import { SettingsCard } from '#src/shell/settings-card.tsx';
import { ColorField } from '#src/ui/color-field.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { OrganizationSettings } from './settings-queries.ts';
import { brandingSchema, brandingValues, brandingSummaries, toBranding } from './settings-values.ts';
import { useSaveSettings } from './use-save-settings.ts';

/** The colours of the organization's events. */
export function BrandingCard({ settings, disabledReason }: { settings: OrganizationSettings; disabledReason: string | null }) {
  const { save, reread } = useSaveSettings(settings.organization_id);
  const { profile, branding } = settings;
  return (
    <SettingsCard
      title="Colors"
      lead="Used for your events, their galleries and join pages."
      schema={brandingSchema}
      saved={settings}
      valuesOf={brandingValues}
      save={(values, base) => save(base, toBranding(values), toBranding(brandingValues(base)))}
      conflict={{ read: reread, summarize: brandingSummaries }}
      disabledReason={disabledReason}
    >
      <SettingsFields disabledReason={disabledReason}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <ColorField name="primary_color" label="Primary color" unset="Default" help="Buttons, links and selected items." />
          <ColorField name="secondary_color" label="Secondary color" unset="None" help="A stripe on join pages." />
        </div>
      </SettingsFields>
      <BrandingPreview name={profile.name} logo={branding.logo_url ?? profile.avatar_url} />
    </SettingsCard>
  );
}
