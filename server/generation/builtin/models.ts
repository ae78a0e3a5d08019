// The built-in models and their capabilities. Models without machine learning are not labeled as AI.
import { checkPrompt } from '#server/generation/builtin/illustrator/check-prompt.ts';
import { varySeed } from '#server/generation/builtin/variation.ts';
import { durationLabel } from '#server/generation/duration-label.ts';
import type { CatalogModel } from '#server/generation/generator.ts';

const common = { provider: 'builtin', credits: 1 } as const;

/** The base: no optional capability. */
const takesNothing: CatalogModel['capabilities'] = {
  prompt: 'none',
  negative_prompt: false,
  seed: false,
  steps: null,
  strength: false,
  source: 'none',
  mask: false,
  background: false,
  progress: true,
  max_count: 1,
  max_prompt_length: 0,
  max_source_pixels: null,
  sizes: [],
  aspect_ratios: [],
  styles: [],
};

export const illustratorModel: CatalogModel = {
  ...common,
  id: 'builtin:illustrator',
  model: 'illustrator',
  name: 'Clip art',
  task: 'text-to-image',
  isAi: false,
  description: 'Clip-art scenes of everyday things and places.',
  licence: 'MIT',
  capabilities: {
    ...takesNothing,
    prompt: 'required',
    negative_prompt: true,
    seed: true,
    max_count: 8,
    max_prompt_length: 1000,
    vocabulary: true,
    sizes: [
      { width: 1024, height: 1024 },
      { width: 1248, height: 832 },
      { width: 832, height: 1248 },
      { width: 1152, height: 864 },
      { width: 864, height: 1152 },
      { width: 1120, height: 896 },
      { width: 896, height: 1120 },
      { width: 1344, height: 756 },
      { width: 756, height: 1344 },
    ],
  },
  digitalSourceType: 'algorithmicMedia',
  checkPrompt,
  varySeed,
};

/** Pixels. A larger photo is made smaller. */
export const MAX_EDITED_SIDE = 4096;

export const restyleModel: CatalogModel = {
  ...common,
  id: 'builtin:restyle',
  model: 'restyle',
  name: 'Photo filters',
  task: 'image-to-image',
  isAi: false,
  description: 'Turns a photo into a drawing, painting or print of the same size.',
  licence: 'MIT',
  capabilities: {
    ...takesNothing,
    source: 'required',
    estimate: true,
    strength: true,
    seed: true,
    default_seed: 0,
    styles: [
      { id: 'pencil', name: 'Pencil' },
      { id: 'poster', name: 'Poster' },
      { id: 'duotone', name: 'Duotone' },
      { id: 'oil', name: 'Oil' },
      { id: 'watercolour', name: 'Watercolor' },
      { id: 'comic', name: 'Comic' },
      { id: 'halftone', name: 'Halftone' },
      { id: 'hatching', name: 'Cross-hatching' },
      { id: 'mosaic', name: 'Mosaic' },
      { id: 'neon', name: 'Neon' },
      { id: 'vintage', name: 'Vintage film' },
      { id: 'cyanotype', name: 'Cyanotype' },
    ],
  },
  digitalSourceType: 'algorithmicallyEnhanced',
  varySeed,
};

export const UPSCALE_FACTOR = 2;
/** Side of the parts that are upscaled one after the other, in pixels of the source. */
export const UPSCALE_TILE = 128;
/** An upscale that takes longer is stopped. */
export const MAX_UPSCALE_SECONDS = 540;
/** Measured (docs/decisions/064-erase-and-extend.md). */
const ERASE_DURATION = `To erase 5% of a photo of 12 megapixels takes ${durationLabel(15)}.`;

/** The largest source, 4096 × 3072. */
export const MAX_UPSCALE_PIXELS = 12_600_000;
/** Without loss a larger result is a file of more than 100 MB. */
export const MAX_UPSCALE_PIXELS_WITH_ALPHA = 6_300_000;

export const upscaleModel: CatalogModel = {
  ...common,
  id: 'builtin:upscale-2x',
  model: 'upscale-2x',
  name: 'Upscale 2×',
  task: 'upscale',
  isAi: true,
  description: 'Doubles the width and height of an image with a small AI model.',
  licence: 'MIT',
  capabilities: { ...takesNothing, source: 'required', estimate: true, max_source_pixels: MAX_UPSCALE_PIXELS },
  // The network invents three of four pixels, which is more than an adjustment.
  digitalSourceType: 'compositeWithTrainedAlgorithmicMedia',
};

export const TOO_LITTLE_AROUND = 'There is too little around the marked area to fill it from. Mark less.';

/** More leaves too little to fill it from. */
export const MOST_ERASED = 0.5;
/** From here on, what should be there can often not be guessed from the surroundings. */
export const MUCH_ERASED = 0.08;
/** From here on it hardly ever can. */
export const TOO_MUCH_ERASED = 0.2;

export const eraseModel: CatalogModel = {
  ...common,
  id: 'builtin:erase',
  model: 'erase',
  name: 'Erase',
  task: 'erase',
  isAi: false,
  description: `Removes what you mark and continues what is around it. Best for small things on grass, walls, sky or crowds. ${ERASE_DURATION}`,
  licence: 'MIT',
  capabilities: {
    ...takesNothing,
    source: 'required',
    estimate: true,
    mask: true,
    mask_required: true,
    max_mask_share: MOST_ERASED,
    outpaint: 'none',
  },
  digitalSourceType: 'algorithmicallyEnhanced',
};

export const extendModel: CatalogModel = {
  ...common,
  id: 'builtin:extend',
  model: 'extend',
  name: 'Extend',
  task: 'extend',
  isAi: false,
  description: 'Brings a photo to another format without cropping it. Narrow borders continue its edges, wide ones are a blurred frame.',
  licence: 'MIT',
  capabilities: { ...takesNothing, source: 'required', estimate: true, outpaint: 'required' },
  digitalSourceType: 'algorithmicallyEnhanced',
};

export const NOBODY = 'No person was found in this image.';

export const cutOutModel: CatalogModel = {
  ...common,
  id: 'builtin:cut-out',
  model: 'cut-out',
  name: 'Cut out people',
  task: 'cut-out',
  isAi: true,
  description: 'Removes the background behind people, blurs it, or replaces it with a color. Uses a small AI model.',
  licence: 'Apache-2.0',
  capabilities: { ...takesNothing, source: 'required', estimate: true, background: true, progress: false },
  // The network only finds people; what remains is the photo's.
  digitalSourceType: 'algorithmicallyEnhanced',
};
