import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openHub } from '#server/live/hub.ts';
import { CHANNEL } from '#server/live/topics-repository.ts';
import { openBreakablePort, recordLog } from '#tests/support/breakable-port.ts';
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

test('an outage of the database is one line without a stack, and one when changes are heard of again', async () => {
  const { log, lines } = recordLog();
  const port = await openBreakablePort(database.connection);
  const hub = await openHub({ ...database.connection, host: '127.0.0.1', port: port.port }, log);
  const heard = vi.fn<(seq: number | null) => void>();
  hub.subscribe('event:x', heard);
  try {
    port.state.isAway = true;
    port.breakAll();
    await vi.waitFor(() => expect(port.state.refused).toBeGreaterThan(2), 20_000);
    port.state.isAway = false;
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), 20_000);
    expect(lines.map(({ msg }) => msg)).toEqual(['cannot hear of changes', 'hears of changes again']);
    expect(lines[0]).toMatchObject({ level: 40, reason: expect.any(String) });
    expect(lines[1]).toMatchObject({ level: 30, seconds: expect.any(Number) });
    expect(JSON.stringify(lines)).not.toContain('node_modules');
  } finally {
    await hub.close();
    port.close();
  }
});
