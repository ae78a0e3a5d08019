// The library: photos and generated images of a person or an organization. The cost of a page doesn't depend on the number of photos. It reads only
// events (or photographers, or cameras) whose newest photos come first, and from each at most one page, from one range of one index.
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { isInHiddenSection } from '#server/db/hidden-sections.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { favoriteImages, generatedImages } from '#server/db/schema/generation.ts';
import { collectedImages } from '#server/db/schema/images.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photoLikes } from '#server/db/schema/photos.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable } from '#server/db/types.ts';
import { isCurrentParticipant, isGuestTimeOver } from '#server/events/events-repository.ts';
import { type ImageFilter, matchingImages } from '#server/generation/image-repository.ts';
import type { LibraryEvent } from '#server/images/policy.ts';
import { isPhotoRestorable } from '#server/photos/moderation-repository.ts';

/** The library and the filters of a request. */
export interface LibraryQuery {
  userId: string;
  organizationId: string | null;
  q: string | undefined;
  mine: boolean;
  favorite: boolean;
  collectionId: string | null;
  isDeleted: boolean;
  from: Date | null;
  to: Date | null;
}

/** Events whose photos may be included. `isNamed`: the search term matches the name. */
interface FoundLibraryEvent extends LibraryEvent {
  id: string;
  isNamed: boolean;
}

/** What of which events is on it, as the policy decided. */
export interface LibraryScopes {
  everything: readonly string[];
  approved: readonly string[];
  own: readonly string[];
  /** The events of these whose name matches the search term. */
  named: readonly string[];
}

export interface LibraryRow {
  kind: 'photo' | 'generated';
  id: string;
  at: Date;
}

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;
const instantOf = (at: Date) => sql`${at.toISOString()}::timestamptz`;

export function listLibraryEvents(db: Queryable, query: LibraryQuery): Promise<FoundLibraryEvent[]> {
  const { userId, organizationId, q } = query;
  return db
    .select({
      id: events.id,
      organizationId: events.organizationId,
      organizationStatus: organizations.status,
      type: events.type,
      status: events.status,
      allowDownloads: events.allowDownloads,
      guestAccess: events.guestAccess,
      isGuestTimeOver: isGuestTimeOver(events.guestUntil),
      guestDownloads: events.guestDownloads,
      requireApproval: events.requireApproval,
      autoGallery: events.autoGallery,
      publishedAt: events.publishedAt,
      revealsAt: events.revealsAt,
      pausedAt: events.pausedAt,
      deletedAt: sql`coalesce(${events.deletedAt}, ${organizations.deletedAt})`.mapWith(events.deletedAt) as SQL<Date | null>,
      isParticipant: sql<boolean>`${isCurrentParticipant}`,
      participantRole: eventParticipants.role,
      isNamed: sql<boolean>`${q === undefined ? sql`false` : contains(q, events.name)}`,
    })
    .from(events)
    .innerJoin(organizations, eq(organizations.id, events.organizationId))
    .leftJoin(eventParticipants, and(eq(eventParticipants.eventId, events.id), eq(eventParticipants.userId, userId)))
    .where(
      and(
        isNull(events.deletedAt),
        organizationId === null ? sql`${events.id} in (${ownEventIds(query)})` : eq(events.organizationId, organizationId),
      ),
    );
}

/** Events that one has photos of, without a look at each photo: from one event to the next along an index. */
const eventsOfUploader = (userId: string) => sql`
  with recursive own as (
    (select event_id from photos where uploader_id = ${userId}::uuid order by event_id limit 1)
    union all
    select next.event_id from own cross join lateral (
      select event_id from photos where uploader_id = ${userId}::uuid and event_id > own.event_id order by event_id limit 1) next)
  select event_id from own`;

function ownEventIds({ userId, collectionId, isDeleted, mine, favorite }: LibraryQuery): SQL {
  const liked = sql`select photos.event_id from ${likedBy(userId)}`;
  if (isDeleted) return sql`select photos.event_id from photos where photos.deleted_by = ${userId}::uuid and ${isPhotoRestorable}`;
  if (collectionId !== null) return sql`select photos.event_id from ${collectedIn(collectionId)}`;
  if (favorite) return liked;
  return mine ? eventsOfUploader(userId) : sql`(${eventsOfUploader(userId)}) union (${liked})`;
}

const likedBy = (userId: string) =>
  sql`${photoLikes} join photos on photos.id = ${photoLikes.photoId} and ${photoLikes.userId} = ${userId}::uuid`;
