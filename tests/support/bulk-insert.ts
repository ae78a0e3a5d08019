// Bulk inserts: thousands of photos by one statement, their files as links to those of existing photos. The rows are what the server itself
// would have written.
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { storageKeys } from '#server/storage/storage.ts';
import type { TestServer } from './server-process.ts';

/**
 * Fills a table as a restored dump does: without triggers, with indexes built afterwards.
 * @param insert one statement that inserts the rows
 */
export async function fillTable(server: TestServer, table: string, insert: string, values: unknown[]): Promise<void> {
  const indexes = await server.sql<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  await server.sql(`drop index ${indexes.map(({ name }) => name).join(', ')}`);
  await server.sql(`alter table ${table} disable trigger all`);
  await server.sql(insert, values);
  await server.sql(`alter table ${table} enable trigger all`);
  for (const { definition } of indexes) await server.sql(`set maintenance_work_mem = '512MB'; ${definition}`);
}

interface ManyPhotos {
  eventId: string;
  count: number;
  /** Each takes their turn. */
  uploaderIds: readonly string[];
  /** The first and the last photo; between them the night has its busy and its quiet hours. */
  from: Date;
  to: Date;
  /** One photo in so many waits for approval; of those that did, one in so many was rejected. 0: none. */
  pendingOneIn?: number;
  rejectedOneIn?: number;
  /** Links thumb and preview of the photos they are copies of. Without, only rows are made. */
  hasFiles?: boolean;
}

/** The ids of photos made here: numbered per call, so that a second call adds and never collides. */
const idOf = (batch: number, number: number) =>
  `0199bb${batch.toString(16).padStart(2, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

let batches = 0;

interface Source {
  id: string;
}

/** Copies of the server's own ready photos, as many as asked for. Returns their ids in the order they were taken. */
export async function addManyPhotos(server: TestServer, photos: ManyPhotos): Promise<string[]> {
  const { eventId, count, uploaderIds, from, to, pendingOneIn = 0, rejectedOneIn = 0, hasFiles = false } = photos;
  batches += 1;
  const sources = await server.sql<Source>(
    `select id from photos where state = 'ready' and deleted_at is null and id::text not like '0199bb%' order by taken_at, id limit 200`,
  );
  if (sources.length === 0) throw new Error('there is no ready photo to make many of');
  await server.sql(
    `with source as (
       select *, row_number() over (order by array_position($7::uuid[], id)) - 1 as place from photos where id = any($7::uuid[])
     ), made as (
       select number, ('0199bb' || lpad(to_hex($1::int), 2, '0') || '-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid as id,
         $5::timestamptz + ($6::timestamptz - $5::timestamptz) * least(1, greatest(0,
           number::float8 / $3::int + 0.04 * sin(6 * pi() * number / $3::int) + ((hashint4(number) % 1000) / 1000.0) / $3::int)) as taken,
         case when $8::int > 0 and number % greatest($8::int, 1) = 0 then 'pending'
              when $9::int > 0 and number % greatest($9::int, 1) = 1 then 'rejected' else 'approved' end as status
       from generate_series(0, $3::int - 1) as number
     )
     insert into photos (id, event_id, uploader_id, status, state, taken_at, tz_offset, orientation, uploaded_at, width, height, bytes,
       sha256, content_type, thumbhash, likes, device_id, device_seq, source)
     select made.id, $2::uuid, ($4::uuid[])[1 + made.number % cardinality($4::uuid[])], made.status, 'ready', made.taken, 60, source.orientation,
       made.taken + interval '40 seconds', source.width, source.height, source.bytes, source.sha256, source.content_type, source.thumbhash,
       0, source.device_id, made.number + 1, 'camera'
     from made join source on source.place = made.number % cardinality($7::uuid[])`,
    [batches, eventId, count, uploaderIds, from.toISOString(), to.toISOString(), sources.map(({ id }) => id), pendingOneIn, rejectedOneIn],
  );
  await server.sql(
    `insert into event_counters (event_id, photos_count) values ($1, $2)
     on conflict (event_id) do update set photos_count = event_counters.photos_count + $2`,
    [eventId, count],
  );
  // What autovacuum does to a table that grew over a night.
  await server.sql('vacuum analyze photos');
  const ids = Array.from({ length: count }, (_, number) => idOf(batches, number));
  if (hasFiles)
    linkFiles(
      server.dataDir,
      ids,
      sources.map(({ id }) => id),
    );
  return ids;
}

/** One link per photo, to the folder of the photo it is a copy of: a hundred thousand are there in seconds. */
function linkFiles(dataDir: string, ids: readonly string[], sources: readonly string[]): void {
  const folderOf = (id: string) => path.dirname(path.join(dataDir, 'photos', storageKeys.thumb(id)));
  for (const parent of new Set(ids.slice(0, 256).map((id) => path.dirname(folderOf(id))))) mkdirSync(parent, { recursive: true });
  for (const [number, id] of ids.entries()) symlinkSync(folderOf(sources[number % sources.length]!), folderOf(id));
}

interface NewEvent {
  id: string;
  organizationId: string;
  name: string;
  type?: 'public' | 'private';
  requireApproval?: boolean;
  participantIds?: readonly string[];
}

/** A live event written straight into the database, with its participants. */
export async function addLiveEvent(server: TestServer, event: NewEvent): Promise<void> {
  const { id, organizationId, name, type = 'private', requireApproval = false, participantIds = [] } = event;
  await server.sql(
    `insert into events (id, organization_id, name, type, status, starts_at, duration_hours, join_code, require_approval)
     values ($1, $2, $3, $4, 'live', now() - interval '1 hour', 12, $5, $6)`,
    [id, organizationId, name, type, id.replaceAll('-', '').slice(-12).toUpperCase(), requireApproval],
  );
  await server.sql(
    `insert into event_counters (event_id, attendees_count) values ($1, $2) on conflict (event_id) do update set attendees_count = $2`,
    [id, participantIds.length],
  );
  await server.sql('insert into event_participants (event_id, user_id) select $1, unnest($2::uuid[])', [id, participantIds]);
}
