// What a model makes of a picture and how long it takes, before it is requested.
import type { Deps } from '#server/deps.ts';
import type { Catalog } from '#server/generation/catalog.ts';
import { GeneratorError, type Picture } from '#server/generation/generator.ts';
import { markedShare } from '#server/generation/mask.ts';
import { requireGenerating } from '#server/generation/operations/authorize.ts';
import { requireModel } from '#server/generation/operations/generations.ts';
import { readUploadedMask } from '#server/generation/operations/usable-source.ts';
import { ratioOf, withFieldsOfQuery } from '#server/generation/request.ts';
import { type GenerationPictures, locateSources, type PhotoSource, readSources, sourceUnavailable } from '#server/generation/sources.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { BucketLimit } from '#server/http/rate-limit-store.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

/** Each with a mask decodes it: many strokes one after the other, then one every two seconds. */
const LIMIT: BucketLimit = { name: 'generation estimate', burst: 120, perHour: 1800 };

export function generationEstimateCall(
  deps: Pick<Deps, 'db' | 'storage'>,
  {
    catalog,
    photoSource,
    pictures,
    limits,
  }: { catalog: Catalog; photoSource: PhotoSource; pictures: GenerationPictures; limits: Pick<RateLimits, 'count'> },
) {
  const { db, storage } = deps;
  return {
    getGenerationEstimate: ({ viewer, query }) =>
      withFieldsOfQuery(async () => {
        const { organization_id: organizationId = null, kind, source: id, event_id: eventId = null, mask = null, aspect } = query;
        await requireGenerating(db, viewer, organizationId);
        const model = await requireModel(db, catalog, viewer, organizationId, query.model);
        const estimate = model.generator.estimate?.(model.model);
        if (!estimate) throw withoutEstimate();
        await limits.count([{ limit: LIMIT, of: viewer.userId, tokens: 1, why: 'You have requested many estimates within a few minutes' }]);
        const asked = { kind, id, event_id: eventId };
        const found = await locateSources(db, { source: asked, mask }, viewer, photoSource);
        if (!found.source) throw sourceUnavailable('source', 'This image no longer exists.');
        const { width, height } = found.source;
        const area = found.mask && (await readUploadedMask(deps, found.mask));
        const share = area && (await markedShare(area.bytes));
        const ratio = aspect === undefined ? null : ratioOf(aspect);
        const sources = { request: { source: asked }, sourceKey: found.source.key, maskKey: null };
        const readWith = async (drawn: Picture) => {
          const { source } = await readSources(storage, pictures, sources);
          if (!source) throw sourceUnavailable('source', 'This image no longer exists.');
          return { source, mask: drawn };
        };
        const read = area && (() => readWith(area));
        const body = await estimate({ width, height, ratio, markedShare: share, read }).catch((error: unknown) => {
          if (!(error instanceof GeneratorError)) throw error;
          throw new Problem(503, 'unavailable', 'This can’t be estimated right now.', { cause: error });
        });
        return { status: 200 as const, body };
      }),
  } satisfies Partial<OperationsOf<'generation'>>;
}

const withoutEstimate = () =>
  new Problem(422, 'invalid_request', 'This model has no estimate.', { errors: [{ field: 'query.model', message: 'has no estimate' }] });
