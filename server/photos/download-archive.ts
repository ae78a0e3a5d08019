// The ZIP archive of a download, made while it is sent: one file is open at a time. A second request gets the same bytes as the first, also after
// photos were deleted in between.
import type { Deps } from '#server/deps.ts';
import { openDownloadReader, type OpenLinkReader, verdictOf } from '#server/photos/download-reader.ts';
import {
  COPY_FILES,
  type DownloadRow,
  type EntryWithPhoto,
  findPositionAt,
  type KeptFacts,
  keptVariant,
  listEntriesOfRevision,
  listEntriesWithPhotos,
  markMissing,
  type PlacedRow,
  sealRevision,
} from '#server/photos/downloads-repository.ts';
import { type ZipArchive, zipParts, type ZipSource } from '#server/photos/zip-layout.ts';
import { type OpenObject, storageKeys } from '#server/storage/storage.ts';
import { inLane } from '#server/telemetry/work-context.ts';

/** Entries whose photos are read at once. */
const CHECKED_AT_ONCE = 100;
/** What was read is believed for this long, so that rights end soon for slow readers too. */
const BELIEVED_MS = 10_000;
/** Entries per statement of the directory. */
const LISTED_AT_ONCE = 2000;
const ZEROS = Buffer.alloc(64 * 1024);
/** Read from a file at once. */
const READ_BYTES = 256 * 1024;

/** The download can't go on: the reader's rights are over, or its archive has become another one. The connection ends, and asking again tells. */
export class DownloadEnded extends Error {
  override name = 'DownloadEnded';
}

type Parts = Pick<Deps, 'db' | 'storage'> & { openLinkReader: OpenLinkReader };

/** The layout of a download that is ready. */
export function archiveOf(download: DownloadRow): ZipArchive & { bytes: number } {
  const { photos, bytes, entriesBytes, directoryBytes, namesBytes, createdAt, utcOffset } = download;
  if (bytes === null || entriesBytes === null || directoryBytes === null || namesBytes === null)
    throw new Error(`the download ${download.id} is not ready`);
  return { entries: photos, bytes, entriesBytes, directoryBytes, namesBytes, createdAt, utcOffset };
}

/** The storage key of an entry's file. */
export function keyOfFile(download: Pick<DownloadRow, 'variant' | 'mark'>, photo: KeptFacts & { id: string; sha256: string }): string {
  const variant = keptVariant(download.variant, photo);
  const { mark } = download;
  if (variant === 'original') return storageKeys.original(photo);
  const copy = COPY_FILES[variant];
  return mark === null ? storageKeys[copy](photo.id) : storageKeys.watermarked(photo.id, mark, copy);
}

/**
 * Entries from a position with their photos, and whether each may be read now.
 * @throws {DownloadEnded} the rights to download are over
 */
export async function checkEntries(
  { db, openLinkReader }: Omit<Parts, 'storage'>,
  download: DownloadRow,
  from: number,
  limit = CHECKED_AT_ONCE,
): Promise<(EntryWithPhoto & { isReadable: boolean })[]> {
  const [reader, found] = await inLane('background', () =>
    Promise.all([openDownloadReader({ db, openLinkReader }, download), listEntriesWithPhotos(db, download.id, from, limit)]),
  );
  if (!reader) throw new DownloadEnded('the owner of the download may no longer see the event');
  return found.map((entry) => {
    const verdict = entry.photo === null ? 'gone' : verdictOf(reader, download, entry.photo);
    if (verdict === 'refused') throw new DownloadEnded('the owner of the download may no longer download these photos');
    return { ...entry, isReadable: verdict === 'allowed' };
  });
}

/**
 * A range of the archive, `end` included. Each chunk is valid until the next one is requested.
 * @throws {DownloadEnded} also when it was canceled meanwhile: what was promised is never shorter without an error
 */
