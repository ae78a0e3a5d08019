import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { supervise } from '#scripts/supervise.mjs';
import { ConfigError } from '#server/config.ts';
import { AlreadyRunning } from '#server/instance-lock.ts';
import { exitCodeOf } from '#server/process.ts';

/** A server under the control of the test. */
class FakeServer extends EventEmitter {
  readonly kill = vi.fn<(signal: NodeJS.Signals) => void>();
  ready = () => this.emit('message', 'ready');
  exit = (code: number | null, signal: NodeJS.Signals | null = null) => this.emit('exit', code, signal);
}

function world() {
  const servers: FakeServer[] = [];
  const said: string[] = [];
  const pauses: number[] = [];
  const signals = new EventEmitter();
  let clock = 0;
  const ended = supervise({
    start() {
      const server = new FakeServer();
      servers.push(server);
      return server;
    },
    say: (text) => said.push(text),
    signals,
    pause: async (ms) => void pauses.push(ms),
    now: () => clock,
  });
  /** The server that runs after `count` starts. */
  const server = async (count: number) => {
    await vi.waitFor(() => expect(servers).toHaveLength(count));
    return servers[count - 1]!;
  };
  return { server, servers, said, pauses, signals, ended, pass: (ms: number) => (clock += ms) };
}

test('restarts a server that was ready and dies, and prints a message', async () => {
  const { server, said, pauses, signals, ended } = world();
  const first = await server(1);
  first.ready();
  first.exit(null, 'SIGKILL');
  const second = await server(2);
  expect(said).toEqual(['AI Image Suite ended unexpectedly (SIGKILL). It starts again in 1 s; Ctrl-C stops it.']);
  second.ready();
  second.exit(70);
  const third = await server(3);
  expect(pauses).toEqual([1000, 2000]);
  signals.emit('SIGTERM');
  expect(third.kill).toHaveBeenCalledWith('SIGTERM');
  third.exit(0);
  expect(await ended).toBe(0);
});

test('the pause doubles up to a minute, and is short again after a minute of service', async () => {
  const { server, pauses, pass, signals, ended } = world();
  for (let count = 1; count <= 8; count++) {
    const dying = await server(count);
    dying.ready();
    dying.exit(null, 'SIGSEGV');
  }
  const steady = await server(9);
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  steady.ready();
  pass(61_000);
  steady.exit(134);
  const last = await server(10);
  expect(pauses.at(-1)).toBe(1000);
  signals.emit('SIGINT');
  last.exit(0);
  await ended;
});

test.each([
  ['a configuration error', 1, 1],
  ['a permanent failure of the start', 75, 1],
  ['a requested stop', 0, 0],
])('%s is not tried again', async (_what, code, outside) => {
  const { server, servers, said, ended } = world();
  (await server(1)).exit(code);
  expect(await ended).toBe(outside);
  expect(servers).toHaveLength(1);
  expect(said).toEqual([]);
});

test('a server that was ready once may find its database missing for a while, but not its port taken', async () => {
  const { server, servers, ended } = world();
  const first = await server(1);
  first.ready();
  first.exit(null, 'SIGABRT');
  (await server(2)).exit(75);
  (await server(3)).exit(1);
  expect(await ended).toBe(1);
  expect(servers).toHaveLength(3);
});

test('waits for a command that has the data if the server was ready before, and gives up otherwise', async () => {
  const taken = exitCodeOf(new AlreadyRunning('/data', { text: 'process 1', command: 'npm run backup' }));
  const { server, pauses, signals, ended } = world();
  const first = await server(1);
  first.ready();
  first.exit(null, 'SIGKILL');
  (await server(2)).exit(taken);
  (await server(3)).exit(taken);
  const back = await server(4);
  expect(pauses).toEqual([1000, 2000, 4000]);
  signals.emit('SIGTERM');
  back.exit(0);
  await ended;

  const other = world();
  (await other.server(1)).exit(taken);
  expect(await other.ended).toBe(1);
  expect(exitCodeOf(new ConfigError('PORT 3000 is taken'))).toBe(1);
});

test('a process that crashes before it is ready is started again as well', async () => {
  const { server, signals, ended } = world();
  (await server(1)).exit(null, 'SIGILL');
  const second = await server(2);
  signals.emit('SIGINT');
  second.exit(null, 'SIGKILL');
  expect(await ended).toBe(137);
});