const collectedIn = (collectionId: string) =>
  sql`${collectedImages} join photos on photos.id = ${collectedImages.photoId} and ${collectedImages.collectionId} = ${collectionId}::uuid`;

export const libraryOrder = keyset<LibraryRow, 'at'>(
  { at: byInstant(sql.raw('image.at'), (row) => row.at) },
  { column: sql.raw('image.id'), of: (row) => row.id },
);

/** @param images what of the generated ones; null: none. @param scopes null: no photos */
export async function listLibraryRows(
  db: Queryable,
  query: LibraryQuery,
  scopes: LibraryScopes | null,
  images: ImageFilter | null,
  range: Range,
): Promise<LibraryRow[]> {
  const told = (kind: LibraryRow['kind'], from: SQL) =>
    sql`(select ${sql.raw(`'${kind}'`)} as kind, image.id, image.at from (${from}) image)`;
  const parts = [
    ...(scopes ? photosOf(query, scopes, range).map((part) => told('photo', part)) : []),
    ...(images ? [told('generated', firstOf(generatedWhere(query, images), range, range.limit))] : []),
  ];
  if (parts.length === 0) return [];
  const { rows } = await db.execute<{ kind: LibraryRow['kind']; id: string; at: string }>(sql`
    select image.kind, image.id, (extract(epoch from image.at) * 1000)::bigint as at from (${sql.join(parts, sql` union all `)}) image
    order by ${inOrder(range)} limit ${range.limit}`);
  return rows.map(({ kind, id, at }) => ({ kind, id, at: new Date(Number(at)) }));
}

function photosOf(query: LibraryQuery, scopes: LibraryScopes, range: Range): SQL[] {
  const { sets, events: ofEvents } = photoParts(query, scopes);
  return [...sets.map((set) => firstOf(set, range, range.limit)), ...(ofEvents ? inEvents(query, scopes, ofEvents.uploaderId, range) : [])];
}

const inOrder = ({ orderBy }: Range) => sql.join(orderBy, sql`, `);

/** @param source rows of `at` and `id` */
const firstOf = (source: SQL, range: Range, limit: number) =>
  sql`select image.at, image.id from (${source}) image ${range.where ? sql`where ${range.where}` : sql``} order by ${inOrder(range)} limit ${limit}`;

const within = (column: string, { from, to }: LibraryQuery) =>
  and(from ? sql`${sql.raw(column)} >= ${instantOf(from)}` : undefined, to ? sql`${sql.raw(column)} < ${instantOf(to)}` : undefined);

/** Rows of `at` and `id`. */
function generatedWhere(query: LibraryQuery, filter: ImageFilter): SQL {
  const { userId, collectionId, mine } = query;
  const where = and(
    matchingImages(filter),
    within('generated_images.created_at', query),
    mine ? eq(generatedImages.userId, userId) : undefined,
    collectionId === null
      ? undefined
      : sql`${generatedImages.id} in (select ${collectedImages.imageId} from ${collectedImages}
          where ${and(eq(collectedImages.collectionId, collectionId), isNotNull(collectedImages.imageId))})`,
  );
  return sql`select ${generatedImages.createdAt} as at, ${generatedImages.id} as id from ${generatedImages}
    left join ${favoriteImages} on ${favoriteImages.imageId} = ${generatedImages.id} and ${favoriteImages.userId} = ${userId}::uuid where ${where}`;
}

// Written out, not as a parameter: the database must see that it is what partial indexes were made for.
const isPhotoNotDeleted = sql.raw('photos.deleted_at is null');
const isShown = sql`photos.status = 'approved' and photos.state <> 'unreadable' and not ${isInHiddenSection(sql.raw('photos.section_id'))}`;

interface LibraryParts {
  /** Rows of `at` and `id`, which are looked at one by one: as many as one person has likes, or a collection images. */
  sets: SQL[];
  /** All photos of the scopes' events, or of one uploader there. */
  events: { uploaderId: string | null } | null;
}

