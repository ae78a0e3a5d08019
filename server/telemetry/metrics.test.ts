import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LANE_SIZES } from '#server/db/lanes.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import { listenForMetrics } from '#server/telemetry/metrics-listener.ts';
import { metricDefinitions, type Backlogs, type Metrics } from '#server/telemetry/metrics.ts';
import { openMetrics } from '#server/telemetry/prometheus.ts';
import { inLane } from '#server/telemetry/work-context.ts';
import { beginUpload, call, createPhoto, deliver, joinAsGuest, type Person, photoRequest, upload } from '#tests/support/api.ts';
import { picture } from '#tests/support/pictures.ts';
import { type ObservedServer, startObservedServer } from '#tests/support/telemetry.ts';

const log = pino({ level: 'silent' });
let metrics: Metrics;
let server: ObservedServer;
let guest: Person;

beforeAll(async () => {
  metrics = openMetrics({ version: '1.2.3', role: 'all' }, log, 0);
  server = await startObservedServer(log, { metrics }, () => ({
    'send-mail': () => Promise.reject(new Error('no mail server')),
  }));
  guest = await joinAsGuest(server.origin, server.joinCode, 'Ana');
}, 60_000);
afterAll(() => server.close());

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Parses the text format of Prometheus. Throws where it isn't followed strictly. */
function parse(text: string): { types: Map<string, string>; samples: Sample[] } {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.split('\n').filter(Boolean)) {
    const [, type, name, kind] = /^# TYPE (([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary))$/.exec(line) ?? [];
    if (type !== undefined) {
      expect(types.has(name!), line).toBe(false);
      types.set(name!, kind!);
      continue;
    }
    if (/^# HELP [a-zA-Z_:][\w:]* \S/.test(line)) continue;
    const [, metric, inner = '', value] =
      /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (\S+)$/.exec(line) ?? [];
    expect(metric, line).toBeDefined();
    // The delay of the event loop between two scrapes in the same moment.
    expect(value === 'Nan' || !Number.isNaN(Number(value)), line).toBe(true);
    const family = metric!.replace(/_(bucket|sum|count)$/, '');
    expect(types.has(metric!) || types.has(family), `the type of ${line}`).toBe(true);
    const labels = Object.fromEntries([...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!]));
    const series = `${metric} ${JSON.stringify(labels)}`;
    expect(seen.has(series), `${line} twice`).toBe(false);
    seen.add(series);
    samples.push({ name: metric!, labels, value: Number(value) });
  }
  return { types, samples };
}

const scrape = async (): Promise<Sample[]> => parse(await metrics.scrape()).samples;

