// Every operation × API tokens: with its scope, without it, of another organization, expired, revoked. The operations come from the contract, so a new
// one is covered by itself. What a token with the scope may do is what an admin of its organization may.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { type Answer, call, type CallOptions, freshSignIn } from '#tests/support/api.ts';
import { rows, type Row } from '#tests/support/contract.ts';
import { allScopes, createToken } from '#tests/support/integrations.ts';
import { base, createFixture, expectNothingForeign, type Fixture, thirdParty } from './fixture.ts';
import { foreignCall, foreignRowsFor } from './foreign.ts';
import { goodCallOf } from './good-calls.ts';
import { judge, judgedCount, type ProblemBody } from './judge.ts';
import { sql } from './sql.ts';

let w: Fixture;
const tokens = new Map<string, string>();
const token = (name: string): string => tokens.get(name) ?? '';

beforeAll(async () => {
  w = await createFixture();
  const { owner } = w.people;
  const outsider = await freshSignIn(base, thirdParty.email);
  const { aurora } = demoOrganizationIds;
  const make = async (name: string, ...args: Parameters<typeof createToken>) => {
    const { id, secret } = await createToken(...args);
    tokens.set(name, secret);
    return id;
  };
  await make('all', owner, aurora);
  for (const scope of allScopes)
    await make(
      `without ${scope}`,
      owner,
      aurora,
      allScopes.filter((other) => other !== scope),
    );
  await make('of another organization', outsider, thirdParty.organizationId);
  const expired = await make('expired', owner, aurora);
  await sql(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [expired]);
  const revoked = await make('revoked', owner, aurora);
  const revoking = await owner.call('DELETE', `/api/v1/organizations/${aurora}/api-tokens/${revoked}`);
  expect(revoking.status).toBe(204);
}, 120_000);

const judgedBefore = judgedCount();
const counts = new Map<string, number>();
afterAll(() => {
  const told = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  process.stdout.write(`contract: ${judgedCount() - judgedBefore} answers to API tokens judged: ${told}; 0 leaks\n`);
});

const scopeOf = ({ operation }: Row) => operation['x-token-scope'];
/** Public operations know no caller. */
const owned = rows.filter(({ operation }) => operation['x-policy'] !== 'public');
const reached = owned.filter(scopeOf);

async function callWith(name: string, row: Row, path: string, options: CallOptions): Promise<Answer> {
  const headers = { ...options.headers, authorization: `Bearer ${token(name)}` };
  const answer = await call(base, row.method, path, { ...options, headers });
  judge(row, answer, `with a token, ${name}`);
  counts.set(name.replace(/ \S+:\S+$/, ' the scope'), (counts.get(name.replace(/ \S+:\S+$/, ' the scope')) ?? 0) + 1);
  return answer;
}

/** The good call of an admin, without the headers of a session. */
async function goodCall(row: Row): Promise<{ path: string; options: CallOptions; expected: number[] }> {
  const { path, options, expected } = row.id.startsWith('stream')
    ? { path: pathOf(row), options: {}, expected: [] }
    : await goodCallOf(row, w, 'owner');
  const headers = Object.fromEntries(Object.entries(options.headers ?? {}).filter(([name]) => !/^(x-account|authorization)$/i.test(name)));
  return { path, options: { ...options, headers }, expected };
}
const pathOf = ({ path }: Row) => path.replace('{id}', w.event.id);

const codeOf = (row: Row, { body, status }: Answer) => (row.method === 'HEAD' ? status : (body as ProblemBody).code);

test('few operations are reached by tokens, none that manages people, money or access', () => {
  expect(reached.length).toBeGreaterThan(20);
  const tags = new Set(reached.map(({ operation }) => operation.tags[0]));
  expect([...tags].toSorted((one, other) => one!.localeCompare(other!))).toEqual(['events', 'photos', 'sharing']);
  const never = /member|invit|participant|billing|invoice|token|webhook|platform|auth|delete|original|restoreEvent|joinCode/i;
  expect(reached.filter(({ id }) => never.test(id)).map(({ id }) => id)).toEqual([]);
});

