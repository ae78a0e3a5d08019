import { useQueryClient } from '@tanstack/react-query';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { SwitchField, TextField } from '#src/ui/form.tsx';
import { setMaintenance, type PlatformSettings } from './queries.ts';
import { maintenanceSchema, maintenanceValues, toMaintenance } from './settings-values.ts';

/** Everything can be read, and nothing changed, but by super administrators. */
export function MaintenanceCard({ settings }: { settings: PlatformSettings }) {
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
