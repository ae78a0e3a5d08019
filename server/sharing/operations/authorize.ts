// From a token in a URL to the gallery link it opens, and from cookies to the visitor.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookieOf } from '#server/accounts/sessions.ts';
import { coalesceReads } from '#server/cache.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { type EventRow, findEvent } from '#server/events/events-repository.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { photoDeleted } from '#server/photos/operations/authorize.ts';
import { findPhoto, type PhotoRow } from '#server/photos/photos-repository.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { findLinkByToken, isSelected, type OpenedLink, type Scoped } from '#server/sharing/links-repository.ts';
import { findVisitor, type VisitorRow } from '#server/sharing/picks-repository.ts';
import { canSeeSharedPhoto, isLinkLocked, isLinkOpen, showsPhotos } from '#server/sharing/policy.ts';

const unknownLink = () => new Problem(404, 'unknown_link', 'This link doesn’t exist. Check that you have all of it.');
export const isUnknownLink = (error: unknown) => error instanceof Problem && error.code === 'unknown_link';
const linkClosed = () => new Problem(410, 'link_closed', 'This link has ended. Ask whoever sent it for a new one.');
export const sharedDownloadsClosed = () => new Problem(403, 'downloads_closed', 'This gallery doesn’t allow downloads.');

export interface FoundLink {
  link: OpenedLink;
  event: EventRow;
  isLocked: boolean;
}

const DAY_SECONDS = 24 * 3600;
const UNLOCKED_SECONDS = 30 * DAY_SECONDS;
const VISITOR_SECONDS = 180 * DAY_SECONDS;

export interface LinkAccess {
  /**
   * A link that works now, locked or not.
   * @throws {Problem} 404 `unknown_link`, 410 `link_closed`
   */
  requireLink(token: string, request: FastifyRequest): Promise<FoundLink>;
  /**
   * A link whose gallery the visitor may enter.
   * @throws {Problem} also 409 `link_locked`
   */
  requireUnlocked(token: string, request: FastifyRequest): Promise<FoundLink>;
  /**
   * A link that shows its photos.
   * @throws {Problem} also 409 `gallery_closed`
   */
  requireGallery(token: string, request: FastifyRequest): Promise<FoundLink>;
  /** `Set-Cookie` of a visitor who entered the password. */
  unlock(request: FastifyRequest, link: OpenedLink): string;
  /** `Set-Cookie` that marks a browser as counted for a day; null if it has been. */
  countOnce(request: FastifyRequest, link: OpenedLink): string | null;
  /** The visitor of this browser; null if they have not given a name. */
  visitorOf(request: FastifyRequest, link: OpenedLink): Promise<VisitorRow | null>;
  /** A new visitor’s key and its `Set-Cookie`. */
  newVisitor(request: FastifyRequest, link: OpenedLink): { keyHash: string; cookie: string };
}

export async function openLinkAccess({ db, config, secrets }: Pick<Deps, 'db' | 'config' | 'secrets'>): Promise<LinkAccess> {
  const key = await secrets.getOrCreate('gallery-link-key', newSecret);
  /** A gallery’s thumbnails are requested at the same time. */
  const find = coalesceReads(async (token) => {
    const link = await findLinkByToken(db, token);
    const event = link && (await findEvent(db, link.eventId, null));
    return link && event ? { link, event } : null;
  });

  const cookieAt = (name: string, { token }: Pick<OpenedLink, 'token'>) => ({ name, path: `/api/v1/links/${token}` });
  /** The proof depends on the password, so a new password makes it invalid. */
  const proofOf = ({ id, passwordHash }: OpenedLink) => createHmac('sha256', key).update(`${id} ${passwordHash}`).digest();

  function isUnlocked(request: FastifyRequest, link: OpenedLink): boolean {
    const given = Buffer.from(request.cookies[UNLOCKED] ?? '', 'base64url');
    const proof = proofOf(link);
    return given.length === proof.length && timingSafeEqual(given, proof);
  }

  const access: LinkAccess = {
    async requireLink(token, request) {
      const found = await find(token);
      if (!found) throw unknownLink();
      if (!isLinkOpen(found.link, found.event, new Date())) throw linkClosed();
      return { ...found, isLocked: isLinkLocked(found.link, isUnlocked(request, found.link)) };
    },

    async requireUnlocked(token, request) {
      const found = await access.requireLink(token, request);
      if (found.isLocked) throw new Problem(409, 'link_locked', 'Enter the password of this link first.');
      return found;
    },

    async requireGallery(token, request) {
      const found = await access.requireUnlocked(token, request);
      if (!showsPhotos(found.event)) throw new Problem(409, 'gallery_closed', 'This gallery isn’t open yet.');
      return found;
    },

    unlock: (request, link) => cookieOf(request, config, cookieAt(UNLOCKED, link), proofOf(link).toString('base64url'), UNLOCKED_SECONDS),

    countOnce: (request, link) =>
      request.cookies[SEEN] === undefined ? cookieOf(request, config, cookieAt(SEEN, link), '1', DAY_SECONDS) : null,

    async visitorOf(request, link) {
      const given = request.cookies[VISITOR];
      return given === undefined ? null : findVisitor(db, link.id, { keyHash: hashSecret(given) });
    },

    newVisitor(request, link) {
      const secret = newSecret();
      return { keyHash: hashSecret(secret), cookie: cookieOf(request, config, cookieAt(VISITOR, link), secret, VISITOR_SECONDS) };
    },
  };
  return access;
}

const UNLOCKED = 'ais_link';
const SEEN = 'ais_link_seen';
const VISITOR = 'ais_visitor';

/**
 * A photo that the link, or a screen, shows.
 * @throws {Problem} 404, 410 `photo_deleted`
 */
export async function requireSharedPhoto(
  db: Queryable,
  { link, event }: { link: Scoped; event: EventRow },
  photoId: string,
): Promise<PhotoRow> {
  const photo = await findPhoto(db, photoId, null);
  if (photo?.eventId !== event.id) throw notFound('photo');
  if (!canSeeSharedPhoto(event, link, { ...photo, deletedAt: null }, await isSelected(db, link, photo.id))) throw notFound('photo');
  if (photo.deletedAt !== null) throw photoDeleted();
  return photo;
}
