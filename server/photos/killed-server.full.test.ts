// A server that is killed while it receives or commits an upload: another one goes on with what was answered.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { photos, uploads as records } from '#server/db/schema/photos.ts';
import { packageRoot } from '#server/package-root.ts';
import { ALL_PIECES, storageKeys } from '#server/storage/storage.ts';
import { type Guest, joinAsGuest, startInstance, type AppInstance } from '#tests/support/app-instances.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { eventWithMembers, photoRequest } from '#tests/support/factories/database.ts';
import type { KilledServer } from '#tests/support/killed-server.ts';
import { blackPng } from '#tests/support/pictures.ts';

let deps: TestDeps;
let other: AppInstance;
let eventId: string;
let guest: Guest;
let folder: string;
let killed: ChildProcess | undefined;
const png = blackPng(64, 48);

beforeAll(async () => {
  deps = await openTestDeps();
  other = await startInstance(deps, 'bucket');
  ({ eventId } = await eventWithMembers(deps));
  guest = await joinAsGuest(other, eventId);
}, 120_000);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ais-killed-'));
});
afterEach(() => {
  killed?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await other.close();
  await deps.dispose();
}, 60_000);

async function start(dieAt: KilledServer['dieAt']): Promise<{ origin: string; ended: Promise<unknown[]> }> {
  const argument = { connection: deps.connection, dataDir: folder, storageDir: deps.storageDir, dieAt } satisfies KilledServer;
  const script = path.join(packageRoot, 'tests/support/killed-server.ts');
  killed = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(argument)], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(killed, 'exit');
  const [line] = (await once(killed.stdout!, 'data')) as [Buffer];
  return { origin: line.toString().trim(), ended };
}

const send = async (origin: string, method: string, at: string, headers: Record<string, string> = {}, bytes?: Buffer) => {
  const sent = { ...guest.headers, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', ...headers };
  return fetch(`${origin}/api/v1/${at}`, { method, headers: sent, ...(bytes && { body: new Uint8Array(bytes) }) });
};
const create = async (origin: string, body?: Buffer) => {
  const headers = { 'upload-length': String(png.length), 'upload-metadata': `event ${btoa(eventId)}` };
  return (await send(origin, 'POST', 'uploads', headers, body ?? Buffer.alloc(0))).headers.get('location')?.split('/').at(-1) ?? '';
};
const append = (origin: string, id: string, offset: number, bytes: Buffer) =>
  send(origin, 'PATCH', `uploads/${id}`, { 'upload-offset': String(offset) }, bytes);
const offsetOf = async (id: string) => Number((await send(other.origin, 'HEAD', `uploads/${id}`)).headers.get('upload-offset'));
const commit = async (origin: string, fact: ReturnType<typeof photoRequest>) =>
  (await send(origin, 'POST', `event/${eventId}/photos`, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(fact)))).status;
/** As after fifteen seconds. */
const expireLease = (id: string) =>
  deps.db
    .update(records)
    .set({ leasedUntil: sql`now() - interval '1 second'` })
    .where(eq(records.id, id));
const requestOf = (id: string) => photoRequest(id, png, { content_type: 'image/png' });
async function expectStoredOnce(fact: ReturnType<typeof photoRequest>): Promise<void> {
  expect(await deps.db.select().from(photos).where(eq(photos.id, fact.id))).toHaveLength(1);
  const object = await deps.storage.get(storageKeys.original(fact));
  expect(object && (await buffer(object.stream)).equals(png)).toBe(true);
}
const pieces = async () => {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list(ALL_PIECES)) keys.push(key);
  return keys;
};

it('killed in the middle of a body, the bytes that it had confirmed are there', async () => {
  const server = await start('never');
  const id = await create(server.origin);
  expect((await append(server.origin, id, 0, png.subarray(0, 20))).status).toBe(204);
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(png.subarray(20, 30))) });
  const headers = { ...guest.headers, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '20' };
  const cut = fetch(`${server.origin}/api/v1/uploads/${id}`, { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit);
  const refused = expect(cut).rejects.toThrow();
  await expect.poll(async () => (await deps.db.select().from(records).where(eq(records.id, id)))[0]?.lease ?? null).not.toBeNull();
  killed?.kill('SIGKILL');
  await Promise.all([refused, server.ended]);
  await expireLease(id);
  expect(await offsetOf(id)).toBe(20);
  expect((await append(other.origin, id, 20, png.subarray(20))).status).toBe(204);
  const fact = requestOf(id);
  expect(await commit(other.origin, fact)).toBe(201);
  await expectStoredOnce(fact);
}, 60_000);

it('killed between a piece and its record, it has confirmed nothing', async () => {
  const server = await start('piece stored');
  const id = await create(server.origin);
  const before = await pieces();
  await expect(append(server.origin, id, 0, png)).rejects.toThrow();
  await server.ended;
  expect(await pieces()).toHaveLength(before.length + 1);
  await expireLease(id);
  expect(await offsetOf(id)).toBe(0);
  expect((await append(other.origin, id, 0, png)).status).toBe(204);
  const fact = requestOf(id);
  expect(await commit(other.origin, fact)).toBe(201);
  await expectStoredOnce(fact);
}, 60_000);

it.each(['original copied', 'photo committed'] as const)(
  'killed in a commit, when the %s, another one answers the repeat',
  async (dieAt) => {
    const server = await start(dieAt);
    const id = await create(other.origin, png);
    const fact = requestOf(id);
    await expect(commit(server.origin, fact)).rejects.toThrow();
    await server.ended;
    await expireLease(id);
    expect(await commit(other.origin, fact)).toBe(dieAt === 'photo committed' ? 200 : 201);
    await expectStoredOnce(fact);
    expect(await deps.db.select().from(records).where(eq(records.id, id))).toEqual([]);
  },
  60_000,
);
