// Downloads of many photos as one archive, and their entries.
import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, min, ne, or, sql } from 'drizzle-orm';
import { isInHiddenSection, liveSection } from '#server/db/hidden-sections.ts';
import { photoDownloadEntries as entries, photoDownloads as downloads, photos, watermarkedCopies } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { PhotoFacts } from '#server/photos/policy.ts';
import type { ZipTotals } from '#server/photos/zip-layout.ts';

export type DownloadRow = typeof downloads.$inferSelect;
/** The person or gallery link with whose rights a download is read. */
export type DownloadOwner = Pick<DownloadRow, 'userId' | 'linkId'>;
export type NewEntry = typeof entries.$inferInsert;

/** What the copies are called in the storage. */
export const COPY_FILES = { full: 'download', web: 'preview' } as const;

/** The length and checksum of a file. */
export interface FileSum {
  bytes: number;
  crc32: number;
}

export async function findDownload(db: Queryable, id: string): Promise<DownloadRow | null> {
  const [row] = await db.select().from(downloads).where(eq(downloads.id, id));
  return row ?? null;
}

/** An owner's downloads that have not expired: how many there are, how many are being prepared, and when the first expires. */
export async function countDownloads(
  db: Queryable,
  { userId, linkId }: DownloadOwner,
): Promise<{ all: number; preparing: number; firstExpires: Date | null }> {
  const [row] = await db
    .select({
      all: count(),
      preparing: sql<number>`count(*) filter (where ${downloads.state} = 'preparing')`.mapWith(Number),
      firstExpires: min(downloads.expiresAt),
    })
    .from(downloads)
    .where(and(userId === null ? eq(downloads.linkId, linkId ?? '') : eq(downloads.userId, userId), gt(downloads.expiresAt, sql`now()`)));
  return row ?? { all: 0, preparing: 0, firstExpires: null };
}

export async function insertDownload(tx: Tx, download: typeof downloads.$inferInsert): Promise<void> {
  await tx.insert(downloads).values(download);
}