/** The sum of all series with these labels; undefined without any. */
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const found = (await scrape()).filter(
    (sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

const until = (name: string, labels: Record<string, string>, value: number | undefined) =>
  expect.poll(() => valueOf(name, labels)).toBe(value);

test('a scrape follows the format, and has every metric of the list with its labels', async () => {
  await deliver(guest, server.eventId, await picture());
  await until('ais_photo_ready_seconds_count', {}, 1);
  const { types, samples } = parse(await metrics.scrape());
  // As promtool demands.
  expect([...types].filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  for (const [name, { type }] of Object.entries(metricDefinitions)) expect([name, types.get(name)]).toEqual([name, type]);
  for (const { name, labels } of samples.filter((sample) => sample.name.startsWith('ais_'))) {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    const { labels: allowed } = metricDefinitions[(name in metricDefinitions ? name : family) as keyof typeof metricDefinitions];
    expect(Object.keys(labels).filter((label) => label !== 'le' && !allowed.some((known) => known === label))).toEqual([]);
  }
  for (const { labels, value } of samples.filter(({ name }) => name === 'ais_http_request_duration_seconds_count')) {
    const buckets = samples.filter(
      (sample) =>
        sample.name === 'ais_http_request_duration_seconds_bucket' &&
        JSON.stringify({ ...sample.labels, le: undefined }) === JSON.stringify(labels),
    );
    expect(buckets.map((bucket) => bucket.value)).toEqual(buckets.map((bucket) => bucket.value).toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value });
  }
  expect(samples.find(({ name }) => name === 'ais_build_info')).toMatchObject({ labels: { version: '1.2.3', role: 'all' }, value: 1 });
  expect(samples.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')).toBe(true);
});

test('a delivered photo is counted from its first byte to its thumbnail', async () => {
  const shot = await picture();
  const counted = {
    ais_upload_bytes_total: [{}, shot.bytes.length],
    'ais_uploads_total begun': [{ outcome: 'begun' }, 1],
    'ais_uploads_total committed': [{ outcome: 'committed' }, 1],
    'ais_http_requests_total commit': [{ operation: 'createPhoto', method: 'POST', status: '2xx' }, 1],
    'ais_http_request_duration_seconds_count append': [{ operation: 'appendUpload', method: 'PATCH', status: '2xx' }, 1],
    ais_photo_ready_seconds_count: [{}, 1],
    ais_derivation_duration_seconds_count: [{ result: 'ready' }, 1],
    ais_jobs_total: [{ job: 'derive-photo', result: 'done' }, 1],
    ais_job_duration_seconds_count: [{ job: 'derive-photo' }, 1],
    'ais_storage_operation_duration_seconds_count put': [{ operation: 'put' }, 2],
    'ais_storage_operation_duration_seconds_count withFile': [{ operation: 'withFile' }, 1],
  } as const;
  const read = (name: string, labels: Record<string, string>) => valueOf(name.split(' ')[0]!, labels);
  const before = new Map<string, number>();
  for (const [name, [labels]] of Object.entries(counted)) before.set(name, (await read(name, labels)) ?? 0);
  await deliver(guest, server.eventId, shot);
  for (const [name, [labels, more]] of Object.entries(counted))
    await expect.poll(() => read(name, labels), { message: name }).toBe(before.get(name)! + more);
});

test('an upload that breaks off is counted as aborted, with the bytes that arrived', async () => {
  const begun = await beginUpload(guest, 5_000_000, server.eventId);
  const { hostname, port } = new URL(server.origin);
  const before = (await valueOf('ais_upload_bytes_total'))!;
  const arriving = once(server.app.server, 'connection') as Promise<[Socket]>;
  const socket = connect(Number(port), hostname);
  const [received] = await arriving;
  socket.write(
    [
      `PATCH ${new URL(begun.headers.get('location')!, server.origin).pathname} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${guest.token}`,
      `x-account: ${guest.id}`,
      'tus-resumable: 1.0.0',
      'upload-offset: 0',
      'content-type: application/offset+octet-stream',
      'content-length: 5000000',
      '',
      '',
    ].join('\r\n'),
  );
  socket.write(randomBytes(1_000_000));
  await expect.poll(() => received.bytesRead).toBeGreaterThan(1_000_000);
  expect(await valueOf('ais_http_requests_in_flight')).toBe(1);
  socket.destroy();
  await until('ais_http_requests_total', { operation: 'appendUpload', status: 'aborted' }, 1);
  const arrived = (await valueOf('ais_upload_bytes_total'))! - before;
  expect(arrived).toBeGreaterThan(900_000);
  expect(arrived).toBeLessThanOrEqual(1_000_000);
  await until('ais_http_requests_in_flight', {}, 0);
});

test('a refused upload and a repeated commit are counted', async () => {
  expect((await beginUpload(guest, 1e12, server.eventId)).status).toBe(413);
  await until('ais_uploads_total', { outcome: 'refused' }, 1);
  await until('ais_http_errors_total', { operation: 'createUpload', code: 'too_large' }, 1);
  const shot = await picture();
  const fact = photoRequest(shot, await upload(guest, shot.bytes, server.eventId));
  const statuses = [await createPhoto(guest, server.eventId, fact), await createPhoto(guest, server.eventId, fact)].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([201, 200]);
  await until('ais_uploads_total', { outcome: 'repeated' }, 1);
});

test('a failed job and its deferred retry are counted', async () => {
  await jobs.add(server.deps.db, 'send-mail', { mailId: 'a mail' });
  await until('ais_jobs_total', { job: 'send-mail', result: 'failed' }, 1);
  await until('ais_jobs_deferred', { job: 'send-mail' }, 1);
  await until('ais_jobs_waiting', { job: 'send-mail' }, 0);
  await jobs.add(server.deps.db, 'make-generation', { generationId: 'nobody makes it' });
  await until('ais_jobs_waiting', { job: 'make-generation' }, 1);
});

test('photos that wait are counted with the age of the oldest', async () => {
  await until('ais_photos_waiting', {}, 0);
  await server.deps.db.execute(sql`update photos set state = 'processing', uploaded_at = now() - interval '1 minute'`);
  expect(await valueOf('ais_photos_waiting')).toBe(3);
  expect(await valueOf('ais_photos_oldest_waiting_seconds')).toBeGreaterThanOrEqual(60);
  await server.deps.db.execute(sql`update photos set state = 'ready'`);
  await until('ais_photos_waiting', {}, 0);
});

test('an open event stream is counted while it is open, and not as a request', async () => {
  const stop = new AbortController();
  const opened = await guest.fetch(`/api/v1/event/${server.eventId}/stream`, { signal: stop.signal });
  expect(opened.status).toBe(200);
  await until('ais_http_streams_open', { operation: 'streamEvent' }, 1);
  await until('ais_http_requests_in_flight', {}, 0);
  stop.abort();
  await until('ais_http_streams_open', { operation: 'streamEvent' }, 0);
  expect(await valueOf('ais_http_request_duration_seconds_count', { operation: 'streamEvent' })).toBeUndefined();
});

test('a full pool shows what waits for a connection', async () => {
  const { pool } = server.deps;
  const taken = await inLane('reads', () => Promise.all(Array.from({ length: LANE_SIZES.reads }, () => pool.connect())));
  const waiting = inLane('reads', () => Promise.all([1, 2, 3].map(() => pool.query('select 1'))));
  expect(await valueOf('ais_database_pool_waiting', { lane: 'reads' })).toBe(3);
  expect(await valueOf('ais_database_pool_connections', { lane: 'reads', state: 'busy' })).toBe(LANE_SIZES.reads);
  expect(await valueOf('ais_database_pool_limit', { lane: 'writes' })).toBe(LANE_SIZES.writes);
  for (const client of taken) client.release();
  await waiting;
  expect(await valueOf('ais_database_pool_waiting', { lane: 'reads' })).toBe(0);
  expect(await valueOf('ais_database_listening')).toBe(1);
});

test('what strangers send is in no label, and no secret is in a scrape', async () => {
  const hostile = ['/nothing/here', '/api/v1/event/%00', '/api/v1/event/join/SECRET-CODE', `/api/v1/${'x'.repeat(500)}`, '/metrics"\n{}'];
  for (const path of hostile) await call(server.origin, 'GET', encodeURI(path));
  for (let number = 0; number < 50; number += 1) await call(server.origin, 'GET', `/api/v1/event/${randomBytes(16).toString('hex')}`);
  await new Promise<void>((resolve) => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    socket.on('close', () => resolve());
    socket.on('data', () => socket.destroy());
    socket.write(`PROPFIND /x HTTP/1.1\r\nhost: x\r\nx-request-id: forged\r\n\r\n`);
  });
  const text = await metrics.scrape();
  for (const told of [
    'SECRET-CODE',
    'nothing/here',
    'xxxx',
    'forged',
    'PROPFIND',
    guest.id,
    guest.token,
    server.eventId,
    server.joinCode,
    'Ana',
    'postgres://',
  ])
    expect(text).not.toContain(told);
  const operations = new Set(parse(text).samples.flatMap(({ labels }) => labels.operation ?? []));
  expect([...operations].filter((operation) => !/^[a-zA-Z]{3,40}$/.test(operation))).toEqual([]);
  expect(await valueOf('ais_http_errors_total', { operation: 'getEvent', code: 'unauthenticated' })).toBeGreaterThanOrEqual(50);
  expect(await valueOf('ais_http_requests_total', { operation: 'unknown', method: 'other' })).toBe(1);
});

test('a scrape says which check fails, as /readyz does; probes are no requests', async () => {
  const ready = async () =>
    Object.fromEntries((await scrape()).filter(({ name }) => name === 'ais_ready').map(({ labels, value }) => [labels.check, value]));
  expect(await ready()).toEqual({ database: 1, migrations: 1, storage: 1 });
  const storageReady = vi.spyOn(server.deps.storage, 'ready').mockImplementation(() => new Promise(() => undefined));
  try {
    // What was checked less than a second ago is believed.
    await expect.poll(ready, { timeout: 10_000 }).toEqual({ database: 1, migrations: 1, storage: 0 });
    expect(await call(server.origin, 'GET', '/readyz')).toMatchObject({ status: 503, body: { checks: { storage: false } } });
  } finally {
    storageReady.mockRestore();
  }
  expect((await call(server.origin, 'GET', '/healthz')).status).toBe(200);
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ database: 1, migrations: 1, storage: 1 });
  for (const operation of ['getReadiness', 'getHealth']) {
    expect(await valueOf('ais_http_requests_total', { operation })).toBeUndefined();
    expect(await valueOf('ais_http_errors_total', { operation })).toBeUndefined();
  }
});

