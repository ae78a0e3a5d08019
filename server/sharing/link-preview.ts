// What chats and social networks show of a link to a gallery, an event, or a way into one.
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import { normalizeJoinCode } from '#server/events/invitations-repository.ts';
import { isUnknownCode, requirePublishedEvent, resolvePublicCode } from '#server/events/operations/authorize.ts';
import { presentSummary, previewCover, publicCover } from '#server/events/presenter.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { LinkPreview } from '#server/http/static.ts';
import { type LinkAccess, requireSharedPhoto } from '#server/sharing/operations/authorize.ts';
import { summarizeGallery } from '#server/sharing/operations/shared-gallery.ts';
import { isUuid } from '#server/uuid.ts';
import { withTimeout } from '#server/with-timeout.ts';

interface Parts {
  access: LinkAccess;
  limits: Pick<RateLimits, 'limitAttempts'>;
}

/** The page waits for its preview this long. */
const LONGEST_WAIT_MS = 1_000;

/** Null: the page tells nothing before its reader has entered. */
export function createLinkPreviews({ db, log }: Pick<Deps, 'db' | 'log'>, { access, limits }: Parts) {
  async function ofLink(token: string, photoId: string | null, request: FastifyRequest): Promise<LinkPreview | null> {
    const { link, event } = await access.requireLink(token, request);
    if (link.passwordHash !== null) return null;
    const { photosCount, coverPhotoId } = await summarizeGallery(db, { link, event });
    const photo = photoId !== null && isUuid(photoId) ? await requireSharedPhoto(db, { link, event }, photoId) : null;
    const shownId = photo?.id ?? coverPhotoId;
    return {
      title: link.name === '' ? event.name : `${event.name}: ${link.name}`,
      description: photosCount === 0 ? `Photos by ${event.organizationName}` : `${photosOf(photosCount)} by ${event.organizationName}`,
      image: shownId && `/api/v1/links/${link.token}/photos/${shownId}/preview`,
    };
  }

  async function ofEvent(id: string): Promise<LinkPreview> {
    const event = await requirePublishedEvent(db, id);
    return {
      title: event.name,
      description: `Event photos by ${event.organizationName}`,
      image: publicCover(event) === null ? null : `/api/v1/event/${event.id}/cover`,
      event: toldOf(event),
    };
  }

  const ofCode = (code: string, request: FastifyRequest): Promise<LinkPreview> =>
    limits.limitAttempts(request, isUnknownCode, async () => {
      const { event } = await resolvePublicCode(db, code);
      return {
        title: `Join ${event.name}`,
        description: `Take and see photos of this event by ${event.organizationName}`,
        image: previewCover(event) === null ? null : `/api/v1/event/join/${encodeURIComponent(normalizeJoinCode(code))}/cover`,
        event: toldOf(event),
      };
    });

  /** @throws {Problem} if the link leads nowhere */
  async function previewOf(request: FastifyRequest): Promise<LinkPreview | null> {
    const { pathname, searchParams } = new URL(request.url, 'http://self.invalid');
    const [, area, key = ''] = pathname.split('/');
    if (area === 'shared' && TOKEN.test(key)) return ofLink(key, searchParams.get('photo'), request);
    if (area === 'event' && isUuid(key)) return ofEvent(key);
    return area === 'join' && CODE.test(key) ? ofCode(key, request) : null;
  }

  return async (request: FastifyRequest): Promise<LinkPreview | null> => {
    try {
      return await withTimeout(LONGEST_WAIT_MS, previewOf(request));
    } catch (error) {
      // The page explains it to its reader, and comes without the database too.
      if (!(error instanceof Problem)) log.warn({ err: error }, 'cannot preview a link');
      return null;
    }
  };
}

const toldOf = (event: EventRow): LinkPreview['event'] => {
  const { name, organization_name: organization, branding } = presentSummary(event);
  return { name, organization, branding };
};

const photosOf = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`);

/** As the contract has them. */
const TOKEN = /^[\w-]{22}$/;
const CODE = /^[\w-]{4,32}$/;
