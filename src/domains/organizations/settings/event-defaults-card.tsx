import { GalleryRulesFields } from '#src/shell/gallery-rules-fields.tsx';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { RadioField, TextField } from '#src/ui/form.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { OrganizationSettings } from './settings-queries.ts';
import { eventDefaultsSchema, eventDefaultsValues, eventDefaultsSummaries, toEventDefaults } from './settings-values.ts';
import { useSaveSettings } from './use-save-settings.ts';

const types = [
  { value: 'private', label: 'Private', help: 'Only people who join and your organization see photos.' },
  {
    value: 'public',
    label: 'Public',
    help: 'Members of other organizations can find them and see their photos. Anyone with a shared photo link can join.',
  },
];

/** What new events begin with. */
export function EventDefaultsCard({ settings, disabledReason }: { settings: OrganizationSettings; disabledReason: string | null }) {
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
      </SettingsFields>
    </SettingsCard>
  );
}
