// Makes what an archive needs before its first byte: the list of its photos, the files that some of them lack, and the length and checksum of each.
import { crc32 } from 'node:zlib';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { fileNameSlug } from '#server/http/content-disposition.ts';
import { Problem } from '#server/http/problem.ts';
import type { Derivatives } from '#server/media/derivatives.ts';
import { keyOfFile } from '#server/photos/download-archive.ts';
import { type DownloadReader, openDownloadReader, type OpenLinkReader, verdictOf } from '#server/photos/download-reader.ts';
import {
  COPY_FILES,
  countPrepared,
  type DownloadOwner,
  type DownloadRow,
  type FileSum,
  findDownload,
  findFileSums,
  insertDownload,
  insertEntries,
  keptVariant,
  listSizes,
  listUnprepared,
  setFailed,
  setFileSum,
  setPrepared,
  setReady,
  setStarts,
} from '#server/photos/downloads-repository.ts';
import {
  archivedCopyName,
  createUniqueNames,
  localTime,
  originalName,
  sanitizeFileName,
  utcOffsetOf,
  webSizeName,
} from '#server/photos/file-names.ts';
import { findPhotos, type PhotoRow } from '#server/photos/photos-repository.ts';
import { listSectionRows } from '#server/photos/sections-repository.ts';
import type { WatermarkedCopies } from '#server/photos/watermarked-copies.ts';
import { archiveBytes, emptyTotals, MISSING_NAME, placeEntry } from '#server/photos/zip-layout.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { fullName } from '#server/viewer.ts';

/** How long an archive can be downloaded. */
const DOWNLOAD_KEPT_MS = 24 * 3_600_000;

export const MOST_PHOTOS = 50_000;
/** Of the originals: copies are about as large. */
const MOST_BYTES = 250e9;
const AT_ONCE = 1000;
/** A list of more photos is finished by the job, so that no request takes long. */
const FINISHED_AT_ONCE = 5000;

/** What a list of tens of thousands of photos needs of each. */
export type ListedPhoto = ReturnType<typeof listedPhoto>;

export const listedPhoto = ({
  id,
  sectionId,
  takenAt,
  tzOffset,
  fileName,
  contentType,
  bytes,
  originalDeletedAt,
  uploaderFirstName,
  uploaderLastName,
}: PhotoRow) => ({
  id,
  sectionId,
  takenAt,
  tzOffset,
  fileName,
  contentType,
  bytes,
  originalDeletedAt,
  photographer: fullName(uploaderFirstName, uploaderLastName),
});

/**
 * Writes a download with its photos in the order they are given in.
 * @param jobs prepares what isn't at hand; without anything to prepare the download is ready
 * @throws {Problem} 413 `download_too_large`
 */
export async function insertManifest(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { event, watermark, folders }: DownloadReader,
  { id, owner, variant, photos }: Pick<DownloadRow, 'id' | 'variant'> & { owner: DownloadOwner; photos: readonly ListedPhoto[] },
): Promise<void> {
  if (photos.length > MOST_PHOTOS || photos.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES) {
    const most = `${MOST_PHOTOS.toLocaleString('en-US')} photos and ${MOST_BYTES / 1e9} GB`;
    throw new Problem(413, 'download_too_large', `One download has at most ${most}. Select fewer photos.`);
  }
  const mark = watermark?.tag ?? null;
  const now = new Date();
  await insertDownload(tx, {
    id,
    eventId: event.id,
    ...owner,
    variant,
    mark,
    fileName: `${[fileNameSlug(event.name), variant === 'original' ? 'originals' : 'photos'].filter(Boolean).join('-')}.zip`,
    photos: photos.length,
    webSizePhotos: photos.filter((photo) => keptVariant(variant, photo) !== variant).length,
    utcOffset: utcOffsetOf(event.timeZone, { takenAt: now, tzOffset: 0 }),
    createdAt: now,
    expiresAt: new Date(now.getTime() + DOWNLOAD_KEPT_MS),
  });

  const folderOf = await foldersBySection(tx, event.id, photos, folders);
  // A file beside the folders can't have the name of one.
  const unique = createUniqueNames([MISSING_NAME, ...folderOf.values()]);
  let isComplete = photos.length <= FINISHED_AT_ONCE;
  for (let first = 0; first < photos.length; first += AT_ONCE) {
    const batch = photos.slice(first, first + AT_ONCE);
    const sums = await findFileSums(tx, batch, { variant, mark });
    isComplete &&= sums.size === batch.length;
    const rows = batch.map((photo, index) => ({
      downloadId: id,
      position: first + index,
      photoId: photo.id,
      name: unique([folderOf.get(photo.sectionId), nameIn(event, photo, variant)].filter(Boolean).join('/')),
      modifiedAt: photo.takenAt,
      utcOffset: utcOffsetOf(event.timeZone, photo),
      ...sums.get(photo.id),
    }));
    await insertEntries(tx, rows);
  }
  if (isComplete) await finish(tx, id);
  else {
    await countPrepared(tx, id);
    await jobs.add(tx, 'prepare-download', { downloadId: id }, jobOptions(id, event.organizationId));
  }
}

