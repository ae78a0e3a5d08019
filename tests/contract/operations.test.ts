// Every operation × every role × valid and invalid input. Valid calls are in good-calls.ts; invalid ones are derived from the contract.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import type { Answer, CallOptions } from '#tests/support/api.ts';
import { bodyLimitOf, resolve, rows, textOf, type Json, type Parameter, type Row, type Schema } from '#tests/support/contract.ts';
import { eventPath } from '#tests/support/events.ts';
import { hostileBodies } from '#tests/support/hostile-bodies.ts';
import { isFullTier } from '#tests/support/tier.ts';
import { type Attempt, hashOf, isStrict, tried } from './attempts.ts';
import { badBodies, badParameter, strangeValues, textsIn } from './bad-values.ts';
import { base, openStream, createFixture, refusing, roles, type RoleName, type Fixture } from './fixture.ts';
import { foreignCall, foreignRowsFor, foreignStatuses } from './foreign.ts';
import { forEvent, isSignedIn, type GoodCall } from './good-call.ts';
import { goodCallOf } from './good-calls.ts';
import { judge, judgedCount, type ProblemBody } from './judge.ts';
import { sql } from './sql.ts';

let w: Fixture;
beforeAll(async () => {
  w = await createFixture();
}, 120_000);

/** By files before this one. */
const judgedBefore = judgedCount();
/** Number of checks per part, printed at the end. */
const parts = new Map<string, { pairs: number; answers: number }>();

/** Counts one operation for one role, with the answers judged while it ran. */
async function counted(part: string, run: () => Promise<void>): Promise<void> {
  const before = judgedCount();
  await run();
  const { pairs, answers } = parts.get(part) ?? { pairs: 0, answers: 0 };
  parts.set(part, { pairs: pairs + 1, answers: answers + judgedCount() - before });
}

afterAll(() => {
  process.stdout.write(`contract: ${judgedCount() - judgedBefore} answers judged: ${rows.length} operations, ${roles.length} roles\n`);
  for (const [part, { pairs, answers }] of parts)
    process.stdout.write(`  ${part.padEnd(26)} ${String(answers).padStart(6)} answers, ${String(pairs).padStart(4)} operations × roles\n`);
});

/** IDs of successful requests, by operation. */
const requestsOf = new Map<string, string[]>();
const isWrite = ({ method }: Row) => !['GET', 'HEAD'].includes(method.toUpperCase());

/** A stream never ends: it is opened and left. */
const isStream = ({ id }: Row) =>
  ['streamEvent', 'streamAccount', 'streamGalleryLink', 'streamGenerations', 'streamLogs', 'streamScreen'].includes(id);
const ordinary = rows.filter((row) => !isStream(row));
const jsonBody = (row: Row) => row.operation.requestBody?.content['application/json'];
const isForm = (row: Row) => row.operation.requestBody?.content['multipart/form-data'] !== undefined;
const isTus = (row: Row) => row.operation['x-protocol'] === 'tus';

const nested = ['lists in lists', 'objects in objects'];
const hostile = ['members that nobody knows', ...nested];
const bodyOf = (bytes: number) => Buffer.from(`{"x":"${'x'.repeat(bytes - 8)}"}`);

/** The calls do not depend on each other. The server takes few forms of one account at once. */
async function callAll(row: Row, calls: (() => Promise<unknown>)[]): Promise<void> {
  const waiting = [...calls];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: isForm(row) ? 1 : 16 }, work));
}

const isPublic = (row: Row) => row.operation['x-policy'] === 'public';
const otherRoles = roles.filter((role) => role !== 'nobody' && role !== 'member');
const otherRoleFor = (row: Row) => otherRoles[hashOf(row) % otherRoles.length];
/**
 * The core tests send bad input as a member, whose answers are asserted, and a quarter of it as one other role per operation: the server
 * validates input before a handler checks any policy, in one order for all roles (server/http/bind.test.ts).
 */
const triesBadInput = (role: RoleName) => (row: Row) => isFullTier || ['nobody', 'member', otherRoleFor(row)].includes(role);
/** Odd but valid values pass validation. Roles with access test the code behind it; one role without access represents the others. */
const isOddFor = (role: RoleName) => ['nobody', 'participant', 'member'].includes(role);
/** Refused before a handler sees it: by the parser of all bodies, or by its schema. */
const kindOfOdd = (where: string, schema: Schema, text: string): Pick<Attempt, 'kind'> =>
  text === '\ud800' ? { kind: `${where} ${text}` } : isStrict(schema, text) ? { kind: `${where} ${textOf(schema)} ${text}` } : {};
