import type { components } from '#openapi/api.ts';
// The state of the Generate form, and the request that it makes for a model. Pure: fields that the model doesn't support are left out.
import type {
  CompleteRequest,
  GeneratedImage,
  GenerationModel,
  GenerationRequest,
  ImageOwner,
} from '#src/domains/generation/generation.ts';
import { pluralize } from '#src/lib/format.ts';

export interface RecipeSource {
  kind: 'upload' | 'image' | 'photo';
  id: string;
  event_id: string | null;
}

/** For queries that are not made without a source. */
export const NO_SOURCE: RecipeSource = { kind: 'upload', id: '', event_id: null };

/** The source of a request, as the API has it. */
export const recipeSource = ({ kind, id, event_id }: Omit<RecipeSource, 'event_id'> & { event_id?: string | null }): RecipeSource => ({
  kind,
  id,
  event_id: event_id ?? null,
});

/** The person's choices, including those that the current model doesn't support: the next model may. */
export interface ImageRecipe {
  /** Empty selects the first model. */
  model: string;
  prompt: string;
  negativePrompt: string;
  size: string;
  aspectRatio: string;
  count: number;
  /** As typed; empty lets the server choose. */
  seed: string;
  /** As typed; empty takes the model's default. */
  steps: string;
  style: string;
  strength: number;
  background: string;
  source: RecipeSource | null;
  /** The task that the person chose the source for. Null: any. */
  sourceTask: GenerationModel['task'] | null;
  /** An upload id. */
  mask: string | null;
  /** Extends the source to another format. */
  outpaint: NonNullable<GenerationRequest['outpaint']> | null;
}

/** A function gets the current recipe: for what ends late, after the person may have changed something. */
export type RecipeChange = Partial<ImageRecipe> | ((now: ImageRecipe) => Partial<ImageRecipe>);

export const EMPTY_RECIPE: ImageRecipe = {
  model: '',
  prompt: '',
  negativePrompt: '',
  size: '',
  aspectRatio: '',
  count: 1,
  seed: '',
  steps: '',
  style: '',
  strength: 0.6,
  background: 'transparent',
  source: null,
  sourceTask: null,
  mask: null,
  outpaint: null,
};

/** What a variation number was chosen for. */
const VARIED = ['model', 'style', 'source'] as const;

/** Applies a change. A variation number goes with the task, the style or the photo that it was chosen for. */
export function changedRecipe(now: ImageRecipe, part: Partial<ImageRecipe>): ImageRecipe {
  const next = { ...now, ...part };
  const isOther = VARIED.some((field) => JSON.stringify(next[field]) !== JSON.stringify(now[field]));
  return isOther && part.seed === undefined ? { ...next, seed: '' } : next;
}

export const MAX_SEED = 4_294_967_295;

export const sizeKey = ({ width, height }: { width: number; height: number }): string => `${width}x${height}`;

/** `wanted` if it is among the choices, else the first choice. */
const offeredOrFirst = (wanted: string, choices: readonly string[]): string => (choices.includes(wanted) ? wanted : (choices[0] ?? ''));

/** The size itself, else the one with the nearest format, else the first one. */
function nearestSize(wanted: string, sizes: readonly { width: number; height: number }[]): string {
  const [width = NaN, height = NaN] = wanted.split('x').map(Number);
  const differenceOf = (size: { width: number; height: number }) => Math.abs(Math.log((size.width * height) / (size.height * width)));
  const nearest = Number.isNaN(width / height) ? sizes[0] : sizes.toSorted((a, b) => differenceOf(a) - differenceOf(b))[0];
  return offeredOrFirst(wanted, [...(nearest ? [sizeKey(nearest)] : []), ...sizes.map(sizeKey)]);
}

const CREATES = 'text-to-image';

/** Whether the source was chosen for something else: to be changed, or to create something from. Tasks that change an image share it. */
const isOfOtherTask = ({ sourceTask }: ImageRecipe, { task }: GenerationModel): boolean =>
  sourceTask !== null && (sourceTask === CREATES) !== (task === CREATES);

/** Adapts the recipe to the model: replaces unsupported values with supported ones. */
export function fitRecipe(recipe: ImageRecipe, model: GenerationModel): ImageRecipe {
  const { id, capabilities } = model;
  return {
    ...recipe,
    ...(isOfOtherTask(recipe, model) && { source: null, mask: null }),
    model: id,
    size: nearestSize(recipe.size, capabilities.sizes),
    aspectRatio: offeredOrFirst(recipe.aspectRatio, capabilities.aspect_ratios),
    style: offeredOrFirst(
      recipe.style,
      capabilities.styles.map((style) => style.id),
    ),
    count: Math.min(Math.max(1, recipe.count), capabilities.max_count),
  };
}