/** The folder of each section, in the order of the sections. None if all photos would be in the same. */
async function foldersBySection(
  tx: Tx,
  eventId: string,
  photos: readonly ListedPhoto[],
  which: DownloadReader['folders'],
): Promise<Map<string | null, string>> {
  const used = new Set(photos.map(({ sectionId }) => sectionId));
  if (which === 'none' || used.size < 2) return new Map();
  const unique = createUniqueNames([MISSING_NAME]);
  const sections = await listSectionRows(tx, eventId);
  return new Map(
    sections
      .filter(({ id, audience }) => used.has(id) && (which === 'all' || audience === 'everyone'))
      .map(({ id, name }) => [id, unique(sanitizeFileName(name.replaceAll(/[/\\]/g, '_')) ?? 'Section')]),
  );
}

function nameIn(event: DownloadReader['event'], photo: ListedPhoto, variant: DownloadRow['variant']): string {
  const name = nameOfKept(event, photo, variant);
  return keptVariant(variant, photo) === variant ? name : webSizeName(name);
}

function nameOfKept(event: DownloadReader['event'], photo: ListedPhoto, variant: DownloadRow['variant']): string {
  if (variant === 'original' && photo.fileName !== null) return originalName(event, photo);
  const copy = archivedCopyName(event, photo, photo.photographer);
  return variant === 'original' ? originalName(event, { ...photo, fileName: copy }) : copy;
}

/** How the list of missing photos names one whose original is on its way: as screens do, by the file name, if the reader may know it, and the time. */
function awaitedName({ event, mayRead }: DownloadReader, photo: PhotoRow): string {
  const name = mayRead(photo, 'original') === 'allowed' ? photo.fileName : null;
  const by = fullName(photo.uploaderFirstName, photo.uploaderLastName);
  const taken = localTime(event.timeZone, photo);
  return `${[name, by, `taken ${taken}`].filter(Boolean).join(', ')} (original on its way)`;
}

/** Behind new photos, which people wait for. */
const jobOptions = (downloadId: string, organizationId: string) => ({
  key: `prepare-download:${downloadId}`,
  owner: organizationId,
  rank: 1000,
});

/** Places the entries. Their files' lengths are known. */
async function finish(tx: Tx, id: string): Promise<void> {
  let totals = emptyTotals;
  for (let after = -1; ;) {
    const rows = await listSizes(tx, id, after, AT_ONCE);
    if (rows.length === 0) break;
    const starts = rows.map(({ position, name, bytes }) => {
      const placed = placeEntry(totals, { name, bytes });
      totals = placed.totals;
      return { position, startsAt: placed.offset };
    });
    await setStarts(tx, id, starts);
    after = rows.at(-1)?.position ?? after;
  }
  await setReady(tx, id, totals, archiveBytes(totals), new Date(Date.now() + DOWNLOAD_KEPT_MS));
}

/** How long one run of the job may take: between two, other jobs have their turn. */
const RUN_MS = 5000;
const BATCH = 20;
/** How long a download waits for originals to be looked at, which takes seconds; after that they are named among the missing ones. */
const LOOKED_AT_WITHIN_MS = 2 * 60_000;
const LOOK_AGAIN_MS = 2000;

interface Parts {
  derivatives: Pick<Derivatives, 'derive' | 'ensureDownload'>;
  marked: Pick<WatermarkedCopies, 'ensure'>;
  openLinkReader: OpenLinkReader;
}

