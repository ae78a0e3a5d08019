// Downloads of what a gallery link shows, as one ZIP file.
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { listedPhoto, type ListedPhoto } from '#server/photos/download-preparation.ts';
import type { DownloadReader } from '#server/photos/download-reader.ts';
import { findDownload } from '#server/photos/downloads-repository.ts';
import { createDownloads, type DownloadLimits, nothingToDownload } from '#server/photos/downloads.ts';
import { findPhotos } from '#server/photos/photos-repository.ts';
import { readerOfLink } from '#server/sharing/download-reader.ts';
import { countDownloads, lockLinkDownloads } from '#server/sharing/links-repository.ts';
import { type FoundLink, type LinkAccess, sharedDownloadsClosed } from '#server/sharing/operations/authorize.ts';
import { noPicks } from '#server/sharing/operations/picks.ts';
import { listPicks } from '#server/sharing/picks-repository.ts';
import { downloadsOf, MAX_PICKS } from '#server/sharing/policy.ts';

const limitsOf = (linkId: string): DownloadLimits => ({
  owner: { userId: null, linkId },
  most: 60,
  mostPreparing: 5,
  words: {
    running: 'Others are preparing downloads of this gallery. Try again in a few minutes.',
    tooMany: 'This gallery was downloaded many times today',
  },
});

/** Of one address at one link: in a day fewer than all visitors have together. */
const STARTED = { name: 'download of link', burst: 20, perHour: 1 };

interface Parts {
  access: LinkAccess;
  limits: Pick<RateLimits, 'count'>;
}

export function sharedDownloadCalls(deps: Pick<Deps, 'db' | 'secrets' | 'jobs'>, { access, limits: { count } }: Parts) {
  const { db } = deps;
  const downloads = createDownloads(deps);

  /** @throws {Problem} 409 `no_picks` */
  async function listPicked({ link }: FoundLink, request: FastifyRequest): Promise<string[]> {
    if (link.picksLimit === null) throw noPicks();
    const visitor = await access.visitorOf(request, link);
    const picks = visitor ? await listPicks(db, visitor.id, MAX_PICKS) : [];
    return picks.map(({ photoId }) => photoId);
  }

  /** Of these, what the visitor may still download, first taken first. */
  async function listChosen({ link, event }: FoundLink, reader: DownloadReader, photoIds: readonly string[]): Promise<ListedPhoto[]> {
    const found = await findPhotos(db, photoIds);
    const variant = downloadsOf(link, event);
    return found
      .filter((photo) => photo.eventId === event.id && variant !== 'off' && reader.mayRead(photo, variant) === 'allowed')
      .map(listedPhoto)
      .toSorted((one, other) => one.takenAt.getTime() - other.takenAt.getTime());
  }

  return {
    async createSharedDownload({ path, body, request }) {
      const found = await access.requireGallery(path.token, request);
      const { link, event } = found;
      const variant = downloadsOf(link, event);
      if (variant === 'off') throw sharedDownloadsClosed();
      const limits = limitsOf(link.id);
      await downloads.requireRoom(limits);
      const of = `${link.id} ${addressKey(request.ip)}`;
      await count([{ limit: STARTED, of, why: 'This gallery was downloaded many times from your network' }]);
      const reader = await readerOfLink(db, link, event);
      const chosen = body.picks === true ? await listPicked(found, request) : body.photo_ids;
      const photos = chosen ? await listChosen(found, reader, chosen) : await downloads.listAllowed(reader, variant);
      if (photos.length === 0) throw nothingToDownload();
      const download = await downloads.create({
        limits,
        reader,
        variant,
        photos,
        lock: (tx) => lockLinkDownloads(tx, link.id),
        by: { actorId: null, request },
        detail: { link_id: link.id },
      });
      await countDownloads(db, link.id, photos.length);
      return { status: 201, body: await downloads.present(download) };
    },

    async getSharedDownload({ path, request }) {
      const { link } = await access.requireGallery(path.token, request);
      const download = await findDownload(db, path.downloadId);
      if (download?.linkId !== link.id || download.expiresAt <= new Date()) throw notFound('download');
      return { status: 200, body: await downloads.present(download) };
    },
  } satisfies Partial<OperationsOf<'sharing'>>;
}
