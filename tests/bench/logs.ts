// System Logs at five million entries of 400 days, of 100,000 people and 1,000 organizations: the first page, each filter and each search.
import { signIn } from '#tests/support/api.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { Bench } from './bench.ts';
import { measureResponses } from './response-times.ts';
import { withServer } from './server.ts';

const COUNT = { entries: 5_000_000, people: 100_000, organizations: 1000 };
const DAYS = 400;
const DAY_MS = 24 * 3600 * 1000;
const limit = { most: 300 };

const id = (kind: string, number: string): string => `md5('${kind}' || (${number}))::uuid`;
/** Any number below that, the same for the same: by a remainder each person would do one kind of thing alone. */
const anyOf = (number: string, below: string): string => `(hashint4((${number})::int) & 2147483647) % ${below}`;
const path = '/api/v1/platform/logs';

/** Numbers that are spread over all there are, another one in each round. */
const spread = (round: number, count: number): number => ((round + 1) * 7919) % count;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

export const logs: Bench = {
  name: 'logs',
  minutes: 8,
  description: 'System Logs at 5,000,000 entries of 100,000 people and 1,000 organizations: the first page, each filter, each search',
  run: () =>
    withServer({}, async (server) => {
      await fill(server);
      const reader = await signIn(server.url, 'super@demo.test');
      const one = async (statement: string): Promise<string> => String((await server.sql<{ one: string }>(statement))[0]?.one);
      const personIds = await Promise.all([0, 1, 2, 3].map((n) => one(`select ${id('user', String(spread(n, COUNT.people)))} as one`)));
      const busy = await one(`select ${id('user', '1')} as one`);
      const once = await one(`select ${id('once', '1')} as one`);
      const organization = await one(`select ${id('organization', '77')} as one`);
      const subjects = await Promise.all(
        [0, 1, 2, 3].map((n) =>
          one(`select subject_id as one from audit_log where action = 'account.suspend' order by id offset ${n} limit 1`),
        ),
      );
      const request = await one(`select request_id as one from audit_log where action = 'server.error' order by at limit 1 offset 5000`);
      const { next_cursor: cursor } = (await reader.call<{ next_cursor: string }>('GET', `${path}?outcome=refused`)).body;
      const named = (round: number): string => `person ${10_000 + spread(round, 90_000)}`;
      const on = (days: number): string => `from=${dayAgo(days)}&to=${dayAgo(days - 1)}`;
      return measureResponses(
        reader,
        (
          [
            ['the first page', ''],
            ['the second page of refused actions', `outcome=refused&cursor=${cursor}`],
            ['a person by name', (round) => `who=${named(round)}`],
            ['a person by id', (round) => `who=${personIds[round % personIds.length]}`],
            ['a person who does most of it', `who=${busy}`],
            ['a person who did and met one thing, 399 days ago', `who=${once}`],
            ['a dozen people by name', (round) => `who=person ${1000 + spread(round, 9000)}`],
            ['a hundred people by name', (round) => `who=person ${100 + spread(round, 900)}`],
            ['a thousand people by name', (round) => `who=person ${10 + spread(round, 90)}`],
            ['everybody by a part of their address', 'who=example.test'],
            ['a person and an area', (round) => `who=${named(round)}&area=photo`],
            ['a person and an outcome', (round) => `who=${named(round)}&outcome=ok`],
            ['a person and a word', (round) => `who=${named(round)}&q=login`],
            ['a person and a day', (round) => `who=${busy}&${on(1 + spread(round, 390))}`],
            ['an area', 'area=photo'],
            ['a rare area', 'area=account'],
            ['an action', 'action=organization.change_member_role'],
            ['refused actions', 'outcome=refused'],
            ['what failed', 'outcome=failed'],
            ['what failed in an area', 'area=server&outcome=failed'],
            ['an organization by name', (round) => `organization=studio ${100 + spread(round, 900)}`],
            ['an organization by id', `organization=${organization}`],
            ['ten organizations by name', (round) => `organization=studio ${10 + spread(round, 90)}`],
            ['an organization, an area and an outcome', `organization=${organization}&area=event&outcome=ok`],
            ['a day', (round) => on(1 + spread(round, 390))],
            ['a day and an outcome', (round) => `${on(1 + spread(round, 390))}&outcome=failed`],
            ['a word of many', 'q=login'],
            ['two words of many', 'q=photo approve'],
            ['the beginning of a word of many', 'q=appr'],
            ['a request’s id', `q=${request}`],
            ['a network address', (round) => `q=192.0.${spread(round, 200)}.7`],
            ['a word of few', (round) => `q=rare-${spread(round, 500)}`],
            ['two words of few', (round) => `q=rare-${spread(round, 500)} ETIMEDOUT`],
            ['a word of few in an area', (round) => `q=rare-${spread(round, 500)}&area=server`],
            ['a word of many in a month a year ago', (round) => `q=login&from=${dayAgo(380 - round / 4)}&to=${dayAgo(350 - round / 4)}`],
            ['a word that no entry has', (round) => `q=nowhere${round}`, true],
            ['two words that no entry has both of', 'q=login ETIMEDOUT', true],
            ['entries about an account, by its ID', (round) => `q=${subjects[round % subjects.length]}`],
          ] satisfies [string, string | ((round: number) => string), boolean?][]
        ).map(([what, asked, isEmpty = false]) => ({
          what,
          ask: typeof asked === 'string' ? `${path}?${asked}` : (round: number) => `${path}?${asked(round)}`,
          limit,
          isEmpty,
        })),
      );
    }),
};

