// Two runs of one generation, as where a job was taken back from a worker that still lives: the later one makes it, the other leaves no trace.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { creditEntries } from '#server/db/schema/generation.ts';
import { Suspended } from '#server/generation/generator.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { drawFake, openGenerator, type FakeMake, type TestGenerator } from '#tests/support/fake-generator.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
beforeAll(async () => {
  deps = await openTestDeps();
  generator = await openGenerator(deps);
  await generator.run((await generator.create(viewer(await createUser(deps)), { prompt: 'The first' })).id);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  generator.submittedReferences.length = 0;
});

const read = (id: string) => generator.ask('getGeneration', ana, { generationId: id });
const jobsOf = async (id: string) =>
  (await deps.pool.query(`select from graphile_worker._private_jobs where payload ->> 'generationId' = $1`, [id])).rowCount;

/** The provider's first call starts a job and ends when aborted; the second one succeeds. */
function first(second: FakeMake) {
  const told: { reason?: unknown } = {};
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  generator.makeBy(async (_request, { signal, onSubmitted }) => {
    generator.makeBy(second);
    await onSubmitted?.('prediction-1');
    begun();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    told.reason = signal.reason;
    throw signal.reason;
  });
  return { isBegun, told };
}

it('the later one makes it, of what the first one had begun', async () => {
  const { id } = await generator.create(ana, { count: 2 });
  const { isBegun, told } = first(drawFake);
  const before = expect(generator.run(id)).rejects.toMatchObject({ name: 'Superseded' });
  await isBegun;
  await generator.run(id);
  await before;
  expect(told.reason, 'the provider’s job is not canceled').toBeInstanceOf(Suspended);
  expect(generator.submittedReferences).toEqual([null, 'prediction-1']);
  const made = await read(id);
  expect([made.status, made.images.length, made.credits]).toEqual(['succeeded', 2, 4]);
  for (const position of [0, 1]) expect(await deps.storage.size(storageKeys.generated(id, position, 'original'))).toBeGreaterThan(0);
  expect(await deps.db.select().from(creditEntries).where(eq(creditEntries.generationId, id))).toHaveLength(3);
});

it('the first one that is stopped neither queues it again nor takes it from the later one', async () => {
  const { id } = await generator.create(ana);
  let go: () => void = () => undefined;
  const mayGo = new Promise<void>((resolve) => (go = resolve));
  let laterBegun: () => void = () => undefined;
  const isLaterBegun = new Promise<void>((resolve) => (laterBegun = resolve));
  const { isBegun } = first(async (request, context) => {
    laterBegun();
    await mayGo;
    return drawFake(request, context);
  });
  const stop = new AbortController();
  const before = expect(generator.run(id, stop.signal)).rejects.toMatchObject({ name: 'Superseded' });
  await isBegun;
  const later = generator.run(id);
  await isLaterBegun;
  stop.abort(new Error('the connection was lost'));
  await before;
  expect([(await read(id)).status, await jobsOf(id)]).toEqual(['running', 1]);
  go();
  await later;
  expect((await read(id)).status).toBe('succeeded');
});
