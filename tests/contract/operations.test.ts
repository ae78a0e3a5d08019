// Every operation × every role × good and bad input. What is good stands in good-calls.ts, what is bad is derived from the contract.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import type { Answer, CallOptions } from '#tests/support/api.ts';
import { bodyLimitOf, resolve, rows, type Json, type Parameter, type Row, type Schema } from '#tests/support/contract.ts';
import { eventPath } from '#tests/support/events.ts';
import { badBodies, badParameter, strangeValues, textsIn } from './bad-values.ts';
import { foreignCall, foreignRowsFor, foreignStatuses } from './foreign.ts';
import { forEvent, isSignedIn, type GoodCall } from './good-call.ts';
import { goodCalls } from './good-calls.ts';
import { judge, judgedCount, type ProblemBody } from './judge.ts';
import { base, openStream, ownWorld, refusing, roles, type RoleName, type World } from './world.ts';

let w: World;
beforeAll(async () => {
  w = await ownWorld();
}, 120_000);

/** By files before this one. */
const judgedBefore = judgedCount();
/** What was looked at, part by part: told at the end. */
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

/** A stream never ends: it is opened and left. */
const isStream = ({ id }: Row) => ['streamEvent', 'streamAccount', 'streamGenerations', 'streamLogs'].includes(id);
const ordinary = rows.filter((row) => !isStream(row));
const jsonBody = (row: Row) => row.operation.requestBody?.content['application/json'];
const isTus = (row: Row) => row.operation['x-protocol'] === 'tus';

const bodyOf = (bytes: number) => Buffer.from(`{"x":"${'x'.repeat(bytes - 8)}"}`);
/** Made once: making it takes as long as several calls. */
const hugeBody = bodyOf(3_000_000);

/** They do not depend on each other, and the server is used to it: what comes together it reads together. */
async function manyAtOnce(tasks: (() => Promise<void>)[]): Promise<void> {
  const waiting = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

/** Odd values reach what lies behind the checks for those who may come so far; one who may not stands for the others. */
const isOddFor = (role: RoleName) => ['nobody', 'participant', 'member'].includes(role);
const strangeFor = (role: RoleName, schema: Schema) => (isOddFor(role) ? strangeValues(schema) : []);

/** The good call with one part of it replaced. */
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
  if (where === 'query') return { path: `${path}?${new URLSearchParams({ [name]: value ?? '' })}`, options };
  const parts = row.path.split('/');
  const at = parts.indexOf(`{${name}}`);
  const actual = path.split('/');
  actual[at] = encodeURIComponent(value ?? '');
  return { path: actual.join('/'), options };
}

function expectRefused(problem: ProblemBody | null, role: RoleName, field: string | null, about: string): void {
  if (role !== 'member') return;
  expect(problem, about).not.toBeNull();
  expect([400, 413, 415, 422], about).toContain(problem?.status);
  if (problem?.status === 422 && field)
    expect(
      problem.errors?.map((error) => error.field.toLowerCase()),
      about,
    ).toContainEqual(expect.stringContaining(field.toLowerCase()));
}