/**
 * Of a hundred entries sixty are photos, fifteen logins; a person in fifty is suspended once, each has a place in an organization that changes now and then. The
 * person of number 1 does a tenth of all. Written without indexes, which are made after.
 */
async function fill(server: TestServer): Promise<void> {
  await server.sql(
    `insert into users (id, email, password_hash, first_name, last_name)
     select ${id('user', 'n')}, 'person-' || n || '@example.test', '', 'Person ' || n, 'Example' from generate_series(0, $1::int - 1) n
     union all select ${id('once', '1')}, 'once@elsewhere.test', '', 'Seldom', 'Seen'`,
    [COUNT.people],
  );
  await server.sql(
    `insert into organizations (id, name, status, contact_email)
     select ${id('organization', 'n')}, 'Studio ' || n, 'active', 'studio-' || n || '@example.test' from generate_series(0, $1::int - 1) n`,
    [COUNT.organizations],
  );
  await server.sql(
    `insert into memberships (id, organization_id, user_id, role)
     select ${id('membership', 'n')}, ${id('organization', 'n % $1::int')}, ${id('user', 'n')}, 'member' from generate_series(0, $2::int - 1) n`,
    [COUNT.organizations, COUNT.people],
  );
  const indexes = await server.sql<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`,
  );
  for (const { name } of indexes) await server.sql(`drop index "${name}"`);
  const person = `case when n % 10 = 5 then ${id('user', '1')} else ${id('user', anyOf('n', '$2::int'))} end`;
  const organization = id('organization', anyOf('n + 1', '$3::int'));
  const AT_ONCE = 500_000;
  for (let from = 0; from < COUNT.entries; from += AT_ONCE) {
    await server.sql(
      `insert into audit_log (at, actor_id, action, subject_type, subject_id, organization_id, outcome, ip, request_id, detail)
       select now() - ($1::int - n) * (interval '${DAYS} days' / $1::int), case when kind = 'server.error' then null else ${person} end, kind,
         case when kind like 'account.%' then 'user' when kind like '%member%' then 'member' when kind = 'session.login' then 'session'
           when kind in ('permission.refused', 'server.error') then 'request' when kind = 'event.update' then 'event' else 'photo' end,
         case when kind like 'account.%' then ${id('user', anyOf('-n', '$2::int'))}::text
           when kind like '%member%' then ${id('membership', anyOf('-n', '$2::int'))}::text
           when kind in ('permission.refused', 'server.error') then 'GET /api/v1/users' else md5('subject' || n)::uuid::text end,
         case when kind like 'photo.%' or kind like 'event.%' or kind like '%member%' then ${organization} end,
         case kind when 'permission.refused' then 'refused' when 'server.error' then 'failed' else 'ok' end,
         '192.0.' || n % 200 || '.' || n / 200 % 250, md5('request' || n)::uuid::text,
         case when kind = 'server.error' then jsonb_build_object('code', 'rare-' || n / 100 % 500, 'error', 'ETIMEDOUT')
           when kind = 'photo.create' then jsonb_build_object('bytes', n) when kind = 'event.update' then jsonb_build_object('name', 'Concert ' || n) end
       from (
         select n, case when n % 100 < 60 then 'photo.create' when n % 100 < 75 then 'session.login' when n % 100 < 85 then 'photo.approve'
           when n % 100 < 93 then 'event.update' when n % 100 < 95 then 'permission.refused' when n % 100 = 95 then 'server.error'
           when n % 100 = 96 then 'organization.change_member_role' when n % 5000 = 97 then 'account.suspend' else 'photo.delete' end as kind
         from generate_series($4::int, $5::int - 1) n) entry`,
      [COUNT.entries, COUNT.people, COUNT.organizations, from, from + AT_ONCE],
    );
  }
  await server.sql(
    `insert into audit_log (at, actor_id, action, subject_type, subject_id, outcome) values
       (now() - interval '399 days', ${id('once', '1')}, 'account.register', 'user', ${id('once', '1')}::text, 'ok'),
       (now() - interval '399 days', ${id('user', '1')}, 'account.suspend', 'user', ${id('once', '1')}::text, 'ok')`,
  );
  for (const { definition } of indexes) await server.sql(definition);
  // What autovacuum does to a table that grew over a year.
  await server.sql('vacuum analyze audit_log, users, organizations, memberships');
}
