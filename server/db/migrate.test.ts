import pg from 'pg';
import pino from 'pino';
import { expect, test } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { migrateDatabase, migrationRange } from '#server/db/migrate.ts';
import { createEmptyDatabase } from '#tests/support/database.ts';

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
