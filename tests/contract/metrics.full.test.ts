// Metrics and traces of the built server, as an operator turns them on; and a server without them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { deliver, signIn } from '#tests/support/api.ts';
import { picture } from '#tests/support/pictures.ts';
import { freePort } from '#tests/support/server-process.ts';
import { startServer } from '#tests/support/server.ts';
import { root } from '#tests/support/source.ts';

const NODE_OPTIONS = `--import ${pathToFileURL(path.join(root, 'tests/support/list-packages.mjs')).href}`;
const loadedBy = (log: string) => /loaded packages: (.*)/.exec(log)?.[1]?.split(' ') ?? [];
const OPTIONAL = ['prom-client', '@opentelemetry/sdk-trace', '@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources'];

test('a server without METRICS_PORT and a collector loads none of their packages', async () => {
  const server = await startServer({ env: { NODE_OPTIONS } });
  try {
    expect((await fetch(`${server.url}/metrics`, { headers: { accept: 'text/plain' } })).status).toBe(404);
    expect(server.log()).not.toContain('Metrics are at');
    expect(await server.stop()).toBe(0);
    const loaded = loadedBy(server.log());
    expect(loaded).toContain('pg');
    expect(loaded.filter((name) => OPTIONAL.includes(name))).toEqual([]);
  } finally {
    await server.dispose();
  }
}, 120_000);

test('a server with both serves metrics, answers probes, and has sent its traces when it has stopped', async () => {
  let sent = '';
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const port = await freePort();
  const server = await startServer({
    env: {
      NODE_OPTIONS,
      METRICS_PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_SERVICE_NAME: 'venue',
    },
  });
  try {
    expect(server.log()).toContain(`Metrics are at http://127.0.0.1:${port}/metrics`);
    const person = await signIn(server.url, 'user@demo.test');
    await deliver(person, demoEvents.live, await picture());
    const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await expect.poll(scrape, { timeout: 30_000 }).toMatch(/^ais_photo_ready_seconds_count 1$/m);
    const text = await scrape();
    for (const line of [
      /^ais_build_info\{version="[\d.]+",role="all",node="v[\d.]+"\} 1$/m,
      /^ais_uploads_total\{outcome="committed"\} 1$/m,
      /^ais_storage_operation_duration_seconds_count\{operation="adopt"\} 1$/m,
      /^ais_database_up 1$/m,
      /^ais_database_pool_limit\{lane="jobs"\} 6$/m,
    ])
      expect(text).toMatch(line);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', checks: { database: true, migrations: true, storage: true } },
    ]);
    expect(await server.stop()).toBe(0);
    for (const told of ['createPhoto', 'derive-photo', '"venue"']) expect(sent).toContain(told);
    expect(loadedBy(server.log())).toEqual(expect.arrayContaining(OPTIONAL));
  } finally {
    await server.dispose();
    collector.close();
  }
}, 120_000);

test('a collector that does not answer delays no stop, and the log says so once', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const server = await startServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` },
  });
  try {
    await signIn(server.url, 'user@demo.test');
    const before = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(server.log()).toContain('the last traces could not be sent');
  } finally {
    await server.dispose();
    silent.closeAllConnections();
    silent.close();
  }
}, 120_000);

test('a port for metrics that is taken is named', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await expect(startServer({ env: { METRICS_PORT: String(port) } })).rejects.toThrow(
    `METRICS_PORT ${port} is taken by another program: set METRICS_PORT to a free one.`,
  );
  other.close();
}, 120_000);
