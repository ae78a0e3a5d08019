import { beforeAll, expect, test } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { loadContract, type OperationContract, type Sent } from '#server/http/contract.ts';
import { Problem } from '#server/http/problem.ts';

let contract: OperationContract[];
beforeAll(async () => {
  contract = await loadContract();
});

function operation(id: OperationId): OperationContract {
  const found = contract.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`${id} is not in the contract`);
  return found;
}

const nothing: Sent = { params: {}, query: {}, headers: {}, body: undefined };
const eventId = '0199aa00-0000-7000-8000-0000000000e1';

function refusalOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) {
      const { status, code, errors, message: detail } = error;
      return { status, code, errors, detail };
    }
    throw error;
  }
  throw new Error('it was taken');
}

function refusal(act: () => unknown) {
  const { status, code, errors } = refusalOf(act);
  return { status, code, fields: errors?.map(({ field, message }) => `${field} ${message}`) };
}

test('parameters get their types and defaults', () => {
  const read = operation('listPhotos').read({ ...nothing, params: { id: eventId }, query: { limit: '20', unknown: 'x' } });
  expect(read).toMatchObject({ path: { id: eventId }, query: { limit: 20 } });
  expect(read.query).not.toHaveProperty('unknown');
  expect(operation('listPhotos').read({ ...nothing, params: { id: eventId } }).query).toEqual({ limit: 50 });
});

test('a refusal names every field that is wrong, and where it was sent', () => {
  const listed = refusal(() => operation('listPhotos').read({ ...nothing, params: { id: 'nonsense' }, query: { limit: '0' } }));
  expect(listed).toEqual({
    status: 422,
    code: 'invalid_request',
    fields: ['path.id must be a lowercase UUID', 'query.limit must be at least 1'],
  });
  const twice = refusal(() => operation('listPhotos').read({ ...nothing, params: { id: eventId }, query: { limit: ['1', '2'] } }));
  expect(twice.fields).toEqual(['query.limit must be a whole number']);
});

test('bodies are taken as they are: a number in quotes is not a number, an unknown field is an error', () => {
  const body = { email: 'a@b.example', password: 'x', remember_me: 'true', admin: true };
  expect(refusal(() => operation('login').read({ ...nothing, body })).fields).toEqual([
    'body.admin is not supported',
    'body.remember_me must be true or false',
  ]);
  expect(refusal(() => operation('login').read(nothing)).fields).toEqual(['body is required']);
});

test('of a body with countless errors a few are listed', () => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 0]));
  const login = (more: object) => {
    const body = { email: 'a@b.example', password: 'x', ...more };
    return refusalOf(() => operation('login').read({ ...nothing, body }));
  };
  expect(login(members(18)).errors).toHaveLength(18);
  // More than any valid body contains: the first error is enough.
  expect(login(members(5_000)).errors).toEqual([{ field: 'body.m0', message: 'is not supported' }]);
  const ids = Array.from({ length: 200 }, (_, index) => `no id ${index}`);
  const bulk = (more: unknown[]) =>
    refusalOf(() =>
      operation('deletePhotos').read({
        ...nothing,
        params: { id: eventId },
        headers: { 'x-account': eventId },
        body: { ids: [...ids, ...more] },
      }),
    );
  expect(bulk([]).errors).toHaveLength(20);
  expect(bulk([]).detail.length).toBeLessThan(400);
  expect(bulk(Array.from({ length: 5_000 }, () => 'x')).errors).toEqual([{ field: 'body.ids', message: 'must have at most 200 items' }]);
  expect(login({ ['n'.repeat(3000)]: 1 }).errors?.[0]?.field.length).toBeLessThan(120);
});

test('what a value must be is said in words, once, also for one that may be null', () => {
  const create = (body: object) => {
    const headers = { 'idempotency-key': eventId };
    return refusal(() => operation('createGeneration').read({ ...nothing, headers, body: { model: 'm', ...body } })).fields;
  };
  expect(create({ seed: 'seven' })).toEqual(['body.seed must be a whole number or null']);
  expect(create({ source: 'mine' })).toEqual(['body.source must be an object']);
  expect(create({ source: { kind: 'url', id: eventId } })).toEqual(['body.source.kind must be one of upload, image, photo']);
  expect(create({ count: 9, strength: 2, prompt: [] })).toEqual([
    'body.prompt must be text',
    'body.count must be at most 8',
    'body.strength must be at most 1',
  ]);
});

test('a pattern mismatch is reported without the pattern', () => {
  const { fields } = refusal(() => operation('verifyEmail').read({ ...nothing, body: { token: 'cut-off' } }));
  expect(fields).toEqual(['body.token has the wrong format']);
});

test('a condition between two fields is reported at the dependent field', () => {
  const person = { account_type: 'organization', email: 'a@b.example', password: 'long enough', first_name: 'A', last_name: ' ' };
  expect(refusal(() => operation('register').read({ ...nothing, body: person })).fields).toEqual([
    'body.organization_name is required',
    'body.last_name must not be blank',
  ]);
});

test('times and ids that JavaScript or the database cannot represent are refused', () => {
  const photo = {
    id: eventId,
    upload_id: 'abcdefgh12',
    sha256: '0'.repeat(64),
    bytes: 1,
    content_type: 'image/jpeg',
    tz_offset: 0,
    orientation: 0,
    device_id: eventId,
    device_seq: 1,
    source: 'camera',
  };
  const read = (more: object) =>
    operation('createPhoto').read({ params: { id: eventId }, query: {}, headers: { 'x-account': eventId }, body: { ...photo, ...more } });
  expect(() => read({ taken_at: '2026-11-20T21:14:07.120Z' })).not.toThrow();
  for (const taken_at of [
    '2026-11-20T23:59:60Z',
    '2026-02-31',
    '2026-02-30T12:00:00Z',
    '0000-01-01T00:00:00Z',
    '0099-12-31T23:59:59Z',
    '9999-12-31T23:59:59-14:00',
    '2026-11-20 21:14:07Z',
  ])
    expect(() => read({ taken_at })).toThrow(Problem);
  expect(() => read({ taken_at: '2026-11-20T21:14:07Z', device_seq: 1e30 })).toThrow(Problem);
  expect(() => read({ taken_at: '2026-11-20T21:14:07Z', id: `urn:uuid:${eventId}` })).toThrow(Problem);
});

test('answers contain only declared properties', () => {
  const stringify = operation('getHealth').stringify(200);
  expect(stringify?.({ status: 'ok', secret: 'x' })).toBe('{"status":"ok"}');
  expect(operation('logout').stringify(204)).toBeUndefined();
});

test('an answer that breaks the contract is found: a status it does not declare, also without a body; a wrong shape; a wrong type', () => {
  const login = operation('login');
  expect(() => login.check(204, {})).toThrow('does not declare');
  expect(() => login.check(200, {})).toThrow('answered 200 as nothing');
  expect(() => login.check(200, { json: '{"user":{}}', contentType: 'application/json' })).toThrow('breaks the contract');
  expect(() => operation('logout').check(204, {})).not.toThrow();
  expect(() => operation('getPhotoThumb').check(200, { contentType: 'text/html' })).toThrow('image/*');
  expect(() => operation('getPhotoThumb').check(200, { contentType: 'image/jpeg' })).not.toThrow();
});
