// What a migration makes of the rows that it finds: tests begin with a database that had none.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { migrateDatabase, migrationsFolder } from '#server/db/migrate.ts';
import { uuid7 } from '#server/uuid.ts';
import { createEmptyDatabase } from '#tests/support/database.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A database as an earlier server left it. */
async function databaseOf(last: string) {
  const { connection, end } = await createEmptyDatabase();
  ends.push(end);
  const client = new pg.Client(connection);
  await client.connect();
  ends.push(() => client.end());
  const folder = mkdtempSync(path.join(tmpdir(), 'ais-migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const count = journal.entries.findIndex(({ tag }) => tag === last) + 1;
  if (count === 0) throw new Error(`there is no migration ${last}`);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  await migrate(drizzle(client), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  const insert = async (table: string, row: Record<string, unknown>) => {
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const { rows } = await client.query<{ id: string }>(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')}) returning id`,
      Object.values(row),
    );
    return String(rows[0]?.id);
  };
  return { client, insert, upgrade: () => migrateDatabase(connection, pino({ level: 'silent' })) };
}

const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour));

test('0026 tells of the events and members that were there when they had opened, and when they ceased to be members', async () => {
  const { client, insert, upgrade } = await databaseOf('0025_language_of_dates');
  const organization_id = await insert('organizations', { id: uuid7(), name: 'Old', status: 'active' });
  const user = () =>
    insert('users', { id: uuid7(), email: `${uuid7()}@unit.test`, password_hash: '', first_name: 'Ana', last_name: 'Old' });
  const trail = (action: string, subject_id: string, more: Record<string, unknown> = {}) =>
    insert('audit_log', { action, subject_type: 'x', subject_id, organization_id, outcome: 'ok', ...more });

  const event = (status: string) => {
    const times = { starts_at: at(20), created_at: at(1) };
    return insert('events', { id: uuid7(), organization_id, name: status, status, join_code: uuid7(), ...times });
  };
  const opened = { draft: false, 'draft again': true, 'draft changed': false, live: true, ended: true };
  for (const name of Object.keys(opened)) {
    const id = await event(name.split(' ')[0] ?? '');
    await client.query('update events set name = $1 where id = $2', [name, id]);
    if (name === 'draft again') await trail('event.update', id, { detail: { status: { from: 'live', to: 'draft' } } });
    if (name === 'draft changed') await trail('event.update', id, { detail: { name: { from: 'a', to: 'b' } } });
  }

  const until = new Map<string, Date | 'now' | null>();
  const member = async (row: Record<string, unknown>, expected: Date | 'now' | null) => {
    const user_id = await user();
    const id = await insert('memberships', { id: uuid7(), organization_id, user_id, ...row });
    until.set(id, expected);
    return { id, user_id };
  };
  await member({ status: 'active' }, null);
  await member({ status: 'active', removed_at: at(2) }, at(2));
  const suspended = await member({ status: 'suspended' }, at(5));
  for (const [to, hour] of [
    ['suspended', 3],
    ['active', 4],
    ['suspended', 5],
    ['active', 6],
  ] as const)
    await trail('organization.change_member_status', suspended.id, { at: at(hour), detail: { to } });
  await member({ status: 'suspended', removed_at: at(7) }, at(7));
  await member({ status: 'suspended' }, 'now');
  // Added, said yes, was removed, and is asked again.
  const asked = await member({ status: 'invited' }, at(3));
  await trail('organization.add_member', asked.id, { at: at(1) });
  await trail('organization.accept_membership', asked.id, { at: at(2) });
  await trail('organization.remove_member', asked.id, { at: at(3) });
  await trail('organization.add_member', asked.id, { at: at(4) });
  // By a link, and left.
  const linked = await member({ status: 'invited' }, at(3));
  await trail('organization.add_member', linked.id, { at: at(1) });
  await trail('organization.accept_invitation', uuid7(), { at: at(2), actor_id: linked.user_id });
  await trail('organization.leave', linked.id, { at: at(3) });
  // Never said yes: was no member when they were removed.
  const declined = await member({ status: 'invited' }, null);
  await trail('organization.add_member', declined.id, { at: at(1) });
  await trail('organization.remove_member', declined.id, { at: at(2) });
  await member({ status: 'invited' }, null);

  const before = Date.now();
  await upgrade();

  const { rows: events } = await client.query<{ name: string; opened_at: Date | null }>('select name, opened_at from events');
  expect(Object.fromEntries(events.map(({ name, opened_at }) => [name, opened_at]))).toEqual(
    Object.fromEntries(Object.entries(opened).map(([name, isOpened]) => [name, isOpened ? at(1) : null])),
  );
  const { rows: members } = await client.query<{ id: string; active_until: Date | null }>('select id, active_until from memberships');
  const told = members.map(({ id, active_until }) => [
    id,
    until.get(id) === 'now' && Number(active_until) >= before ? 'now' : active_until,
  ]);
  expect(new Map(told as [string, Date | 'now' | null][])).toEqual(until);
}, 60_000);
