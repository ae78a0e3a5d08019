import { SettingsCard } from '#src/shell/settings-card.tsx';
import { RadioField, SelectField, SwitchField, TextField, useFieldValue } from '#src/ui/form.tsx';
import { RangeField } from '#src/ui/range-field.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { OrganizationSettings } from './settings-queries.ts';
import { useSaveSettings } from './use-save-settings.ts';
import { renderTextPicture } from './watermark-drawing.ts';
import { WatermarkPreview } from './watermark-preview.tsx';
import { MAX_TEXT_LENGTH, positions, toWatermark, watermarkSchema, watermarkValues, watermarkSummaries } from './watermark-values.ts';

const sources = [
  { value: 'logo', label: 'Logo' },
  { value: 'text', label: 'Text' },
];
const percent = (value: number) => `${value}%`;

/** What is laid on photos for people outside the organization. */
export function WatermarkCard({ settings, disabledReason }: { settings: OrganizationSettings; disabledReason: string | null }) {
  const { save, reread } = useSaveSettings(settings.organization_id);
  const { logo_url: logo } = settings.branding;
  return (
    <SettingsCard
      title="Watermark"
      lead="Added to every photo that people outside your organization see or download. Your staff see photos without it, and originals never have it."
      schema={watermarkSchema(logo !== null)}
      saved={settings}
      valuesOf={watermarkValues}
      save={(values, base) => {
        const before = watermarkValues(base);
        const isOther = values.text !== before.text && values.text !== '';
        return save(base, toWatermark(values, isOther ? renderTextPicture(values.text) : undefined), toWatermark(before));
      }}
      conflict={{ read: reread, summarize: watermarkSummaries }}
      disabledReason={disabledReason}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <SettingsFields disabledReason={disabledReason}>
          <SwitchField name="enabled" label="Add a watermark to photos" />
          <RadioField name="source" label="Content" options={sources} columns={2} />
          <Text />
          <SelectField name="position" label="Position" options={positions} />
          <RangeField name="size" label="Size" min={5} max={80} format={percent} />
          <RangeField name="strength" label="Opacity" min={10} max={100} step={5} format={percent} />
        </SettingsFields>
        <WatermarkPreview organizationId={settings.organization_id} logo={logo} />
      </div>
    </SettingsCard>
  );
}

function Text() {
  if (useFieldValue('source') !== 'text') return null;
  return (
    <TextField name="text" label="Text" maxLength={MAX_TEXT_LENGTH} autoComplete="off" help="Your organization’s name, or © and a name." />
  );
}