describe.each(roles)('%s', (role) => {
  let refused: World;
  beforeAll(() => {
    refused = refusing(w);
  });
  /** Odd values may be taken. */
  const untilTaken = () => (isOddFor(role) ? w : refused);

  test.each(ordinary)('$id, rightly called', (row) =>
    counted('rightly called', async () => {
      const good = await goodCalls[row.id]!(w, role);
      const answer = await w.call(role, row.method, good.path, good.options);
      judge(row, answer, `as ${role}`);
      expect(good.expected, `${row.id} as ${role}: ${JSON.stringify(answer.body).slice(0, 300)}`).toContain(answer.status);
    }),
  );

  test.each(foreignRowsFor(role))('$id, upon what is another organization’s', (row) =>
    counted('upon another’s', async () => {
      const { path, options } = await foreignCall(w, role, row);
      const answer = await w.call(role, row.method, path, options);
      judge(row, answer, `as ${role}, foreign`);
      expect(foreignStatuses(role, row), `${row.id} as ${role}: ${JSON.stringify(answer.body).slice(0, 300)}`).toContain(answer.status);
    }),
  );

  test.each(ordinary.filter((row) => row.parameters.length > 0))('$id, with wrong parameters', (row) =>
    counted('with wrong parameters', async () => {
      const good = await goodCalls[row.id]!(untilTaken(), role);
      const send: Send = (path, options) => w.call(role, row.method, path, options);
      await manyAtOnce(row.parameters.flatMap((parameter) => wrongParameterCalls(role, row, good, parameter, send)));
    }),
  );

  test.each(rows.filter(isStream))('$id, rightly and wrongly opened', async (stream) => {
    const send: Send = (path, { headers = {} }) => openStream(w, role, path, headers);
    const good: GoodCall =
      stream.id === 'streamEvent'
        ? { path: `${eventPath(demoEvents.live)}/stream`, options: {}, expected: forEvent(w, role, 200, 200) }
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
    await counted('with wrong parameters', () =>
      manyAtOnce(stream.parameters.flatMap((parameter) => wrongParameterCalls(role, stream, good, parameter, send))),
    );
  });

  test.each(ordinary.filter(jsonBody))('$id, with wrong bodies', (row) =>
    counted('with wrong bodies', async () => {
      const good = await goodCalls[row.id]!(untilTaken(), role);
      const goodBody = good.options.json as Record<string, Json>;
      const schema = resolve(jsonBody(row)!.schema!);
      const send = (json: Json) => w.call(role, row.method, good.path, { ...good.options, json });
      const bad = badBodies(schema, goodBody).map(({ what, field, body }) => async () => {
        const about = `as ${role}, ${field ?? 'body'} ${what}`;
        const problem = judge(row, await send(body), about);
        expectRefused(problem, role, field && `body.${field}`, `${row.id} ${about}`);
      });
      const strange = textsIn(schema, goodBody).flatMap(({ name, schema: ofText, put }) =>
        strangeFor(role, ofText).map((text) => async () => {
          judge(row, await send(put(text)), `as ${role}, ${name} is ${JSON.stringify(text)}`);
        }),
      );
      await manyAtOnce([...bad, ...strange]);
    }),
  );

  test.each(ordinary.filter(jsonBody))('$id, with what is not JSON', (row) =>
    counted('with what is not JSON', async () => {
      const good = await goodCalls[row.id]!(refused, role);
      const send = async (about: string, type: string, body: string | Uint8Array): Promise<ProblemBody | null> => {
        const headers = { ...good.options.headers, 'content-type': type };
        const problem = judge(row, await w.call(role, row.method, good.path, { headers, body }), `as ${role}, ${about}`);
        expectRefused(problem, role, null, `${row.id} ${about}`);
        return problem;
      };
      await send('torn JSON', 'application/json', '{"email": "a');
      await send('no JSON', 'application/json', 'hello');
      await send('a text', 'text/plain', JSON.stringify(good.options.json));
      await send('a form', 'application/x-www-form-urlencoded', 'email=a');
      await send('XML', 'application/xml', '<a/>');
      await send('nothing', 'application/json', '');
      await send('prototype pollution', 'application/json', '{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}');
      const beyond = await send('a byte too many', 'application/json', bodyOf(bodyLimitOf(row) + 1));
      if (role !== 'member') return;
      expect(beyond?.status, row.id).toBe(413);
      // One stands for the others: writing it takes longer than all else that is sent here.
      await send('a huge body', 'application/json', hugeBody);
    }),
  );
});

type Send = (path: string, options: CallOptions) => Promise<Answer>;

/** The good call with one parameter wrong, in every way it may be. */
function wrongParameterCalls(role: RoleName, row: Row, good: GoodCall, parameter: Parameter, send: Send): (() => Promise<void>)[] {
  const { name } = parameter;
  const replaced = (value: string | null) => withParameter(row, good.path, good.options, name, parameter.in, value);
  const refused = (what: string, call: { path: string; options: CallOptions }) => async () => {
    const about = `as ${role}, ${parameter.in} ${name} ${what}`;
    const problem = judge(row, await send(call.path, call.options), about);
    if (!isTus(row)) expectRefused(problem, role, `${parameter.in}.${name}`, `${row.id} ${about}`);
  };
  const bad = badParameter(parameter).map(({ what, value }) => refused(`${what}: ${value}`, replaced(value)));
  if (parameter.in === 'query') {
    const twice = new URLSearchParams([1, 2].map((value) => [name, String(value)]));
    bad.push(refused('is there twice', { path: `${good.path}?${twice}`, options: good.options }));
  }
  // A lone surrogate has no place in an address, and headers take no such letters at all.
  const strange = parameter.in === 'header' ? [] : strangeFor(role, parameter.schema).filter((text) => text !== '\ud800');
  return [
    ...bad,
    ...strange.map((text) => async () => {
      const { path, options } = replaced(text);
      judge(row, await send(path, options), `as ${role}, ${name} is ${JSON.stringify(text)}`);
    }),
  ];
}

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
