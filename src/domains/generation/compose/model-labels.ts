import type { GenerationModel, GenerationTask } from '#src/domains/generation/generation.ts';
import { pluralize } from '#src/lib/format.ts';

export const taskLabels: Record<GenerationTask, { name: string; press: string }> = {
  'text-to-image': { name: 'Create', press: 'Generate' },
  'image-to-image': { name: 'Restyle', press: 'Restyle' },
  upscale: { name: 'Upscale', press: 'Upscale' },
  'cut-out': { name: 'Cut out', press: 'Cut out' },
};

export const TASKS: readonly GenerationTask[] = ['text-to-image', 'image-to-image', 'upscale', 'cut-out'];

/** What a model takes, in a few words each. */
export function capabilityLabels({ capabilities }: GenerationModel): string[] {
  const { prompt, source, max_count: most, sizes, aspect_ratios: ratios, styles, max_source_pixels: pixels } = capabilities;
  const forms = Math.max(sizes.length, ratios.length);
  return [
    prompt !== 'none' && 'Description',
    source === 'required' && 'Needs an image',
    source === 'optional' && 'Image',
    pixels !== null && `Up to ${pixels / 1e6} megapixels`,
    capabilities.mask && 'Mask',
    styles.length > 0 && pluralize(styles.length, 'style', 'styles'),
    forms > 1 && pluralize(forms, 'format', 'formats'),
    most > 1 && `Up to ${most} images`,
    capabilities.negative_prompt && 'Exclusions',
    capabilities.seed && 'Seed',
    capabilities.background && 'Background',
  ].filter((word) => word !== false);
}

export const creditsPerImage = ({ credits }: Pick<GenerationModel, 'credits'>): string =>
  credits === 0 ? 'Free' : `${pluralize(credits, 'credit', 'credits')} per image`;
