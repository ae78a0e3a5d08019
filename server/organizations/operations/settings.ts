import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { lockOrganizationForViewer } from '#server/organizations/access.ts';
import { auditRecorder } from '#server/organizations/operations/audit.ts';
import { requireOwnOrganization, requireWritable, type LockedOrganization } from '#server/organizations/operations/authorize.ts';
import type { NotifyBrandingChange } from '#server/organizations/operations/branding.ts';
import { deleteReplacedPictures, hasOtherPictures, storePicture, type PictureRenderer } from '#server/organizations/pictures.ts';
import { canChangeSettings, canViewSettings } from '#server/organizations/policy.ts';
import { presentSettings } from '#server/organizations/presenter.ts';
import { findOrganization, type OrganizationRow } from '#server/organizations/repository.ts';
import { changeOrganization, requireUnchanged, settingsChanges, settingsETag } from '#server/organizations/settings.ts';
import type { Viewer } from '#server/viewer.ts';

interface Parts {
  pictures: PictureRenderer;
  look: NotifyBrandingChange;
  limits: Pick<RateLimits, 'countPicture'>;
}

export function settingsCalls(deps: Deps, { pictures, look, limits }: Parts) {
  const { db } = deps;
  const answer = (organization: OrganizationRow, viewer: Viewer) => ({
    status: 200 as const,
    headers: { etag: settingsETag(organization) },
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
        const { organization: held } = await lockSettings(tx, path.orgId, viewer);
        requireUnchanged(held, header['if-match']);
        const changes = settingsChanges(held, body, text && (await storePicture(deps, held.id, 'watermark', text)));
        const changed = Object.keys(changes);
        if (changed.length === 0) return { before: held, after: held };
        await changeOrganization(tx, held.id, changes);
        const subject = { id: held.id, organizationId: held.id };
        await auditRecorder('organization')(tx, 'organization.change_settings', subject, viewer, request, { changed });
        const now = await findOrganization(tx, held.id);
        if (now) await look(tx, held, now);
        return { before: held, after: now };
      });
      if (!after) throw notFound('organization');
      if (hasOtherPictures(before, after)) await deleteReplacedPictures(deps, before);
      return answer(after, viewer);
    },
  } satisfies Partial<OperationsOf<'organizations'>>;

  /** The picture of a watermark's text, if one came: who may not change it is not worth the drawing. */
  async function drawText(orgId: string, viewer: Viewer, picture: string | undefined): Promise<Buffer | undefined> {
    if (picture === undefined) return undefined;
    await requireChangeableSettings(db, orgId, viewer);
    limits.countPicture(viewer.userId);
    return pictures.logoOf(Buffer.from(picture, 'base64'));
  }
}

/** The viewer's organization, held to be changed until the transaction ends, as it is now. */
export async function lockSettings(tx: Tx, id: string, asking: Viewer): Promise<LockedOrganization> {
  const viewer = await lockOrganizationForViewer(tx, id, asking);
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
