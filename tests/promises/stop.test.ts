// A server that is asked to stop has ended within 25 seconds, whatever hangs, and what it was doing goes on elsewhere.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { beginUpload, call, freshSignIn, type Person } from '#tests/support/api.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { childrenOf, commandOf, waitUntil } from '#tests/support/processes.ts';
import { makeDataDir, startServerOn, type TestServer } from '#tests/support/server-process.ts';

const STOP_MS = 25_000;
const DRAIN_SECONDS = 3;

/** A database of its own, of which the processes are those of a server. */
let deps: TestDeps;
const dataDir = makeDataDir();
const open: TestServer[] = [];

beforeAll(async () => {
  deps = await openTestDeps({}, 'cluster');
}, 120_000);
afterAll(async () => {
  for (const server of open) await server.dispose();
  await deps.dispose();
}, 60_000);

async function start(role: 'web' | 'worker', env: Record<string, string> = {}): Promise<TestServer> {
  if (!('host' in deps.connection)) throw new Error('the test’s database listens on a socket');
  const { host, port, user, database } = deps.connection;
  const address = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const server = await startServerOn(dataDir, { env: { ROLE: role, DATABASE_URL: address, SECRET_KEY: 'k'.repeat(32), ...env } });
  open.push(server);
  return server;
}

/** Sends SIGTERM and waits for the end. Returns the exit code and the time it took. */
async function stop(server: TestServer): Promise<{ code: number | null; ms: number }> {
  const began = performance.now();
  const code = await server.stop();
  return { code, ms: performance.now() - began };
}