const strangeFor = (role: RoleName, schema: Schema) => (isOddFor(role) ? strangeValues(schema) : []);

/** The good call with one part of it replaced. */
/** Other parameters of the good call stay: they may be required. */
function withQuery(path: string, name: string, values: readonly string[]): string {
  const [bare, query] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete(name);
  for (const value of values) parameters.append(name, value);
  return `${bare}?${parameters}`;
}

function withParameter(
  row: Row,
  path: string,
  options: CallOptions,
  name: string,
  where: string,
  value: string | null,
): { path: string; options: CallOptions } {
  if (where === 'header') {
    const headers = Object.fromEntries(Object.entries(options.headers ?? {}).filter(([key]) => key.toLowerCase() !== name.toLowerCase()));
    if (value !== null) headers[name] = value;
    return { path, options: { ...options, headers } };
  }
  if (where === 'query') return { path: withQuery(path, name, [value ?? '']), options };
  const parts = row.path.split('/');
  const at = parts.indexOf(`{${name}}`);
  const actual = path.split('/');
  actual[at] = encodeURIComponent(value ?? '');
  return { path: actual.join('/'), options };
}

function expectRefused(row: Row, { status, body }: Answer, role: RoleName, field: string | null, about: string): void {
  if (role === 'nobody' && !isPublic(row)) expect(status, about).toBe(401);
  // The tus protocol has its own error answers.
  if (role !== 'member' || isTus(row)) return;
  expect([400, 413, 415, 422], about).toContain(status);
  // An answer to HEAD has no body.
  if (status === 422 && field && row.method.toUpperCase() !== 'HEAD')
    expect(
      (body as ProblemBody).errors?.map((error) => error.field.toLowerCase()),
      about,
    ).toContainEqual(expect.stringContaining(field.toLowerCase()));
}

