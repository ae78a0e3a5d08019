import type { components } from '#openapi/api.ts';
import { audit } from '#server/audit/audit.ts';
import { creditLimit, monthOf, nextMonth, reserveCredits, scopeOf, sumCredits } from '#server/billing/credits-repository.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { type Catalog, listUsableModels, refreshCatalog } from '#server/generation/catalog.ts';
import {
  countUnfinished,
  findGeneration,
  insertGeneration,
  nextGenerationSeq,
  queueGeneration,
} from '#server/generation/generations-repository.ts';
import {
  changeModelRow,
  findModelRow,
  leftToday,
  listModelRows,
  lockModelRows,
  type ModelChoices,
  type ModelRow,
  namesOfOrganizations,
  readModelHealth,
  setModelPosition,
} from '#server/generation/model-repository.ts';
import { requireScope } from '#server/generation/operations/authorize.ts';
import { generationDiffers, modelUnavailable, tooManyGenerations } from '#server/generation/operations/generations.ts';
import { readPaidLeft, readPaidToday } from '#server/generation/paid-images.ts';
import { canManageModels, costsMoney } from '#server/generation/policy.ts';
import { NO_HEALTH, presentGeneration, presentModel, presentPlatformModel, presentProviders } from '#server/generation/presenter.ts';
import { completeRequest, requestHash, requireDrawable } from '#server/generation/request.ts';
import { locateSources, type PhotoSource } from '#server/generation/sources.ts';
import { changedMeanwhile, matchesIfMatch } from '#server/http/etag.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { lockActiveUser } from '#server/organizations/repository.ts';
import { lockPlatformRights } from '#server/settings/repository.ts';
import type { Viewer } from '#server/viewer.ts';

type Asked = components['schemas']['ChangePlatformModelRequest'];

