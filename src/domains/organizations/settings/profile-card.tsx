import { limits } from '#openapi/limits.ts';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { TextAreaField, TextField } from '#src/ui/form.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { OrganizationSettings } from './settings-queries.ts';
import { profileSchema, profileValues, profileWords, toProfileChanges } from './settings-values.ts';
import { useSettingsSaving } from './use-settings-saving.ts';

/** Who the organization is. */
export function ProfileCard({ settings, whyNot }: { settings: OrganizationSettings; whyNot: string | null }) {
  const { save, reread } = useSettingsSaving(settings.organization_id);
  return (
    <SettingsCard
      title="Profile"
      lead="Guests see the name on join pages and in galleries."
      schema={profileSchema}
      saved={settings}
      valuesOf={profileValues}
      save={(values, base) => save(base, toProfileChanges(values), toProfileChanges(profileValues(base)))}
      meanwhile={{ read: reread, wordsOf: profileWords }}
      disabledReason={whyNot}
    >
      <SettingsFields whyNot={whyNot}>
        <TextField name="name" label="Name" autoComplete="organization" maxLength={limits.organizationName} />
        <TextField name="contact_email" label="Contact email" type="email" optional autoComplete="email" />
        <TextField name="phone_number" label="Phone number" type="tel" optional autoComplete="tel" />
        <TextAreaField name="description" label="Description" optional />
      </SettingsFields>
    </SettingsCard>
  );
}
