// While a new version is rolled out, servers of the previous release run on the new schema. So a migration may only add (expand); what breaks the
// previous release comes one release later (contract), and says so. See docs/how-to.md, Change the schema.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrationsFolder } from '#server/db/migrate.ts';

/** The last migration from before this rule. */
const BASELINE = 3;

/** So large that building an index on them stops writes for longer than a moment. */
const LARGE_TABLES = new Set(
  'photos photo_likes photo_download_entries picks event_changes event_participants audit_log notices mails sessions refresh_tokens webhook_deliveries'.split(
    ' ',
  ),
);

const CONTRACT = /^-- contract: \S.{20,}/;

const NAME = String.raw`"?(\w+)"?(?:\."?(\w+)"?)?`;

/** The name without its schema. */
const tableIn = (statement: string, before: string): string | null => {
  const found = new RegExp(`${before}\\s+${NAME}`, 'i').exec(statement);
  return found ? (found[2] ?? found[1]!) : null;
};

function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--> statement-breakpoint/g, ';')
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*(?:\n|$)|;(?=\s*;)/)
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').replace(/;$/, ''))
    .filter(Boolean);
}

const ALTER_TABLE = String.raw`alter table(?: if exists)?(?: only)?`;

/** The reason why the previous release, or its requests meanwhile, may fail; null if it is an addition. What isn't known to be one is refused. */
function refusalOf(statement: string, created: ReadonlySet<string>): string | null {
  const isNew = (table: string | null) => table !== null && created.has(table);
  if (/^create (unlogged table|table|type|sequence|schema)\b|^comment on\b|^alter type \S+ add value\b|^insert into\b/i.test(statement))
    return null;

  const indexed = /^create (unique )?index\b/i.exec(statement);
  if (indexed) {
    const table = tableIn(statement, String.raw`\bon(?: only)?`);
    if (/\bconcurrently\b/i.test(statement)) return 'fails: migrations run in a transaction';
    if (isNew(table)) return null;
    if (indexed[1]) return 'refuses rows that the previous release still writes';
    if (table !== null && LARGE_TABLES.has(table) && !/\bif not exists\b/i.test(statement))
      return 'stops writes to a large table: with `if not exists`, an operator can build it `concurrently` before';
    return null;
  }

  const altered = tableIn(statement, ALTER_TABLE);
  if (altered === null) return 'is not known to be an addition';
  if (isNew(altered)) return null;
  const action = statement.replace(new RegExp(`^${ALTER_TABLE} ${NAME} `, 'i'), '');
  if (/^add constraint\b/i.test(action)) {
    if (/\b(unique|primary key|exclude)\b/i.test(action)) return 'refuses rows that the previous release still writes';
    return /\bnot valid$/i.test(action)
      ? null
      : 'locks the table while all rows are checked: add `not valid`, validate in the next release';
  }
  if (/^add (column )?(?!constraint)/i.test(action)) {
    const hasDefault = /\bdefault\b/i.test(action);
    if (/\bnot null\b/i.test(action) && !hasDefault) return 'the previous release inserts rows without this column';
    if (/\b(small|big)?serial\b|\bgenerated\b|\bdefault \(?(gen_random_uuid|random|clock_timestamp|nextval)\b/i.test(action))
      return 'writes every row of the table anew under a lock';
    if (/\b(unique|primary key|references|check)\b/i.test(action)) return 'has a constraint: add it `not valid`, as a statement of its own';
    return null;
  }
  if (/^alter (column )?\S+ set default\b/i.test(action)) return null;
  return 'is not known to be an addition';
}

/** Why this migration may not run while servers of the previous release do; empty if it may. */
function refusalsOf(sql: string): string[] {
  if (CONTRACT.test(sql)) return [];
  const statements = statementsOf(sql);
  const created = new Set(
    statements.map((statement) => tableIn(statement, '^create (?:unlogged )?table(?: if not exists)?')).filter((name) => name !== null),
  );
  return statements.flatMap((statement) => {
    const refusal = refusalOf(statement, created);
    return refusal === null ? [] : [`${statement.slice(0, 120)}: ${refusal}`];
  });
}

const { entries } = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
  entries: { idx: number; tag: string }[];
};

describe('every migration after the baseline', () => {
  test('only adds, or says what the previous release stopped using', () => {
    const later = entries.filter(({ idx }) => idx > BASELINE);
    const refused = later.flatMap(({ tag }) =>
      refusalsOf(readFileSync(path.join(migrationsFolder, `${tag}.sql`), 'utf8')).map((refusal) => `${tag}: ${refusal}`),
    );
    expect(refused, 'docs/how-to.md, Change the schema').toEqual([]);
  });
});