export function modelCalls({ config, db }: Pick<Deps, 'config' | 'db'>, catalog: Catalog) {
  return {
    async listGenerationModels({ viewer, query }) {
      const { organization_id: organizationId = null } = query;
      await requireScope(db, viewer, organizationId);
      await refreshCatalog(db, catalog);
      const models = await listUsableModels(db, catalog, viewer, organizationId);
      const owner = { userId: viewer.userId, organizationId };
      const paidLeft = models.some(({ costsMoney }) => costsMoney) ? await readPaidLeft(db, config, viewer.userId) : null;
      const items = models.map(async (model) => {
        const ownLeft = model.dailyLimit === null ? null : await leftToday(db, model.id, model.dailyLimit, owner);
        const limits = [ownLeft, model.costsMoney ? paidLeft : null].filter((left) => left !== null);
        return presentModel(model, limits.length === 0 ? null : Math.min(...limits));
      });
      return { status: 200, body: { items: await Promise.all(items) } };
    },

    async checkPrompt({ viewer, path, body }) {
      const { organization_id: organizationId = null, prompt, negative_prompt: negativePrompt } = body;
      await requireScope(db, viewer, organizationId);
      const model = (await listUsableModels(db, catalog, viewer, organizationId)).find(({ id }) => id === path.modelId);
      if (!model) throw modelUnavailable();
      return { status: 200, body: model.checkPrompt?.(prompt, negativePrompt) ?? NO_LIMITS };
    },

    async getCredits({ viewer, query }) {
      const { organization_id: organizationId = null } = query;
      await requireScope(db, viewer, organizationId);
      const scope = scopeOf({ userId: viewer.userId, organizationId });
      const now = new Date();
      const [limit, sums] = await Promise.all([
        creditLimit(db, scope, config.generation.personalCredits),
        sumCredits(db, scope, monthOf(now)),
      ]);
      return { status: 200, body: { limit, ...sums, renews_on: nextMonth(now) } };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

const NO_LIMITS: components['schemas']['PromptCheck'] = { supported: true, message: null, drawn: [], missing: [], unknown: [] };

/**
 * Models with their settings, for super administrators.
 * @param describeKeys what is known of the key of each provider that needs one
 */
export function platformModelCalls(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  catalog: Catalog,
  describeKeys: () => Promise<Parameters<typeof presentProviders>[3]>,
) {
  async function answer(from: Queryable, id: string) {
    const row = await findModelRow(from, id);
    if (!row) throw notFound('model');
    const [names, health] = await Promise.all([namesOfOrganizations(from, row.organizationIds), readModelHealth(from)]);
    const body = presentPlatformModel(row, catalog.get(id), names, health.models.get(id) ?? NO_HEALTH, nameIn(await describeKeys(), row));
    return { status: 200 as const, headers: { etag: tagOf(row) }, body };
  }

  return {
    async listPlatformModels({ viewer }) {
      requireModelManager(viewer);
      await refreshCatalog(db, catalog);
      const rows = await listModelRows(db);
      const [names, health] = await Promise.all([
        namesOfOrganizations(
          db,
          rows.flatMap(({ organizationIds }) => organizationIds),
        ),
        readModelHealth(db),
      ]);
      const keyed = await describeKeys();
      const items = rows.map((row) =>
        presentPlatformModel(row, catalog.get(row.id), names, health.models.get(row.id) ?? NO_HEALTH, nameIn(keyed, row)),
      );
      const paidToday = await readPaidToday(db, config);
      const providers = presentProviders(rows, catalog, health.providers, keyed);
      return { status: 200, body: { items, providers, paid_today: paidToday } };
    },

    async getPlatformModel({ viewer, path }) {
      requireModelManager(viewer);
      await refreshCatalog(db, catalog);
      return answer(db, path.modelId);
    },

    async changePlatformModel({ viewer, path, header, body, request }) {
      requireModelManager(viewer);
      await db.transaction(async (tx) => {
        requireModelManager(await lockPlatformRights(tx, viewer));
        const row = (await lockModelRows(tx)).find(({ id }) => id === path.modelId);
        if (!row) throw notFound('model');
        if (!matchesIfMatch(header['if-match'], tagOf(row))) throw changedMeanwhile('this model');
        const choices = choicesOf(row, body);
        await requireOrganizations(tx, body.organization_ids?.filter((id) => !row.organizationIds.includes(id)) ?? []);
        const changed = Object.keys(choices);
        if (changed.length === 0) return;
        await changeModelRow(tx, row.id, choices);
        const subject = { actorId: viewer.userId, subjectType: 'generation_model', subjectId: row.id };
        const before = Object.fromEntries(changed.map((name) => [name, row[name as keyof ModelRow]]));
        await audit(tx, { action: 'generation.change_model', ...subject, request, detail: { model: row.id, before, after: choices } });
      });
      return answer(db, path.modelId);
    },

    async orderPlatformModels({ viewer, body: { ids }, request }) {
      requireModelManager(viewer);
      await db.transaction(async (tx) => {
        requireModelManager(await lockPlatformRights(tx, viewer));
        const rows = await lockModelRows(tx);
        if (rows.length !== ids.length || rows.some(({ id }) => !ids.includes(id)))
          throw new Problem(409, 'models_changed', 'The list of models has changed. Reload it and try again.');
        for (const [at, id] of ids.entries()) await setModelPosition(tx, id, (at + 1) * 10);
        const subject = { actorId: viewer.userId, subjectType: 'generation_model' };
        await audit(tx, { action: 'generation.order_models', ...subject, request, detail: { ids } });
      });
      return { status: 200, body: { ids: (await listModelRows(db)).map(({ id }) => id) } };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

/** A format that few photos have. */
const TESTED_OUTPAINT = { aspect: '16:9', anchor: 'center' } as const;

const needsArea = () =>
  new Problem(422, 'invalid_request', 'This model needs a marked area, which a test run doesn’t have. Use it with an image instead.', {
    errors: [{ field: 'path.modelId', message: 'needs a marked area' }],
  });

/** One image of a model, also of one that is off: made like any other, for nothing. */
export function testModelCall({ config, db, jobs }: Pick<Deps, 'config' | 'db' | 'jobs'>, catalog: Catalog, photoSource: PhotoSource) {
  return {
    async testPlatformModel({ viewer, path: { modelId }, body, header, request: http }) {
      requireModelManager(viewer);
      await refreshCatalog(db, catalog);
      const model = catalog.get(modelId);
      if (!model) throw new Problem(409, 'model_unavailable', 'This model isn’t configured on this server.');
      const { userId } = viewer;
      const source = body.source == null ? null : { kind: 'upload' as const, id: body.source, event_id: null };
      const { capabilities } = model;
      if (capabilities.mask_required) throw needsArea();
      // What the form of a test doesn't ask for.
      const style = capabilities.prompt === 'none' ? (capabilities.styles[0]?.id ?? null) : null;
      const outpaint = capabilities.outpaint === 'required' ? TESTED_OUTPAINT : null;
      const asked = { model: modelId, prompt: body.prompt ?? '', negative_prompt: '', count: 1, source, style, outpaint };
      const request = completeRequest(asked, capabilities);
      requireDrawable(request, model);
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
      if (!generation) throw new Error(`generation ${id} disappeared while its user was locked`);
      return { status: 202, body: presentGeneration(generation, [], viewer) };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

export function requireModelManager(viewer: Viewer): void {
  if (!canManageModels(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
}

const nameIn = (keyed: readonly { id: string; name: string }[], { provider }: ModelRow) => keyed.find(({ id }) => id === provider)?.name;

const tagOf = ({ version }: ModelRow): string => `"${version}"`;

/**
 * The settings that differ from the row.
 * @throws {Problem} 422 if no size would be left
 */
function choicesOf(row: ModelRow, asked: Asked): ModelChoices {
  const { sizes } = row.capabilities;
  const { max_pixels: pixels } = asked;
  if (pixels != null && !sizes.some(({ width, height }) => width * height <= pixels)) {
    const message = sizes.length === 0 ? 'doesn’t apply: this model has no selectable sizes' : 'is smaller than every size of this model';
    throw new Problem(422, 'invalid_request', `The largest size ${message}.`, { errors: [{ field: 'body.max_pixels', message }] });
  }
  const named: ModelChoices = {
    enabled: asked.enabled,
    audience: asked.audience,
    plans: asked.plans?.toSorted(),
    organizationIds: asked.organization_ids?.toSorted(),
    credits: asked.credits,
    maxCount: asked.max_count,
    maxPixels: pixels,
    dailyLimit: asked.daily_limit,
    costsMoney: asked.costs_money === costsMoney(row) ? undefined : asked.costs_money,
  };
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(row[name as keyof ModelChoices]);
  return Object.fromEntries(Object.entries(named).filter(differs));
}

async function requireOrganizations(db: Queryable, ids: readonly string[]): Promise<void> {
  const known = await namesOfOrganizations(db, ids);
  if (ids.every((id) => known.has(id))) return;
  const message = 'contains an unknown organization';
  throw new Problem(422, 'invalid_request', `The list ${message}.`, { errors: [{ field: 'body.organization_ids', message }] });
}
