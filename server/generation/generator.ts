// What makes images: one interface before all providers, the built-in ones too. What a model takes is told by its capabilities, which the
// request is held against before it is queued; a generator may rely on that.
import type { components } from '#openapi/api.ts';

type Schemas = components['schemas'];

/** A picture that is handed to a generator, or that it made: PNG, JPEG or WebP, upright, without metadata. */
export interface Picture {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp';
}

/** What is asked for, with nothing left open: the seed is chosen, pictures are there, the size is one of the model's. */
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
  style: string | null;
  /** 0 keeps the source, 1 is free of it. */
  strength: number | null;
  /** `transparent`, or a colour as #rrggbb. */
  background: string | null;
  source: Picture | null;
  /** White is where the source may be changed. */
  mask: Picture | null;
}

export interface GeneratorProgress {
  /** From 0 to 1; null where it is not known. */
  progress: number | null;
  /** What is being done, for a person. */
  message?: string;
}

export interface GeneratorContext {
  /**
   * Aborted when it is cancelled or has taken too long: whatever runs elsewhere is told to end. Also when the server stops, by `Suspended`:
   * what has been named by `onTaken` goes on there, and is asked about after the next start.
   */
  signal: AbortSignal;
  /** May be called as often as wished. */
  onProgress: (progress: GeneratorProgress) => void;
  /** Names what was begun at a provider, so that a server that ends meanwhile takes it up again instead of paying for another. */
  onSubmitted?: (reference: string) => Promise<void>;
  /** What `onTaken` named before the server ended. */
  submittedReference?: string | null;
}

export interface MadeImage extends Picture {
  seed: number | null;
}

export interface GeneratorResult {
  images: MadeImage[];
  /** What was not done as asked for. */
  warnings: Schemas['Generation']['warnings'];
}

export interface Generator {
  /** @throws GeneratorError for whatever is no defect of ours; the signal's reason when it was aborted */
  generate(request: GeneratorRequest, context: GeneratorContext): Promise<GeneratorResult>;
}

export type GeneratorErrorCode = Schemas['GenerationError']['code'];

/** A refusal or failure that people are told of, in their words. */
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

/** A model as the code knows it. Its row in the database says whether it is switched on, for whom, at what cost and in which place. */
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
  /** For each image, where nobody has chosen otherwise. */
  credits: number;
  capabilities: Schemas['GenerationCapabilities'];
  digitalSourceType: DigitalSourceType;
}

/** The provider of the server's own models, which cost nothing but its time. */
export const BUILTIN = 'builtin' satisfies ProviderId;

export type ProviderId = 'builtin' | 'openai' | 'openai-compatible' | 'google' | 'fal' | 'replicate' | 'black-forest-labs' | 'sd-server';

/** A provider that is set up: its models, and what makes their images. */
export interface Provider {
  id: ProviderId;
  /** For people. */
  name: string;
  models: readonly CatalogModel[];
  generator: Generator;
}
