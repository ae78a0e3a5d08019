import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redactQueryValues } from '#server/db/errors.ts';
import { mails } from '#server/db/schema/mail.ts';
import { openLog } from '#server/process.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const SECRET = 'k3yThat-0pens_Everything-aaaaaaaaaaaaaaaaaaa';
let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 60_000);
afterAll(() => deps.dispose());

const lines: string[] = [];
const log = openLog(
  'info',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  }),
);

test('the values of a query that failed are in no line of the log, however deep the error is', async () => {
  const mail = { id: uuid7(), recipient: 'ana@unit.test', subject: 'Choose a new password', content: `https://x/reset-password/${SECRET}` };
  // Violates a constraint: PostgreSQL's own error quotes the row.
  const failed: unknown = await deps.db
    .insert(mails)
    .values({ ...mail, key: sql`null` })
    .then(
      () => null,
      (error: unknown) => error,
    );
  expect((failed as Error).message).toContain(SECRET);
  const wrapped = new Error(`could not be queued: ${(failed as Error).message}`, { cause: failed });
  for (const error of [failed, wrapped, new Error('deeper', { cause: wrapped }), new AggregateError([failed], 'several')])
    log.error({ err: error }, 'it failed');
  expect(lines).toHaveLength(4);
  expect(lines.join('')).not.toContain(SECRET);
  expect(lines.join('')).not.toContain('ana@unit.test');
  for (const told of ['insert into', 'mails', '23502', 'process.test.ts', 'could not be queued']) expect(lines.join('')).toContain(told);
});

test('other errors are logged unchanged', () => {
  const error = new Error('no such file', { cause: new TypeError('wrong') });
  expect(redactQueryValues(error)).toBe(error);
  expect(redactQueryValues('text')).toBe('text');
});
