import { formatCount } from '#src/lib/format.ts';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import { TextField } from '#src/ui/form.tsx';
import type { PlatformSettings } from './queries.ts';
import { boundOf, limitsSchema, limitsValues, toLimits, type LimitName } from './settings-values.ts';
import { useSavePlatformSettings } from './use-save-platform-settings.ts';

const fields: { name: LimitName; label: string; variable: string }[] = [
  { name: 'photo_bytes', label: 'Maximum photo size (MB)', variable: 'MAX_PHOTO_BYTES' },
  { name: 'photo_pixels', label: 'Maximum photo size (megapixels)', variable: 'MAX_PHOTO_PIXELS' },
  { name: 'open_uploads', label: 'Unfinished photos per person and event', variable: 'MAX_OPEN_UPLOADS' },
  { name: 'open_upload_bytes', label: 'Unfinished MB per person and event', variable: 'MAX_OPEN_UPLOAD_BYTES' },
];

/** How much people may send, below what the server is set up for. */
export function LimitsCard({ settings }: { settings: PlatformSettings }) {
  const save = useSavePlatformSettings(toLimits, limitsValues);
  return (
    <SettingsCard
      title="Uploads"
      lead="You can lower the server limits here. Leave a field empty to use the server limit."
      schema={limitsSchema(settings.bounds)}
      saved={settings}
      valuesOf={limitsValues}
      save={save}
    >
      {fields.map(({ name, label, variable }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(boundOf(name, settings.bounds))}
          help={`At most ${formatCount(boundOf(name, settings.bounds))} (${variable}).`}
        />
      ))}
    </SettingsCard>
  );
}