describe.each(roles)('%s', (role) => {
  let refused: Fixture;
  beforeAll(() => {
    refused = refusing(w);
  });
  const withBadInput = ordinary.filter(triesBadInput(role));
  /** Odd values may be taken. */
  const untilTaken = () => (isOddFor(role) ? w : refused);

  test.each(ordinary)('$id, rightly called', (row) =>
    counted('rightly called', async () => {
      const good = await goodCallOf(row, w, role);
      const answer = await w.call(role, row.method, good.path, good.options);
      judge(row, answer, `as ${role}`);
      // Only refusals are expected of what this role must not see or do.
      const leak = answer.status < 400 && good.expected.every((status) => status >= 400) ? 'leak: ' : '';
      expect(good.expected, `${leak}${row.id} as ${role}: ${JSON.stringify(answer.body).slice(0, 300)}`).toContain(answer.status);
      if (isWrite(row) && answer.status < 300)
        requestsOf.set(row.id, [...(requestsOf.get(row.id) ?? []), answer.headers.get('x-request-id')!]);
    }),
  );

  test.each(foreignRowsFor(role))('$id, on objects of another organization', (row) =>
    counted('upon another’s', async () => {
      const { path, options } = await foreignCall(w, role, row);
      const answer = await w.call(role, row.method, path, options);
      judge(row, answer, `as ${role}, foreign`);
      expect(foreignStatuses(role, row), `leak: ${row.id} as ${role}: ${JSON.stringify(answer.body).slice(0, 300)}`).toContain(
        answer.status,
      );
    }),
  );

  test.each(withBadInput.filter((row) => row.parameters.length > 0))('$id, with wrong parameters', (row) =>
    counted('with wrong parameters', async () => {
      const good = await goodCallOf(row, untilTaken(), role);
      const send: Send = (path, options) => w.call(role, row.method, path, options);
      await callAll(row, wrongParameterCalls(role, row, good, send));
    }),
  );

  test.each(rows.filter(isStream))('$id, rightly and wrongly opened', async (stream) => {
    const send: Send = (path, { headers = {} }) => openStream(w, role, path, headers);
    const good: GoodCall =
      stream.id === 'streamEvent'
        ? { path: `${eventPath(demoEvents.live)}/stream`, options: {}, expected: forEvent(w, role, 200, 200) }
        : ['streamGalleryLink', 'streamScreen'].includes(stream.id)
          ? await goodCallOf(stream, w, role)
          : {
              path: stream.path,
              options: {},
              expected: [isSignedIn(role) ? (stream.id === 'streamLogs' && role !== 'super' ? 403 : 200) : 401],
            };
    await counted('rightly called', async () => {
      const answer = await send(good.path, good.options);
      judge(stream, answer, `as ${role}`);
      expect(good.expected).toContain(answer.status);
    });
    if (!triesBadInput(role)(stream)) return;
    await counted('with wrong parameters', () => callAll(stream, wrongParameterCalls(role, stream, good, send)));
  });

  test.each(withBadInput.filter(jsonBody))('$id, with wrong bodies', (row) =>
    counted('with wrong bodies', async () => {
      const good = await goodCallOf(row, untilTaken(), role);
      const goodBody = good.options.json as Record<string, Json>;
      const schema = resolve(jsonBody(row)!.schema!);
      const send = (json: Json) => w.call(role, row.method, good.path, { ...good.options, json });
      const bad = badBodies(schema, goodBody).map((ofPart) =>
        ofPart.map(({ what, field, kind, body }): Attempt => {
          const about = `as ${role}, ${field ?? 'body'} ${what}`;
          const isRefused = async () => {
            const answer = await send(body);
            judge(row, answer, about);
            expectRefused(row, answer, role, field && `body.${field}`, `${row.id} ${about}`);
          };
          return { kind, send: isRefused };
        }),
      );
      const odd = textsIn(schema, goodBody).map(({ name, schema: ofText, put }) =>
        strangeFor(role, ofText).map((text): Attempt => {
          const isJudged = async () => judge(row, await send(put(text)), `as ${role}, ${name} is ${JSON.stringify(text)}`);
          return { ...kindOfOdd('body', ofText, text), send: isJudged };
        }),
      );
      await callAll(row, tried(role, row, [...bad, ...odd]));
    }),
  );

  test.each(withBadInput.filter(jsonBody))('$id, with a body that is not JSON', (row) =>
    counted('with a body that is not JSON', async () => {
      const good = await goodCallOf(row, refused, role);
      const schema = resolve(jsonBody(row)!.schema!);
      const send = async (what: string, body: string | Uint8Array, type = 'application/json'): Promise<Answer> => {
        const headers = { ...good.options.headers, 'content-type': type };
        const about = `as ${role}, ${what}`;
        const answer = await w.call(role, row.method, good.path, { headers, body });
        judge(row, answer, about);
        expectRefused(row, answer, role, null, `${row.id} ${about}`);
        return answer;
      };
      const attempt = (what: string, body: () => string | Uint8Array, kind?: string, type?: string): Attempt => ({
        ...(kind !== undefined && { kind: `${kind} ${what}` }),
        send: () => send(what, body(), type),
      });
      // One parser reads all bodies.
      const unread = [
        attempt('torn JSON', () => '{"email": "a', 'no JSON'),
        attempt('no JSON', () => 'hello', 'no JSON'),
        attempt('a text', () => JSON.stringify(good.options.json), 'no JSON', 'text/plain'),
        attempt('a form', () => 'email=a', 'no JSON', 'application/x-www-form-urlencoded'),
        attempt('XML', () => '<a/>', 'no JSON', 'application/xml'),
        attempt('prototype pollution', () => '{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}', 'no JSON'),
      ];
      // Of the largest size allowed. tests/promises/hostile-bodies.test.ts sends more of them and measures how long others wait.
      const large = (role === 'member' ? hostileBodies(schema, bodyLimitOf(row)).filter(({ what }) => hostile.includes(what)) : []).map(
        ({ what, text }) => attempt(what, text, nested.includes(what) ? 'no JSON' : textOf(schema)),
      );
      const beyond = async () => {
        const answer = await send('a byte too many', bodyOf(bodyLimitOf(row) + 1));
        if (role === 'member') expect(answer.status, row.id).toBe(413);
      };
      for (const one of tried(role, row, [[...unread, ...large], [attempt('nothing', () => '')], [{ send: beyond }]])) await one();
    }),
  );
});

type Send = (path: string, options: CallOptions) => Promise<Answer>;

/** The good call with one parameter wrong, in every way it may be: a list for each parameter. */
function wrongParameterCalls(role: RoleName, row: Row, good: GoodCall, send: Send): (() => Promise<unknown>)[] {
  return tried(
    role,
    row,
    row.parameters.map((parameter) => [
      ...refusedParameter(role, row, good, parameter, send),
      ...oddParameter(role, row, good, parameter, send),
    ]),
  );
}

function refusedParameter(role: RoleName, row: Row, good: GoodCall, parameter: Parameter, send: Send): Attempt[] {
  const { name, in: where, schema } = parameter;
  const refused = (what: string, call: { path: string; options: CallOptions }, isValue: string): Attempt => ({
    // The tus server reads its headers itself.
    ...(!isTus(row) && { kind: `${where} ${textOf(schema)} ${isValue}` }),
    send: async () => {
      const about = `as ${role}, ${where} ${name} ${what}`;
      const answer = await send(call.path, call.options);
      judge(row, answer, about);
      expectRefused(row, answer, role, `${where}.${name}`, `${row.id} ${about}`);
    },
  });
  const bad = badParameter(parameter).map(({ what, value }) =>
    refused(`${what}: ${value}`, withParameter(row, good.path, good.options, name, where, value), what),
  );
  if (where !== 'query') return bad;
  return [...bad, refused('is given twice', { path: withQuery(good.path, name, ['1', '2']), options: good.options }, 'is given twice')];
}

