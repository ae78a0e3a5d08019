// What a model makes of a picture and how long it takes, before it is requested.
import type { Deps } from '#server/deps.ts';
import type { Catalog } from '#server/generation/catalog.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { requireGenerating } from '#server/generation/operations/authorize.ts';
import { requireModel } from '#server/generation/operations/generations.ts';
import { ratioOf } from '#server/generation/request.ts';
import { locateSource, type PhotoSource } from '#server/generation/sources.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';

export function generationEstimateCall({ db }: Pick<Deps, 'db'>, { catalog, photoSource }: { catalog: Catalog; photoSource: PhotoSource }) {
  return {
    async getGenerationEstimate({ viewer, query }) {
      const { organization_id: organizationId = null, kind, source: id, event_id: eventId = null, aspect } = query;
      await requireGenerating(db, viewer, organizationId);
      const model = await requireModel(db, catalog, viewer, organizationId, query.model);
      const estimate = model.generator.estimate?.(model.model);
      if (!estimate) throw withoutEstimate();
      const { width, height } = await locateSource(db, { kind, id, event_id: eventId }, viewer, photoSource);
      const body = await estimate({ width, height, ratio: aspect === undefined ? null : ratioOf(aspect) }).catch((error: unknown) => {
        if (!(error instanceof GeneratorError)) throw error;
        throw new Problem(503, 'unavailable', 'The time can’t be estimated right now.', { cause: error });
      });
      return { status: 200, body };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

const withoutEstimate = () =>
  new Problem(422, 'invalid_request', 'This model has no estimate.', { errors: [{ field: 'query.model', message: 'has no estimate' }] });
