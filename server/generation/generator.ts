// The interface of all providers, built-in ones included. Requests are checked against the model's capabilities before they are queued, so a
// generator can rely on them.
import type { components } from '#openapi/api.ts';

type Schemas = components['schemas'];

/** A picture that is handed to a generator, or that it made: PNG, JPEG or WebP, upright, without metadata. */
export interface Picture {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp';
}

/** A complete request: with seed, source images and a size of the model. */
export interface GeneratorRequest {
  /** The model's name at its provider. */
  model: string;
  prompt: string;
  negativePrompt: string;
  /** Null where the source gives the size, or where an aspect ratio is asked for. */
  size: { width: number; height: number } | null;
  /** Such as `16:9`. */
  aspectRatio: string | null;
  count: number;
  /** Of the first image; each one after it has the next. Null: the model takes none. */
  seed: number | null;
  /** Null: the model doesn't let them be chosen. */
  steps: number | null;
  style: string | null;
  /** From 0 (same as the source) to 1 (independent of it). */
  strength: number | null;
  /** `transparent`, `blurred`, or a color as #rrggbb. */
  background: string | null;
  source: Picture | null;
  /** White is where the source may be changed. */
  mask: Picture | null;
  /** Only for a model that extends the source itself, instead of painting a canvas. `ratio`: width divided by height. */
  outpaint?: { ratio: number; anchor: 'start' | 'center' | 'end' };
}

export interface GeneratorProgress {
  /** From 0 to 1; null where it is not known. */
  progress: number | null;
  /** The current step, for people. */
  message?: string;
}

export interface GeneratorContext {
  /**
   * Aborted on cancellation and timeout: remote jobs are canceled. Also aborted with `Suspended` when the server stops: submitted jobs continue at
   * the provider, and the next start polls them.
   */
  signal: AbortSignal;
  /** May be called as often as wished. */
  onProgress: (progress: GeneratorProgress) => void;
  /** Stores an image of several as soon as it is made. `generate` still returns it. @param at its place among the requested ones, from 0 */
  onImage?: (image: MadeImage, at: number) => void;
  /** Saves the reference of a submitted job, so that the next start resumes it instead of paying again. */
  onSubmitted?: (reference: string) => Promise<void>;
  /** What `onTaken` named before the server ended. */
  submittedReference?: string | null;
}

export interface MadeImage extends Picture {
  seed: number | null;
}

export interface GeneratorResult {
  images: MadeImage[];
  /** Parts of the request that were not fulfilled. */
  warnings: Schemas['Generation']['warnings'];
}

export interface Generator {
  /** @throws GeneratorError for all expected failures; the signal's reason when it was aborted */
  generate(request: GeneratorRequest, context: GeneratorContext): Promise<GeneratorResult>;
  /** A small sample of a style, at full strength, if the provider makes them for free. @throws GeneratorError */
  preview?(ask: StylePreview): Promise<Picture>;
  /** A small sketch of a prompt, if the provider makes them for free: the same image as of the whole request. @throws GeneratorError */
  sketch?(ask: PromptSketch): Promise<Picture>;
  /** Several styles at once, as squares from left to right, by providers with previews. @throws GeneratorError */
  tiles?(ask: StyleTiles): Promise<Picture>;
  /** A small sample of what is erased or extended, if the provider makes them for free. @throws GeneratorError */
  previewEdit?(ask: EditPreview): Promise<Picture>;
  /** For models with the capability `estimate`. @throws GeneratorError */
  estimate?(model: string): ((source: EstimatedSource) => Promise<GenerationEstimate>) | null;
  /**
   * For a model that can tell quickly that nothing can be made of a source: the reason, as a sentence, or null.
   * @throws GeneratorError
   */
  sourceCheck?(model: string): ((source: Picture) => Promise<string | null>) | null;
}

export interface EstimatedSource {
  width: number;
  height: number;
  /** Width divided by height that it is extended to; null if it isn't. */
  ratio: number | null;
  /** How much of it a mask marks, from 0 to 1; absent or null without a mask. */
  markedShare?: number | null;
  /** The image and its mask, to look at them; absent without a mask. */
  read?: (() => Promise<{ source: Picture; mask: Picture }>) | null;
}

