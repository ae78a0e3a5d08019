import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withDb } from '#src/outbox/db.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { countsOfOtherAccounts, orphanedPhotos } from '#src/outbox/queue-management.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { deletedAccounts, addDeletedAccount, writeSessionValue } from '#src/transport/session-db.ts';
import { buildUser } from '#tests/support/factories/api.ts';
import { json, API_HEADERS } from '#tests/support/outbox-server.ts';
import { configureSession } from './actions.ts';
import { watchDeletedAccounts } from './session-stream.ts';
import { session } from './store.ts';

const ANA = '0199aa00-0000-7000-8000-00000000000a';
const BEN = '0199aa00-0000-7000-8000-00000000000b';

let taken = 0;
/** A photo of this account waits. */
async function waits(account: string): Promise<void> {
  taken += 1;
  const photo: PhotoRecord = {
    v: 1,
    id: `0199aa00-0000-7000-8000-${String(taken).padStart(12, '0')}`,
    account,
    accountEmail: `${account}@x.test`,
    eventId: '0199aa00-0000-7000-8000-0000000000e1',
    eventName: 'Harbour Lights',
    seq: taken,
    takenAt: Date.now(),
    clockOffset: null,
    moment: null,
    tzOffset: 60,
    orientation: 0,
    source: 'camera',
    contentType: 'image/jpeg',
    bytes: 1,
    sha256: 'a'.repeat(64),
    fileName: null,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    notBefore: 0,
    scheduledAt: null,
    lastError: null,
    uploadUrl: null,
    uploaded: false,
    mismatches: 0,
    lease: null,
  };
  await withDb((db) => db.put('photos', photo));
}

const person = (id: string) => buildUser({ id, email: `${id}@x.test` });
const PROBLEM = { status: 401, headers: { ...API_HEADERS, 'content-type': 'application/problem+json' } };

let deleted: string[] = [];
let asked: string[][] = [];
let fails = false;
const onSignedOut = vi.fn<(reason: string) => void>();
const onChanged = vi.fn<() => void>();
// Once for a page's life.
beforeAll(() => {
  subscribeOutbox(({ type }) => type === 'changed' && onChanged());
  watchDeletedAccounts();
});

beforeEach(() => {
  deleted = [];
  asked = [];
  fails = false;
  onSignedOut.mockClear();
  configureSession({ mayStayExpired: () => true, purgeCache: async () => undefined, onSignedOut, onSwitched: () => undefined });
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname === '/api/v1/auth/refresh') return new Response(JSON.stringify({ code: 'session_expired' }), PROBLEM);
    if (pathname !== '/api/v1/auth/deleted-accounts' || !(input instanceof Request)) throw new TypeError('no network in this test');
    const { ids } = (await input.json()) as { ids: string[] };
    asked.push(ids);
    if (fails) return new Response(JSON.stringify({ code: 'too_many_requests' }), { ...PROBLEM, status: 429 });
    return json(200, { deleted_ids: ids.filter((id) => deleted.includes(id)) });
  });
});
afterEach(async () => {
  await withDb((db) => db.clear('photos'));
  await writeSessionValue('goneAccounts', undefined);
  await session.clear();
  vi.unstubAllGlobals();
});

/** The page becomes visible. */
const look = () => document.dispatchEvent(new Event('visibilitychange'));

it('asks nothing while no photos of other accounts wait', async () => {
  await session.signIn(person(ANA));
  await waits(ANA);
  look();
  // Later requests come after this one.
  await waits(BEN);
  look();
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  // Twice if the second look came while the first one asked.
  expect(asked.flat()).not.toContain(ANA);
  expect(new Set(asked.flat())).toEqual(new Set([BEN]));
});

it('notes who was deleted, and leaves those who were not locked', async () => {
  await waits(ANA);
  await waits(BEN);
  look();
  // The session that ended after the test before may be a reason to ask as well.
  await vi.waitFor(() => expect(asked).toContainEqual([ANA, BEN]));
  deleted = [ANA];
  onChanged.mockClear();
  look();
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(await countsOfOtherAccounts(null)).toMatchObject([{ account: BEN }]);
  expect(await orphanedPhotos()).toMatchObject([{ account: ANA }]);
  look();
  await vi.waitFor(() => expect(asked.at(-1)).toEqual([BEN]));
});

it('asks again when the session ends: its account may have been deleted', async () => {
  await session.signIn(person(ANA));
  await waits(ANA);
  deleted = [ANA];
  await session.clear();
  await vi.waitFor(async () => expect(await deletedAccounts()).toEqual([ANA]));
});

it('signs out an expired session of a deleted account, even with nothing queued', async () => {
  deleted = [ANA];
  await session.signIn(person(ANA));
  await session.expire();
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledWith('logout'));
  expect(session.read()).toBeNull();
  expect(await deletedAccounts()).toEqual([ANA]);
});

it('asks for many in turn, as many at once as the server takes', async () => {
  const accounts = Array.from({ length: 23 }, (_, n) => `0199aa00-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`);
  for (const account of accounts) await waits(account);
  deleted = [accounts[22]!];
  look();
  await vi.waitFor(async () => expect(await deletedAccounts()).toEqual([accounts[22]]));
  expect(asked.map(({ length }) => length)).toEqual([20, 3]);
});

it('notes nothing on a refusal, and asks again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await waits(ANA);
  fails = true;
  deleted = [ANA];
  look();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(await deletedAccounts()).toEqual([]);
  fails = false;
  await vi.waitFor(async () => {
    look();
    expect(await deletedAccounts()).toEqual([ANA]);
  });
});

it('a note is taken back when its account is let in after all', async () => {
  await addDeletedAccount(ANA);
  await addDeletedAccount(BEN);
  await session.signIn(person(ANA));
  expect(await deletedAccounts()).toEqual([BEN]);
});
