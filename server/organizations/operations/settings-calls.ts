import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { requireOwnOrganization, requireWritable, type Held } from '#server/organizations/operations/authorize.ts';
import type { LookChange } from '#server/organizations/operations/look.ts';
import { recordOf } from '#server/organizations/operations/record.ts';
import { forgetPictures, hasOtherPictures, keepPicture, type Pictures } from '#server/organizations/pictures.ts';
import { canChangeSettings, canViewSettings } from '#server/organizations/policy.ts';
import { presentSettings } from '#server/organizations/presenter.ts';
import { findOrganization, type OrganizationRow } from '#server/organizations/repository.ts';
import { changeOrganization, requireUnchanged, settingsChanges, settingsTag } from '#server/organizations/settings.ts';
import { holdOrganization } from '#server/organizations/standing.ts';
import type { Viewer } from '#server/viewer.ts';

interface Parts {
  pictures: Pictures;
  look: LookChange;
  limits: Pick<RateLimits, 'countPicture'>;
}

export function settingsCalls(deps: Deps, { pictures, look, limits }: Parts) {
  const { db } = deps;
  const answer = (organization: OrganizationRow, viewer: Viewer) => ({
    status: 200 as const,
    headers: { etag: settingsTag(organization) },
    body: presentSettings(organization, viewer),
  });

  return {
    async getOrganizationSettings({ viewer, path }) {
      const organization = await requireOwnOrganization(db, path.orgId, viewer);
      if (!canViewSettings(viewer, organization.id)) throw forbidden();
      return answer(organization, viewer);
    },

    async updateOrganizationSettings({ viewer, path, header, body, request }) {
      const text = await drawText(path.orgId, viewer, body.branding?.watermark?.text_picture);
      const { before, after } = await db.transaction(async (tx) => {
        const { organization: held } = await holdSettings(tx, path.orgId, viewer);
        requireUnchanged(held, header['if-match']);
        const changes = settingsChanges(held, body, text && (await keepPicture(deps, held.id, 'watermark', text)));
        const changed = Object.keys(changes);
        if (changed.length === 0) return { before: held, after: held };
        await changeOrganization(tx, held.id, changes);
        const subject = { id: held.id, organizationId: held.id };
        await recordOf('organization')(tx, 'organization.change_settings', subject, viewer, request, { changed });
        const now = await findOrganization(tx, held.id);
        if (now) await look(tx, held, now);
        return { before: held, after: now };
      });
      if (!after) throw notFound('organization');
      if (hasOtherPictures(before, after)) await forgetPictures(deps, before);
      return answer(after, viewer);
    },
  } satisfies Partial<OperationsOf<'organizations'>>;

  /** The picture of a watermark's text, if one came: who may not change it is not worth the drawing. */
  async function drawText(orgId: string, viewer: Viewer, picture: string | undefined): Promise<Buffer | undefined> {
    if (picture === undefined) return undefined;
    await requireChangeableSettings(db, orgId, viewer);
    limits.countPicture(viewer.userId);
    return pictures.emblemOf(Buffer.from(picture, 'base64'));
  }
}

/** The viewer's organization, held to be changed until the transaction ends, as it is now. */
export async function holdSettings(tx: Tx, id: string, asking: Viewer): Promise<Held> {
  const viewer = await holdOrganization(tx, id, asking);
  return { organization: await requireChangeableSettings(tx, id, viewer), viewer };
}

/**
 * One whose settings the viewer may change.
 * @throws {Problem} 404, or 403 `forbidden`, `organization_pending`, `organization_suspended`
 */
export async function requireChangeableSettings(db: Queryable, id: string, viewer: Viewer): Promise<OrganizationRow> {
  const organization = await requireOwnOrganization(db, id, viewer);
  requireWritable(organization);
  if (!canChangeSettings(viewer, id)) throw forbidden('Only people who manage this organization’s settings can do this.');
  return organization;
}
