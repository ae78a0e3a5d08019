// The photos in a reader's gallery. Each part is one range of one index, independent of the size of the event and the filters.
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { hiddenSectionsOf, liveSection } from '#server/db/hidden-sections.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { photoLikes, photos } from '#server/db/schema/photos.ts';
import { galleryLinkPhotos } from '#server/db/schema/sharing.ts';
import type { Queryable } from '#server/db/types.ts';
import { listPhotosIn, type PhotoRow } from '#server/photos/photos-repository.ts';
import type { PhotoFacts } from '#server/photos/policy.ts';
import { type CountsAt, MAX_BUCKETS, type Resolution } from '#server/photos/timeline.ts';

/** The filters of the request. They never widen what the reader may see. */
export interface GalleryFilters {
  /** Taken then or later. */
  from: Date | null;
  /** Taken before. */
  to: Date | null;
  uploaderId: string | null;
  /** Only what the reader likes. */
  liked: boolean;
  status: PhotoFacts['status'] | null;
  /** Only those in this section. */
  sectionId: string | null;
  /** Only the selected photos of a gallery link. */
  selectionOf?: string | undefined;
}

export interface GalleryView {
  eventId: string;
  /** Null: the visitor of a gallery link, who has no photos of their own. */
  userId: string | null;
  scope: 'everything' | 'approved' | 'own';
  filters: GalleryFilters;
  /** Hidden sections too: of a gallery link to a section or to selected photos. */
  showsHidden?: boolean;
}

/** Rows of photos, under the name `photos`. */
interface GalleryPart {
  source: SQL;
  where: SQL | undefined;
}

// `isShown` of policy.ts in SQL. Literals instead of parameters, so that the planner can use the partial indexes.
const shown = sql.raw(`photos.status = 'approved' and photos.state <> 'unreadable'`);
const notShown = sql.raw(`(photos.status <> 'approved' or photos.state = 'unreadable')`);
const inHiddenSection = (eventId: string) => sql`(photos.section_id is not null and photos.section_id = any(${hiddenSectionsOf(eventId)}))`;
const inNoHiddenSection = (eventId: string) => sql`(photos.section_id is null or photos.section_id <> all(${hiddenSectionsOf(eventId)}))`;

/**
 * The rule of `canSeePhoto` in policy.ts as SQL, for a scope from `galleryScope`: 'approved' are the approved photos and the reader's own, pending,
 * rejected and hidden ones too. The two parts have no photo in common: `shared` is the same for all readers with the same scope and filters, `mine` depends
 * on the reader. Null if a part is empty.
 */
export function galleryParts({ eventId, userId, scope, filters, showsHidden }: GalleryView): {
  shared: GalleryPart | null;
  mine: GalleryPart | null;
} {
  const { from, to, uploaderId, status, sectionId } = filters;
  if (scope === 'own' && uploaderId !== null && uploaderId !== userId) return { shared: null, mine: null };
  const asked = (...conditions: (SQL | undefined)[]) =>
    and(
      eq(photos.eventId, eventId),
      isNull(photos.deletedAt),
      from ? sql`photos.taken_at >= ${from.toISOString()}::timestamptz` : undefined,
      to ? sql`photos.taken_at < ${to.toISOString()}::timestamptz` : undefined,
      status ? eq(photos.status, status) : undefined,
      uploaderId ? eq(photos.uploaderId, uploaderId) : undefined,
      sectionId ? sql`photos.section_id = ${liveSection(sql`${sectionId}::uuid`)}` : undefined,
      ...conditions,
    );
  const seen = showsHidden ? shown : sql`${shown} and ${inNoHiddenSection(eventId)}`;
  const unseen = sql`(${notShown} or ${inHiddenSection(eventId)})`;
  if (userId === null) {
    const source = filters.selectionOf === undefined ? sql`photos` : selectedBy(filters.selectionOf);
    return { shared: scope === 'approved' ? { source, where: asked(seen) } : null, mine: null };
  }
  const own = eq(photos.uploaderId, userId);

  if (filters.liked) {
    const visible = { everything: undefined, approved: sql`(${own} or (${seen}))`, own }[scope];
    return { shared: null, mine: { source: likedBy(userId, eventId), where: asked(visible) } };
  }
  const source = sql`photos`;
  if (scope === 'everything') return { shared: { source, where: asked() }, mine: null };
  if (scope === 'own' || uploaderId === userId) return { shared: null, mine: { source, where: asked(own) } };
  return {
    shared: status === null || status === 'approved' ? { source, where: asked(seen) } : null,
    mine: uploaderId === null ? { source, where: asked(own, unseen) } : null,
  };
}

/** Starts from the likes, which are few: `offset 0` stops the planner from reordering. */
const likedBy = (userId: string, eventId: string) =>
  sql`(select p.* from ${photoLikes} l join photos p on p.id = l.photo_id
    where l.user_id = ${userId}::uuid and p.event_id = ${eventId}::uuid offset 0) as photos`;

/** Starts from the selection, which is small. */
const selectedBy = (linkId: string) =>
  sql`(select p.* from ${galleryLinkPhotos} s join photos p on p.id = s.photo_id where s.link_id = ${linkId}::uuid offset 0) as photos`;

/** The number of photos in a view, by the same rule as the list. */
export async function countGallery(db: Queryable, view: GalleryView): Promise<number> {
  const { shared, mine } = galleryParts(view);
  const counts = [shared, mine]
    .filter((part) => part !== null)
    .map(({ source, where }) => sql`(select count(*) from ${source} where ${where})`);
  if (counts.length === 0) return 0;
  const { rows } = await db.execute<{ count: string }>(sql`select ${sql.join(counts, sql` + `)} as count`);
  return Number(rows[0]?.count);
}

