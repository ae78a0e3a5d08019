import pg from 'pg';
import pino from 'pino';
import { expect, test } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { migrateDatabase, migrationRange } from '#server/db/migrate.ts';
import { createEmptyDatabase } from '#tests/support/database.ts';
import { waitUntil } from '#tests/support/processes.ts';

/** A database with the baseline alone, whose last migration was written at `last` (ms). */
async function databaseFrom(last: number) {
  const { connection, end } = await createEmptyDatabase();
  const migrate = (until?: number) => migrateDatabase(connection, pino({ level: 'silent' }), until);
  await migrate((await migrationRange()).baseline);
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('update drizzle.__drizzle_migrations set created_at = $1', [last]);
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', ['earlier', last - 1000]);
  return {
    client,
    migrate,
    async [Symbol.asyncDispose]() {
      await client.end();
      await end();
    },
  };
}

test('a database with the baseline schema from earlier migrations continues without running it again', async () => {
  await using database = await databaseFrom((await migrationRange()).baseline);
  await database.client.query(`update plans set name = 'Renamed' where id = 'free'`);
  await database.migrate();
  const { rows } = await database.client.query(`select name from plans where id = 'free'`);
  expect(rows).toEqual([{ name: 'Renamed' }]);
});

test('a database that is older than the baseline is refused, and left as it is', async () => {
  await using database = await databaseFrom((await migrationRange()).baseline - 1);
  const refused = database.migrate();
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow('created by a development version from before the first release');
  const { rows } = await database.client.query('select count(*)::int as count from drizzle.__drizzle_migrations');
  expect(rows).toEqual([{ count: 2 }]);
});

const silent = pino({ level: 'silent' });

async function emptyDatabase() {
  const { connection, end } = await createEmptyDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  return {
    connection,
    client,
    /** The migrations that ran, each as often as it did. */
    async ran() {
      const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations order by id');
      return rows.map(({ at }) => Number(at));
    },
    async [Symbol.asyncDispose]() {
      await client.end();
      await end();
    },
  };
}

test('several servers that start at once migrate an empty database once', async () => {
  await using database = await emptyDatabase();
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.connection, silent)));
  const { newest } = await migrationRange();
  const ran = await database.ran();
  expect(ran).toEqual([...new Set(ran)]);
  expect(ran.at(-1)).toBe(newest);
});

test('a server that dies in the middle of migrating leaves nothing half done, and the next one continues', async () => {
  await using database = await emptyDatabase();
  const { baseline, newest } = await migrationRange();
  await migrateDatabase(database.connection, silent, baseline);
  // It stops in front of this table.
  await database.client.query('begin');
  await database.client.query('lock table events in access share mode');
  const waiting = async () => {
    // A transaction sees the connections of its first look otherwise.
    await database.client.query('select pg_stat_clear_snapshot()');
    return database.client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'ai-image-suite migrations %' and wait_event = 'relation'
       and datname = current_database()`,
    );
  };
  const dying = migrateDatabase(database.connection, silent);
  const died = expect(dying).rejects.toThrow();
  await waitUntil(
    async () => (await waiting()).rowCount === 1,
    10_000,
    () => 'no migration waits for the table',
  );
  const [first] = (await waiting()).rows;
  const next = migrateDatabase(database.connection, silent);
  await database.client.query('select pg_terminate_backend($1)', [first!.pid]);
  await died;
  expect(await database.ran()).toEqual([baseline]);
  await database.client.query('rollback');
  await next;
  expect((await database.ran()).at(-1)).toBe(newest);
});

test('a migration that waits for a table lets the requests of the previous release pass, and continues later', async () => {
  await using database = await emptyDatabase();
  const { baseline, newest } = await migrationRange();
  await migrateDatabase(database.connection, silent, baseline);
  const reader = new pg.Client(database.connection);
  await reader.connect();
  // As a backup holds it, for minutes.
  await database.client.query('begin');
  await database.client.query('lock table events in access share mode');
  const migrated = migrateDatabase(database.connection, silent);
  await waitUntil(
    async () => (await database.client.query(`select from pg_locks where relation = 'events'::regclass and not granted`)).rowCount === 1,
    10_000,
    () => 'the migration does not wait',
  );
  // Queues behind the migration, which gives up.
  await reader.query('select count(*) from events');
  await database.client.query('rollback');
  await migrated;
  await reader.end();
  expect((await database.ran()).at(-1)).toBe(newest);
});
