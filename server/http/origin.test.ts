import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { requireTrustedOrigin } from '#server/http/origin.ts';

const sent = (headers: Record<string, string>) =>
  ({ headers, protocol: 'http', host: headers.host ?? 'app.example' }) as unknown as FastifyRequest;
const from = (headers: Record<string, string>, publicUrl: string | null) => () => requireTrustedOrigin(sent(headers), publicUrl);

test('without a configured public URL, the requested host is our origin', () => {
  expect(from({ host: 'lan.example:3000', origin: 'http://lan.example:3000' }, null)).not.toThrow();
  expect(from({ host: 'lan.example:3000', origin: 'http://other.example' }, null)).toThrow(/from the app itself/);
});

test('with a configured one, it is the only origin: the sender chooses the host', () => {
  expect(from({ host: 'rebound.example', origin: 'http://rebound.example' }, 'https://photos.example')).toThrow(/from the app itself/);
  expect(from({ host: 'rebound.example', origin: 'https://photos.example' }, 'https://photos.example/app')).not.toThrow();
});

test('programs that are no browser send neither header and pass', () => {
  expect(from({}, null)).not.toThrow();
  expect(from({ 'sec-fetch-site': 'cross-site' }, null)).toThrow();
});
