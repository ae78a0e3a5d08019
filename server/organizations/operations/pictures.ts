import type { Deps } from '#server/deps.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { auditRecorder } from '#server/organizations/operations/audit.ts';
import type { NotifyBrandingChange } from '#server/organizations/operations/branding.ts';
import { lockSettings, requireChangeableSettings } from '#server/organizations/operations/settings.ts';
import {
  deleteReplacedPictures,
  storePicture,
  pictureKinds,
  pictureUrl,
  type PictureKind,
  type PictureRenderer,
} from '#server/organizations/pictures.ts';
import { findOrganization } from '#server/organizations/repository.ts';
import { changeOrganization, settingsETag } from '#server/organizations/settings.ts';
import { storageKeys } from '#server/storage/storage.ts';

/** A picture has its own name: who has it once need not ask again. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

export function pictureCalls(deps: Deps, pictures: PictureRenderer, look: NotifyBrandingChange) {
  const { db, storage } = deps;

  const upload = async (call: Call<'uploadOrganizationAvatar'> | Call<'uploadOrganizationLogo'>, kind: 'avatar' | 'logo') => {
    const { viewer, path, body, request } = call;
    // Before anything is drawn: who may not is not worth the work.
    await requireChangeableSettings(db, path.orgId, viewer);
    const drawn = await (kind === 'avatar' ? pictures.thumbOf(body.file) : pictures.logoOf(body.file));
    const { column } = pictureKinds[kind];
    const { before, after, url } = await db.transaction(async (tx) => {
      const { organization: held } = await lockSettings(tx, path.orgId, viewer);
      const address = await storePicture(deps, held.id, kind, drawn);
      if (held[column] === address) return { before: held, after: held, url: address };
      await changeOrganization(tx, held.id, { [column]: address });
      const subject = { id: held.id, organizationId: held.id };
      await auditRecorder('organization')(tx, `organization.change_${kind}`, subject, viewer, request);
      const changed = await findOrganization(tx, held.id);
      if (changed) await look(tx, held, changed);
      return { before: held, after: changed, url: address };
    });
    if (!after) throw notFound('organization');
    if (after !== before) await deleteReplacedPictures(deps, before);
    return { url, headers: { etag: settingsETag(after) } };
  };

  const show = async (kind: PictureKind, { orgId, picture }: { orgId: string; picture: string }) => {
    const { column, file, type } = pictureKinds[kind];
    const organization = await findOrganization(db, orgId);
    const isShown = organization?.[column] === pictureUrl(orgId, kind, picture);
    const object = isShown ? await storage.get(storageKeys.organizationPicture(orgId, picture, file)) : null;
    if (!object) throw notFound('picture');
    const headers = {
      'content-type': type,
      'content-length': String(object.bytes),
      'cache-control': CACHE_CONTROL,
      'x-content-type-options': 'nosniff',
    };
    return { status: 200 as const, stream: object.stream, headers };
  };

  return {
    async uploadOrganizationAvatar(call) {
      const { url, headers } = await upload(call, 'avatar');
      return { status: 200, headers, body: { avatar_url: url } };
    },
    async uploadOrganizationLogo(call) {
      const { url, headers } = await upload(call, 'logo');
      return { status: 200, headers, body: { logo_url: url } };
    },
    getOrganizationAvatar: ({ path }) => show('avatar', path),
    getOrganizationLogo: ({ path }) => show('logo', path),
    getOrganizationWatermark: ({ path }) => show('watermark', path),
  } satisfies Partial<OperationsOf<'organizations'>>;
}