test('while the database is away, a scrape says so and has no old figures', async () => {
  const away = openMetrics({ version: '1', role: 'web' }, log, 0);
  const backlogs: Backlogs = {
    photos: { waiting: 3, oldestSeconds: 5 },
    mails: { waiting: 0, age: 0 },
    jobs: [{ job: 'send-mail', waiting: 1, oldestSeconds: 2, deferred: 0, givenUp: 0 }],
  };
  let answer = () => Promise.resolve(backlogs);
  away.addSources({
    readBacklogs: () => answer(),
    readPools: () => [],
    isListening: () => false,
    measureDisk: () => Promise.resolve({ free: 1, total: 2 }),
    checkReadiness: () => Promise.resolve({ database: false, migrations: false, storage: true }),
  });
  const read = async (name: string) => parse(await away.scrape()).samples.find((sample) => sample.name === name)?.value;
  expect([await read('ais_database_up'), await read('ais_photos_waiting'), await read('ais_jobs_waiting')]).toEqual([1, 3, 1]);
  answer = () => Promise.reject(new Error('connection refused'));
  expect([await read('ais_database_up'), await read('ais_photos_waiting'), await read('ais_jobs_waiting')]).toEqual([
    0,
    undefined,
    undefined,
  ]);
  expect([await read('ais_database_listening'), await read('ais_disk_free_bytes')]).toEqual([0, 1]);
});

