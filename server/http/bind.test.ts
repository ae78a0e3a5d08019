// Every request passes the same steps in the same order for all roles: authentication, guards, body parsing, validation, handler. Handlers check
// policies, so bad input gets the same answer for every role. The core contract tests rely on this when they sample roles.
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { bindContract, createPictureThrottle, tolerateEmptyJson } from '#server/http/bind.ts';
import { loadContract } from '#server/http/contract.ts';
import { answerErrors } from '#server/http/errors.ts';
import { forbidden, type Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';
import { viewer } from '#tests/support/factories/database.ts';

const id = '0199aa00-0000-7000-8000-0000000000e1';
const all = { manage_events: true, view_events: true, manage_users: true };
const people: Record<string, Viewer> = {
  user: viewer(id),
  member: viewer(id, { role: 'member', memberships: [{ organizationId: id, role: 'member', permissions: {} }] }),
  organization: viewer(id, { role: 'organization', memberships: [{ organizationId: id, role: 'organization', permissions: all }] }),
  admin: viewer(id, { role: 'admin', permissions: all }),
  'super admin': viewer(id, { role: 'super_admin', permissions: all }),
};
const roles = Object.keys(people);

let app: FastifyInstance;
let steps: string[] = [];
beforeAll(async () => {
  app = Fastify();
  app.decorateRequest('viewer', null);
  app.decorateRequest('credential', null);
  answerErrors(app, () => undefined);
  tolerateEmptyJson(app);
  const contract = await loadContract();
  const handler = async () => {
    steps.push('handler');
    throw forbidden();
  };
  await bindContract(app, {
    contract: contract.map((operation) => ({
      ...operation,
      read(sent) {
        steps.push('validation');
        return operation.read(sent);
      },
    })),
    handlers: Object.fromEntries(contract.map((operation) => [operation.id, handler])) as Record<OperationId, typeof handler>,
    async authenticate(request) {
      steps.push('authentication');
      request.viewer = people[String(request.headers['x-role'])] ?? null;
    },
    run: (_operation, _request, act) => act(),
    onWrite: () => undefined,
    isPicture: () => false,
    answerFromCache: () => null,
    guards: () => [async () => void steps.push('guards')],
    countPicture: async () => undefined,
    checkAnswers: true,
  });
});
afterAll(() => app.close());

interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: string;
}

/** The status of the answer, and the steps that the request passed. */
async function outcome(role: string, { headers, ...call }: Sent): Promise<[number, string]> {
  steps = [];
  const { statusCode } = await app.inject({ ...call, headers: { ...headers, 'x-role': role } });
  return [statusCode, steps.join(', ')];
}

const event = `/api/v1/event/${id}`;
const json = (method: 'POST' | 'PUT', url: string, payload: string): Sent => ({
  method,
  url,
  headers: { 'content-type': 'application/json' },
  payload,
});
const form = (field: string, more = '; filename="a"'): Sent => ({
  method: 'POST',
  url: '/api/v1/auth/avatar',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  payload: `--b\r\ncontent-disposition: form-data; name="${field}"${more}\r\n\r\nx\r\n--b--\r\n`,
});
const upload = (uploadId: string): Sent => ({
  method: 'DELETE',
  url: `/api/v1/uploads/${uploadId}`,
  headers: { 'tus-resumable': '1.0.0' },
});

const unparsed = 'authentication, guards';
const invalid = 'authentication, guards, validation';
const handled = 'authentication, guards, validation, handler';

test.each<[string, Sent, [number, string]]>([
  ['a valid path', { method: 'GET', url: event }, [403, handled]],
  ['an invalid path', { method: 'GET', url: '/api/v1/event/nonsense' }, [422, invalid]],
  ['an invalid query', { method: 'GET', url: `${event}/photos?limit=many` }, [422, invalid]],
  ['a valid body', json('PUT', event, '{"name":"Night"}'), [403, handled]],
  ['an invalid body', json('PUT', event, '{"name":7}'), [422, invalid]],
  ['a missing body', json('PUT', event, ''), [422, invalid]],
  ['malformed JSON', json('PUT', event, '{"name": "a'), [400, unparsed]],
  ['an unsupported media type', { ...json('PUT', event, '<a/>'), headers: { 'content-type': 'application/xml' } }, [415, unparsed]],
  ['a body above the limit', json('PUT', event, `{"name":"${'x'.repeat(100_000)}"}`), [413, unparsed]],
  ['the header of another account', { method: 'GET', url: event, headers: { 'x-account': id.replace('e1', 'e2') } }, [409, unparsed]],
  ['a valid form', form('file'), [403, handled]],
  ['a form with a text instead of a file', form('file', ''), [422, invalid]],
  ['a form with an unknown field', form('other'), [422, unparsed]],
  ['a valid upload', upload('0199aa00-0000-7000-8000-0000000000e3'), [403, handled]],
  ['an invalid upload', upload('x'), [422, invalid]],
])('%s: every role gets the same answer after the same steps, and 401 without a session', async (_what, sent, expected) => {
  for (const role of roles) expect(await outcome(role, sent), role).toEqual(expected);
  expect(await outcome('nobody', sent)).toEqual([401, unparsed]);
});

test.each<[string, Sent, [number, string]]>([
  ['a valid body', json('POST', '/api/v1/auth/login', '{"email":"a@b.example","password":"x"}'), [403, 'guards, validation, handler']],
  ['an invalid body', json('POST', '/api/v1/auth/login', '{"email":7}'), [422, 'guards, validation']],
  ['malformed JSON', json('POST', '/api/v1/auth/login', '{'), [400, 'guards']],
])('%s of a public operation: the same for everyone, without authentication', async (_what, sent, expected) => {
  for (const role of [...roles, 'nobody']) expect(await outcome(role, sent), role).toEqual(expected);
});

test('impersonation: reads are validated as usual, writes are refused before their body is parsed', async () => {
  people.impersonated = viewer(id, { impersonation: { id, impersonatorId: id, expiresAt: new Date(Date.now() + 60_000) } });
  expect(await outcome('impersonated', { method: 'GET', url: '/api/v1/event/nonsense' })).toEqual([422, invalid]);
  expect(await outcome('impersonated', json('PUT', event, '{"name":7}'))).toEqual([403, unparsed]);
});

/** Makes so many requests at once. Returns which passed so far, and the refusals. */
function ask(count: number) {
  const take = createPictureThrottle();
  const passed: number[] = [];
  const refused: Error[] = [];
  for (let number = 0; number < count; number += 1) take(null, null, (error) => (error ? refused.push(error) : passed.push(number)));
  return { passed, refused };
}

test('lets twenty pictures through per turn of the event loop, in the order in which they were asked for', async () => {
  const { passed } = ask(50);
  expect(passed.length).toBe(20);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  expect(passed.length).toBe(40);
  await nextTurn();
  expect(passed).toEqual(Array.from({ length: 50 }, (_, number) => number));
});

test('lets the first of later turns through at once', async () => {
  const take = createPictureThrottle();
  for (let round = 0; round < 3; round += 1) {
    let passed = 0;
    for (let number = 0; number < 20; number += 1) take(null, null, () => (passed += 1));
    expect(passed).toBe(20);
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  }
});

test('refuses pictures beyond about a second of them', () => {
  const { passed, refused } = ask(1025);
  expect([passed.length, refused.length]).toEqual([20, 5]);
  expect(refused[0]).toMatchObject({ status: 503, code: 'busy', headers: { 'retry-after': '2' } } satisfies Partial<Problem>);
});
