// Requests that would make an image that the person has already, so that nobody pays for it twice without a word. Pure.
import {
  type CompleteRequest,
  type GeneratedImage,
  type Generation,
  type GenerationModel,
  type GenerationRequest,
  isFinished,
} from '#src/domains/generation/generation.ts';
import { canVary, MAX_SEED } from './recipe.ts';

export interface SameRequest {
  /** The first image of it that isn't deleted. Null while it is being made. */
  image: GeneratedImage | null;
}

type Earlier = Pick<Generation, 'request' | 'status' | 'images'>;

/** Fields that the server completes if they are left out. */
const COMPLETED = ['width', 'height', 'aspect_ratio', 'strength', 'background'] as const;

/** The number that decides about the result; null if the server takes any, or if the model has none. */
const seedOf = (request: Pick<GenerationRequest, 'seed'>, { capabilities }: GenerationModel): number | null =>
  request.seed ?? capabilities.default_seed ?? null;

function isSame(wanted: CompleteRequest, earlier: GenerationRequest, model: GenerationModel): boolean {
  const steps = model.capabilities.steps?.default ?? null;
  const keyOf = (request: GenerationRequest) => {
    const { prompt, negative_prompt: negative, style, mask, source, outpaint } = request;
    const extended = outpaint ? [outpaint.aspect, outpaint.anchor] : null;
    return JSON.stringify([
      [request.model, prompt.trim(), negative.trim(), style, mask, request.steps ?? steps, seedOf(request, model)],
      [source?.kind, source?.id, extended],
    ]);
  };
  return (
    keyOf(wanted) === keyOf(earlier) &&
    // A series begins with the same images.
    earlier.count >= wanted.count &&
    COMPLETED.every((field) => wanted[field] === null || wanted[field] === earlier[field])
  );
}

/** Null if the request makes something new. */
export function findSameRequest(wanted: CompleteRequest, model: GenerationModel, requests: readonly Earlier[]): SameRequest | null {
  if (canVary(model) && seedOf(wanted, model) === null) return null;
  for (const earlier of requests) {
    if (!isSame(wanted, earlier.request, model)) continue;
    if (!isFinished(earlier)) return { image: null };
    const image = earlier.status === 'succeeded' && earlier.images.find(({ deleted_at: deletedAt }) => deletedAt === null);
    if (image) return { image };
  }
  return null;
}

/** Why it can't be sent; null if it can. */
export const sameRequestReason = (same: SameRequest | null): string | null =>
  same && (same.image ? 'You already have this image.' : 'This image is already being made.');

/** The next number with which the request makes something new. Null if the model makes nothing else of it. */
export function otherSeed(wanted: CompleteRequest, model: GenerationModel, requests: readonly Earlier[]): number | null {
  if (!model.capabilities.seed) return null;
  const first = seedOf(wanted, model) ?? 0;
  for (let step = 1; step <= requests.length + 1; step++) {
    const seed = (first + step) % (MAX_SEED + 1);
    if (!findSameRequest({ ...wanted, seed }, model, requests)) return seed;
  }
  return null;
}
