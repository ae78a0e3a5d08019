import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { contractFile, loadContract } from '#server/http/contract.ts';
import { requestForLog, SECRET_PARAMETERS, redactedPath, redactLinks } from '#server/http/redacted-url.ts';

const SECRET = 'k3yThat-0pens_Everything-aaaaaaaaaaaaaaaaaaa';
const ID = '0199aa00-0000-7000-8000-0000000000a1';
const parametersOf = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

test('of each path of the contract the log holds what it is about, and nothing that opens it', async () => {
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

test('a parameter of the contract is an id, or stands in the list of secrets, or opens nothing', () => {
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
  const harmless = new Set(['picture', 'planId', 'modelId', 'uploadId']);
  const declared = Object.values(document.paths)
    .flatMap((path) => [path.parameters, ...Object.values(path).map((operation) => (operation as { parameters?: unknown }).parameters)])
    .flatMap((list) => (list ?? []) as Declared[])
    .map((parameter) => (parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1) ?? '']! : parameter))
    .filter((parameter) => parameter.in === 'path');
  const free = declared.filter(({ schema }) => schema.format !== 'uuid' && schema.type !== 'integer' && schema.enum === undefined);
  const names = new Set(free.map(({ name }) => name));
  expect([...names].filter((name) => !SECRET_PARAMETERS.has(name) && !harmless.has(name))).toEqual([]);
});

test('pages of the web app are told without their secrets', () => {
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

test('links that somebody quotes lose what they open with', () => {
  const quoted = `554 rejected: https://photos.example.org/reset-password/${SECRET}, see http://help.example/join/now`;
  expect(redactLinks(quoted)).toBe('554 rejected: https://photos.example.org/reset-password/… see http://help.example/join/…');
});

test('where no route answers, what may be a secret is left out with all that follows', () => {
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
