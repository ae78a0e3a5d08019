// Samples of what is erased, extended or cut out, before it is requested. They cost nothing, so they are small and limited. They are made of the same
// picture as the result: of a smaller one, other patches would be chosen.
import type { Deps } from '#server/deps.ts';
import type { Catalog } from '#server/generation/catalog.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { markedShare } from '#server/generation/mask.ts';
import { requireGenerating } from '#server/generation/operations/authorize.ts';
import { requireModel } from '#server/generation/operations/generations.ts';
import { abandoned, createNewestOnly, presentPreview, previewFailed } from '#server/generation/operations/style-previews.ts';
import { readUploadedMask } from '#server/generation/operations/usable-source.ts';
import {
  completeRequest,
  ratioOf,
  requireExtension,
  requireMaskShape,
  requireMaskShare,
  requireSize,
  withFieldsOfQuery,
} from '#server/generation/request.ts';
import { type GenerationPictures, locateSources, type PhotoSource, readSources } from '#server/generation/sources.ts';
import { clientGone } from '#server/http/client-gone.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { BucketLimit } from '#server/http/rate-limit-store.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

const LONGEST_PX = 640;
/** Each takes seconds: many strokes one after the other, then one every six seconds. */
const LIMIT: BucketLimit = { name: 'edit preview', burst: 60, perHour: 600 };

/** Of all people. Each takes seconds, and the web app waits for thirty. */
const MOST_WAITING = 6;

interface Parts {
  catalog: Catalog;
  photoSource: PhotoSource;
  pictures: GenerationPictures;
  limits: Pick<RateLimits, 'count'>;
}

export function editPreviewCall(deps: Pick<Deps, 'db' | 'storage'>, { catalog, photoSource, pictures, limits }: Parts) {
  const { db, storage } = deps;
  const inTurn = createNewestOnly(MOST_WAITING);
  return {
    getEditPreview: ({ viewer, query, reply }) =>
      withFieldsOfQuery(async () => {
        const gone = clientGone(reply, abandoned());
        const {
          organization_id: organizationId = null,
          kind,
          source: id,
          event_id: eventId = null,
          mask = null,
          aspect,
          anchor,
          background = null,
        } = query;
        await requireGenerating(db, viewer, organizationId);
        const { model, capabilities, generator } = await requireModel(db, catalog, viewer, organizationId, query.model);
        if (!generator.previewEdit) throw withoutPreview();
        const outpaint = aspect === undefined ? null : { aspect, anchor: anchor ?? ('center' as const) };
        const asked = {
          model: query.model,
          prompt: '',
          negative_prompt: '',
          count: 1,
          source: { kind, id, event_id: eventId },
          mask,
          outpaint,
          background,
        };
        const request = completeRequest(asked, capabilities);
        await limits.count([{ limit: LIMIT, of: viewer.userId, tokens: 1, why: 'You have previewed many changes within a few minutes' }]);
        const found = await locateSources(db, request, viewer, photoSource);
        if (found.source) requireSize(found.source, capabilities);
        if (found.source && found.mask) requireMaskShape(found.source, found.mask);
        if (found.source) requireExtension(found.source, request);
        const area = found.mask && (await readUploadedMask(deps, found.mask));
        if (area) requireMaskShare(await markedShare(area.bytes), capabilities);
        const preview = generator.previewEdit.bind(generator);
        const work = async () => {
          const { source } = await readSources(storage, pictures, { request, sourceKey: found.source?.key ?? null, maskKey: null });
          const edit = outpaint && { outpaint: { ratio: ratioOf(outpaint.aspect), anchor: outpaint.anchor } };
          return presentPreview(
            await preview({
              model,
              source,
              mask: area,
              ...edit,
              background: request.background,
              longest: LONGEST_PX,
              signal: gone,
            }),
          );
        };
        return inTurn(viewer.userId, work, gone).catch((error: unknown) => {
          if (!(error instanceof GeneratorError)) throw error;
          if (error.code === 'unsupported') throw withoutPreview();
          if (error.code === 'invalid_request' || error.code === 'empty_result')
            throw new Problem(422, 'invalid_request', error.message, { cause: error });
          if (error.code === 'source_unavailable') throw new Problem(409, 'source_unavailable', error.message, { cause: error });
          throw previewFailed(error);
        });
      }),
  } satisfies Partial<OperationsOf<'generation'>>;
}

const withoutPreview = () =>
  new Problem(422, 'invalid_request', 'This model has no preview.', { errors: [{ field: 'query.model', message: 'has no preview' }] });