test('the port for metrics answers metrics and probes, and nothing else; the public port has none', async () => {
  let isReady = true;
  const listener = await listenForMetrics(
    { port: 0, host: '127.0.0.1' },
    metrics,
    () => Promise.resolve({ status: isReady ? 200 : 503, body: { status: isReady ? 'ready' : 'unready' } }),
    log,
  );
  const ask = (path: string, method = 'GET') => call(`http://127.0.0.1:${listener.port}`, method, path);
  try {
    const scraped = await fetch(`http://127.0.0.1:${listener.port}/metrics`);
    expect(scraped.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(parse(await scraped.text()).types.has('ais_http_requests_total')).toBe(true);
    expect(await ask('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    isReady = false;
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/metrics', 'POST')).status).toBe(405);
    for (const path of ['/', '/api/v1/event', '/metrics/', '/constructor']) expect((await ask(path)).status).toBe(404);
    expect((await call(server.origin, 'GET', '/metrics', { headers: { accept: 'text/plain' } })).status).toBe(404);
  } finally {
    await listener.close();
  }
  await expect(fetch(`http://127.0.0.1:${listener.port}/metrics`)).rejects.toThrow('fetch failed');
});

test('a storage that is observed can be wrapped, and loses no operation', async () => {
  const { storage } = server.deps;
  const wrapped = { ...metrics.observeStorage(storage) };
  expect(Object.keys(wrapped).toSorted()).toEqual(Object.keys(storage).toSorted());
  await wrapped.put('health/wrapped', Buffer.from('x'));
  const keys: string[] = [];
  for await (const { key } of wrapped.list('health/')) keys.push(key);
  expect(keys).toContain('health/wrapped');
  await wrapped.delete('health/wrapped');
});