function oddParameter(role: RoleName, row: Row, good: GoodCall, { name, in: where, schema }: Parameter, send: Send): Attempt[] {
  if (where === 'header') return [];
  // A lone surrogate has no place in an address, and headers take no such letters at all.
  return strangeFor(role, schema)
    .filter((text) => text !== '\ud800')
    .map((text) => ({
      ...kindOfOdd(where, schema, text),
      send: async () => {
        const { path, options } = withParameter(row, good.path, good.options, name, where, text);
        judge(row, await send(path, options), `as ${role}, ${name} is ${JSON.stringify(text)}`);
      },
    }));
}

/** Not in the audit trail: likes, reads and uploads in progress. */
const unremarkable = [
  'addFavoritePrompt',
  'addFavouriteImage',
  'addToImageCollection',
  'appendUpload',
  'beginPasskey',
  'beginPasskeyLogin',
  'beginTwoFactor',
  'cancelDownload',
  'cancelUpload',
  'checkDelivered',
  'checkPrompt',
  'countAnnouncementReach',
  'createUpload',
  'describeUpload',
  'describeUploads',
  'estimateGenerationBatch',
  'findDeletedAccounts',
  'findKnownPhotos',
  'likePhoto',
  'markNoticesRead',
  'markTicketRead',
  'nameLinkVisitor',
  'openScreen',
  'pauseGenerationBatch',
  'pickPhoto',
  'previewPermission',
  'previewPrompt',
  'receivePaymentEvent',
  'removeFavoritePrompt',
  'removeFavouriteImage',
  'removeFromImageCollection',
  'reportDevice',
  'reportPhoto',
  'requestPasswordReset',
  'resendVerification',
  'resumeGenerationBatch',
  'takeModeration',
  'unlikePhoto',
  'unlockGalleryLink',
  'unpickPhoto',
  'uploadGenerationSource',
];
/** Their good calls find everything as they want it, so nothing changes. */
const unchanging = [
  'cancelEmailChange',
  'cancelGeneration',
  'cancelGenerationBatch',
  'changeLogRetention',
  'changePermission',
  'changePlatformSettings',
  'joinEvent',
  'decidePhotoReports',
  'putPhotoBack',
  'reactivateUser',
  'removeAvatar',
  'removePhotosOfPerson',
  'reopenPhotoReports',
  'resetUserTwoFactor',
  'restoreAnnouncement',
  'restoreEvent',
  'restoreGenerationBatch',
  'restoreImageCollection',
  'restoreOrganization',
  'restorePhotos',
  'restorePhotosOfPerson',
  'restoreSavedPrompt',
  'retryGenerationBatch',
  'setEventRetention',
  'setMaintenance',
  'setPlan',
  'setPlatformEventStatus',
  'stopViewing',
  'updateAnyInvoice',
  'updateInvoice',
  'updateMember',
  'updateOrganization',
  'updateOrganizationSettings',
  'updatePlan',
  'uploadOrganizationAvatar',
  'uploadOrganizationLogo',
];

test('every other successful write is in the audit trail', async () => {
  const ids = [...requestsOf.values()].flat();
  const rows = await sql<{ request_id: string }>('select request_id from audit_log where request_id = any ($1)', [ids]);
  const told = new Set(rows.map(({ request_id }) => request_id));
  const without = [...requestsOf].filter(([, requests]) => !requests.some((id) => told.has(id))).map(([id]) => id);
  expect(without.filter((id) => !unremarkable.includes(id) && !unchanging.includes(id))).toEqual([]);
});

describe('what no operation is', () => {
  test.each([
    ['GET', '/api/v1/nothing'],
    ['PATCH', '/api/v1/event'],
    ['GET', `/api/v1/event/${demoEvents.live}/gallery`],
    ['PATCH', `/api/v1/event/${demoEvents.live}`],
    ['GET', '/api/v1/uploads'],
    ['PATCH', '/organization_settings/x'],
    ['DELETE', '/api/v1/auth/login'],
  ])('%s %s is answered as a problem', async (method, path) => {
    for (const role of ['nobody', 'member'] as const) {
      const answer: Answer = await w.call(role, method, path);
      expect([401, 404, 405], `${base}${path}`).toContain(answer.status);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
  });
});