export const galleryOrder = keyset<Pick<PhotoRow, 'id' | 'takenAt'>, 'taken_at'>(
  { taken_at: byInstant(photos.takenAt, (photo) => photo.takenAt) },
  { column: photos.id, of: (photo) => photo.id },
);

/** A range of the gallery: a scan of its indexes from where the page beside it ended. */
export function listGallery(db: Queryable, view: GalleryView, { where: beyond, orderBy, limit }: Range): Promise<PhotoRow[]> {
  const inOrder = sql`order by ${sql.join(orderBy, sql`, `)} limit ${limit}`;
  const { shared, mine } = galleryParts(view);
  const pages = [shared, mine]
    .filter((part) => part !== null)
    .map(({ source, where }) => sql`(select id, taken_at from ${source} where ${and(where, beyond)} ${inOrder})`);
  if (pages.length === 0) return Promise.resolve([]);
  // By the name that the order knows them under.
  const page = sql`select id from (${sql.join(pages, sql` union all `)}) photos ${inOrder}`;
  return listPhotosIn(db, page, view.userId, { orderBy, limit });
}

/** Photographers with the number of their photos in an unfiltered view, the largest first. */
export async function countPhotographers(
  db: Queryable,
  { eventId, userId, scope }: Omit<GalleryView, 'filters' | 'userId'> & { userId: string },
  limit: number,
): Promise<{ id: string; firstName: string; lastName: string; photosCount: number }[]> {
  // Counting all photos and subtracting the hidden ones reads two indexes and no table row.
  const { rows } = await db.execute<{ id: string; first_name: string; last_name: string; photos_count: number }>(sql`
    with taken as (
      select uploader_id, count(*) as photos_count from photos
      where event_id = ${eventId}::uuid and deleted_at is null ${scope === 'own' ? sql`and uploader_id = ${userId}::uuid` : sql``}
      group by uploader_id),
    hidden as (
      select uploader_id, count(*) as photos_count from (
        select uploader_id from photos where event_id = ${eventId}::uuid and deleted_at is null and ${notShown}
        union all
        select uploader_id from photos where event_id = ${eventId}::uuid and deleted_at is null and ${shown} and ${inHiddenSection(eventId)}) photos
      where ${scope === 'approved' ? sql`uploader_id <> ${userId}::uuid` : sql`false`}
      group by uploader_id)
    select u.id, u.first_name, u.last_name, (t.photos_count - coalesce(h.photos_count, 0))::integer as photos_count
    from taken t left join hidden h using (uploader_id) join users u on u.id = t.uploader_id
    where t.photos_count > coalesce(h.photos_count, 0)
    order by photos_count desc, u.first_name, u.last_name, u.id limit ${limit}`);
  return rows.map((row) => ({ id: row.id, firstName: row.first_name, lastName: row.last_name, photosCount: row.photos_count }));
}

const positionOf = (eventId: string) => sql`coalesce((select change_seq from event_counters where event_id = ${eventId}::uuid), 0)`;

/** Counts a part of a gallery by the times its photos were taken, in the shortest stretches that fit. Reads indexes only. */
export async function countByTime(db: Queryable, eventId: string, { source, where }: GalleryPart): Promise<CountsAt> {
  const stretch = (length: string) => sql.raw(`date_bin('1 ${length}', at, 'epoch'::timestamptz)`);
  const summed = (from: string, start: ReturnType<typeof sql.raw>) =>
    sql`select ${start} as at, sum(count) as count from ${sql.raw(from)} group by 1`;
  const counted = (resolution: Resolution, from: string) =>
    sql`select at, count from ${sql.raw(from)} where (select resolution from fitting) = ${sql.raw(`'${resolution}'`)}`;
  const { rows } = await db.execute<{ position: string; resolution: Resolution; stretches: [number, number][] }>(sql`
    with minutes as materialized (
      select date_bin('1 minute', photos.taken_at, 'epoch'::timestamptz) as at, count(*) as count from ${source} where ${where} group by 1),
    hours as materialized (${summed('minutes', stretch('hour'))}),
    days as materialized (${summed('hours', stretch('day'))}),
    months as (${summed('days', sql.raw(`date_trunc('month', at, 'UTC')`))}),
    fitting as materialized (select case
      when (select count(*) from minutes) <= ${MAX_BUCKETS} then 'minute'
      when (select count(*) from hours) <= ${MAX_BUCKETS} then 'hour'
      when (select count(*) from days) <= ${MAX_BUCKETS} then 'day' else 'month' end as resolution),
    counted as (${counted('minute', 'minutes')} union all ${counted('hour', 'hours')} union all ${counted('day', 'days')} union all ${counted('month', 'months')})
    select ${positionOf(eventId)} as position,
      (select resolution from fitting) as resolution,
      coalesce((select json_agg(json_build_array(extract(epoch from at)::bigint * 1000, count)) from counted), '[]') as stretches`);
  const [row] = rows;
  if (!row) throw new Error(`the photos of event ${eventId} were not counted`);
  return { position: Number(row.position), resolution: row.resolution, buckets: new Map(row.stretches) };
}

/** As `countByTime`, for a part that is empty for most people, such as their own hidden photos: planning that statement takes longer than a check. */
export async function countFewByTime(db: Queryable, eventId: string, part: GalleryPart): Promise<CountsAt> {
  const { rows } = await db.execute<{ position: string; some: boolean }>(
    sql`select ${positionOf(eventId)} as position, exists (select from ${part.source} where ${part.where}) as some`,
  );
  const [row] = rows;
  return row && !row.some ? { position: Number(row.position), resolution: 'minute', buckets: new Map() } : countByTime(db, eventId, part);
}
