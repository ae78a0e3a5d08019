// Downloads of many photos as one ZIP archive: what it contains is decided at once, its files are prepared, and a signed address sends it.
import { timingSafeEqual } from 'node:crypto';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { canDownload } from '#server/events/policy.ts';
import { httpDate, readRange } from '#server/http/byte-range.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { attachment } from '#server/http/content-disposition.ts';
import { LentChunks } from '#server/http/lent-chunks.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { AnswerHeaders, Call, OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem, tooManyAttempts } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { endOnShutdown } from '#server/http/sse.ts';
import { StreamSlots } from '#server/http/stream-slots.ts';
import { lockActiveUser } from '#server/organizations/repository.ts';
import { checkEntries, DownloadEnded, archiveOf, readArchive } from '#server/photos/download-archive.ts';
import { listedPhoto, type ListedPhoto } from '#server/photos/download-preparation.ts';
import { type DownloadReader, type OpenLinkReader, readerOfPerson } from '#server/photos/download-reader.ts';
import { deleteDownload, type DownloadRow, findDownload } from '#server/photos/downloads-repository.ts';
import { createDownloads, type DownloadLimits, nothingToDownload } from '#server/photos/downloads.ts';
import { photoDeleted } from '#server/photos/operations/authorize.ts';
import { downloadsClosed, originalRefused } from '#server/photos/operations/files.ts';
import { findPhotos } from '#server/photos/photos-repository.ts';
import { canUseDownload, type PhotoReader } from '#server/photos/policy.ts';
import type { Viewer } from '#server/viewer.ts';

const MOST_STARTED = 30;
/** Canceled ones too: each writes its whole list. */
const STARTED = { name: 'download', burst: MOST_STARTED, perHour: MOST_STARTED };
const limitsOf = (userId: string): DownloadLimits => ({
  owner: { userId, linkId: null },
  most: MOST_STARTED,
  mostPreparing: 2,
  words: {
    running: 'Your downloads are still being prepared. Wait until they’re done, or cancel one.',
    tooMany: 'You have started many downloads today',
  },
});
/** Download managers open several connections. */
const CONNECTIONS_PER_PERSON = 4;
const MOST_ACTIVE = 40;
/** Of one network address, to all archives: it can open any number of gallery links, and have any number of guests without an account. */
const CONNECTIONS_PER_ADDRESS = 16;

type ArchivePath = Call<'downloadArchive'>['path'];

interface Parts {
  openLinkReader: OpenLinkReader;
  limits: Pick<RateLimits, 'count'>;
}

