// The state of the Generate form, and the request that it makes for a model. Pure: fields that the model doesn't support are left out.
import type { CompleteRequest, GenerationModel, GenerationRequest, ImageOwner } from '#src/domains/generation/generation.ts';
import { pluralize } from '#src/lib/format.ts';

export interface RecipeSource {
  kind: 'upload' | 'image' | 'photo';
  id: string;
  event_id: string | null;
}

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
  /** An upload id. */
  mask: string | null;
}

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
  mask: null,
};

export const MAX_SEED = 4_294_967_295;

export const sizeKey = ({ width, height }: { width: number; height: number }): string => `${width}x${height}`;

/** `wanted` if it is among the choices, else the first choice. */
const offeredOrFirst = (wanted: string, choices: readonly string[]): string => (choices.includes(wanted) ? wanted : (choices[0] ?? ''));

/** Adapts the recipe to the model: replaces unsupported values with supported ones. */
export function fitRecipe(recipe: ImageRecipe, { id, capabilities }: GenerationModel): ImageRecipe {
  return {
    ...recipe,
    model: id,
    size: offeredOrFirst(recipe.size, capabilities.sizes.map(sizeKey)),
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
  const { size, aspectRatio, style, count, source } = fitRecipe(recipe, model);
  const [width, height] = size.split('x').map(Number);
  const pictured = capabilities.source === 'none' ? null : source;
  return {
    model: model.id,
    organization_id: owner,
    prompt: capabilities.prompt === 'none' ? '' : recipe.prompt.trim(),
    negative_prompt: capabilities.negative_prompt ? recipe.negativePrompt.trim() : '',
    width: size === '' ? null : (width ?? null),
    height: size === '' ? null : (height ?? null),
    aspect_ratio: aspectRatio === '' ? null : aspectRatio,
    count,
    seed: capabilities.seed && recipe.seed.trim() !== '' ? Number(recipe.seed) : null,
    steps: capabilities.steps && recipe.steps.trim() !== '' ? Number(recipe.steps) : null,
    style: style === '' ? null : style,
    strength: capabilities.strength && pictured ? recipe.strength : null,
    background: capabilities.background ? recipe.background : null,
    source: pictured,
    mask: capabilities.mask && pictured ? recipe.mask : null,
  };
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
    source: source && { kind: source.kind, id: source.id, event_id: source.event_id ?? null },
    mask: request.mask,
  };
}

/** Repeats a request with the next seeds, or with a random seed if the model takes none. */
export function variationOf(request: GenerationRequest, owner: ImageOwner): CompleteRequest {
  const { seed, count } = request;
  return { ...request, organization_id: owner, seed: seed === null ? null : (seed + count) % (MAX_SEED + 1) };
}

export const costOf = (recipe: ImageRecipe, model: GenerationModel): number => model.credits * fitRecipe(recipe, model).count;

/** Why the recipe can't be sent; null if it can. */
export function recipeDisabledReason(recipe: ImageRecipe, { capabilities, name }: GenerationModel): string | null {
  const { prompt, source, max_prompt_length: longest } = capabilities;
  const text = recipe.prompt.trim();
  if (source === 'required' && !recipe.source) return 'Choose an image first.';
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
