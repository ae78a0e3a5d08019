// The account stream: events about changes by others, and its end.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { endSession } from '#server/accounts/sessions-repository.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { changeMember } from '#server/organizations/members-repository.ts';
import { changeOrganization } from '#server/organizations/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 });

const ana = { id: uuid7(), email: 'ana@example.org', password: 'correct horse' };
const organizationId = uuid7();
const memberId = uuid7();
let deps: TestDeps;
let app: FastifyInstance;
let base: string;

beforeAll(async () => {
  deps = await openTestDeps({ STREAMS_PER_ACCOUNT: '3' });
  app = await build(deps);
  base = await app.listen({ port: 0, host: '127.0.0.1' });
  const { id, email, password } = ana;
  await deps.db.insert(users).values({ id, email, passwordHash: await hashPassword(password), firstName: 'Ana', lastName: 'Ruiz' });
  await deps.db.insert(organizations).values({ id: organizationId, name: 'Aurora', status: 'active' });
  await deps.db.insert(memberships).values({ id: memberId, organizationId, userId: ana.id, role: 'member', status: 'active' });
});
afterAll(async () => {
  await app.close();
  await deps.dispose();
});

async function logIn(): Promise<string> {
  const { email, password } = ana;
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } });
  return answer.json<{ access_token: string }>().access_token;
}

interface Listening {
  status: number;
  told: string[];
  ended: boolean;
  leave(): void;
}

async function listen(token: string): Promise<Listening> {
  const controller = new AbortController();
  const response = await fetch(`${base}/api/v1/auth/stream`, { headers: { authorization: `Bearer ${token}` }, signal: controller.signal });
  const heard: Listening = { status: response.status, told: [], ended: false, leave: () => controller.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      heard.told = [...text.matchAll(/^event: session\ndata: (.*)$/gm)].map(
        ([, data = '']) => (JSON.parse(data) as { version: string }).version,
      );
    }
    heard.ended = true;
  };
  read().catch(() => undefined);
  return heard;
}

test('sends changes of permissions by others at their commit, and nothing else', async () => {
  const heard = await listen(await logIn());
  await vi.waitFor(() => expect(heard.told).toHaveLength(1));
  await deps.db.transaction((tx) => changeMember(tx, memberId, { permissions: { manage_org_members: true } }));
  await vi.waitFor(() => expect(heard.told).toHaveLength(2));
  await deps.db.transaction((tx) => changeOrganization(tx, organizationId, { status: 'suspended' }));
  await vi.waitFor(() => expect(heard.told).toHaveLength(3));
  // A change that doesn’t affect the session is not sent.
  await deps.db.transaction((tx) => changeOrganization(tx, organizationId, { primaryColor: '#123456' }));
  await deps.db.transaction((tx) => changeMember(tx, memberId, { removedAt: new Date() }));
  await vi.waitFor(() => expect(heard.told).toHaveLength(4));
  expect(new Set(heard.told).size).toBe(4);
  heard.leave();
});

test('ends with its own session only', async () => {
  const [one, other] = [await logIn(), await logIn()];
  const [first, second] = [await listen(one), await listen(other)];
  await vi.waitFor(() => expect([...first.told, ...second.told]).toHaveLength(2));
  const { sid } = JSON.parse(Buffer.from(one.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  await deps.db.transaction((tx) => endSession(tx, sid, 'revoked'));
  await vi.waitFor(() => expect(first.ended).toBe(true));
  expect(second.ended).toBe(false);
  second.leave();
});

test('is limited per account; closing one allows another', async () => {
  const token = await logIn();
  const open = [await listen(token), await listen(token), await listen(token)];
  expect((await listen(token)).status).toBe(429);
  open[0]?.leave();
  await vi.waitFor(async () => {
    const again = await listen(token);
    again.leave();
    expect(again.status).toBe(200);
  });
  for (const heard of open) heard.leave();
});