/** Of one statement, with one parameter per column. */
export async function insertEntries(tx: Tx, rows: readonly NewEntry[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <Value>(of: (row: NewEntry) => Value) => sql.param(rows.map(of));
  await tx.execute(sql`insert into ${entries} (download_id, position, photo_id, name, modified_at, utc_offset, bytes, crc32)
    select * from unnest(${column((row) => row.downloadId)}::uuid[], ${column((row) => row.position)}::int[],
      ${column((row) => row.photoId)}::uuid[], ${column((row) => row.name)}::text[],
      ${column((row) => row.modifiedAt.toISOString())}::timestamptz[], ${column((row) => row.utcOffset)}::int[],
      ${column((row) => row.bytes ?? null)}::bigint[], ${column((row) => row.crc32 ?? null)}::bigint[])`);
}

export async function deleteDownload(db: Queryable, id: string): Promise<void> {
  await db.delete(downloads).where(eq(downloads.id, id));
}

/** @returns whether there may be more */
export async function deleteExpiredDownloads(db: Queryable, limit: number): Promise<boolean> {
  const expired = db
    .select({ id: downloads.id })
    .from(downloads)
    .where(lt(downloads.expiresAt, sql`now()`))
    .limit(limit);
  const { rowCount } = await db.delete(downloads).where(inArray(downloads.id, expired));
  return rowCount === limit;
}

/** Of the files without a watermark. */
const sumColumns = {
  original: { bytes: photos.bytes, crc32: photos.crc32 },
  full: { bytes: photos.copyBytes, crc32: photos.copyCrc32 },
  web: { bytes: photos.webBytes, crc32: photos.webCrc32 },
};

const isCopy = (variant: keyof typeof COPY_FILES, mark: string) =>
  and(eq(watermarkedCopies.mark, mark), eq(watermarkedCopies.variant, COPY_FILES[variant]));

/** Whether its original is kept. */
export type KeptFacts = Pick<typeof photos.$inferSelect, 'originalDeletedAt'>;

/** What a download has of a photo: the web size, if the original is no longer kept. */
export const keptVariant = (variant: DownloadRow['variant'], { originalDeletedAt }: KeptFacts): DownloadRow['variant'] =>
  originalDeletedAt === null ? variant : 'web';

/** What is known of the files of photos, by photo: of the original, or of the copy with this watermark or without one. */
export async function findFileSums(
  db: Queryable,
  of: readonly (KeptFacts & { id: string })[],
  { variant, mark }: Pick<DownloadRow, 'variant' | 'mark'>,
): Promise<ReadonlyMap<string, FileSum>> {
  const kinds = [...new Set(of.map((photo) => keptVariant(variant, photo)))];
  const found: (readonly [string, FileSum])[] = [];
  for (const kept of kinds) {
    const ids = of.filter((photo) => keptVariant(variant, photo) === kept).map(({ id }) => id);
    found.push(...(await findSumsOf(db, ids, { variant: kept, mark })));
  }
  return new Map(found);
}

async function findSumsOf(
  db: Queryable,
  photoIds: readonly string[],
  { variant, mark }: Pick<DownloadRow, 'variant' | 'mark'>,
): Promise<(readonly [string, FileSum])[]> {
  const ids = sql`= any(${sql.param([...photoIds])}::uuid[])`;
  const rows =
    variant !== 'original' && mark !== null
      ? await db
          .select({ id: watermarkedCopies.photoId, bytes: watermarkedCopies.bytes, crc32: watermarkedCopies.crc32 })
          .from(watermarkedCopies)
          .where(and(sql`${watermarkedCopies.photoId} ${ids}`, isCopy(variant, mark)))
      : await db
          .select({ id: photos.id, ...sumColumns[variant] })
          .from(photos)
          .where(sql`${photos.id} ${ids}`);
  return rows.flatMap(({ id, bytes, crc32 }) => (bytes === null || crc32 === null ? [] : [[id, { bytes, crc32 }] as const]));
}

/** Keeps it for later downloads. */
export async function setFileSum(
  db: Queryable,
  photoId: string,
  { variant, mark }: Pick<DownloadRow, 'variant' | 'mark'>,
  { bytes, crc32 }: FileSum,
): Promise<void> {
  if (variant !== 'original' && mark !== null) {
    await db
      .update(watermarkedCopies)
      .set({ bytes, crc32 })
      .where(and(eq(watermarkedCopies.photoId, photoId), isCopy(variant, mark)));
    return;
  }
  const known = {
    original: { crc32 },
    full: { copyBytes: bytes, copyCrc32: crc32 },
    web: { webBytes: bytes, webCrc32: crc32 },
  };
  await db.update(photos).set(known[variant]).where(eq(photos.id, photoId));
}

/** Entries whose files are not prepared, in order. */
export function listUnprepared(db: Queryable, downloadId: string, limit: number) {
  return db
    .select({ position: entries.position, photoId: entries.photoId })
    .from(entries)
    .where(and(eq(entries.downloadId, downloadId), isNull(entries.bytes)))
    .orderBy(asc(entries.position))
    .limit(limit);
}

/**
 * @param sum of the photo's file. Or it has none and is missing from the start: what the list of missing photos says instead of its name, if not that,
 *   which must not change after the archive was laid out
 */
export async function setPrepared(
  db: Queryable,
  downloadId: string,
  position: number,
  sum: FileSum | { missing: string | null },
): Promise<void> {
  await db
    .update(entries)
    .set('missing' in sum ? { bytes: 0, crc32: 0, missingFrom: 0, ...(sum.missing !== null && { name: sum.missing }) } : sum)
    .where(and(eq(entries.downloadId, downloadId), eq(entries.position, position)));
}

/** How many photos it lacks now, and of how many of them the original is still on its way. */
export async function countMissing(db: Queryable, downloadId: string): Promise<{ missing: number; awaited: number }> {
  const [row] = await db
    .select({ missing: count(), awaited: sql<number>`count(*) filter (where ${photos.awaitsOriginal})`.mapWith(Number) })
    .from(entries)
    .leftJoin(photos, and(eq(photos.id, entries.photoId), isNull(photos.deletedAt)))
    .where(and(eq(entries.downloadId, downloadId), isNotNull(entries.missingFrom)));
  return row ?? { missing: 0, awaited: 0 };
}

export async function countPrepared(db: Queryable, downloadId: string): Promise<void> {
  const prepared = sql`(select count(*) from ${entries} where ${entries.downloadId} = ${downloadId} and ${entries.bytes} is not null)`;
  await db
    .update(downloads)
    .set({ prepared: sql`${prepared}` })
    .where(eq(downloads.id, downloadId));
}

/** Whether someone still has photos of an event as files in full size, by a download that began before. */
export async function hasLargeDownload(db: Queryable, eventId: string, before: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: downloads.id })
    .from(downloads)
    .where(
      and(
        eq(downloads.eventId, eventId),
        ne(downloads.variant, 'web'),
        ne(downloads.state, 'failed'),
        lt(downloads.createdAt, before),
        gt(downloads.expiresAt, sql`now()`),
      ),
    )
    .limit(1);
  return row !== undefined;
}

export async function setFailed(db: Queryable, downloadId: string, failure: string): Promise<void> {
  await db
    .update(downloads)
    .set({ state: 'failed', failure })
    .where(and(eq(downloads.id, downloadId), eq(downloads.state, 'preparing')));
}

/** What the layout needs of prepared entries, in order. */
export function listSizes(db: Queryable, downloadId: string, after: number, limit: number) {
  return db
    .select({ position: entries.position, name: entries.name, bytes: sql<number>`${entries.bytes}`.mapWith(Number) })
    .from(entries)
    .where(and(eq(entries.downloadId, downloadId), gt(entries.position, after)))
    .orderBy(asc(entries.position))
    .limit(limit);
}

export async function setStarts(tx: Tx, downloadId: string, placed: readonly { position: number; startsAt: number }[]): Promise<void> {
  const column = (of: (row: (typeof placed)[number]) => number) => sql.param(placed.map(of));
  await tx.execute(sql`update ${entries} as entry set starts_at = placed.starts_at
    from unnest(${column((row) => row.position)}::int[], ${column((row) => row.startsAt)}::bigint[]) as placed(position, starts_at)
    where entry.download_id = ${downloadId} and entry.position = placed.position`);
}