/** They have no photo in common. */
function photoParts(query: LibraryQuery, scopes: LibraryScopes): LibraryParts {
  const { userId, organizationId, mine, favorite, collectionId, isDeleted } = query;
  const among = (from: SQL, ...conditions: (SQL | undefined)[]) => {
    const where = and(visibleIn(scopes, userId), within('photos.taken_at', query), searched(query, scopes), ...conditions);
    return sql`select photos.taken_at as at, photos.id from ${from} join users on users.id = photos.uploader_id where ${where}`;
  };
  const own = sql`photos.uploader_id = ${userId}::uuid`;
  const ownOnly = mine ? own : undefined;
  if (isDeleted) return { sets: [among(sql`photos`, restorableBy(query, scopes), isPhotoRestorable, ownOnly)], events: null };
  if (collectionId !== null)
    return { sets: [among(collectedIn(collectionId), isPhotoNotDeleted, ownOnly, favorite ? likes(userId) : undefined)], events: null };
  if (favorite) return { sets: [among(likedBy(userId), isPhotoNotDeleted, ownOnly)], events: null };
  const uploader = organizationId === null || mine ? userId : null;
  const liked = organizationId === null && !mine ? [among(likedBy(userId), isPhotoNotDeleted, sql`not ${own}`)] : [];
  return { sets: liked, events: { uploaderId: uploader } };
}

/** Own deletions; in an organization's library also those of its people if the viewer moderates. `canRestorePhoto` as SQL. */
function restorableBy({ userId, organizationId }: LibraryQuery, { everything }: LibraryScopes): SQL {
  const theirs = sql`photos.deleted_by = ${userId}::uuid`;
  const colleagues = sql`(photos.event_id = any(${uuids(everything)}) and photos.deleted_by is distinct from photos.uploader_id)`;
  return sql`(photos.take_down_reason is null and ${organizationId === null ? theirs : sql`(${theirs} or ${colleagues})`})`;
}

const likes = (userId: string) =>
  sql`exists (select from photo_likes where photo_likes.photo_id = photos.id and photo_likes.user_id = ${userId}::uuid)`;

const visibleIn = ({ everything, approved, own }: LibraryScopes, userId: string) =>
  sql`(photos.event_id = any(${uuids(everything)})
    or (photos.event_id = any(${uuids(approved)}) and (photos.uploader_id = ${userId}::uuid or (${isShown})))
    or (photos.event_id = any(${uuids(own)}) and photos.uploader_id = ${userId}::uuid))`;

const uploaderNames = sql.raw(`concat_ws(' ', users.first_name, users.last_name)`);
const cameraName = sql.raw(`coalesce(photos.camera, '')`);

const searched = ({ q }: LibraryQuery, { named }: LibraryScopes) =>
  q === undefined ? undefined : sql`(photos.event_id = any(${uuids(named)}) or ${contains(q, uploaderNames, sql.raw('photos.camera'))})`;

/** The events of which the library contains all photos, or all photos of one uploader. */
const eventsOf = (scopes: LibraryScopes, uploaderId: string | null): readonly string[] =>
  uploaderId === null ? scopes.everything : [...scopes.everything, ...scopes.approved, ...scopes.own];

function inEvents(query: LibraryQuery, scopes: LibraryScopes, uploaderId: string | null, range: Range): SQL[] {
  const all = eventsOf(scopes, uploaderId);
  const of = uploaderId === null ? undefined : sql`photos.uploader_id = ${uploaderId}::uuid`;
  const inPart = and(sql`photos.event_id = part.event_id`, of);
  const eventsThemselves = (ids: readonly string[]) =>
    newestOf(sql`select event_id from unnest(${uuids(ids)}) event(event_id)`, inPart, query, range);
  if (query.q === undefined) return all.length === 0 ? [] : [eventsThemselves(all)];
  const isNamed = new Set(scopes.named);
  const named = all.filter((id) => isNamed.has(id));
  const others = all.filter((id) => !isNamed.has(id));
  return [
    ...(named.length > 0 ? [eventsThemselves(named)] : []),
    ...(others.length > 0 ? [byUploaderOrCamera(others, uploaderId, query.q, inPart, query, range)] : []),
  ];
}

/**
 * Photos whose uploader or camera matches the search. Both are searched separately, because their combinations would multiply; a photo that
 * matches both is returned once.
 */
