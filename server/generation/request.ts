// Checks a request against the model's capabilities and completes it. Reports every mismatch with its field.
import { createHash, randomInt } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import type { CatalogModel } from '#server/generation/generator.ts';
import { Problem, type FieldProblem } from '#server/http/problem.ts';

type Schemas = components['schemas'];
type Asked = Schemas['CreateGenerationRequest'];
type Capabilities = Schemas['GenerationCapabilities'];

/** Chosen seeds are below it; of a series none runs over it. Larger ones are variations (builtin/variation.ts). */
const SEEDS = 2 ** 27;
const MOST_IMAGES = 8;

interface Size {
  width: number;
  height: number;
}

/** Line breaks and tabs are what people paste; any other control character is no text. */
const CONTROL = /[^\P{Cc}\n\t]/u;
/** Text copied from messengers and spreadsheets has them. In a list they would reorder what follows. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Anything that can be seen. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Identifies repeated requests. Omitted values equal their defaults. */
export function requestHash(asked: Asked): string {
  const { model, organization_id, source, outpaint, derived_from: derived, ...rest } = asked;
  const told = {
    model,
    organization_id: organization_id ?? null,
    prompt: linesOf(rest.prompt ?? ''),
    negative_prompt: linesOf(rest.negative_prompt ?? ''),
    width: rest.width ?? null,
    height: rest.height ?? null,
    aspect_ratio: rest.aspect_ratio ?? null,
    count: rest.count ?? 1,
    seed: rest.seed ?? null,
    style: rest.style ?? null,
    strength: rest.strength ?? null,
    background: rest.background ?? null,
    source: source ? [source.kind, source.id, source.event_id ?? null] : null,
    mask: rest.mask ?? null,
    // Left out otherwise: the hash of a request from before they existed stays the same.
    ...(outpaint && { outpaint: [outpaint.aspect, outpaint.anchor] }),
    ...(derived && { derived_from: [derived.action, derived.image_id] }),
    // Requests of earlier releases have no steps, and are still the same.
    ...(isGiven(rest.steps) && { steps: rest.steps }),
  };
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

/**
 * The whole request.
 * @throws {Problem} 422 `invalid_request`
 */
export function completeRequest(asked: Asked, takes: Capabilities): Schemas['GenerationRequest'] {
  const errors: FieldProblem[] = [];
  const wrong = (field: keyof Asked, message: string) => void errors.push({ field: `body.${field}`, message });
  const notTaken = 'isn’t supported by this model';

  const prompt = textOf('prompt');
  if (takes.prompt === 'none' && prompt !== '') wrong('prompt', notTaken);
  if (takes.prompt === 'required' && !VISIBLE.test(prompt)) wrong('prompt', 'is required by this model');
  if (takes.prompt !== 'none' && prompt.length > takes.max_prompt_length)
    wrong('prompt', `must have at most ${takes.max_prompt_length} characters`);
  const negative = textOf('negative_prompt');
  if (!takes.negative_prompt && negative !== '') wrong('negative_prompt', notTaken);

  const count = asked.count ?? 1;
  if (count > takes.max_count) wrong('count', `must be at most ${takes.max_count}`);
  if (!takes.seed && isGiven(asked.seed)) wrong('seed', notTaken);
  const steps = asked.steps ?? null;
  if (steps !== null && !takes.steps) wrong('steps', notTaken);
  else if (steps !== null && takes.steps && (steps < takes.steps.min || steps > takes.steps.max))
    wrong('steps', `must be from ${takes.steps.min} to ${takes.steps.max}`);
  const style = asked.style ?? null;
  if (style !== null && !takes.styles.some(({ id }) => id === style))
    wrong('style', takes.styles.length === 0 ? notTaken : oneOf(takes.styles.map(({ id }) => id)));

  // A prompt can do without a style; otherwise there is nothing to be made.
  if (style === null && takes.styles.length > 0 && takes.prompt === 'none') wrong('style', 'is required by this model');

  const source = asked.source ? { kind: asked.source.kind, id: asked.source.id, event_id: asked.source.event_id ?? null } : null;
  if (takes.source === 'none' && source) wrong('source', notTaken);
  if (takes.source === 'required' && !source) wrong('source', 'is required by this model');
  if (source?.kind === 'photo' && source.event_id === null) wrong('source', 'must name the event of the photo');
  const mask = asked.mask ?? null;
  if (takes.mask_required && mask === null) wrong('mask', 'is required by this model');
  if (mask !== null && !takes.mask) wrong('mask', notTaken);
  else if (mask !== null && !source) wrong('mask', 'requires a source');
  const outpaint = asked.outpaint ?? null;
  if (outpaint) checkOutpaint();
  else if (takes.outpaint === 'required') wrong('outpaint', 'is required by this model');
  const strength = asked.strength ?? (outpaint && source && takes.strength ? OUTPAINT_STRENGTH : null);
  if (strength !== null && !takes.strength) wrong('strength', notTaken);
  else if (strength !== null && !source) wrong('strength', 'requires a source');
  const background = asked.background ?? null;
  if (background !== null && !takes.background) wrong('background', notTaken);

  const shape = shapeOf();
  if (errors.length > 0) throw invalidRequest(errors);
  return {
    model: asked.model,
    prompt,
    negative_prompt: negative,
    ...shape,
    count,
    seed: takes.seed ? (asked.seed ?? takes.default_seed ?? randomInt(SEEDS - MOST_IMAGES)) : null,
    steps: steps ?? takes.steps?.default ?? null,
    style,
    strength,
    background: background ?? (takes.background ? 'transparent' : null),
    source,
    mask,
    ...(outpaint && { outpaint }),
  };

  function checkOutpaint(): void {
    if ((takes.outpaint ?? (takes.mask ? 'optional' : 'none')) === 'none') wrong('outpaint', notTaken);
    else if (!source) wrong('outpaint', 'requires a source');
    if (mask !== null) wrong('outpaint', 'can’t be combined with a mask');
  }

  function textOf(field: 'prompt' | 'negative_prompt'): string {
    const text = linesOf(asked[field] ?? '').replace(DIRECTION_CONTROLS, '');
    if (CONTROL.test(text)) wrong(field, 'must not contain control characters');
    else if (/\p{Surrogate}/u.test(text)) wrong(field, 'must be text');
    return text;
  }

  function shapeOf(): Pick<Schemas['GenerationRequest'], 'width' | 'height' | 'aspect_ratio'> {
    const { width = null, height = null, aspect_ratio: ratio = null } = asked;
    const nothing = { width: null, height: null, aspect_ratio: null };
    if (outpaint) {
      const shape = outpaintShape(outpaint.aspect, takes);
      if (!shape) wrong('outpaint', `must have an aspect that is ${oneOf(outpaintAspects(takes)).replace('must be ', '')}`);
      const whole = { ...nothing, ...shape };
      // A stored request names the shape as well, so that it can be repeated as it is.
      const differs = [width, height, ratio].some(
        (value, at) => value !== null && value !== [whole.width, whole.height, whole.aspect_ratio][at],
      );
      if (differs) wrong('outpaint', 'can’t be combined with another size or aspect ratio');
      return whole;
    }
    if (ratio !== null) {
      if (isGiven(width) || isGiven(height)) wrong('aspect_ratio', 'can’t be combined with a size');
      else if (!takes.aspect_ratios.includes(ratio))
        wrong('aspect_ratio', takes.aspect_ratios.length === 0 ? notTaken : oneOf(takes.aspect_ratios));
      return { ...nothing, aspect_ratio: ratio };
    }
    if (width === null && height === null) {
      const [size] = takes.sizes;
      return { ...nothing, ...(size ?? { aspect_ratio: takes.aspect_ratios[0] ?? null }) };
    }
    const isOffered = takes.sizes.some((size) => size.width === width && size.height === height);
    if (takes.sizes.length === 0) wrong(width === null ? 'height' : 'width', notTaken);
    else if (!isOffered) wrong('width', `and height ${oneOf(takes.sizes.map((size) => `${size.width} × ${size.height}`))}`);
    return { ...nothing, width, height };
  }
}

/** With less, much of the blurred border would remain. */
const OUTPAINT_STRENGTH = 0.9;
/** Sizes of models are multiples of 64 pixels, so their aspects are approximate. */
const ASPECT_TOLERANCE = 0.03;

export const ratioOf = (aspect: string): number => {
  const [width = 1, height = 1] = aspect.split(':').map(Number);
  return width / height;
};

const COMMON_ASPECTS = ['1:1', '5:4', '4:5', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9', '9:21'] as const;

const outpaintAspects = (takes: Capabilities): string[] =>
  takes.aspect_ratios.length > 0 ? takes.aspect_ratios : COMMON_ASPECTS.filter((aspect) => outpaintShape(aspect, takes) !== null);

/** The model's largest size of this aspect, its aspect ratio, or nothing if the source determines the size. Null if the model can't. */
function outpaintShape(aspect: string, takes: Capabilities): Partial<Schemas['GenerationRequest']> | null {
  if (takes.aspect_ratios.length > 0) return takes.aspect_ratios.includes(aspect) ? { aspect_ratio: aspect } : null;
  if (takes.sizes.length === 0) return {};
  const [size] = takes.sizes
    .filter(({ width, height }) => Math.abs(width / height / ratioOf(aspect) - 1) <= ASPECT_TOLERANCE)
    .toSorted((a, b) => b.width * b.height - a.width * a.height);
  return size ?? null;
}

/**
 * Refuses a prompt of which the model can't draw any subject.
 * @throws {Problem} 422 `invalid_request`
 */
export function requireDrawable(
  { prompt, negative_prompt: negativePrompt }: Pick<Schemas['GenerationRequest'], 'prompt' | 'negative_prompt'>,
  { checkPrompt }: Pick<CatalogModel, 'checkPrompt'>,
): void {
  const check = checkPrompt?.(prompt, negativePrompt);
  if (!check || check.supported) return;
  const message =
    check.missing.length === 0
      ? 'names nothing that this model can draw'
      : `asks for ${check.missing.join(', ')}, which this model can’t draw`;
  throw new Problem(422, 'invalid_request', check.message ?? `The prompt ${message}.`, { errors: [{ field: 'body.prompt', message }] });
}

/** @throws {Problem} 422 `invalid_request` */
export function requireSize(source: Size, { max_source_pixels: most }: Capabilities): void {
  const tooSmall = tooFewPixels(source);
  if (tooSmall !== null) throw invalidRequest([{ field: 'body.source', message: tooSmall }]);
  if (most !== null && source.width * source.height > most)
    throw invalidRequest([{ field: 'body.source', message: tooManyPixels(source, most) }]);
}

/** Rounding of a size to whole pixels. */
const SAME_ASPECT = 0.005;

/**
 * Refuses an extension that adds nothing.
 * @throws {Problem} 422 `invalid_request`
 */
export function requireExtension(source: Size, { outpaint }: Schemas['GenerationRequest']): void {
  if (outpaint && Math.abs(source.width / source.height / ratioOf(outpaint.aspect) - 1) < SAME_ASPECT)
    throw invalidRequest([{ field: 'body.outpaint', message: 'names the format that the image already has' }]);
}

/**
 * Refuses a mask that marks nothing, or more than the model can fill.
 * @throws {Problem} 422 `invalid_request`
 */
export function requireMaskShare(share: number, { max_mask_share: most }: Capabilities): void {
  if (most === undefined) return;
  if (share === 0) throw invalidRequest([{ field: 'body.mask', message: 'marks nothing' }]);
  if (share > most)
    throw invalidRequest([
      { field: 'body.mask', message: `marks ${Math.round(share * 100)}% of the image. The limit is ${Math.round(most * 100)}%` },
    ]);
}

const MASK_TOLERANCE = 0.02;
/** Rounding of a small mask. */
const MASK_TOLERANCE_PX = 1.5;

/**
 * A mask may be smaller than its image, but has its shape: otherwise other areas would change than those that were painted.
 * @throws {Problem} 422 `invalid_request`
 */
export function requireMaskShape(source: Size, mask: Size): void {
  const height = (mask.width * source.height) / source.width;
  const off = Math.abs(mask.height - height);
  if (off <= MASK_TOLERANCE_PX || off / Math.max(height, mask.height) <= MASK_TOLERANCE) return;
  const message = `has ${mask.width} × ${mask.height} pixels, and the image ${source.width} × ${source.height}. They must have the same shape`;
  throw invalidRequest([{ field: 'body.mask', message }]);
}

/** Of a picture, in words that follow its name. */
/** Of smaller images, no model makes anything that is worth a credit. */
const MIN_SIDE_PX = 16;

/** Null if the image is large enough. */
export const tooFewPixels = ({ width, height }: Size): string | null =>
  Math.min(width, height) >= MIN_SIDE_PX ? null : `has ${width} × ${height} pixels. Each side needs at least ${MIN_SIDE_PX}`;

export const tooManyPixels = ({ width, height }: { width: number; height: number }, most: number): string =>
  `has ${width} × ${height} pixels. The limit is ${most / 1e6} megapixels`;

const isGiven = (value: number | null | undefined): boolean => value !== null && value !== undefined;
const linesOf = (text: string): string => text.replace(/\r\n?/g, '\n');
const oneOf = (values: readonly string[]): string => `must be one of ${values.join(', ')}`;

/** What a person who makes an image calls the fields of a request. */
const namesOfFields: ReadonlyMap<string, string> = new Map(
  Object.entries({
    model: 'the model',
    prompt: 'the description',
    negative_prompt: 'what to exclude',
    width: 'the size',
    height: 'the size',
    aspect_ratio: 'the format',
    count: 'the number of images',
    seed: 'the variation number',
    steps: 'the number of steps',
    style: 'the style',
    strength: 'the strength',
    background: 'the background',
    source: 'the image',
    mask: 'the marked area',
    outpaint: 'the new format',
  }),
);

/** Terms of the API in what is said of a field. */
const plainWords = [
  ['requires a source', 'requires an image'],
  ['combined with a mask', 'combined with a marked area'],
  ['must have an aspect that is', 'must be'],
  ['names the format that the image already has', 'is the one that the image already has'],
] as const;

function invalidRequest(errors: FieldProblem[]): Problem {
  const told = errors
    .map(({ field, message }) => {
      const name = field.replace(/^body\./, '');
      const words = plainWords.reduce((text, [term, plain]) => text.replace(term, plain), message);
      return `${namesOfFields.get(name) ?? name} ${words}`;
    })
    .join('; ');
  return new Problem(422, 'invalid_request', `We can’t create this: ${told}.`, { errors });
}

/** Of a request whose fields are in its query: refusals name them there. @throws what `work` throws */
export async function withFieldsOfQuery<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors?.some(({ field }) => field.startsWith('body.'))) throw error;
    const errors = error.errors.map(({ field, message }) => ({
      field: field.replace(/^body\./, 'query.').replace('.outpaint', '.aspect'),
      message,
    }));
    throw new Problem(error.status, error.code, error.message, { errors, cause: error });
  }
}
