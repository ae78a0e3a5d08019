// Samples before the image of full size is requested: of a style on a person's own picture, and of a prompt. They cost nothing, so they are small and limited.
import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/deps.ts';
import type { Catalog, KnownModel } from '#server/generation/catalog.ts';
import { GeneratorError, type Picture, type StylePreview } from '#server/generation/generator.ts';
import { requireGenerating } from '#server/generation/operations/authorize.ts';
import { requireModel } from '#server/generation/operations/generations.ts';
import { completeRequest, requireDrawable, withFieldsOfQuery } from '#server/generation/request.ts';
import { locateSource, type PhotoSource } from '#server/generation/sources.ts';
import { clientGone } from '#server/http/client-gone.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { BucketLimit } from '#server/http/rate-limit-store.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

const LONGEST_PX = 512;
const TILE_PX = 192;
const SKETCH_PX = 384;
/** What tiles cost the server, in previews. */
const TILES_TOKENS = 4;
/** Every style of a picture several times, then one every two seconds. */
const LIMIT: BucketLimit = { name: 'style preview', burst: 120, perHour: 1800 };
/** Of all people. More wouldn't be answered while anybody looks. */
const MOST_WAITING = 40;

export function stylePreviewCall(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { catalog, photoSource, limits }: { catalog: Catalog; photoSource: PhotoSource; limits: Pick<RateLimits, 'count'> },
) {
  const inTurn = createNewestOnly();
  return {
    async getStylePreview({ viewer, query, reply }) {
      const { organization_id: organizationId = null, kind, source: id, event_id, style, seed, strength } = query;
      await requireGenerating(db, viewer, organizationId);
      const model = await withFieldsOfQuery(() => requireModel(db, catalog, viewer, organizationId, query.model));
      const { name, tokens, make } = makerOf(model, style, strength ?? 1);
      await limits.count([{ limit: LIMIT, of: viewer.userId, tokens, why: 'You have previewed many styles within a few minutes' }]);
      // A screen shows tiles and a preview: neither replaces the other.
      const gone = clientGone(reply, abandoned());
      const work = async () => {
        const { key } = await withFieldsOfQuery(() =>
          locateSource(db, { kind, id, event_id: event_id ?? null }, viewer, photoSource, 'preview'),
        );
        const stored = await storage.get(key);
        if (!stored) throw unreadable();
        // Only its bytes count here: the format is detected.
        const source = { bytes: await buffer(stored.stream), contentType: 'image/jpeg' } as const;
        return make({ model: model.model, seed: seed ?? model.capabilities.default_seed ?? 0, source });
      };
      return presentPreview(await inTurn(`${name} ${viewer.userId}`, work, gone).catch(refuse));
    },

    async previewPrompt({ viewer, path, body, reply }) {
      const { organization_id: organizationId = null, ...rest } = body;
      await requireGenerating(db, viewer, organizationId);
      const model = await requireModel(db, catalog, viewer, organizationId, path.modelId);
      const { sketch } = model.generator;
      if (!sketch || model.checkPrompt === undefined) throw new Problem(422, 'invalid_request', 'This model has no previews.');
      const request = completeRequest({ ...rest, model: model.id, count: 1 }, model.capabilities);
      requireDrawable(request, model);
      await limits.count([{ limit: LIMIT, of: viewer.userId, tokens: 1, why: 'You have previewed many images within a few minutes' }]);
      const { prompt, negative_prompt: negativePrompt } = request;
      const { width, height, seed } = rest;
      const ask = { model: model.model, prompt, negativePrompt, size: { width, height }, seed, longest: SKETCH_PX };
      const gone = clientGone(reply, abandoned());
      return presentPreview(await inTurn(`sketch ${viewer.userId}`, () => sketch(ask), gone).catch(refuse));
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

function refuse(error: unknown): never {
  if (!(error instanceof GeneratorError)) throw error;
  if (error.code === 'invalid_request') throw unreadable();
  throw previewFailed(error);
}

/**
 * Makes the preview of a style, or without one the tiles of all styles.
 * @throws {Problem} 422
 */
function makerOf({ generator: { preview, tiles }, capabilities }: KnownModel, style: string | undefined, strength: number) {
  const styles = capabilities.styles.map(({ id }) => id);
  if (style === undefined && tiles && styles.length > 0)
    return { name: 'tiles', tokens: TILES_TOKENS, make: (ask: Ask) => tiles({ ...ask, styles, strength, side: TILE_PX }) };
  if (style !== undefined && preview && styles.includes(style))
    return { name: 'preview', tokens: 1, make: (ask: Ask) => preview({ ...ask, style, longest: LONGEST_PX }) };
  throw withoutPreview();
}

type Ask = Pick<StylePreview, 'model' | 'seed' | 'source'>;

const withoutPreview = () =>
  new Problem(422, 'invalid_request', 'This style has no preview.', { errors: [{ field: 'query.style', message: 'has no preview' }] });
const unreadable = () => new Problem(409, 'source_unavailable', 'We couldn’t read the image.');
/** One that took too long would take as long again. */
export const previewFailed = (cause: GeneratorError) =>
  cause.code === 'timeout'
    ? new Problem(503, 'preview_timeout', 'This preview takes too long. You can still make the image.', { cause })
    : new Problem(503, 'unavailable', 'The preview isn’t available right now. Try again in a moment.', { cause });
const replaced = () => new Problem(409, 'preview_replaced', 'A newer preview was requested.');
/** Nobody reads it. */
export const abandoned = () => new Problem(409, 'preview_replaced', 'This preview is no longer needed.');
const busy = () =>
  new Problem(503, 'unavailable', 'Many previews are being made right now. Try again in a moment.', { headers: { 'retry-after': '2' } });

export function presentPreview({ bytes, contentType }: Picture) {
  const headers = { 'content-type': contentType, 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };
  return { status: 200, stream: bytes, headers } as const;
}

/**
 * One task per key at a time. Of those that wait, only the newest is run; the others end at once, so that a key takes two places at most.
 * @param most tasks of all keys, waiting or running
 */
export function createNewestOnly(most = MOST_WAITING) {
  interface Person {
    running: Promise<void>;
    /** The newest one that waits. */
    next: { end: (reason: unknown) => void } | null;
    places: number;
  }
  const people = new Map<string, Person>();
  let taken = 0;
  /**
   * @param work rejects, but doesn't throw
   * @param gone ends a task that waits, with its reason
   */
  return async <T>(key: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T> => {
    gone?.throwIfAborted();
    const person = people.get(key) ?? { running: Promise.resolve(), next: null, places: 0 };
    const leave = () => {
      taken--;
      person.places--;
      if (person.places === 0) people.delete(key);
    };
    person.next?.end(replaced());
    if (taken >= most) throw busy();
    taken++;
    person.places++;
    people.set(key, person);
    return new Promise<T>((resolve, reject) => {
      const next = {
        end(reason: unknown) {
          person.next = null;
          leave();
          reject(reason);
        },
      };
      person.next = next;
      gone?.addEventListener('abort', () => {
        if (person.next === next) next.end(gone.reason);
      });
      void person.running.then(() => {
        if (person.next !== next) return;
        person.next = null;
        const working = work();
        resolve(working);
        person.running = working.then(leave, leave);
      });
    });
  };
}
