// Samples of a style on a person's own picture, before the image of full size is requested. They cost nothing, so they are small and limited.
import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/deps.ts';
import { type Catalog, listUsableModels } from '#server/generation/catalog.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { requireGenerating } from '#server/generation/operations/authorize.ts';
import { locateSource, type PhotoSource } from '#server/generation/sources.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { BucketLimit } from '#server/http/rate-limit-store.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

const LONGEST_PX = 512;
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
    async getStylePreview({ viewer, query }) {
      const { organization_id: organizationId = null, kind, source: id, event_id, style, seed } = query;
      await requireGenerating(db, viewer, organizationId);
      const model = (await listUsableModels(db, catalog, viewer, organizationId)).find((one) => one.id === query.model);
      if (!model) throw new Problem(409, 'model_unavailable', 'This model is no longer available. Choose another one.');
      const { preview } = model.generator;
      if (!preview || !model.capabilities.styles.some((one) => one.id === style)) throw withoutPreview();
      await limits.count([{ limit: LIMIT, of: viewer.userId, why: 'You have previewed many styles within a few minutes' }]);
      const { bytes, contentType } = await inTurn(viewer.userId, async () => {
        const { key } = await locateSource(db, { kind, id, event_id: event_id ?? null }, viewer, photoSource, 'preview');
        const stored = await storage.get(key);
        if (!stored) throw unreadable();
        // Only its bytes count here: the format is detected.
        const source = { bytes: await buffer(stored.stream), contentType: 'image/jpeg' } as const;
        return preview({ model: model.model, style, seed: seed ?? model.previewSeed ?? 0, source, longest: LONGEST_PX });
      }).catch((error: unknown) => {
        if (!(error instanceof GeneratorError)) throw error;
        if (error.code === 'invalid_request') throw unreadable();
        throw new Problem(503, 'unavailable', 'The preview isn’t available right now. Try again in a moment.', { cause: error });
      });
      const headers = { 'content-type': contentType, 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };
      return { status: 200, stream: bytes, headers };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

const withoutPreview = () =>
  new Problem(422, 'invalid_request', 'This style has no preview.', { errors: [{ field: 'query.style', message: 'has no preview' }] });
const unreadable = () => new Problem(409, 'source_unavailable', 'We couldn’t read the image.');
const replaced = () => new Problem(409, 'preview_replaced', 'A newer preview was requested.');
const busy = () =>
  new Problem(503, 'unavailable', 'Many previews are being made right now. Try again in a moment.', { headers: { 'retry-after': '2' } });

/** One task per person at a time. Of those that wait, only the newest is run; the others end at once, so that a person takes two places at most. */
export function createNewestOnly() {
  interface Person {
    running: Promise<void>;
    /** The newest one that waits. */
    next: { replace: () => void } | null;
    places: number;
  }
  const people = new Map<string, Person>();
  let taken = 0;
  /** @param work rejects, but doesn't throw */
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const person = people.get(userId) ?? { running: Promise.resolve(), next: null, places: 0 };
    const leave = () => {
      taken--;
      person.places--;
      if (person.places === 0) people.delete(userId);
    };
    person.next?.replace();
    if (taken >= MOST_WAITING) throw busy();
    taken++;
    person.places++;
    people.set(userId, person);
    return new Promise<T>((resolve, reject) => {
      const next = {
        replace() {
          person.next = null;
          leave();
          reject(replaced());
        },
      };
      person.next = next;
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