/** A request by hand, of which more is sent later. `heard` is what was received. */
function talk(server: TestServer, head: string[]): { socket: Socket; heard: () => string; closed: Promise<unknown> } {
  const socket = connect(server.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(`${[...head, 'host: localhost'].join('\r\n')}\r\n\r\n`);
  return { socket, heard: () => heard, closed };
}

const bearer = (person: Person) => `authorization: Bearer ${person.token}`;

/** A PATCH of so many bytes, of which none is sent yet. */
async function appendSlowly(server: TestServer, person: Person, bytes: number) {
  const created = await beginUpload(person, bytes, demoEvents.live);
  expect(created.status).toBe(201);
  const { pathname } = new URL(created.headers.get('location') ?? '', server.url);
  const request = talk(server, [
    `PATCH ${pathname} HTTP/1.1`,
    bearer(person),
    `x-account: ${person.id}`,
    'tus-resumable: 1.0.0',
    'upload-offset: 0',
    'content-type: application/offset+octet-stream',
    `content-length: ${bytes}`,
  ]);
  const offset = async (at: TestServer, who: Person) => {
    const head = await call(at.url, 'HEAD', pathname, {
      headers: { authorization: `Bearer ${who.token}`, 'x-account': who.id, 'tus-resumable': '1.0.0' },
    });
    return Number(head.headers.get('upload-offset'));
  };
  return { ...request, offset };
}

test('readiness fails first, requests go on and end, streams reconnect, and then no connection is accepted', async () => {
  const server = await start('web', { DRAIN_SECONDS: String(DRAIN_SECONDS), DEMO: '1' });
  const person = await freshSignIn(server.url, 'member@demo.test');
  const stream = talk(server, [`GET /api/v1/event/${demoEvents.live}/stream HTTP/1.1`, bearer(person)]);
  await waitUntil(
    () => stream.heard().includes(': open'),
    10_000,
    () => `the stream did not open: ${stream.heard()}`,
  );
  const upload = await appendSlowly(server, person, 4000);
  upload.socket.write('a'.repeat(1000));

  const stopped = stop(server);
  await waitUntil(
    async () => (await call(server.url, 'GET', '/readyz')).status === 503,
    2000,
    () => 'still ready',
  );
  expect((await call<{ status: string }>(server.url, 'GET', '/readyz')).body.status).toBe('stopping');
  const served = await person.call('GET', `/api/v1/event/${demoEvents.live}`);
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  // Half of the time passes before streams are ended: a load balancer notices first.
  expect(stream.heard()).not.toContain('retry:');
  await stream.closed;
  expect(stream.heard()).toMatch(/retry: \d{3,4}\n\n/);
  upload.socket.write('b'.repeat(1000));

  await waitUntil(
    () =>
      call(server.url, 'GET', '/healthz').then(
        () => false,
        () => true,
      ),
    10_000,
    () => 'connections are still accepted',
  );
  // It is still running: the upload is under way.
  upload.socket.write('c'.repeat(2000));
  await upload.closed;
  expect(upload.heard()).toMatch(/^HTTP\/1\.1 204 /);
  expect(upload.heard()).toMatch(/upload-offset: 4000/i);
  const { code, ms } = await stopped;
  expect(code, server.log()).toBe(0);
  expect(ms).toBeGreaterThanOrEqual(DRAIN_SECONDS * 1000);
  expect(ms).toBeLessThan(STOP_MS);
}, 120_000);

test('a reader that hangs and an upload that pauses are cut in time; what arrived counts at the next server', async () => {
  const server = await start('web');
  const person = await freshSignIn(server.url, 'member@demo.test');
  // More than the buffers between two processes hold.
  const reader = talk(server, ['GET /api/openapi.json HTTP/1.1']);
  reader.socket.pause();
  for (let more = 0; more < 40; more += 1) reader.socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const upload = await appendSlowly(server, person, 2_000_000);
  upload.socket.write('a'.repeat(1_000_000));
  const { code, ms } = await stop(server);
  expect(code, server.log()).toBe(0);
  expect(server.log()).toContain('cutting requests that did not end');
  expect(ms).toBeLessThan(STOP_MS);
  reader.socket.destroy();

  const next = await start('web');
  expect(await upload.offset(next, await freshSignIn(next.url, 'member@demo.test'))).toBe(1_000_000);
  const quiet = await stop(next);
  expect(quiet.code).toBe(0);
}, 120_000);

test('a job that hangs is handed back to the next worker; a job that failed for good is in the audit log', async () => {
  const first = await start('worker');
  await deps.pool.query(`select graphile_worker.add_job('derive-photo', '{"photoId": 7}', max_attempts => 1)`);
  const failures = async () =>
    (await deps.pool.query<{ subject_id: string }>(`select subject_id from audit_log where action = 'server.job_failed'`)).rows;
  await waitUntil(
    async () => (await failures()).some((row) => row.subject_id === 'derive-photo'),
    20_000,
    () => `no entry for the failed job: ${first.log().slice(-2000)}`,
  );

  const blocker = await deps.pool.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table platform_settings in access exclusive mode');
    await deps.pool.query(`select graphile_worker.add_job('sweep-audit-log', '{}')`);
    const locked = async () =>
      (await deps.pool.query(`select from graphile_worker.jobs where task_identifier = 'sweep-audit-log' and locked_at is not null`))
        .rowCount;
    await waitUntil(
      async () => (await locked()) === 1,
      20_000,
      () => 'the job did not begin',
    );
    const { ms } = await stop(first);
    expect(ms).toBeLessThan(STOP_MS);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  await deps.pool.query(`update graphile_worker._private_jobs set run_at = now()`);
  const second = await start('worker');
  await waitUntil(
    async () => (await deps.pool.query(`select from graphile_worker.jobs where task_identifier = 'sweep-audit-log'`)).rowCount === 0,
    30_000,
    () => `the next worker did not do it: ${second.log().slice(-2000)}`,
  );
  const quiet = await stop(second);
  expect([quiet.code, quiet.ms < 5000]).toEqual([0, true]);
}, 180_000);

test('with a database that does not answer, web and worker end in time too', async () => {
  const servers = await Promise.all([start('web'), start('worker')]);
  const person = await freshSignIn(servers[0].url, 'member@demo.test');
  if (!('host' in deps.connection)) throw new Error('the test’s database listens on a socket');
  const [row] = (await deps.pool.query<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`)).rows;
  const postmaster = Number(row!.pid);
  const frozen = [postmaster, ...childrenOf(postmaster)];
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  try {
    const asked = person.call('GET', `/api/v1/event/${demoEvents.live}`).catch(() => null);
    await sleep(200);
    const ends = await Promise.all(servers.map(stop));
    for (const { ms } of ends) expect(ms).toBeLessThan(STOP_MS);
    await asked;
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
  }
}, 120_000);

test('a server that waits for another one to migrate ends in time too', async () => {
  const servers = () => childrenOf(process.pid).filter((pid) => commandOf(pid).includes('dist/server/main.js'));
  const before = servers();
  const blocker = await deps.pool.connect();
  await blocker.query('select pg_advisory_lock($1)', [LOCKS.migrations]);
  try {
    const started = expect(start('web')).rejects.toThrow('the server stopped before it was ready');
    await waitUntil(
      async () => (await deps.pool.query(`select from pg_stat_activity where wait_event = 'advisory'`)).rowCount === 1,
      30_000,
      () => 'the start does not wait',
    );
    const [waiting] = servers().filter((pid) => !before.includes(pid));
    const began = performance.now();
    process.kill(waiting!, 'SIGTERM');
    await started;
    expect(performance.now() - began).toBeLessThan(STOP_MS);
  } finally {
    await blocker.query('select pg_advisory_unlock_all()');
    blocker.release();
  }
}, 120_000);