function byUploaderOrCamera(
  eventIds: readonly string[],
  uploaderId: string | null,
  q: string,
  inPart: SQL | undefined,
  query: LibraryQuery,
  range: Range,
): SQL {
  const uploaders =
    uploaderId === null
      ? sql`select found.event_id, found.value as uploader_id from (${distinctIn(eventIds, sql.raw('photos.uploader_id'))}) found
          join users on users.id = found.value where ${contains(q, uploaderNames)}`
      : sql`select event_id, users.id as uploader_id from unnest(${uuids(eventIds)}) event(event_id), users
          where users.id = ${uploaderId}::uuid and ${contains(q, uploaderNames)}`;
  const of = uploaderId === null ? undefined : sql`photos.uploader_id = ${uploaderId}::uuid`;
  const cameras = sql`select found.event_id, found.value as camera from (${distinctIn(eventIds, cameraName, of)}) found
    where ${contains(q, sql.raw('found.value'))}`;
  return sql`select at, id from (${newestOf(uploaders, and(inPart, sql`photos.uploader_id = part.uploader_id`), query, range)}) of_uploaders
    union select at, id from (${newestOf(cameras, and(inPart, sql`${cameraName} = part.camera`), query, range)}) of_cameras`;
}

/**
 * @param parts rows whose columns `ofPart` reads under the name `part`, each a range of one index. The first rows overall are in the parts that
 * begin first, at most as many parts as rows are requested
 */
function newestOf(parts: SQL, ofPart: SQL | undefined, query: LibraryQuery, range: Range): SQL {
  const where = and(isPhotoNotDeleted, ofPart, within('photos.taken_at', query));
  const photosOf = sql`select photos.taken_at as at, photos.id from photos where ${where}`;
  return sql`select image.at, image.id from (
      select part.* from (${parts}) part cross join lateral (${firstOf(photosOf, range, 1)}) image order by ${inOrder(range)} limit ${range.limit}) part
    cross join lateral (${firstOf(photosOf, range, range.limit)}) image order by ${inOrder(range)} limit ${range.limit}`;
}

/** Which values the photos of each event have, without a look at each photo: from one to the next along an index. */
function distinctIn(eventIds: readonly string[], value: SQL, of?: SQL): SQL {
  const next = (eventId: SQL, beyond?: SQL) => sql`
    (select ${value} as value from photos where ${and(isPhotoNotDeleted, sql`photos.event_id = ${eventId}`, of, beyond)} order by ${value} limit 1)`;
  return sql`
    with recursive distinct_values as (
      select event.id as event_id, first.value from unnest(${uuids(eventIds)}) event(id) cross join lateral ${next(sql.raw('event.id'))} first
      union all
      select last.event_id, later.value from distinct_values last
        cross join lateral ${next(sql.raw('last.event_id'), sql`${value} > last.value`)} later)
    select event_id, value from distinct_values`;
}

const monthOf = (at: string) => sql.raw(`date_trunc('month', ${at}, 'UTC')`);
const monthsIn = (rows: SQL) => sql`select ${monthOf('image.at')} as month from (${rows}) image`;

/**
 * The newest first.
 * @param images what of the generated ones; null: none. @param scopes null: no photos
 */
export async function listLibraryMonths(
  db: Queryable,
  query: LibraryQuery,
  scopes: LibraryScopes | null,
  images: ImageFilter | null,
): Promise<string[]> {
  const { sets, events } = scopes ? photoParts(query, scopes) : { sets: [], events: null };
  const parts = [
    ...sets.map(monthsIn),
    ...(scopes && events ? [monthsOfEvents(eventsOf(scopes, events.uploaderId), events.uploaderId)] : []),
    ...(images ? [monthsIn(generatedWhere(query, images))] : []),
  ];
  if (parts.length === 0) return [];
  const { rows } = await db.execute<{ month: string }>(sql`
    select to_char(month at time zone 'UTC', 'YYYY-MM') as month
    from (select distinct month from (${sql.join(parts, sql` union all `)}) part) shelf order by shelf.month desc`);
  return rows.map(({ month }) => month);
}

function monthsOfEvents(eventIds: readonly string[], uploaderId: string | null): SQL {
  const of = uploaderId === null ? undefined : sql`photos.uploader_id = ${uploaderId}::uuid`;
  const latest = (eventId: SQL, before?: SQL) => sql`
    (select photos.taken_at as at from photos where ${and(isPhotoNotDeleted, sql`photos.event_id = ${eventId}`, of, before)} order by photos.taken_at desc limit 1)`;
  return sql`select stretch.month from (
    with recursive months as (
      select event.id as event_id, ${monthOf('latest.at')} as month from unnest(${uuids(eventIds)}) event(id)
        cross join lateral ${latest(sql.raw('event.id'))} latest
      union all
      select months.event_id, ${monthOf('earlier.at')} from months
        cross join lateral ${latest(sql.raw('months.event_id'), sql.raw('photos.taken_at < months.month'))} earlier)
    select month from months) stretch`;
}
