import { SettingsCard } from '#src/shell/settings-card.tsx';
import { RadioField, SelectField, SwitchField, TextField, useFieldValue } from '#src/ui/form.tsx';
import { RangeField } from '#src/ui/range-field.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { OrganizationSettings } from './settings-queries.ts';
import { useSettingsSaving } from './use-settings-saving.ts';
import { textPictureOf } from './watermark-drawing.ts';
import { WatermarkPreview } from './watermark-preview.tsx';
import { MOST_TEXT, positions, toWatermark, watermarkSchema, watermarkValues, watermarkWords } from './watermark-values.ts';

const sources = [
  { value: 'logo', label: 'Logo' },
  { value: 'text', label: 'Text' },
];
const percent = (value: number) => `${value}%`;

/** What is laid on photos for people outside the organization. */
export function WatermarkCard({ settings, whyNot }: { settings: OrganizationSettings; whyNot: string | null }) {
  const { save, reread } = useSettingsSaving(settings.organization_id);
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
        return save(base, toWatermark(values, isOther ? textPictureOf(values.text) : undefined), toWatermark(before));
      }}
      meanwhile={{ read: reread, wordsOf: watermarkWords }}
      disabledReason={whyNot}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <SettingsFields whyNot={whyNot}>
          <SwitchField name="enabled" label="Add a watermark to photos" />
          <RadioField name="source" label="Content" options={sources} columns={2} />
          <Text />
          <SelectField name="position" label="Position" options={positions} />
          <RangeField name="size" label="Size" min={5} max={80} words={percent} />
          <RangeField name="strength" label="Opacity" min={10} max={100} step={5} words={percent} />
        </SettingsFields>
        <WatermarkPreview organizationId={settings.organization_id} logo={logo} />
      </div>
    </SettingsCard>
  );
}

function Text() {
  if (useFieldValue('source') !== 'text') return null;
  return <TextField name="text" label="Text" maxLength={MOST_TEXT} autoComplete="off" help="Your organization’s name, or © and a name." />;
}
