// Sessions by cookie, as browsers have them: renewed, renewed although the answer was lost, ended on theft, and not usable by other sites.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { call, demoPassword, registerPerson, type Answer } from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import { base } from './fixture.ts';
import { judge, type ProblemBody } from './judge.ts';
import { sql } from './sql.ts';

const row = (id: string) => rows.find((one) => one.id === id)!;
const codeOf = (answer: Answer) => (answer.body as ProblemBody).code;

interface Jar {
  header(): { cookie: string };
  take(answer: Answer): Jar;
  raw: Map<string, string>;
}

/** A browser's cookies; `take` returns a new jar, so that an answer can be "lost" by forgetting it. */
function jar(raw = new Map<string, string>()): Jar {
  return {
    raw,
    header: () => ({ cookie: [...raw].map(([name, value]) => `${name}=${value.split(';')[0]}`).join('; ') }),
    take(answer) {
      const next = new Map(raw);
      for (const line of answer.headers.getSetCookie()) {
        const [name, ...value] = line.split('=');
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) next.delete(name!);
        else next.set(name!, value.join('='));
      }
      return jar(next);
    },
  };
}

let email: string;
beforeAll(async () => {
  ({ email } = await registerPerson(base));
});

async function login(remember = true): Promise<Jar> {
  const answer = await call(base, 'POST', '/api/v1/auth/login', { json: { email, password: demoPassword, remember_me: remember } });
  expect(answer.status).toBe(200);
  return jar().take(answer);
}

/** Makes all tokens old enough to be replaced. */
const age = () =>
  sql(
    `update refresh_tokens set created_at = created_at - interval '1 minute' where session_id in
  (select s.id from sessions s join users u on u.id = s.user_id where u.email = $1)`,
    [email],
  );

async function refresh(cookies: Jar): Promise<Answer> {
  const answer = await call(base, 'POST', '/api/v1/auth/refresh', { headers: cookies.header() });
  judge(row('refreshSession'), answer, 'by cookie');
  return answer;
}

describe('cookies', () => {
  test('are HttpOnly, and end with the browser unless remember_me is set', async () => {
    const remembered = (await login(true)).raw;
    const passing = (await login(false)).raw;
    for (const lines of [remembered, passing]) {
      for (const [name, line] of lines) {
        // It contains no secret; the page reads it to see that there is a session.
        if (name !== 'ais_session') expect(line, name).toMatch(/HttpOnly/i);
        expect(line, name).toMatch(/SameSite=Lax/i);
      }
    }
    const refreshCookie = (lines: Map<string, string>) => [...lines.values()].find((line) => /Path=\/api\/v1\/auth/i.test(line));
    expect(refreshCookie(remembered)).toMatch(/Max-Age=|Expires=/i);
    expect(refreshCookie(passing)).not.toMatch(/Max-Age=|Expires=/i);
  });

  test('open what a bearer token opens', async () => {
    const cookies = await login();
    expect((await call(base, 'GET', '/api/v1/event', { headers: cookies.header() })).status).toBe(200);
  });
});

describe('renewal', () => {
  test('accepts an empty body of any content type, as the specification sends it', async () => {
    const cookies = await login();
    const answer = await call(base, 'POST', '/api/v1/auth/refresh', {
      headers: { ...cookies.header(), 'content-type': 'application/json' },
      body: '',
    });
    expect(answer.status).toBe(200);
  });

  test('survives lost answers, however often', async () => {
    const cookies = await login();
    await age();
    for (let lost = 0; lost < 4; lost += 1) expect((await refresh(cookies)).status).toBe(200);
    const arrived = cookies.take(await refresh(cookies));
    await age();
    expect((await refresh(arrived)).status).toBe(200);
  });

  test('leaves a cookie that is younger than a minute as it is', async () => {
    const cookies = await login();
    expect(
      cookies
        .take(await refresh(cookies))
        .raw.get('ais_refresh')
        ?.split(';')[0],
    ).toBe(cookies.raw.get('ais_refresh')?.split(';')[0]);
  });

  test('by an older token ends the whole family', async () => {
    const first = await login();
    await age();
    const second = first.take(await refresh(first));
    await age();
    const third = second.take(await refresh(second));
    const stolen = await refresh(first);
    expect([stolen.status, codeOf(stolen)]).toEqual([401, 'session_expired']);
    expect((await refresh(third)).status).toBe(401);
    const reads = await call(base, 'GET', '/api/v1/event', { headers: third.header() });
    expect(reads.status).toBe(401);
  });

  test('at once by many tabs logs nobody out', async () => {
    const cookies = await login();
    await age();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(cookies)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await refresh(cookies.take(answers[0]!))).status).toBe(200);
  });
});