describe('the rule', () => {
  test('names large tables that exist', () => {
    const newest = entries.at(-1)!.tag.slice(0, 4);
    const snapshot = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta', `${newest}_snapshot.json`), 'utf8')) as {
      tables: Record<string, { name: string }>;
    };
    const tables = Object.values(snapshot.tables).map(({ name }) => name);
    expect([...LARGE_TABLES].filter((name) => !tables.includes(name))).toEqual([]);
  });

  test.each([
    'CREATE TABLE "x" ("id" uuid PRIMARY KEY NOT NULL);--> statement-breakpoint\nALTER TABLE "x" ADD CONSTRAINT "x_y" FOREIGN KEY ("id") REFERENCES "public"."events"("id");',
    'CREATE UNLOGGED TABLE "x" ("id" uuid);--> statement-breakpoint\nCREATE UNIQUE INDEX "x_id" ON "x" USING btree ("id");',
    'CREATE TABLE "x" ("id" uuid);--> statement-breakpoint\nCREATE UNIQUE INDEX "x_id" ON "x" USING btree ("id");',
    'ALTER TABLE "events" ADD COLUMN "note" text;',
    `ALTER TABLE "events" ADD COLUMN "scope" text DEFAULT 'a;b' NOT NULL;`,
    'ALTER TABLE "photos" ADD COLUMN "at" timestamp (3) with time zone DEFAULT now() NOT NULL;',
    'ALTER TABLE "events" ADD CONSTRAINT "c" CHECK (retention_days > 0) NOT VALID;',
    'ALTER TABLE "events" ALTER COLUMN "scope" SET DEFAULT 1;',
    'CREATE INDEX "e" ON "events" USING btree ("note");',
    'CREATE INDEX IF NOT EXISTS "p" ON "photos" USING btree ("note");',
    `-- new plans\nINSERT INTO "plans" VALUES ('x');`,
    `-- contract: the column has not been read since release 0.3.0\nALTER TABLE "events" DROP COLUMN "note";`,
  ])('accepts %s', (sql) => {
    expect(refusalsOf(sql)).toEqual([]);
  });

  test.each([
    ['DROP TABLE "x";', /addition/],
    ['ALTER TABLE "events" DROP COLUMN "note";', /addition/],
    ['ALTER TABLE "events" RENAME COLUMN "note" TO "text";', /addition/],
    ['ALTER TABLE "events" RENAME TO "parties";', /addition/],
    ['ALTER TABLE "public"."events" ALTER COLUMN "note" SET NOT NULL;', /addition/],
    ['ALTER TABLE "events" ALTER COLUMN "note" DROP NOT NULL;', /addition/],
    ['ALTER TABLE "events" ALTER COLUMN "note" DROP DEFAULT;', /addition/],
    ['ALTER TABLE "events" ALTER COLUMN "note" SET DATA TYPE bigint;', /addition/],
    ['ALTER TABLE "events" ADD COLUMN "note" text NOT NULL;', /without this column/],
    ['ALTER TABLE "events" ADD COLUMN "id2" uuid DEFAULT gen_random_uuid() NOT NULL;', /every row/],
    ['ALTER TABLE "events" ADD COLUMN "n" bigserial;', /every row/],
    [`ALTER TABLE "events" ADD COLUMN "n" text GENERATED ALWAYS AS (lower(name)) STORED;`, /every row/],
    ['ALTER TABLE "events" ADD COLUMN "n" uuid REFERENCES "users"("id");', /not valid/],
    ['ALTER TABLE "events" ADD CONSTRAINT "c" CHECK (days > 0);', /not valid/],
    ['ALTER TABLE "events" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "public"."users"("id");', /not valid/],
    ['ALTER TABLE "events" ADD CONSTRAINT "u" UNIQUE("name");', /still writes/],
    ['CREATE UNIQUE INDEX "u" ON "events" USING btree ("name");', /still writes/],
    ['CREATE INDEX "p" ON "photos" USING btree ("note");', /large table/],
    ['CREATE INDEX CONCURRENTLY "p" ON "events" USING btree ("note");', /transaction/],
    ['DROP INDEX "p";', /addition/],
    [`UPDATE "events" SET "status" = 'x';`, /addition/],
    ['DELETE FROM "events";', /addition/],
    ['-- contract: \nDROP TABLE "x";', /addition/],
    ['ALTER TABLE "events" ADD COLUMN "a" text;--> statement-breakpoint\nALTER TABLE "events" DROP COLUMN "b";', /addition/],
  ])('refuses %s', (sql, reason) => {
    expect(refusalsOf(sql)).toEqual([expect.stringMatching(reason)]);
  });

  test('would have refused what the migrations before it did to rows that the previous release reads', () => {
    const sharing = entries.find(({ idx }) => idx === 2)!;
    const refusals = refusalsOf(readFileSync(path.join(migrationsFolder, `${sharing.tag}.sql`), 'utf8'));
    expect(refusals).toContainEqual(expect.stringContaining(`UPDATE "event_participants" SET "role" = 'viewer'`));
  });
});
