import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openHub } from '#server/live/hub.ts';
import { CHANNEL } from '#server/live/topics-repository.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { openSilentLine, type SilentLine } from '#tests/support/silent-line.ts';

let database: TestDeps;
let line: SilentLine;

beforeAll(async () => {
  database = await openTestDeps();
  line = await openSilentLine(database.connection);
}, 60_000);
afterAll(async () => {
  await line.close();
  await database.dispose();
});

const tell = (topic: string) => database.pool.query('select pg_notify($1, $2)', [CHANNEL, `${topic} 1`]);

test('a connection that falls silent is replaced, and subscribers hear of the gap', async () => {
  const hub = await openHub(line.address, database.log, { everyMs: 20, withinMs: 200 });
  const heard: (number | null)[] = [];
  hub.subscribe('event:one', (seq) => heard.push(seq));
  await tell('event:one');
  await vi.waitFor(() => expect(heard).toEqual([1]), 5_000);
  line.silence();
  await tell('event:one');
  await vi.waitFor(() => expect(heard).toEqual([1, null]), 10_000);
  expect(hub.isListening()).toBe(true);
  await tell('event:one');
  await vi.waitFor(() => expect(heard).toEqual([1, null, 1]), 5_000);
  await hub.close();
}, 30_000);

test('a connection that answers stays, and closing doesn’t wait for one that is silent', async () => {
  const hub = await openHub(line.address, database.log, { everyMs: 5, withinMs: 5_000 });
  const gaps: unknown[] = [];
  hub.subscribe('event:one', (seq) => gaps.push(seq));
  await new Promise((resolve) => void setTimeout(resolve, 100));
  expect(gaps).toEqual([]);
  line.silence();
  await hub.close();
}, 20_000);