test('of a deleted account answer so, again after a lost answer, until the logout', async () => {
  const person = await registerPerson(base);
  const json = { email: person.email, password: demoPassword, remember_me: true };
  const cookies = jar().take(await call(base, 'POST', '/api/v1/auth/login', { json }));
  const gone = await person.call('POST', '/api/v1/auth/account/delete', { json: { password: demoPassword, photos: 'keep' } });
  expect(gone.status).toBe(204);
  for (let lost = 0; lost < 2; lost += 1) {
    const answer = await refresh(cookies);
    expect([answer.status, codeOf(answer)]).toEqual([401, 'account_deleted']);
    expect(cookies.take(answer).raw).toEqual(cookies.raw);
  }
  const out = await call(base, 'POST', '/api/v1/auth/logout', { headers: cookies.header() });
  expect([out.status, cookies.take(out).raw.size]).toEqual([204, 0]);
});

describe('logout', () => {
  test('ends the session at once, may be repeated, and leaves storage alone', async () => {
    const cookies = await login();
    const answer = await call(base, 'POST', '/api/v1/auth/logout', { headers: cookies.header() });
    judge(row('logout'), answer, 'by cookie');
    expect(answer.headers.get('clear-site-data') ?? '').not.toContain('storage');
    expect(cookies.take(answer).raw.size).toBe(0);
    expect((await refresh(cookies)).status).toBe(401);
    expect((await call(base, 'GET', '/api/v1/event', { headers: cookies.header() })).status).toBe(401);
    expect((await call(base, 'POST', '/api/v1/auth/logout', { headers: cookies.header() })).status).toBe(204);
  });
});

describe('another site’s page', () => {
  test.each([
    ['signing in', '/api/v1/auth/login', () => ({ json: { email, password: demoPassword } })],
    ['renewing', '/api/v1/auth/refresh', () => ({})],
    ['joining an event', '/api/v1/event/join', () => ({ json: { code: 'NOSUCHCODE' } })],
  ])('is refused %s', async (_, path, options) => {
    const cookies = await login();
    const answer = await call(base, 'POST', path, { ...options(), headers: { ...cookies.header(), origin: 'https://evil.example' } });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'origin_not_allowed']);
    const own = await call(base, 'POST', path, { ...options(), headers: { ...cookies.header(), origin: base } });
    expect(own.status).not.toBe(403);
  });

  test('cannot like in another’s name', async () => {
    const cookies = await login();
    const answer = await call(base, 'PUT', `/api/v1/event/${demoEvents.live}/photos/${randomUUID()}/like`, {
      headers: { ...cookies.header(), origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });
});

describe('registration', () => {
  const person = (more: object) => ({
    account_type: 'personal',
    email: `s-${randomUUID()}@example.test`,
    password: demoPassword,
    first_name: 'A',
    last_name: 'B',
    ...more,
  });
  const register = async (body: object): Promise<Answer> => {
    const answer = await call(base, 'POST', '/api/v1/auth/register', { json: body });
    judge(row('register'), answer, 'story');
    return answer;
  };

  test('of a person makes a user, of an organization a pending one', async () => {
    expect((await register(person({}))).body).toMatchObject({ role: 'user', permissions: { participate_events: true } });
    const answer = await register(person({ account_type: 'organization', organization_name: 'Stratus' }));
    expect(answer.body).toMatchObject({ role: 'organization', organization: { name: 'Stratus', status: 'pending' } });
  });

  test('with an address that is taken, in any case, is refused', async () => {
    const answer = await register(person({ email: email.toUpperCase() }));
    expect([answer.status, codeOf(answer)]).toEqual([409, 'email_taken']);
  });

  test.each([
    { role: 'super_admin' },
    { account_type: 'super_admin' },
    { account_type: 'admin' },
    { is_verified: true },
    { permissions: { all: true } },
  ])('takes no power: %o', async (more) => {
    expect((await register(person(more))).status).toBe(422);
  });
});

describe('a wrong password', () => {
  test('gets the same answer as an unknown address', async () => {
    const login = (body: object) => call(base, 'POST', '/api/v1/auth/login', { json: body });
    const wrong = await login({ email, password: 'wrong-password' });
    const unknown = await login({ email: `no-${randomUUID()}@example.test`, password: 'wrong-password' });
    expect([wrong.status, codeOf(wrong)]).toEqual([401, 'invalid_credentials']);
    expect((unknown.body as ProblemBody).detail).toBe((wrong.body as ProblemBody).detail);
  });
});