/** Builds the request. Leaves out fields that the model doesn't support. */
export function requestOf(recipe: ImageRecipe, model: GenerationModel, owner: ImageOwner): CompleteRequest {
  const { capabilities } = model;
  const fitted = fitRecipe(recipe, model);
  const { size, aspectRatio, style, count, source } = fitted;
  const [width, height] = size.split('x').map(Number);
  const pictured = capabilities.source === 'none' ? null : source;
  const outpaint = outpaintOf(fitted, model);
  return {
    model: model.id,
    organization_id: owner,
    prompt: capabilities.prompt === 'none' ? '' : recipe.prompt.trim(),
    negative_prompt: capabilities.negative_prompt ? recipe.negativePrompt.trim() : '',
    width: size === '' || outpaint ? null : (width ?? null),
    height: size === '' || outpaint ? null : (height ?? null),
    aspect_ratio: aspectRatio === '' || outpaint ? null : aspectRatio,
    count,
    seed: capabilities.seed && recipe.seed.trim() !== '' ? Number(recipe.seed) : null,
    steps: capabilities.steps && recipe.steps.trim() !== '' ? Number(recipe.steps) : null,
    style: style === '' ? null : style,
    // Of new areas nothing is to remain, so the server chooses.
    strength: capabilities.strength && pictured && !outpaint ? recipe.strength : null,
    background: capabilities.background ? recipe.background : null,
    source: pictured,
    mask: capabilities.mask && pictured ? fitted.mask : null,
    ...(outpaint && { outpaint }),
  };
}

