// Bodies that are designed to block the server: it refuses them at once, and answers other requests in the meantime.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { base, fixture } from '#tests/contract/fixture.ts';
import { goodCallOf } from '#tests/contract/good-calls.ts';
import { judge } from '#tests/contract/judge.ts';
import { call } from '#tests/support/api.ts';
import { bodyLimitOf } from '#tests/support/contract.ts';
import { bodySchemaOf, hostileBodies, rowsWithBody } from '#tests/support/hostile-bodies.ts';

const MEGABYTE = 1_000_000;
/** The bench `validation` tries them all. */
const MOST_BODIES = 12;
/** A quiet machine answers in a few milliseconds; the bug blocked the server for seconds. */
const PATIENCE_MS = 5000;

/** Far shorter than the blocking that this test detects. */
const ASK_EVERY_MS = 20;

const waited: number[] = [];
afterAll(() => process.stdout.write(`hostile bodies: others waited ${Math.round(Math.max(...waited))} ms at most\n`));

/** Asks for health again and again while `act` runs, and notes how long each answer took. */
async function whileOthersAsk(act: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      expect((await call(base, 'GET', '/healthz')).status).toBe(200);
      waited.push(performance.now() - began);
      // Without a pause these requests would block the server themselves.
      await sleep(ASK_EVERY_MS);
    }
  })();
  await act().finally(() => over.abort());
  await others;
  expect(Math.max(...waited), 'how long others waited').toBeLessThan(PATIENCE_MS);
}

test.each(rowsWithBody)('$id, with the worst bodies of a megabyte and of the most it takes', async (row) => {
  const w = await fixture();
  const good = await goodCallOf(row, w, 'member');
  const schema = bodySchemaOf(row);
  // Created before delays are measured, since it takes this process a while.
  const made = (bytes: number, count: number) =>
    hostileBodies(schema, bytes)
      .slice(0, count)
      .map(({ what, text }) => ({ what, text: text() }));
  const large = made(MEGABYTE, 2);
  const largest = made(bodyLimitOf(row), MOST_BODIES);
  const send = async ({ what, text }: { what: string; text: string }, statuses: number[]) => {
    const headers = { ...good.options.headers, 'content-type': 'application/json' };
    const began = performance.now();
    const answer = await w.call('member', row.method, good.path, { headers, body: text });
    judge(row, answer, what);
    expect(statuses, `${row.id}, ${what}: ${JSON.stringify(answer.body).slice(0, 200)}`).toContain(answer.status);
    expect(JSON.stringify(answer.body).length, `${row.id}, ${what}: the answer`).toBeLessThan(8000);
    expect(performance.now() - began, `${row.id}, ${what}`).toBeLessThan(PATIENCE_MS * 2);
  };
  await whileOthersAsk(async () => {
    await Promise.all(large.map((body) => send(body, [413])));
    await Promise.all(largest.map((body) => send(body, [400, 413, 422])));
  });
});
