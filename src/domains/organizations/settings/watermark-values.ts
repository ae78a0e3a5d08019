// What stands in the form of the watermark, and how it becomes what the contract asks for.
import * as v from 'valibot';
import type { components } from '#openapi/api.ts';
import type { FieldSummaries } from '#src/shell/settings-conflict.tsx';
import type { OrganizationSettings } from './settings-queries.ts';

type Changes = components['schemas']['UpdateOrganizationSettingsRequest'];

export const MAX_TEXT_LENGTH = 60;

export const positions = [
  { value: 'bottom-right', label: 'Bottom right' },
  { value: 'bottom-left', label: 'Bottom left' },
  { value: 'top-right', label: 'Top right' },
  { value: 'top-left', label: 'Top left' },
  { value: 'center', label: 'Center' },
  { value: 'tiled', label: 'Tiled' },
] as const;

const percent = v.pipe(v.string(), v.regex(/^\d+$/));

/** @param hasLogo one that a watermark could show */
export const watermarkSchema = (hasLogo: boolean) =>
  v.pipe(
    v.object({
      enabled: v.boolean(),
      source: v.pipe(
        v.picklist(['logo', 'text']),
        v.check((source) => source === 'text' || hasLogo, 'There’s no logo yet. Add one first, or use text.'),
      ),
      text: v.pipe(v.string(), v.trim(), v.maxLength(MAX_TEXT_LENGTH, `At most ${MAX_TEXT_LENGTH} characters.`)),
      position: v.picklist(positions.map(({ value }) => value)),
      size: percent,
      strength: percent,
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

export const watermarkValues = ({ branding: { watermark } }: OrganizationSettings): WatermarkValues => ({
  ...watermark,
  size: String(watermark.size),
  strength: String(watermark.strength),
});

/** @param textPicture of a text that is another now */
export const toWatermark = ({ size, strength, ...rest }: WatermarkValues, textPicture?: string): Changes => ({
  branding: {
    watermark: { ...rest, size: Number(size), strength: Number(strength), ...(textPicture !== undefined && { text_picture: textPicture }) },
  },
});

export const watermarkSummaries = ({
  enabled,
  source,
  text,
  position,
  size,
  strength,
}: WatermarkValues): FieldSummaries<WatermarkValues> => ({
  enabled: ['Watermark', enabled ? 'on' : 'off'],
  source: ['Content', source === 'logo' ? 'Logo' : 'Text'],
  text: ['Text', text || 'nothing'],
  position: ['Position', positions.find(({ value }) => value === position)?.label ?? position],
  size: ['Size', `${size}%`],
  strength: ['Opacity', `${strength}%`],
});