/** Prepares the files of a download, for a few seconds, and queues the rest. */
export async function prepareDownload(deps: Deps, parts: Parts, downloadId: string, signal: AbortSignal): Promise<void> {
  const { db, jobs } = deps;
  const until = Date.now() + RUN_MS;
  for (;;) {
    const download = await findDownload(db, downloadId);
    if (download?.state !== 'preparing' || download.expiresAt <= new Date()) return;
    const reader = await openDownloadReader({ db, ...parts }, download);
    if (!reader)
      return setFailed(db, downloadId, 'You no longer have access to these photos, or their watermark has changed. Start again.');
    const waiting = await listUnprepared(db, downloadId, BATCH);
    if (waiting.length === 0) return db.transaction((tx) => finish(tx, downloadId));
    const photos = new Map(
      (
        await findPhotos(
          db,
          waiting.map(({ photoId }) => photoId),
        )
      ).map((photo) => [photo.id, photo]),
    );
    const mayWait = Date.now() < download.createdAt.getTime() + LOOKED_AT_WITHIN_MS;
    let left = 0;
    try {
      for (const { position, photoId } of waiting) {
        if (signal.aborted || Date.now() > until) break;
        const photo = photos.get(photoId);
        const isReadable = photo && verdictOf(reader, download, photo) === 'allowed';
        if (isReadable && mayWait && isUnseen(photo, download)) {
          left += 1;
          continue;
        }
        const sum = isReadable ? await sumOf(deps, parts, download, reader, photo) : null;
        const missing = isReadable && (photo.awaitsOriginal || isUnseen(photo, download)) ? awaitedName(reader, photo) : null;
        await setPrepared(db, downloadId, position, sum ?? { missing });
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return setFailed(db, downloadId, error.message);
    }
    await countPrepared(db, downloadId);
    if (signal.aborted || Date.now() > until || left === waiting.length) {
      const runAt = new Date(Date.now() + (left > 0 ? LOOK_AGAIN_MS : 0));
      return jobs.add(db, 'prepare-download', { downloadId }, { ...jobOptions(downloadId, reader.event.organizationId), runAt });
    }
  }
}

/** Its proof was approved, and its original can show something else. The files as they were taken are given without a look. */
const isUnseen = (photo: PhotoRow, { variant }: DownloadRow): boolean =>
  photo.showsProof && !photo.awaitsOriginal && keptVariant(variant, photo) !== 'original';

/**
 * Makes the file if it is missing, and reads it. Null: there is none, and none can be made.
 * @throws {Problem} there is no space for it
 */
async function sumOf(
  { db, storage }: Deps,
  { derivatives, marked }: Parts,
  download: DownloadRow,
  { watermark, event }: DownloadReader,
  photo: PhotoRow,
): Promise<FileSum | null> {
  const { mark } = download;
  const variant = keptVariant(download.variant, photo);
  const { awaitsOriginal, originalDeletedAt } = photo;
  // It is named among the missing ones.
  if (awaitsOriginal || isUnseen(photo, download)) return null;
  // The list was made before, and has the name of the original.
  if (originalDeletedAt !== null && variant !== download.variant && originalDeletedAt > download.createdAt) return null;
  const known = (await findFileSums(db, [photo], download)).get(photo.id);
  const key = keyOfFile(download, photo);
  if (known && (await storage.size(key)) === known.bytes) return known;
  const source = originalDeletedAt === null ? storageKeys.original(photo) : storageKeys.preview(photo.id);
  if (variant !== 'original' && (await storage.size(source)) === null) return null;
  try {
    // Watermarked previews are made of the plain one.
    if (variant === 'web' && (await storage.size(storageKeys.preview(photo.id))) === null) await derivatives.derive(photo);
    if (variant !== 'original' && mark !== null) {
      if (!watermark || (await marked.ensure(photo, event.organizationId, COPY_FILES[variant], watermark)) === null) return null;
    } else if (variant === 'full') await derivatives.ensureDownload(photo);
  } catch (error) {
    if (error instanceof Problem && error.code === 'photo_unreadable') return null;
    throw error;
  }
  const object = await storage.get(key);
  if (!object) return null;
  let crc = 0;
  for await (const chunk of object.stream as AsyncIterable<Buffer>) crc = crc32(chunk, crc);
  const sum = { bytes: object.bytes, crc32: crc };
  await setFileSum(db, photo.id, { variant, mark }, sum);
  return sum;
}