export type GenerationEstimate = Schemas['GenerationEstimate'];

export interface StylePreview {
  /** The model's name at its provider. */
  model: string;
  style: string;
  seed: number;
  source: Picture;
  /** Of the longer side, in pixels. */
  longest: number;
}

export interface EditPreview extends Pick<GeneratorRequest, 'model' | 'source' | 'mask' | 'outpaint'> {
  /** Behind a cut-out. */
  background?: string | null;
  /** Of the longer side, in pixels. */
  longest: number;
  /** Aborted when nobody waits for it any more. */
  signal: AbortSignal;
}

export interface PromptSketch extends Pick<StylePreview, 'model' | 'seed' | 'longest'> {
  prompt: string;
  negativePrompt: string;
  /** Of the whole image. */
  size: { width: number; height: number };
}

export interface StyleTiles extends Pick<StylePreview, 'model' | 'seed' | 'source'> {
  styles: readonly string[];
  /** From 0 to 1. */
  strength: number;
  /** Of each square, in pixels. */
  side: number;
}

export type GeneratorErrorCode = Schemas['GenerationError']['code'];

/** A refusal or failure with a message for people. */
export class GeneratorError extends Error {
  override name = 'GeneratorError';
  readonly code: GeneratorErrorCode;
  /** The same again may succeed: the queue tries it again by itself. */
  readonly retryable: boolean;
  /** Seconds. */
  readonly retryAfter: number | null;

  constructor(
    code: GeneratorErrorCode,
    message: string,
    options: { retryable?: boolean; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** Why a generator is to end without having failed or been cancelled: this server stops, and the same is asked for again by the next. */
export class Suspended extends Error {
  override name = 'Suspended';
}

/** IPTC's digital source types, of what a result is (https://cv.iptc.org/newscodes/digitalsourcetype/). */
export type DigitalSourceType =
  | 'trainedAlgorithmicMedia'
  | 'compositeWithTrainedAlgorithmicMedia'
  | 'algorithmicallyEnhanced'
  | 'algorithmicMedia';

/** A model as defined in code. The database has its settings: enabled, audience, price and position. */
export interface CatalogModel {
  /** `provider:model`. */
  id: string;
  provider: ProviderId;
  model: string;
  name: string;
  task: Schemas['GenerationTask'];
  isAi: boolean;
  description: string;
  licence: string | null;
  /** Default price of each image. */
  credits: number;
  capabilities: Schemas['GenerationCapabilities'];
  digitalSourceType: DigitalSourceType;
  /** Models whose images follow from their seeds: the seed of a variation of the image with this seed. Absent: any other seed. */
  varySeed?: (seed: number) => number;
  /** Models with a fixed vocabulary: what they make of a prompt. Cheap, without side effects. */
  checkPrompt?: (prompt: string, negativePrompt: string) => PromptCheck;
}

export type PromptCheck = Schemas['PromptCheck'];

/** The provider of the server's built-in models. */
export const BUILTIN = 'builtin' satisfies ProviderId;
/** The provider of models that were installed on this server. */
export const LOCAL = 'local' satisfies ProviderId;

export type ProviderId =
  | 'builtin'
  | 'local'
  | 'openai'
  | 'openai-compatible'
  | 'google'
  | 'fal'
  | 'replicate'
  | 'black-forest-labs'
  | 'sd-server';

/** A provider that is set up: its models, and what makes their images. */
export interface Provider {
  id: ProviderId;
  /** For people. */
  name: string;
  models: readonly CatalogModel[];
  /** Replaces `models` where they change while the server runs. */
  currentModels?: () => Promise<readonly CatalogModel[]>;
  /** Its models are offered while it has an API key, which can be set and removed while the server runs. */
  needsKey?: boolean;
  generator: Generator;
  /**
   * Asks the provider for something that costs nothing and needs a valid key. Absent: it has no such request.
   * @param key instead of the one in use
   * @throws GeneratorError
   */
  checkKey?: (signal: AbortSignal, key?: string) => Promise<void>;
}
