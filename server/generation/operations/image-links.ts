// Links that show one image to people without an account, such as the visitors of a photo booth.
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import {
  countOpenLinks,
  findImageLink,
  findLinkedImage,
  type ImageLinkRow,
  insertImageLink,
  type LinkedImage,
  listOpenLinks,
  setLinkRevoked,
} from '#server/generation/image-links-repository.ts';
import { type GeneratedImageRow, lockImages } from '#server/generation/image-repository.ts';
import { requireVisibleImage } from '#server/generation/operations/authorize.ts';
import { imageSender } from '#server/generation/operations/generated-images.ts';
import { canShareImage, isImageLinkOpen, MAX_IMAGE_LINKS } from '#server/generation/policy.ts';
import { presentImageLink, presentSharedImage } from '#server/generation/presenter.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

const HOUR_MS = 3_600_000;

/** Of one link, by all its visitors. */
const DOWNLOADS = { name: 'download of image link', burst: 60, perHour: 240 };

interface Changed {
  viewer: Viewer;
  request: FastifyRequest;
}

export function imageLinkCalls(deps: Pick<Deps, 'config' | 'db' | 'storage'>, limits: Pick<RateLimits, 'limitAttempts' | 'count'>) {
  const { db } = deps;
  const images = imageSender(deps);

  /** Calls with unknown tokens are counted: tokens can't be guessed. */
  const opening = <T>(request: FastifyRequest, token: string, answer: (link: LinkedImage) => Promise<T>): Promise<T> =>
    limits.limitAttempts(request, isUnknownLink, async () => {
      const link = await findLinkedImage(db, hashSecret(token));
      if (!link) throw new Problem(404, 'unknown_link', 'This link doesn’t exist. Check that you have all of it.');
      if (!isImageLinkOpen(link, new Date())) throw linkClosed();
      return answer(link);
    });

  const change = (imageId: string, linkId: string, revokedAt: Date | null, { viewer, request }: Changed) =>
    db.transaction(async (tx) => {
      await lockImages(tx, [imageId]);
      const image = await requireShareable(tx, imageId, viewer);
      const link = await findImageLink(tx, image.id, linkId);
      if (!link) throw notFound('link');
      if ((link.revokedAt === null) === (revokedAt === null)) return link;
      if (revokedAt === null) await requireRoom(tx, image.id);
      await setLinkRevoked(tx, link.id, revokedAt);
      await auditLink(tx, revokedAt ? 'generation.revoke_link' : 'generation.restore_link', image, link, { viewer, request });
      return link;
    });

  return {
    async listImageLinks({ viewer, path }) {
      const image = await requireShareable(db, path.imageId, viewer);
      const links = image.deletedAt ? [] : await listOpenLinks(db, image.id, MAX_IMAGE_LINKS);
      return { status: 200, body: { items: links.map(presentImageLink) } };
    },

    async createImageLink({ viewer, path, body, request }) {
      const token = newSecret();
      const link = await db.transaction(async (tx) => {
        await lockImages(tx, [path.imageId]);
        const image = await requireShareable(tx, path.imageId, viewer);
        if (image.deletedAt) throw new Problem(409, 'image_deleted', 'This image was deleted. Restore it first.');
        await requireRoom(tx, image.id);
        const id = uuid7();
        const expiresAt = new Date(Date.now() + body.hours * HOUR_MS);
        await insertImageLink(tx, { id, imageId: image.id, tokenHash: hashSecret(token), createdBy: viewer.userId, expiresAt });
        const made = await findImageLink(tx, image.id, id);
        if (!made) throw new Error(`the link ${id} was not stored`);
        await auditLink(tx, 'generation.create_link', image, made, { viewer, request });
        return made;
      });
      return { status: 201, body: { link: presentImageLink(link), token } };
    },

    async revokeImageLink({ viewer, path, request }) {
      await change(path.imageId, path.linkId, new Date(), { viewer, request });
      return { status: 204 };
    },

    async restoreImageLink({ viewer, path, request }) {
      const link = await change(path.imageId, path.linkId, null, { viewer, request });
      return { status: 200, body: presentImageLink(link) };
    },

    openImageLink: ({ path, request }) =>
      opening(request, path.token, (link) => Promise.resolve({ status: 200 as const, body: presentSharedImage(link) })),

    getSharedImagePreview: ({ path, request }) =>
      opening(request, path.token, ({ image }) => images.sendPicture(request, image, 'preview')),

    getSharedImageOriginal: ({ path, request }) =>
      opening(request, path.token, async ({ id, image }) => {
        await limits.count([{ limit: DOWNLOADS, of: id, why: 'This image is being downloaded very often' }]);
        return images.sendOriginal(request, image);
      }),
  } satisfies Partial<OperationsOf<'generation'>>;
}

/** The image is locked, so the count stays correct. @throws {Problem} 409 `too_many_links` */
async function requireRoom(tx: Tx, imageId: string): Promise<void> {
  if ((await countOpenLinks(tx, imageId)) >= MAX_IMAGE_LINKS)
    throw new Problem(409, 'too_many_links', `An image can have ${MAX_IMAGE_LINKS} links. Revoke one first.`);
}

const linkClosed = () => new Problem(410, 'link_closed', 'This link has ended.');
const isUnknownLink = (error: unknown) => error instanceof Problem && error.code === 'unknown_link';

/** @throws {Problem} 404, 403 */
async function requireShareable(db: Queryable, imageId: string, viewer: Viewer): Promise<GeneratedImageRow> {
  const image = await requireVisibleImage(db, imageId, viewer);
  if (!canShareImage(viewer, image)) throw forbidden();
  return image;
}

const auditLink = (tx: Tx, action: AuditAction, image: GeneratedImageRow, link: ImageLinkRow, { viewer, request }: Changed) =>
  audit(tx, {
    action,
    actorId: viewer.userId,
    subjectType: 'generated_image',
    subjectId: image.id,
    organizationId: image.organizationId,
    detail: { link_id: link.id, expires_at: link.expiresAt.toISOString() },
    request,
  });
