// The lineage of images by SQL: what each generation was derived from. Which of it a viewer may see is decided by the caller.
import { eq, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { generatedImages } from '#server/db/schema/generation.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable } from '#server/db/types.ts';
import { type Derivation, derivationOf } from '#server/generation/derivation.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** Longer chains exist only where somebody repeats one step. */
const MAX_DEPTH = 50;

/** The expression of the index `generations_parent`. */
const parentOf = (generation: string): SQL => sql.raw(`coalesce(${generation}.parent_id::text, ${generation}.request #>> '{source,id}')`);

const columns = sql.raw(`i.id, i.created_at, g.action, g.parent_id, g.parent_kind, g.request, m.task`);
const joined = sql.raw(`join generations g on g.id = i.generation_id join generation_models m on m.id = g.model_id`);

interface LineageRow extends Record<string, unknown> {
  id: string;
  action: Schemas['ImageAction'] | null;
  parent_id: string | null;
  parent_kind: Derivation['parentKind'];
  request: Schemas['GenerationRequest'];
  task: Schemas['GenerationTask'];
}

export interface LineageStep extends Derivation {
  imageId: string;
  /** The upload that it was made of. */
  uploadId: string | null;
}

/** Generations from before the parent was noted have it in their request. */
function stepOf({ id, action, parent_id: parentId, parent_kind: parentKind, request, task }: LineageRow): LineageStep {
  const uploadId = request.source?.kind === 'upload' ? request.source.id : null;
  if (action !== null) return { imageId: id, uploadId, action, parentId, parentKind };
  return { imageId: id, uploadId, ...derivationOf({ ...request, outpaint: null }, task, null) };
}

/** From an image back to the first one that exists, each with what it was derived from. Deleted images too. */
export async function listAncestorSteps(db: Queryable, imageId: string): Promise<LineageStep[]> {
  const { rows } = await db.execute<LineageRow>(sql`
    with recursive up as (
      select ${columns}, ${parentOf('g')} as parent, 0 as depth
      from generated_images i ${joined} where i.id = ${imageId}
      union all
      select ${columns}, ${parentOf('g')}, up.depth + 1
      from up join generated_images i on i.id = up.parent::uuid ${joined} where up.depth < ${MAX_DEPTH}
    )
    select * from up order by depth`);
  return rows.map(stepOf);
}

/** Images that this viewer can own a view of, by SQL, so that a popular photo doesn't list everybody's. The policy decides about each. */
function ownedBy({ userId, memberships }: Viewer): SQL {
  const organizations = sql.join(
    memberships.map(({ organizationId }) => sql`${organizationId}::uuid`),
    sql`, `,
  );
  const ofOrganizations = memberships.length === 0 ? sql`false` : sql`i.organization_id in (${organizations})`;
  return sql`((i.organization_id is null and i.user_id = ${userId}) or ${ofOrganizations})`;
}

/** Everything that was derived from an image or photo, each after its parent. Deleted images too. */
export async function listDescendantSteps(db: Queryable, id: string, viewer: Viewer, limit: number): Promise<LineageStep[]> {
  const { rows } = await db.execute<LineageRow>(sql`
    with recursive down as (
      select ${columns}, 1 as depth
      from generations g join generated_images i on i.generation_id = g.id join generation_models m on m.id = g.model_id
      where ${parentOf('g')} = ${id} and ${ownedBy(viewer)}
      union all
      select ${columns}, down.depth + 1
      from down join generations g on ${parentOf('g')} = down.id::text
        join generated_images i on i.generation_id = g.id join generation_models m on m.id = g.model_id
      where down.depth < ${MAX_DEPTH} and ${ownedBy(viewer)}
    )
    select * from down order by depth, created_at, id limit ${limit}`);
  return rows.map(stepOf);
}

/** Whether there is still a row of it, seen by the viewer or not. */
export async function existsParent(db: Queryable, id: string, kind: 'image' | 'photo'): Promise<boolean> {
  const table = kind === 'image' ? generatedImages : photos;
  const rows = await db.select({ id: table.id }).from(table).where(eq(table.id, id));
  return rows.length > 0;
}
