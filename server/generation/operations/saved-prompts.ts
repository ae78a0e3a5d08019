// The prompt library: prompts that people save for themselves or their organization.
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { requireGenerating, requireScope } from '#server/generation/operations/authorize.ts';
import { canChangePrompt, canUsePrompt, RESTORABLE_PROMPT_DAYS } from '#server/generation/policy.ts';
import { presentPrompt } from '#server/generation/presenter.ts';
import {
  changePrompt,
  countPrompts,
  findPrompt,
  insertPrompt,
  listPrompts,
  lockPrompt,
  type PromptRow,
  setFavoritePrompt,
} from '#server/generation/prompts-repository.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import { lockOrganizationForViewer } from '#server/organizations/access.ts';
import { lockUser } from '#server/organizations/repository.ts';
import type { Viewer } from '#server/viewer.ts';

const MOST_PROMPTS = 500;

export function savedPromptCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listSavedPrompts({ viewer, query }) {
      const organizationId = query.organization_id ?? null;
      await requireScope(db, viewer, organizationId);
      const rows = await listPrompts(db, { userId: viewer.userId, organizationId });
      return { status: 200, body: { items: rows.map((row) => presentPrompt(row, viewer)) } };
    },

    async createSavedPrompt({ viewer, body, request }) {
      const owner = { userId: viewer.userId, organizationId: body.organization_id ?? null };
      const { id, title, prompt, recipe = null } = body;
      const row = await db.transaction(async (tx) => {
        await requireGenerating(tx, await lockOwner(tx, owner, viewer), owner.organizationId);
        const isNew = await insertPrompt(tx, { id, ...owner, title, prompt, recipe });
        const stored = await findPrompt(tx, viewer.userId, id);
        if (!stored) throw new Error(`prompt ${id} was not saved`);
        if (stored.userId !== owner.userId || stored.organizationId !== owner.organizationId)
          throw new Problem(409, 'prompt_differs', 'Another prompt has this ID.');
        if (!isNew) return stored;
        await requireRoom(tx, owner);
        await record(tx, 'prompt.create', stored, { viewer, request });
        return stored;
      });
      return { status: 201, body: presentPrompt(row, viewer) };
    },

    async changeSavedPrompt({ viewer, path, body, request }) {
      const row = await db.transaction(async (tx) => {
        const held = await lockToChange(tx, path.promptId, viewer);
        if (held.deletedAt) throw notFound('prompt');
        const { title, prompt } = body;
        if (held.title === title && held.prompt === prompt) return held;
        await changePrompt(tx, held.id, { title, prompt });
        await record(tx, 'prompt.change', held, { viewer, request });
        return { ...held, title, prompt };
      });
      return { status: 200, body: presentPrompt(row, viewer) };
    },

    async deleteSavedPrompt({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        const held = await lockToChange(tx, path.promptId, viewer);
        if (held.deletedAt) return;
        await changePrompt(tx, held.id, { deletedAt: new Date() });
        await record(tx, 'prompt.delete', held, { viewer, request });
      });
      return { status: 204 };
    },

    async restoreSavedPrompt({ viewer, path, request }) {
      const row = await db.transaction(async (tx) => {
        const asked = await findPrompt(tx, viewer.userId, path.promptId);
        const now = asked ? await lockOwner(tx, asked, viewer) : viewer;
        const held = await lockToChange(tx, path.promptId, now);
        if (!held.deletedAt) return held;
        await changePrompt(tx, held.id, { deletedAt: null });
        await requireRoom(tx, held);
        await record(tx, 'prompt.restore', held, { viewer, request });
        return held;
      });
      return { status: 200, body: presentPrompt(row, viewer) };
    },

    async addFavoritePrompt({ viewer, path }) {
      const { id } = await requirePrompt(db, path.promptId, viewer);
      await setFavoritePrompt(db, viewer.userId, id, true);
      return { status: 204 };
    },

    async removeFavoritePrompt({ viewer, path }) {
      const { id } = await requirePrompt(db, path.promptId, viewer);
      await setFavoritePrompt(db, viewer.userId, id, false);
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

type Owner = Pick<PromptRow, 'userId' | 'organizationId'>;

/** Locks the owner, so that the count stays correct. Returns the viewer with current rights. */
async function lockOwner(tx: Tx, { userId, organizationId }: Owner, asking: Viewer): Promise<Viewer> {
  if (organizationId !== null) return lockOrganizationForViewer(tx, organizationId, asking);
  await lockUser(tx, userId);
  return asking;
}

async function requireRoom(tx: Tx, owner: Owner): Promise<void> {
  if ((await countPrompts(tx, owner)) > MOST_PROMPTS)
    throw new Problem(409, 'too_many_prompts', `You can save at most ${MOST_PROMPTS} prompts. Delete one first.`);
}

/** @throws {Problem} 404: there is none for them, or it was deleted */
async function requirePrompt(from: Queryable, id: string, viewer: Viewer): Promise<PromptRow> {
  const prompt = await findPrompt(from, viewer.userId, id);
  if (!prompt || prompt.deletedAt || !canUsePrompt(viewer, prompt)) throw notFound('prompt');
  return prompt;
}

/** Locks a prompt, also a deleted one that can be restored. @throws {Problem} 404, 403 */
async function lockToChange(tx: Tx, id: string, viewer: Viewer): Promise<PromptRow> {
  await lockPrompt(tx, id);
  const prompt = await findPrompt(tx, viewer.userId, id);
  const since = new Date(Date.now() - RESTORABLE_PROMPT_DAYS * 24 * 3600 * 1000);
  if (!prompt || (prompt.deletedAt && prompt.deletedAt < since) || !canUsePrompt(viewer, prompt)) throw notFound('prompt');
  if (!canChangePrompt(viewer, prompt))
    throw forbidden('Only the person who saved this prompt or someone who manages the organization’s settings can do this.');
  await requireGenerating(tx, viewer, prompt.organizationId);
  return prompt;
}

async function record(
  tx: Tx,
  action: AuditAction,
  { id, organizationId }: Pick<PromptRow, 'id' | 'organizationId'>,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
): Promise<void> {
  await audit(tx, { action, actorId: viewer.userId, subjectType: 'saved_prompt', subjectId: id, organizationId, request });
}
