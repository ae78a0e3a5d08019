import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import { SettingsCard } from '#src/shell/settings-card.tsx';
import type { FieldSummaries } from '#src/shell/settings-card.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { RadioField, SelectField, SwitchField, TextField, useFieldValue } from '#src/ui/form.tsx';
import { RangeField } from '#src/ui/range-field.tsx';
import { type OrganizationSettings, samplePhotoQuery } from './queries.ts';
import { SettingsFields, useSaveSettings } from './settings-form.tsx';
import { drawText, drawWatermark, renderTextPicture, type WatermarkPosition } from './watermark-drawing.ts';

const sources = [
  { value: 'logo', label: 'Logo' },
  { value: 'text', label: 'Text' },
];
const percent = (value: number) => `${value}%`;

/** The watermark on photos for people outside the organization. */
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

interface WatermarkPreviewProps {
  organizationId: string;
  logo: string | null;
}

/** Draws the form's watermark on one of the organization's photos. */
function WatermarkPreview({ organizationId, logo }: WatermarkPreviewProps) {
  const sample = useQuery(samplePhotoQuery(organizationId));
  const photo = useImage(sample.data ?? null);
  const logoImage = useImage(logo);
  const source = String(useFieldValue('source'));
  const text = String(useFieldValue('text')).trim();
  const position = String(useFieldValue('position')) as WatermarkPosition;
  const size = Number(useFieldValue('size'));
  const strength = Number(useFieldValue('strength'));
  const isOn = useFieldValue('enabled') === true;
  const textImage = useMemo(() => (text === '' ? null : drawText(text)), [text]);
  const mark = source === 'logo' ? logoImage : textImage;
  const element = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = element.current;
    if (!canvas) return;
    drawBackground(canvas, photo);
    if (isOn && mark) drawWatermark(canvas, mark, { position, size, strength });
  }, [photo, mark, isOn, position, size, strength]);
  const caption = isOn ? 'How people outside your organization see it.' : 'The watermark is off. Everyone sees photos like this.';
  return (
    <figure className="grid gap-2 max-xl:order-first max-xl:max-w-xl">
      <canvas ref={element} role="img" aria-label="Preview of the watermark" className="w-full rounded-lg border border-line bg-sunken" />
      <figcaption aria-live="polite" className="text-sm text-ink-muted">
        {sample.data === null ? `${caption} Once you have photos, one of them appears here.` : caption}
      </figcaption>
    </figure>
  );
}

const MAX_PX = 1200;

function drawBackground(canvas: HTMLCanvasElement, photo: HTMLImageElement | null): void {
  const { naturalWidth: width, naturalHeight: height } = photo ?? { naturalWidth: 3, naturalHeight: 2 };
  const ratio = MAX_PX / Math.max(width, height);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  if (photo) return context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  // A gradient with the dark and light areas of a photo.
  const evening = context.createLinearGradient(0, 0, 0, canvas.height);
  for (const [at, color] of ['#24304a', '#8d6f86', '#e7b48c', '#3b3540'].entries()) evening.addColorStop(at / 3, color);
  context.fillStyle = evening;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

/** Null while loading, and on errors. */
function useImage(path: string | null): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<{ path: string; image: HTMLImageElement } | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    let isWanted = true;
    const image = new Image();
    image.addEventListener('load', () => isWanted && setLoaded({ path, image }));
    image.src = apiUrl(path);
    return () => {
      isWanted = false;
    };
  }, [path]);
  return loaded?.path === path ? loaded.image : null;
}

type Changes = components['schemas']['UpdateOrganizationSettingsRequest'];

const MAX_TEXT_LENGTH = 60;

const positions = [
  { value: 'bottom-right', label: 'Bottom right' },
  { value: 'bottom-left', label: 'Bottom left' },
  { value: 'top-right', label: 'Top right' },
  { value: 'top-left', label: 'Top left' },
  { value: 'center', label: 'Center' },
  { value: 'tiled', label: 'Tiled' },
] as const;

const percentField = v.pipe(v.string(), v.regex(/^\d+$/));

/** @param hasLogo whether the watermark can use a logo */
const watermarkSchema = (hasLogo: boolean) =>
  v.pipe(
    v.object({
      enabled: v.boolean(),
      source: v.pipe(
        v.picklist(['logo', 'text']),
        v.check((source) => source === 'text' || hasLogo, 'There’s no logo yet. Add one first, or use text.'),
      ),
      text: v.pipe(v.string(), v.trim(), v.maxLength(MAX_TEXT_LENGTH, `At most ${MAX_TEXT_LENGTH} characters.`)),
      position: v.picklist(positions.map(({ value }) => value)),
      size: percentField,
      strength: percentField,
    }),
    v.forward(
      v.partialCheck(
        [['enabled'], ['source'], ['text']],
        ({ enabled, source, text }) => !enabled || source === 'logo' || text !== '',
        'Enter the watermark text.',
      ),
      ['text'],
    ),
  );
type WatermarkValues = v.InferOutput<ReturnType<typeof watermarkSchema>>;

const watermarkValues = ({ branding: { watermark } }: OrganizationSettings): WatermarkValues => ({
  ...watermark,
  size: String(watermark.size),
  strength: String(watermark.strength),
});

/** @param textPicture the rendered text (PNG in Base64), if it changed */
const toWatermark = ({ size, strength, ...rest }: WatermarkValues, textPicture?: string): Changes => ({
  branding: {
    watermark: { ...rest, size: Number(size), strength: Number(strength), ...(textPicture !== undefined && { text_picture: textPicture }) },
  },
});

const watermarkSummaries = ({ enabled, source, text, position, size, strength }: WatermarkValues): FieldSummaries<WatermarkValues> => ({
  enabled: ['Watermark', enabled ? 'on' : 'off'],
  source: ['Content', source === 'logo' ? 'Logo' : 'Text'],
  text: ['Text', text || 'nothing'],
  position: ['Position', positions.find(({ value }) => value === position)?.label ?? position],
  size: ['Size', `${size}%`],
  strength: ['Opacity', `${strength}%`],
});
