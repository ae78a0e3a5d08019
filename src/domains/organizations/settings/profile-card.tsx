import { limits } from '#openapi/limits.ts';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { TextAreaField, TextField } from '#src/ui/form.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { OrganizationSettings } from './settings-queries.ts';
import { profileSchema, profileValues, profileSummaries, toProfileChanges } from './settings-values.ts';
import { useSaveSettings } from './use-save-settings.ts';

/** Who the organization is. */
export function ProfileCard({ settings, disabledReason }: { settings: OrganizationSettings; disabledReason: string | null }) {
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
