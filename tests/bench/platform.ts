// The lists and views of the super admin's area on a platform of 100,000 people, 1,000 organizations, 20,000 events and a million photos. The first pages
// by turns with those of a small platform.
import { signIn } from '#tests/support/api.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { Bench, Figure } from './bench.ts';
import { measureResponses } from './response-times.ts';
import { withServer } from './server.ts';

const LARGE = { users: 100_000, organizations: 1000, events: 20_000, photos: 1_000_000 };
/** As many as fill each first page. */
const SMALL: typeof LARGE = { users: 1000, organizations: 100, events: 200, photos: 1000 };
const firstPage = { times: 1.5 };
const list = { most: 300 };
const view = { most: 500 };
const DONE_WITHIN_MS = 120_000;

const cases: readonly { what: string; ask: string; limit: NonNullable<Figure['limit']> }[] = [
  { what: 'people, first page', ask: '/api/v1/users', limit: firstPage },
  { what: 'people, search', ask: '/api/v1/users?q=person 4711', limit: list },
  { what: 'people by name', ask: '/api/v1/users?sort=name', limit: list },
  { what: 'organizations, first page', ask: '/api/v1/platform/organizations', limit: firstPage },
  { what: 'organizations, search', ask: '/api/v1/platform/organizations?q=studio 77', limit: list },
  { what: 'events, first page', ask: '/api/v1/platform/events', limit: firstPage },
  { what: 'events, search', ask: '/api/v1/platform/events?q=concert 77', limit: list },
  { what: 'events by photos', ask: '/api/v1/platform/events?sort=-photos_count', limit: list },
  { what: 'events with pending photos', ask: '/api/v1/platform/events?with=pending', limit: list },
  { what: 'events with unreadable photos', ask: '/api/v1/platform/events?with=unreadable', limit: list },
  { what: 'analytics, 30 days', ask: '/api/v1/platform/analytics', limit: view },
  { what: 'analytics, 365 days', ask: '/api/v1/platform/analytics?last=365', limit: view },
  { what: 'analytics, 52 weeks', ask: '/api/v1/platform/analytics?period=week&last=52', limit: view },
  { what: 'analytics by organization, 365 days', ask: '/api/v1/platform/analytics/organizations?last=365', limit: view },
];

export const platform: Bench = {
  name: 'platform',
  minutes: 5,
  description: 'lists and analytics of super admins at 100,000 people, 1,000 organizations and 1,000,000 photos',
  run: () =>
    withServer({}, (server) =>
      withServer({}, async (small) => {
        await fill(small, SMALL);
        await fill(server, LARGE);
        const counted = await countAnalytics(server);
        const [reader, peer] = await Promise.all([server, small].map(({ url }) => signIn(url, 'super@demo.test')));
        return [
          { what: 'the analytics’ first counting', value: counted / 1000, unit: 's' },
          ...(await measureResponses(reader!, cases, { what: 'at 1,000', reader: peer! })),
        ];
      }),
    ),
};