export function downloadCalls(deps: Deps, { openLinkReader, limits: { count } }: Parts) {
  const { db, storage } = deps;
  const parts = { db, storage, openLinkReader };
  const { signatureOf, present, requireRoom, listAllowed, create } = createDownloads(deps);
  const slots = new StreamSlots({
    perOwner: CONNECTIONS_PER_PERSON,
    ownerIsBusy: () => tooManyAttempts(30_000, `You’re already downloading with ${CONNECTIONS_PER_PERSON} connections`),
    crowded: 'Many people are downloading photos right now',
    maxActive: MOST_ACTIVE,
  });

  const places = createConcurrencyLimiter(CONNECTIONS_PER_ADDRESS, 'Many downloads are running in your network. Wait until one is done.');

  /** @throws {Problem} 404 */
  async function requireOwn({ path, viewer }: { path: { id: string; downloadId: string }; viewer: Viewer }): Promise<DownloadRow> {
    const download = await findDownload(db, path.downloadId);
    const isTheirs = download?.eventId === path.id && canUseDownload(viewer, download) && download.expiresAt > new Date();
    if (!isTheirs) throw notFound('download');
    return download;
  }

  /** A download that is ready, by its signed address. @throws {Problem} 404, 410 `download_expired`, `download_ended`, 409 `not_ready` */
  async function requireSigned(path: ArchivePath): Promise<DownloadRow> {
    const download = await findDownload(db, path.downloadId);
    if (!download || !isSame(path.signature, await signatureOf(download))) throw notFound('download');
    if (download.expiresAt <= new Date()) throw new Problem(410, 'download_expired', 'This link has expired. Start the download again.');
    if (download.state !== 'ready') throw new Problem(409, 'not_ready', 'This download is still being prepared.');
    try {
      await checkEntries(parts, download, 0, 1);
    } catch (error) {
      if (!(error instanceof DownloadEnded)) throw error;
      throw new Problem(410, 'download_ended', 'You can no longer download these photos.');
    }
    return download;
  }

  return {
    async createDownload({ viewer, path, body, request }) {
      const { userId } = viewer;
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const person = { userId, relation };
      const reader = readerOfPerson(person, event);
      const limits = limitsOf(userId);
      await requireRoom(limits);
      await count([{ limit: STARTED, of: userId, why: 'You have started many downloads' }]);
      const { variant } = body;
      const photos =
        body.photo_ids === undefined
          ? await listAllowed(ofSection(reader, body.section_id), variant)
          : await findChosen(person, reader, variant, body.photo_ids);
      if (photos.length === 0) {
        if (variant !== 'original' && !canDownload(relation, event)) throw downloadsClosed({ event, reader: person });
        throw nothingToDownload();
      }
      const lock = (tx: Tx) => lockActiveUser(tx, userId);
      const download = await create({ limits, reader, variant, photos, lock, by: { actorId: userId, request } });
      return { status: 201, body: await present(download) };
    },

    async getDownload(call) {
      return { status: 200, body: await present(await requireOwn(call)) };
    },

    async cancelDownload(call) {
      await deleteDownload(db, (await requireOwn(call)).id);
      return { status: 204 };
    },

    async downloadArchive({ path, request }) {
      const download = await requireSigned(path);
      const { headers, ...version } = describe(download);
      const range = readRange(request.headers, version);
      const leave = places.enter(addressKey(request.ip));
      const slot = acquire(download.userId ?? download.id, leave);
      const { start, end } = range ?? { start: 0, end: version.bytes - 1 };
      const stream = new LentChunks(counted(readArchive(parts, download, { start, end }), slot.moved));
      slot.attach(stream);
      stream.once('close', leave);
      endOnShutdown(request.server, stream);
      const length = { 'content-length': String(end - start + 1) };
      if (!range) return { status: 200, stream, headers: { ...headers, ...length } };
      return { status: 206, stream, headers: { ...headers, ...length, 'content-range': `bytes ${start}-${end}/${version.bytes}` } };
    },

    async describeArchive({ path }) {
      const { headers, bytes } = describe(await requireSigned(path));
      return { status: 200, headers: { ...headers, 'content-length': String(bytes) } };
    },
  } satisfies Partial<OperationsOf<'photos'>>;

  /** @param otherwise called if there is no slot */
  function acquire(owner: string, otherwise: () => void) {
    try {
      return slots.acquire(owner);
    } catch (error) {
      otherwise();
      throw error;
    }
  }

  /** @throws {Problem} 404, 410 `photo_deleted`, 403 for any of them */
  async function findChosen(
    person: PhotoReader,
    reader: DownloadReader,
    variant: DownloadRow['variant'],
    ids: readonly string[],
  ): Promise<ListedPhoto[]> {
    const found = await findPhotos(db, ids);
    if (found.length < ids.length || found.some(({ eventId }) => eventId !== reader.event.id)) throw notFound('photo');
    for (const photo of found) {
      const verdict = reader.mayRead(photo, variant);
      // Whoever could see it before learns that it was deleted.
      if (verdict === 'gone' && photo.deletedAt !== null && reader.mayRead({ ...photo, deletedAt: null }, variant) !== 'gone')
        throw photoDeleted();
      if (verdict === 'gone') throw notFound('photo');
      if (verdict === 'refused')
        throw variant === 'original' ? originalRefused() : downloadsClosed({ event: reader.event, reader: person });
    }
    return found.map(listedPhoto).toReversed();
  }
}

const ofSection = (reader: DownloadReader, sectionId: string | undefined): DownloadReader =>
  sectionId === undefined ? reader : { ...reader, gallery: { ...reader.gallery, filters: { ...reader.gallery.filters, sectionId } } };

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function describe(download: DownloadRow) {
  const { bytes } = archiveOf(download);
  const { id, revision, revisedAt: lastModified, fileName } = download;
  const etag = `"${id}-${revision}"`;
  const headers: AnswerHeaders = {
    ...attachment(fileName),
    'content-type': 'application/zip',
    'accept-ranges': 'bytes',
    'last-modified': httpDate(lastModified),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    etag,
  };
  return { bytes, etag, lastModified, headers };
}

async function* counted(chunks: AsyncIterable<Buffer>, moved: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    moved(chunk.length);
    yield chunk;
  }
}