export async function* readArchive(parts: Parts, download: DownloadRow, range: { start: number; end: number }): AsyncGenerator<Buffer> {
  let left = range.end - range.start + 1;
  for await (const chunk of readParts(parts, download, range)) {
    left -= chunk.length;
    yield chunk;
  }
  // Its entries have gone, and the directory with them.
  if (left !== 0) throw new DownloadEnded('the download was canceled');
}

async function* readParts(
  { db, storage, openLinkReader }: Parts,
  download: DownloadRow,
  range: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const { id, revision } = download;
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);

  type Entry = PlacedRow & Partial<Pick<EntryWithPhoto, 'photo'>> & { isReadable?: boolean };

  async function* entriesFrom(offset: number): AsyncGenerator<Entry> {
    let next = await inLane('background', () => findPositionAt(db, id, offset));
    for (;;) {
      const checkedAt = Date.now();
      const batch = await checkEntries({ db, openLinkReader }, download, next);
      if (batch.length === 0 && next < download.photos) throw new DownloadEnded('the download was canceled');
      if (batch.length === 0) return;
      for (const entry of batch) {
        if (entry !== batch[0] && Date.now() - checkedAt > BELIEVED_MS) break;
        next = entry.position + 1;
        yield entry;
      }
    }
  }

  async function* listed(which: 'missing' | 'present'): AsyncGenerator<PlacedRow[]> {
    await inLane('background', () => sealRevision(db, download));
    for (let after = -1; ;) {
      const page = { after, limit: LISTED_AT_ONCE };
      const rows = await inLane('background', () => listEntriesOfRevision(db, download, which, page));
      yield rows;
      if (rows.length < LISTED_AT_ONCE) return;
      after = rows.at(-1)?.position ?? after;
    }
  }

  /** @throws {DownloadEnded} this revision has the photo, and its directory was sent */
  async function noteMissing({ position }: Entry): Promise<void> {
    const missingFrom = await inLane('background', () => db.transaction((tx) => markMissing(tx, id, position)));
    if (missingFrom === null || missingFrom > revision) throw new DownloadEnded('a photo is missing that the archive lists');
  }

  /** Within a file, which a slow reader takes hours for. */
  async function isStillReadable({ position }: Entry): Promise<boolean> {
    const [entry] = await checkEntries({ db, openLinkReader }, download, position, 1);
    return entry?.position === position && entry.isReadable;
  }

  /** Of the length that the archive promises. */
  async function open(entry: Entry): Promise<OpenObject | null> {
    if ((entry.missingFrom !== null && entry.missingFrom <= revision) || entry.bytes === 0) return null;
    if (entry.photo && entry.isReadable) {
      const object = await storage.open(keyOfFile(download, entry.photo));
      if (object?.bytes === entry.bytes) return object;
      await object?.close();
    }
    await noteMissing(entry);
    return null;
  }

  const source: ZipSource<Entry> = { entriesFrom, missing: () => listed('missing'), present: () => listed('present') };
  for await (const part of zipParts(archiveOf(download), source, range)) {
    if (part.kind === 'bytes') {
      yield part.bytes;
      continue;
    }
    if (part.kind === 'zeros') {
      yield* zeros(part.length);
      continue;
    }
    const { entry, start, end } = part;
    const file = await open(entry);
    if (!file) {
      yield* zeros(end - start);
      continue;
    }
    let sent = 0;
    let isGone = false;
    let checkedAt = Date.now();
    try {
      for await (const chunk of file.read({ start, end: end - 1 }, buffer)) {
        if (Date.now() - checkedAt > BELIEVED_MS) {
          isGone = !(await isStillReadable(entry));
          checkedAt = Date.now();
        }
        if (isGone) break;
        sent += chunk.length;
        yield chunk;
      }
    } finally {
      // Also when the reader has gone.
      await file.close();
    }
    if (isGone) {
      await noteMissing(entry);
      yield* zeros(end - start - sent);
    } else if (sent !== end - start) throw new Error(`the file of photo ${entry.photoId} ended after ${sent} of ${end - start} bytes`);
  }
}

function* zeros(length: number): Generator<Buffer> {
  for (let left = length; left > 0; left -= ZEROS.length) yield left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS;
}