/** As the first run on an installation that has been used for a year. */
async function countAnalytics(server: TestServer): Promise<number> {
  const started = performance.now();
  await server.sql(`select graphile_worker.add_job('count-analytics', '{}'::json)`);
  for (;;) {
    const [row] = await server.sql<{ done: boolean }>(
      `select exists (select from analytics_periods where period = 'month' and stored_bytes is not null) as done`,
    );
    const took = performance.now() - started;
    if (row?.done) return took;
    if (took > DONE_WITHIN_MS) throw new Error('the analytics were not counted in time');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A year: each event has a day and three people. On the large platform an organization has twenty events, and an event fifty photos. */
async function fill(server: TestServer, count: typeof LARGE): Promise<void> {
  const id = (kind: string, number: string) => `md5('${kind}' || (${number}))::uuid`;
  await server.sql(
    `insert into users (id, email, password_hash, first_name, last_name, created_at)
     select ${id('user', 'n')}, 'person-' || n || '@example.test', '', 'Person ' || n, 'Example', now() - (n % 365) * interval '1 day'
     from generate_series(0, $1::int - 1) n`,
    [count.users],
  );
  await server.sql(
    `insert into organizations (id, name, status, contact_email)
     select ${id('organization', 'n')}, 'Studio ' || n, case when n % 50 = 0 then 'pending' else 'active' end, 'studio-' || n || '@example.test'
     from generate_series(0, $1::int - 1) n`,
    [count.organizations],
  );
  await server.sql(
    `insert into memberships (id, organization_id, user_id, role)
     select ${id('membership', 'n')}, ${id('organization', 'n % $1::int')}, ${id('user', 'n')}, case when n < $1::int then 'organization' else 'member' end
     from generate_series(0, $1::int * 5 - 1) n`,
    [count.organizations],
  );
  await server.sql(
    `insert into events (id, organization_id, name, type, status, starts_at, join_code, created_at)
     select ${id('event', 'n')}, ${id('organization', 'n % $2::int')}, 'Concert ' || n, 'private', case when n % 40 = 0 then 'live' else 'ended' end,
       now() - (n % 365) * interval '1 day' - interval '5 hours', 'B' || lpad(n::text, 11, '0'), now() - (n % 365 + 7) * interval '1 day'
     from generate_series(0, $1::int - 1) n`,
    [count.events, count.organizations],
  );
  await server.sql(
    `insert into event_counters (event_id, photos_count, photos_bytes, attendees_count)
     select ${id('event', 'n')}, $2::int, $2::bigint * 3800000, 3 from generate_series(0, $1::int - 1) n`,
    [count.events, count.photos / count.events],
  );
  await server.sql(
    `insert into event_participants (event_id, user_id, joined_at)
     select ${id('event', 'n')}, ${id('user', '(n * 3 + k) % $2::int')}, now() - (n % 365) * interval '1 day'
     from generate_series(0, $1::int - 1) n, generate_series(0, 2) k`,
    [count.events, count.users],
  );
  await addPhotosWithoutIndexes(server, count);
  await server.sql(
    `insert into audit_log (at, actor_id, action, subject_type, organization_id, outcome)
     select now() - (n % 365) * interval '1 day', ${id('user', 'n % $2::int')}, 'photo.create', 'photo', ${id('organization', 'n % $3::int')}, 'ok'
     from generate_series(0, $1::int - 1) n`,
    [count.photos, count.users, count.organizations],
  );
  // What autovacuum does to tables that grew over a season.
  await server.sql('vacuum analyze photos, users, organizations, memberships, events, event_counters, event_participants, audit_log');
}

/** A million at once are written without indexes, which are made after: that takes a third of the time. */
async function addPhotosWithoutIndexes(server: TestServer, count: typeof LARGE): Promise<void> {
  const indexes = await server.sql<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'photos' and indexname <> 'photos_pkey'`,
  );
  for (const { name } of indexes) await server.sql(`drop index "${name}"`);
  await server.sql(
    `insert into photos (id, event_id, uploader_id, status, state, taken_at, tz_offset, orientation, uploaded_at, width, height, bytes, sha256,
       content_type, likes, device_id, device_seq, source, camera)
     select md5('photo' || n)::uuid, md5('event' || event)::uuid, md5('user' || ((event * 3 + n % 3) % $3::int))::uuid,
       case when n % 500 = 3 then 'pending' else 'approved' end, case when n % 5000 = 7 then 'unreadable' else 'ready' end, taken, 60, 0,
       taken + interval '1 second' * (1 + n % 97), 4000, 3000, 3800000, md5(n::text) || md5(n::text), 'image/jpeg', 0,
       '0199aa00-0000-7000-8000-0000000000d1', n, 'camera', 'Canon EOS R5'
     from (
       select n, n / ($1::int / $2::int) as event,
         now() - (n / ($1::int / $2::int) % 365) * interval '1 day' - interval '5 hours' + n % ($1::int / $2::int) * interval '5 minutes' as taken
       from generate_series(0, $1::int - 1) n order by (n / ($1::int / $2::int)) % 365 desc) shot`,
    [count.photos, count.events, count.users],
  );
  for (const { definition } of indexes) await server.sql(definition);
}
