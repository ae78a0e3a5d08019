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
      lead="While it is on, only super administrators can change anything. Cameras go on: photos wait on the devices and are sent when it is over."
      schema={maintenanceSchema}
      saved={settings}
      valuesOf={maintenanceValues}
      save={(values) => setMaintenance(client, toMaintenance(values))}
    >
      <SwitchField name="is_on" label="Maintenance mode" help="Everybody’s pages follow within seconds." />
      <TextField
        name="message"
        label="What people are told"
        optional
        autoComplete="off"
        maxLength={200}
        help="One sentence: “We are moving to a larger machine.”"
      />
      <div className="max-w-64">
        <TextField name="until" label="Ends by itself at" optional type="datetime-local" help="Empty: until you turn it off." />
      </div>
    </SettingsCard>
  );
}
