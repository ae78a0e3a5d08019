import { SettingsCard } from '#src/shell/settings-card.tsx';
import { TextField } from '#src/ui/form.tsx';
import type { PlatformSettings } from './queries.ts';
import { platformNameSchema } from './settings-values.ts';
import { usePlatformSaving } from './use-platform-saving.ts';

const valuesOf = ({ name }: PlatformSettings) => ({ name });

/** What the platform is called. */
export function NameCard({ settings }: { settings: PlatformSettings }) {
  const save = usePlatformSaving((values: { name: string }) => values, valuesOf);
  return (
    <SettingsCard
      title="Name"
      lead="On the start page, in titles and in emails. Installed apps show a new name with their next update."
      schema={platformNameSchema}
      saved={settings}
      valuesOf={valuesOf}
      save={save}
    >
      <TextField name="name" label="Name of the platform" autoComplete="off" maxLength={60} />
    </SettingsCard>
  );
}