test('the reference shows the scope that each of them needs', () => {
  for (const { id, operation } of rows) {
    const scope = operation['x-token-scope'];
    const shown = operation.security?.flatMap(({ apiToken = [] }) => apiToken) ?? [];
    expect(shown, id).toEqual(scope === undefined ? [] : [scope]);
    if (scope !== undefined) expect(operation.description, id).toContain(`API tokens need the scope \`${scope}\`.`);
  }
});

describe('a token with the scope', () => {
  test.each(reached)('$id is answered as an admin is', async (row) => {
    const { path, options, expected } = await goodCall(row);
    const answer = await callWith('all', row, path, options);
    expectNothingForeign('owner', row.method, path, answer);
    expect(expected, `${row.id}: ${JSON.stringify(answer.body).slice(0, 300)}`).toContain(answer.status);
  });

  test.each(reached)('$id keeps to the objects of its organization', async (row) => {
    if (!foreignRowsFor('owner').includes(row)) return;
    const { path, options } = await foreignCall(w, 'owner', row);
    const { 'x-account': _account, ...headers } = options.headers ?? {};
    const answer = await callWith('all', row, path, { ...options, headers });
    expect(answer.status, `leak: ${row.id}: ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(404);
  });
});

describe('a token without the scope', () => {
  test.each(reached)('$id is refused', async (row) => {
    const { path, options } = await goodCall(row);
    const answer = await callWith(`without ${scopeOf(row)}`, row, path, options);
    expect(answer.status, `leak: ${row.id}`).toBe(403);
    expect(codeOf(row, answer)).toBe('token_scope_missing');
  });
});

describe('an operation without a scope', () => {
  test.each(owned.filter((row) => !scopeOf(row)))('$id is refused to a token with all scopes', async (row) => {
    const { path, options } = await goodCall(row);
    const answer = await callWith('all', row, path, options);
    expect(answer.status, `leak: ${row.id}`).toBe(403);
    expect(codeOf(row, answer)).toBe(row.method === 'HEAD' ? 403 : 'token_not_allowed');
  });
});

describe('a token of another organization', () => {
  test.each(owned)('$id reveals nothing', async (row) => {
    const { path, options } = await goodCall(row);
    const answer = await callWith('of another organization', row, path, options);
    expectNothingForeign('outsider', row.method, path, answer);
    const fine = row.id === 'listEvents' ? 200 : scopeOf(row) ? 404 : 403;
    expect(answer.status, `leak: ${row.id}: ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(fine);
  });
});

describe.each(['expired', 'revoked'])('a token that is %s', (name) => {
  test.each(owned)('$id is refused', async (row) => {
    const { path, options } = await goodCall(row);
    const answer = await callWith(name, row, path, options);
    expect(answer.status, `leak: ${row.id}`).toBe(401);
    expect(codeOf(row, answer)).toBe(row.method === 'HEAD' ? 401 : `token_${name}`);
  });
});

test('CSRF protection is for browsers: a token writes from any origin', async () => {
  const path = `/api/v1/event/${w.managed.id}`;
  const headers = { authorization: `Bearer ${token('all')}`, origin: 'https://elsewhere.example' };
  const { status } = await call(base, 'PUT', path, { headers, json: { description: 'By a program' } });
  expect(status).toBe(200);
  const [entry] = await sql<{ actor_id: string; ip: string }>(
    `select actor_id, ip from audit_log where action = 'event.update' and subject_id = $1 order by id desc limit 1`,
    [w.managed.id],
  );
  const [actor] = await sql<{ name: string; scopes: string[] }>('select name, scopes from api_tokens where id = $1', [entry?.actor_id]);
  expect(actor?.scopes).toEqual(allScopes);
});
