import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { contractFile, loadContract } from '#server/http/contract.ts';
import { redactedPath, redactLinks, requestForLog, requestLog, SECRET_PARAMETERS } from '#server/http/redacted-url.ts';

test('a download stopped by its client is logged as information; one that fails here, as an error', async () => {
  const lines: { level: number; msg?: string }[] = [];
  const logged = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n').filter(Boolean)) lines.push(JSON.parse(line) as (typeof lines)[number]);
      done();
    },
  });
  const app = Fastify({ loggerInstance: pino({ level: 'info' }, logged), childLoggerFactory: requestLog });
  await app.register(compress, { threshold: 0, encodings: ['gzip'] });
  const told = (level: number, what: RegExp) => lines.some((line) => line.level === level && what.test(line.msg ?? ''));
  const rows = new PassThrough();
  const broken = new PassThrough();
  app.get('/rows', (_request, reply) => reply.type('text/csv').send(rows));
  app.get('/broken', (_request, reply) => reply.type('text/csv').send(broken));
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const ask = async (path: string, source: PassThrough) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`);
    source.write(randomBytes(200_000).toString('base64'));
    await once(socket, 'data');
    return socket;
  };

  (await ask('/rows', rows)).destroy();
  await vi.waitFor(() => expect(told(30, /prematurely/)).toBe(true));
  await vi.waitFor(() => expect(rows.destroyed).toBe(true));
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);

  const socket = await ask('/broken', broken);
  broken.destroy(new Error('the disk is gone'));
  await vi.waitFor(() => expect(told(50, /the disk is gone/)).toBe(true));
  socket.destroy();
  await app.close();
});

test('probes are logged as details, other requests as information', async () => {
  const lines: { level: number; msg: string; req?: { url: string } }[] = [];
  const logged = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
      done();
    },
  });
  const app = Fastify({ loggerInstance: pino({ level: 'debug' }, logged), childLoggerFactory: requestLog });
  for (const url of ['/healthz', '/readyz', '/readyz-not']) app.get(url, async () => ({}));
  const levelsOf = async (url: string) => {
    lines.length = 0;
    await app.inject(url);
    return lines.map(({ level }) => level);
  };
  expect(await levelsOf('/healthz')).toEqual([20, 20]);
  expect(await levelsOf('/readyz?from=caddy')).toEqual([20, 20]);
  expect(await levelsOf('/readyz-not')).toEqual([30, 30]);
  await app.close();
});

const SECRET = 'k3yThat-0pens_Everything-aaaaaaaaaaaaaaaaaaa';
const ID = '0199aa00-0000-7000-8000-0000000000a1';
const parametersOf = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

test('for each path of the contract the log has its subject, and no secret', async () => {
  const lines: string[] = [];
  const logged = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = Fastify({ loggerInstance: pino({ serializers: { req: requestForLog } }, logged) });
  // As the server's own: the framework's would log the address.
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  const told: string[] = [];
  const contract = await loadContract();
  for (const { method, url } of contract)
    app.route({ method, url, exposeHeadRoute: false, handler: async (request) => void told.push(redactedPath(request)) });
  for (const { method, url } of contract) {
    const path = url.replaceAll(/:(\w+)/g, (_all, name: string) => (SECRET_PARAMETERS.has(name) ? SECRET : ID));
    // As it is, with a query, written otherwise, and where no route answers.
    const encoded = path.replace(/^\/[a-z]/, (start) => `/%${start.charCodeAt(1).toString(16)}`);
    for (const wanted of [`${path}?token=${SECRET}`, encoded, `${path}/x`, `/x${path}`, path.replaceAll(ID, SECRET), path])
      await app.inject({ method: method as 'GET', url: wanted });
    expect(told.at(-1)).toBe(url.replaceAll(/:(\w+)/g, (_all, name: string) => (SECRET_PARAMETERS.has(name) ? '…' : ID)));
  }
  expect(contract.filter(({ url }) => parametersOf(url).some((name) => SECRET_PARAMETERS.has(name))).length).toBeGreaterThan(4);
  expect(lines.length).toBeGreaterThan(contract.length * 6);
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
  await app.close();
});

test('each parameter of the contract is an id, a listed secret, or harmless', () => {
  const document = JSON.parse(readFileSync(contractFile, 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
    components: { parameters: Record<string, Declared> };
  };
  interface Declared {
    $ref?: string;
    name: string;
    in: string;
    schema: { type?: string; format?: string; enum?: unknown };
  }
  const harmless = new Set(['picture', 'planId', 'modelId', 'localModelName', 'providerId', 'uploadId', 'fileName']);
  const declared = Object.values(document.paths)
    .flatMap((path) => [path.parameters, ...Object.values(path).map((operation) => (operation as { parameters?: unknown }).parameters)])
    .flatMap((list) => (list ?? []) as Declared[])
    .map((parameter) => (parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1) ?? '']! : parameter))
    .filter((parameter) => parameter.in === 'path');
  const free = declared.filter(({ schema }) => schema.format !== 'uuid' && schema.type !== 'integer' && schema.enum === undefined);
  const names = new Set(free.map(({ name }) => name));
  expect([...names].filter((name) => !SECRET_PARAMETERS.has(name) && !harmless.has(name))).toEqual([]);
});

test('pages of the web app are logged without their secrets', () => {
  const routes = readFileSync(new URL('../../src/routeTree.gen.ts', import.meta.url), 'utf8');
  const paths = [...new Set([...routes.matchAll(/fullPath: '([^']*\$[^']*)'/g)].map(([, path = '']) => path))];
  const secret = paths.filter((path) => [...SECRET_PARAMETERS].some((name) => path.includes(`$${name}`)));
  expect(secret.length).toBeGreaterThan(4);
  for (const path of secret) {
    for (const value of [SECRET, 'harbour', 'HARBOUR-26']) {
      const url = path.replace(/\$\w+/, value);
      expect(redactedPath({ url, routeOptions: { url: '/*' } })).toBe(`${path.replace(/\$\w+.*/, '')}…`);
      expect(redactedPath({ url: `${url}?from=${value}#${value}` })).not.toContain(value);
    }
  }
});

test('quoted links lose their secrets', () => {
  const quoted = `554 rejected: https://photos.example.org/reset-password/${SECRET}, see http://help.example/join/now`;
  expect(redactLinks(quoted)).toBe('554 rejected: https://photos.example.org/reset-password/… see http://help.example/join/…');
});

test('for unknown routes, a possible secret is removed with everything after it', () => {
  const told = (url: string) => redactedPath({ url });
  expect(told(`/organization/events/${ID}`)).toBe(`/organization/events/${ID}`);
  expect(told('/assets/index-D3fK_2Lx.js')).toBe('/assets/index-D3fK_2Lx.js');
  expect(told('/API/v1/event/JOIN/HARBOUR26/')).toBe('/…');
  expect(told('/api/v1/event/join')).toBe('/api/v1/event/join');
  expect(told('/login?redirect=%2Fjoin%2FHARBOUR26')).toBe('/login');
  expect(told('/invite/abc/x')).toBe('/invite/…');
  expect(told(`/wp-admin/${'..%5c'.repeat(2000)}`)).toBe('/wp-admin/…');
  expect(told(`/${'long/'.repeat(100)}`)).toHaveLength(200);
  expect(told(`//evil.example/${SECRET}`)).not.toContain(SECRET);
});