export async function setReady(tx: Tx, downloadId: string, totals: ZipTotals, bytes: number, expiresAt: Date): Promise<void> {
  const { entriesBytes, directoryBytes, namesBytes } = totals;
  await tx
    .update(downloads)
    .set({ state: 'ready', prepared: totals.entries, entriesBytes, directoryBytes, namesBytes, bytes, expiresAt, revisedAt: sql`now()` })
    .where(and(eq(downloads.id, downloadId), eq(downloads.state, 'preparing')));
}

const placedColumns = {
  position: entries.position,
  photoId: entries.photoId,
  name: entries.name,
  modifiedAt: entries.modifiedAt,
  utcOffset: entries.utcOffset,
  bytes: sql<number>`${entries.bytes}`.mapWith(Number),
  crc32: sql<number>`${entries.crc32}`.mapWith(Number),
  offset: sql<number>`${entries.startsAt}`.mapWith(Number),
  missingFrom: entries.missingFrom,
};

export type PlacedRow = Awaited<ReturnType<typeof listEntriesOfRevision>>[number];

/** An entry with what its photo is now; null where that is gone for good. */
export type EntryWithPhoto = PlacedRow & {
  photo: (PhotoFacts & KeptFacts & { id: string; sectionId: string | null; sha256: string; deletedAt: Date | null }) | null;
};

/** The position of the entry that contains this byte of the archive. */
export async function findPositionAt(db: Queryable, downloadId: string, offset: number): Promise<number> {
  const [row] = await db
    .select({ position: entries.position })
    .from(entries)
    .where(and(eq(entries.downloadId, downloadId), lte(entries.startsAt, offset)))
    .orderBy(sql`${entries.startsAt} desc`, sql`${entries.position} desc`)
    .limit(1);
  return row?.position ?? 0;
}

/** Entries from a position, with their photos as they are now. */
export function listEntriesWithPhotos(db: Queryable, downloadId: string, from: number, limit: number): Promise<EntryWithPhoto[]> {
  return db
    .select({
      ...placedColumns,
      photo: {
        id: photos.id,
        uploaderId: photos.uploaderId,
        status: photos.status,
        state: photos.state,
        isHidden: isInHiddenSection(sql`${photos.sectionId}`),
        sectionId: liveSection(sql`${photos.sectionId}`),
        sha256: photos.sha256,
        deletedAt: photos.deletedAt,
        originalDeletedAt: photos.originalDeletedAt,
      },
    })
    .from(entries)
    .leftJoin(photos, eq(photos.id, entries.photoId))
    .where(and(eq(entries.downloadId, downloadId), gte(entries.position, from)))
    .orderBy(asc(entries.position))
    .limit(limit);
}

/** The entries that are missing in a revision, or those that are not. */
export function listEntriesOfRevision(
  db: Queryable,
  { id, revision }: Pick<DownloadRow, 'id' | 'revision'>,
  which: 'missing' | 'present',
  { after, limit }: { after: number; limit: number },
) {
  const { missingFrom } = entries;
  const isThese =
    which === 'missing' ? and(isNotNull(missingFrom), lte(missingFrom, revision)) : or(isNull(missingFrom), gt(missingFrom, revision));
  return db
    .select(placedColumns)
    .from(entries)
    .where(and(eq(entries.downloadId, id), gt(entries.position, after), isThese))
    .orderBy(asc(entries.position))
    .limit(limit);
}

/** Decides which photos are missing in this revision: later ones belong to the next. */
export async function sealRevision(db: Queryable, { id, revision }: Pick<DownloadRow, 'id' | 'revision'>): Promise<void> {
  await db
    .update(downloads)
    .set({ isSealed: true })
    .where(and(eq(downloads.id, id), eq(downloads.revision, revision), eq(downloads.isSealed, false)));
}

/**
 * Notes that the photo of an entry is missing. If the end of the archive was sent, which says that it is there, this begins another revision.
 * @returns the first revision without it; null if the download was canceled
 */
export async function markMissing(tx: Tx, downloadId: string, position: number): Promise<number | null> {
  const [download] = await tx.select().from(downloads).where(eq(downloads.id, downloadId)).for('no key update');
  const isEntry = and(eq(entries.downloadId, downloadId), eq(entries.position, position));
  const [entry] = await tx.select({ missingFrom: entries.missingFrom }).from(entries).where(isEntry);
  if (!download || !entry) return null;
  if (entry.missingFrom !== null) return entry.missingFrom;
  const missingFrom = download.isSealed ? download.revision + 1 : download.revision;
  if (download.isSealed) {
    // The time of the last change has whole seconds for programs, and must differ.
    const revisedAt = sql`greatest(now(), ${downloads.revisedAt} + interval '1 second')`;
    await tx.update(downloads).set({ revision: missingFrom, isSealed: false, revisedAt }).where(eq(downloads.id, downloadId));
  }
  await tx.update(entries).set({ missingFrom }).where(isEntry);
  return missingFrom;
}