const COMMON_ASPECTS = ['1:1', '5:4', '4:5', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'] as const;
/** Sizes of models are multiples of 64 pixels, so their aspects are approximate. As on the server. */
const ASPECT_TOLERANCE = 0.03;

export const aspectOf = (aspect: string): number => {
  const [width = 1, height = 1] = aspect.split(':').map(Number);
  return width / height;
};

const isAspect = (ratio: number, aspect: string): boolean => Math.abs(ratio / aspectOf(aspect) - 1) <= ASPECT_TOLERANCE;

/** The common format of a ratio of width and height, such as "16:9"; null if it has none. */
export const formatOf = (ratio: number): string | null => COMMON_ASPECTS.find((aspect) => isAspect(ratio, aspect)) ?? null;

/** Rounding of a size to whole pixels, also of a thumbnail. */
const SAME_ASPECT = 0.01;

/** Whether an image has this format already, so that an extension to it would add nothing. @param ratio of the image */
export const isOwnFormat = (aspect: string, ratio: number): boolean => Math.abs(ratio / aspectOf(aspect) - 1) < SAME_ASPECT;

/** The formats to which the model can extend an image. Empty if it can't. */
export function outpaintAspects({
  capabilities: { mask, outpaint = mask ? 'optional' : 'none', source, sizes, aspect_ratios: ratios },
}: GenerationModel): readonly string[] {
  if (outpaint === 'none' || source === 'none') return [];
  if (ratios.length > 0) return ratios;
  if (sizes.length === 0) return COMMON_ASPECTS;
  return COMMON_ASPECTS.filter((aspect) => sizes.some(({ width, height }) => isAspect(width / height, aspect)));
}

/** Null without a source, and with a mask: both at once contradict each other. */
export function outpaintOf({ outpaint, source, mask }: ImageRecipe, model: GenerationModel): ImageRecipe['outpaint'] {
  const isMasked = mask !== null && model.capabilities.mask;
  return outpaint && source && !isMasked && outpaintAspects(model).includes(outpaint.aspect) ? outpaint : null;
}

/** The widest border that the edges of an image are continued into, as a part of its side. As on the server. */
const MOST_CONTINUED = 0.17;

/**
 * Whether a model that extends without painting continues the edges of an image, instead of framing it.
 * @param ratio of the image, width divided by height
 */
export function continuesEdges({ aspect, anchor }: NonNullable<ImageRecipe['outpaint']>, ratio: number): boolean {
  const wanted = aspectOf(aspect);
  const added = Math.max(wanted / ratio, ratio / wanted) - 1;
  return added * (anchor === 'center' ? 0.5 : 1) <= MOST_CONTINUED;
}

/** Restores the form from an earlier request. */
export function recipeOf(request: GenerationRequest): ImageRecipe {
  const { width, height, source } = request;
  return {
    model: request.model,
    prompt: request.prompt,
    negativePrompt: request.negative_prompt,
    size: width !== null && height !== null ? sizeKey({ width, height }) : '',
    aspectRatio: request.aspect_ratio ?? '',
    count: request.count,
    seed: request.seed === null ? '' : String(request.seed),
    steps: request.steps === null ? '' : String(request.steps),
    style: request.style ?? '',
    strength: request.strength ?? EMPTY_RECIPE.strength,
    background: request.background ?? EMPTY_RECIPE.background,
    source: source && recipeSource(source),
    sourceTask: null,
    mask: request.mask,
    outpaint: request.outpaint ?? null,
  };
}

type PromptRecipe = components['schemas']['PromptRecipe'];

/** Model and settings, to save them with a prompt. Images aren't saved: uploads are deleted after a day. */
export function promptRecipeOf({ model, negativePrompt, size, aspectRatio, style }: ImageRecipe): PromptRecipe | null {
  const [width = null, height = null] = size === '' ? [] : size.split('x').map(Number);
  const aspect = aspectRatio === '' ? null : aspectRatio;
  if (model === '') return null;
  return { model, negative_prompt: negativePrompt.trim(), width, height, aspect_ratio: aspect, style: style === '' ? null : style };
}

/** What a saved prompt changes in the form. */
export function changesOfPrompt(prompt: string, recipe: PromptRecipe | null): Partial<ImageRecipe> {
  if (!recipe) return { prompt };
  const { model, negative_prompt: negativePrompt, width, height, aspect_ratio: aspect, style } = recipe;
  const size = width !== null && height !== null ? sizeKey({ width, height }) : '';
  return { prompt, model, negativePrompt, size, aspectRatio: aspect ?? '', style: style ?? '' };
}

/** Close to the image, but not the same. */
const VARIATION_STRENGTH = 0.35;

/** Whether the same request can have another result. */
export const canVary = ({ task, capabilities, is_ai: isAi }: GenerationModel): boolean =>
  (capabilities.seed || isAi) && task !== 'upscale' && task !== 'cut-out';

/**
 * Asks for one image like this one, for the least credits; more can be asked for again: by image-to-image at low strength where the model can, else by the same request with new seeds.
 * @param seed null lets the server choose; of built-in models it is a variation of the image's
 */
export function variationOf(
  image: Pick<GeneratedImage, 'id'>,
  request: GenerationRequest,
  model: GenerationModel,
  owner: ImageOwner,
  seed: number | null = null,
): CompleteRequest {
  const { capabilities, is_ai: isAi } = model;
  const fromImage = isAi && capabilities.source !== 'none' && capabilities.strength;
  const { outpaint, ...rest } = request;
  return {
    ...rest,
    organization_id: owner,
    count: 1,
    seed,
    derived_from: { image_id: image.id, action: 'variation' },
    ...(fromImage
      ? { source: { kind: 'image' as const, id: image.id, event_id: null }, mask: null, strength: VARIATION_STRENGTH }
      : outpaint && { outpaint }),
  };
}

export const costOf = (recipe: ImageRecipe, model: GenerationModel): number => model.credits * fitRecipe(recipe, model).count;

/** Why the recipe can't be sent; null if it can. */
export function recipeDisabledReason(recipe: ImageRecipe, model: GenerationModel): string | null {
  const { capabilities, name } = model;
  const { prompt, source, max_prompt_length: longest } = capabilities;
  const text = recipe.prompt.trim();
  if (source === 'required' && !recipe.source) return 'Choose an image first.';
  if (capabilities.mask_required && recipe.mask === null) return 'Mark an area first.';
  if (capabilities.outpaint === 'required' && !outpaintOf(recipe, model)) return 'Choose a format first.';
  if (prompt === 'required' && text === '') return 'Describe what the image should show.';
  if (prompt !== 'none' && text.length > longest)
    return `${name} accepts up to ${pluralize(longest, 'character', 'characters')}. Shorten the description.`;
  if (capabilities.seed && recipe.seed.trim() !== '' && !isSeed(recipe.seed)) return SEED_ERROR;
  return capabilities.steps ? stepsError(recipe.steps, capabilities.steps) : null;
}

/** Null if the typed steps are empty or supported. */
export function stepsError(typed: string, { min, max }: { min: number; max: number }): string | null {
  const text = typed.trim();
  const isSupported = text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= min && Number(text) <= max);
  return isSupported ? null : `Enter a number of steps from ${min} to ${max}.`;
}

export const SEED_ERROR = 'Enter a whole number from 0 to 4,294,967,295.';
export const isSeed = (typed: string): boolean => /^\d{1,10}$/.test(typed.trim()) && Number(typed) <= MAX_SEED;
