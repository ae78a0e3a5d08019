// The photos that a gallery begins with, for the page of a first visit (server/http/static.ts): what the list tells this person, and nothing to others.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { type Handler, HIJACKED } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { isUuid } from '#server/uuid.ts';
import { withTimeout } from '#server/with-timeout.ts';

interface Parts {
  /** Sets `request.viewer`, or leaves it null. */
  authenticate: (request: FastifyRequest) => Promise<void> | undefined;
  listPhotos: Handler<'listPhotos'>;
}

const GALLERY = /^\/event\/([^/?]+)\/gallery$/;
/** On a phone. */
const COLUMNS = 3;
/** The page waits for them this long. */
const LONGEST_WAIT_MS = 300;

/** Paths of their thumbnails. */
export function createFirstRow({ log }: Pick<Deps, 'log'>, { authenticate, listPhotos }: Parts) {
  async function read(request: FastifyRequest, reply: FastifyReply): Promise<string[]> {
    const [, id = ''] = GALLERY.exec(request.url) ?? [];
    if (!isUuid(id)) return [];
    await authenticate(request);
    const { viewer } = request;
    // A program has what its token's scopes name, and no pages.
    if (viewer === null || viewer.apiToken) return [];
    const call = { path: { id }, query: { limit: COLUMNS }, header: {}, body: undefined, viewer, request, reply };
    const answer = await listPhotos(call);
    if (answer === HIJACKED) return [];
    const ready = answer.body.items.filter(({ state }) => state === 'ready');
    return ready.map(
      (photo) => `/api/v1/event/${photo.event_id}/photos/${photo.id}/thumb${photo.watermark ? `?mark=${photo.watermark}` : ''}`,
    );
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<string[]> => {
    try {
      return await withTimeout(LONGEST_WAIT_MS, read(request, reply));
    } catch (error) {
      // The page comes without the database too.
      if (!(error instanceof Problem)) log.warn({ err: error }, 'cannot read the first photos of a gallery');
      return [];
    }
  };
}
