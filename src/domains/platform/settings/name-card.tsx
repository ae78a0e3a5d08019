import { SettingsCard } from '#src/shell/settings-card.tsx';
import { TextField } from '#src/ui/form.tsx';
import type { PlatformSettings } from './queries.ts';
import { platformNameSchema } from './settings-values.ts';
import { useSavePlatformSettings } from './use-save-platform-settings.ts';

const valuesOf = ({ name }: PlatformSettings) => ({ name });

/** What the platform is called. */
export function NameCard({ settings }: { settings: PlatformSettings }) {
  const save = useSavePlatformSettings((values: { name: string }) => values, valuesOf);
  return (
    <SettingsCard
      title="Name"
      lead="Shown on the home page, in titles and in emails. Installed apps show a new name after their next update."
      schema={platformNameSchema}
      saved={settings}
      valuesOf={valuesOf}
      save={save}
    >
      <TextField name="name" label="Platform name" autoComplete="off" maxLength={60} />
    </SettingsCard>
  );
}
