import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { uploads } from '#server/db/schema/photos.ts';
import { createUploadLeases, createUploadLocks } from '#server/photos/upload-locks.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUpload, createUser } from '#tests/support/factories/database.ts';

let deps: TestDeps;
let id: string;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => deps.dispose(), 60_000);
beforeEach(async () => {
  id = await createUpload(deps, await createUser(deps), Buffer.from('bytes'));
});

/** Longer than a test. */
const NEVER_MS = 600_000;
const leasesOf = (times: Partial<Parameters<typeof createUploadLeases>[1]> = {}) =>
  createUploadLeases(deps, { leaseMs: NEVER_MS, renewMs: NEVER_MS, retryMs: NEVER_MS, ...times });
const request = (askToRelease = () => {}, deadline = performance.now() + NEVER_MS) => ({
  stopSignal: new AbortController().signal,
  deadline,
  askToRelease,
});
const recordOf = async () => (await deps.db.select().from(uploads).where(eq(uploads.id, id)))[0];

it('a request that waits asks the holder on another server, and has its turn when that one ends', async () => {
  const order: string[] = [];
  const first = await leasesOf().take(
    id,
    request(() => {
      order.push('asked');
      void first?.release();
    }),
  );
  expect((await recordOf())?.lease).toBe(first?.token);
  // Nothing but notifications wakes it.
  const second = await leasesOf().take(id, request());
  order.push('taken');
  expect(order).toEqual(['asked', 'taken']);
  expect((await recordOf())?.lease).toBe(second?.token);
  await second?.release();
  expect(await recordOf()).toMatchObject({ lease: null, leasedUntil: null });
});

it('a request that waits too long, or is cut, is refused, and the holder goes on', async () => {
  const first = await leasesOf().take(id, request());
  await expect(leasesOf().take(id, request(undefined, performance.now() + 50))).rejects.toMatchObject({ status: 423, code: 'upload_busy' });
  const cut = new AbortController();
  const waiting = leasesOf().take(id, { ...request(), stopSignal: cut.signal });
  cut.abort();
  await expect(waiting).rejects.toMatchObject({ status: 423, code: 'upload_busy' });
  expect((await recordOf())?.lease).toBe(first?.token);
  await first?.release();
});

it('the lease of a server that was killed is taken over when it has expired, without a notification', async () => {
  await deps.db
    .update(uploads)
    .set({ lease: randomUUID(), leasedUntil: sql`now() + interval '300 milliseconds'` })
    .where(eq(uploads.id, id));
  const lease = await leasesOf({ retryMs: 50 }).take(id, request());
  expect((await recordOf())?.lease).toBe(lease?.token);
  await lease?.release();
});

it('a lease is renewed while it is held, and its holder is asked to stop when another one has it', async () => {
  const lost = vi.fn();
  const lease = await leasesOf({ renewMs: 20, leaseMs: 60_000 }).take(id, request(lost));
  const until = (await recordOf())?.leasedUntil?.getTime() ?? Infinity;
  await expect.poll(async () => (await recordOf())?.leasedUntil?.getTime() ?? 0).toBeGreaterThan(until);
  expect(lost).not.toHaveBeenCalled();
  const other = randomUUID();
  await deps.db.update(uploads).set({ lease: other }).where(eq(uploads.id, id));
  await expect.poll(() => lost.mock.calls.length).toBeGreaterThan(0);
  await lease?.release();
  expect((await recordOf())?.lease, 'it ends its own only').toBe(other);
});

it('an upload that doesn’t exist has no lease', async () => {
  expect(await leasesOf().take('0'.repeat(32), request())).toBeNull();
});

it('a lease that can’t be released fails nothing: it expires', async () => {
  const locks = createUploadLocks(leasesOf());
  const warned = vi.spyOn(deps.log, 'warn');
  const done = await locks.hold(id, async () => {
    expect((await recordOf())?.lease).toBe(locks.leaseOf(id));
    vi.spyOn(deps.db, 'update').mockImplementationOnce(() => {
      throw new Error('the connection was lost');
    });
    return 'done';
  });
  expect([done, warned.mock.calls.length, locks.leaseOf(id)]).toEqual(['done', 1, null]);
});

it('an upload that nobody else knows yet needs no lease, and a failed wait frees the turn of this process', async () => {
  const unknown = createUploadLocks(leasesOf(), () => true);
  await unknown.hold(id, async () => expect((await recordOf())?.lease).toBeNull());
  const broken = createUploadLocks({ take: () => Promise.reject(new Error('the database is away')) });
  await expect(broken.hold(id, () => Promise.resolve())).rejects.toThrow('the database is away');
  await expect(broken.hold(id, () => Promise.resolve())).rejects.toThrow('the database is away');
});
