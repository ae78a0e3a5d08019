import { audit } from '#server/audit/audit.ts';
import { reserveCredits } from '#server/billing/credits-repository.ts';
import type { Deps } from '#server/deps.ts';
import type { Catalog } from '#server/generation/catalog.ts';
import { countUnfinished, findGeneration, insertGeneration, nextGenerationSeq } from '#server/generation/generations-repository.ts';
import { generationDiffers, tooManyGenerations } from '#server/generation/operations/generations.ts';
import { requireModelManager } from '#server/generation/operations/platform-models.ts';
import { presentGeneration } from '#server/generation/presenter.ts';
import { queueGeneration } from '#server/generation/queue.ts';
import { completeRequest, requestHash } from '#server/generation/request.ts';
import { locateSources, type PhotoSource } from '#server/generation/sources.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { lockActiveUser } from '#server/organizations/repository.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';

/** One image of a model, also of one that is off: made like any other, for nothing. */
export function testModelCall({ config, db, jobs }: Pick<Deps, 'config' | 'db' | 'jobs'>, catalog: Catalog, photoSource: PhotoSource) {
  return {
    async testPlatformModel({ viewer, path: { modelId }, body, header, request: http }) {
      requireModelManager(viewer);
      const model = catalog.get(modelId);
      if (!model) throw new Problem(409, 'model_unavailable', 'This server doesn’t have what this model needs.');
      const { userId } = viewer;
      const source = body.source == null ? null : { kind: 'upload' as const, id: body.source, event_id: null };
      const asked = { model: modelId, prompt: body.prompt ?? '', negative_prompt: '', count: 1, source };
      const request = completeRequest(asked, model.capabilities);
      const places = await locateSources(db, request, viewer, photoSource);
      const id = header['idempotency-key'];
      const generation = await db.transaction(async (tx) => {
        await lockActiveUser(tx, userId);
        requireModelManager(await lockPlatformRights(tx, viewer));
        const seq = await nextGenerationSeq(tx, userId);
        const askedHash = requestHash(asked);
        const sent = await findGeneration(tx, id);
        if (sent && (sent.userId !== userId || sent.askedHash !== askedHash)) throw generationDiffers();
        if (sent) return sent;
        const rank = await countUnfinished(tx, userId);
        const { personalCredits, unfinishedPerPerson } = config.generation;
        if (rank >= unfinishedPerPerson) throw tooManyGenerations(unfinishedPerPerson);
        await reserveCredits(tx, { generationId: id, userId, organizationId: null, amount: 0 }, personalCredits);
        const whose = { id, userId, organizationId: null, modelId, isTest: true };
        const row = { ...whose, request, ...places, askedHash, seq, rank, credits: 0, unitCredits: 0 };
        if (!(await insertGeneration(tx, row))) throw generationDiffers();
        await queueGeneration(tx, jobs, row);
        const subject = { subjectType: 'generation', subjectId: id };
        await audit(tx, { action: 'generation.test_model', actorId: userId, ...subject, request: http, detail: { model: modelId } });
        return findGeneration(tx, id);
      });
      if (!generation) throw new Error(`generation ${id} vanished while its person was held`);
      return { status: 202, body: presentGeneration(generation, [], viewer) };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}
