// Limits of a server without test settings, and of one whose disk is almost full.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoEvents, demoJoinCode } from '#server/seed/ids.ts';
import { beginUpload, call, freshSignIn, newGuestKey, type Person } from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import { eventPath } from '#tests/support/events.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { listen } from '#tests/support/stream-listener.ts';
import { judge, type ProblemBody } from './judge.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({
    isDurable: false,
    env: {
      STREAMS_PER_ACCOUNT: '3',
      LOGIN_RATE_LIMIT: '3',
      LOGIN_ADDRESS_RATE_LIMIT: '8',
      REGISTER_RATE_LIMIT: '2',
      GUEST_EVENT_RATE_LIMIT: '8',
      DELETED_ACCOUNTS_RATE_LIMIT: '2',
      // More than any disk has.
      DISK_RESERVE_BYTES: String(2 ** 50),
    },
  });
  person = await freshSignIn(server.url, 'user@demo.test');
}, 120_000);
afterAll(() => server.dispose());

const row = (id: string) => rows.find((one) => one.id === id)!;

test('an account follows so many galleries at once, also when it asks for all at the same time', async () => {
  const open = () => listen(person, demoEvents.live);
  const streams = Array.from({ length: 8 }, open);
  const statuses = await Promise.all(streams.map(async ({ opened }) => (await opened).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  for (const stream of streams) stream.stop();
  await waitUntil(
    async () => {
      const again = open();
      const { status } = await again.opened;
      again.stop();
      return status === 200;
    },
    10_000,
    () => 'streams that were closed are still counted',
  );
});

test('a disk without room refuses new uploads, and answers all the rest', async () => {
  const begun = await beginUpload(person, 1000, demoEvents.live);
  expect([begun.status, (begun.body as ProblemBody).code]).toEqual([507, 'storage_full']);
  expect(Number(begun.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await person.call('GET', eventPath(demoEvents.live))).status).toBe(200);
});

test('the server listens to its socket several times, so that more than one connection is accepted per turn', async () => {
  const listening = () => {
    const socket = /^\s*\d+: \S+:([0-9A-F]{4}) \S+ 0A (?:\S+ +){5}(\d+)/gm;
    const port = server.port.toString(16).toUpperCase().padStart(4, '0');
    const [, , inode] = [...readFileSync('/proc/net/tcp', 'latin1').matchAll(socket)].find(([, of]) => of === port) ?? [];
    const files = `/proc/${server.pid()}/fd`;
    return readdirSync(files).filter((file) => readlinkSync(path.join(files, file)) === `socket:[${inode}]`).length;
  };
  await waitUntil(
    () => listening() === 17,
    10_000,
    () => `it listens ${listening()} times`,
  );
  const answers = await Promise.all(Array.from({ length: 60 }, () => fetch(`${server.url}/healthz`, { headers: { connection: 'close' } })));
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
});

describe('too many tries', () => {
  test('of hearing which accounts were deleted are refused', async () => {
    const ask = () => call(server.url, 'POST', '/api/v1/auth/deleted-accounts', { json: { ids: [demoEvents.live] } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await ask();
      judge(row('findDeletedAccounts'), answer, `try ${attempt}`);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('of one account’s password are refused, while others may sign in', async () => {
    const login = (email: string) => call(server.url, 'POST', '/api/v1/auth/login', { json: { email, password: 'wrong-password' } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const answer = await login('member@demo.test');
      judge(row('login'), answer, `try ${attempt}`);
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await login('owner@demo.test')).status).toBe(401);
  });

  test('from one address are refused', async () => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const answer = await call(server.url, 'POST', '/api/v1/auth/login', {
        json: { email: `x${attempt}@example.test`, password: 'wrong-password' },
      });
      statuses.add(answer.status);
    }
    expect(statuses).toContain(429);
  });

  test('new guests of one event wait, while others come in: with an account, again, or elsewhere', async () => {
    const enter = async (code: string, key = newGuestKey()) => {
      const answer = await call(server.url, 'POST', '/api/v1/auth/guest', { json: { code, key, name: 'Mia' } });
      judge(row('joinAsGuest'), answer, 'a guest');
      return answer;
    };
    const key = newGuestKey();
    expect([(await enter(demoJoinCode, key)).status, (await enter(demoJoinCode)).status]).toEqual([201, 201]);
    const refused = await enter(demoJoinCode);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await enter(demoJoinCode, key)).status, 'an existing guest').toBe(200);
    expect((await enter('STUDIO26')).status, 'at another event').toBe(201);
    const byAccount = await person.call('POST', '/api/v1/event/join', { json: { code: demoJoinCode } });
    expect(byAccount.status, 'with an account').toBe(200);
  });
});
