// A disk that is full, or fills in the middle: what waits, what fails without a cost, and that nothing torn is left.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { creditEntries, generationUploads } from '#server/db/schema/generation.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { outcome } from '#tests/support/operations.ts';
import { picture } from '#tests/support/pictures.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
beforeAll(async () => {
  deps = await openTestDeps();
  generator = await openGenerator(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  generator.calls.length = 0;
});

const read = (id: string) => generator.ask('getGeneration', ana, { generationId: id });
const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const filesOf = (id: string) =>
  Promise.all((['original', 'preview', 'thumb'] as const).map((variant) => deps.storage.size(storageKeys.generated(id, 0, variant))));

it('that is full is detected before the model runs; the generation waits and runs when there is space', async () => {
  const { id } = await generator.create(ana);
  const { diskReserveBytes } = deps.config;
  deps.config.diskReserveBytes = Number.MAX_SAFE_INTEGER;
  await generator.run(id);
  expect(generator.calls).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'queued', message: 'The server is out of storage. We’ll retry.' });
  const sent = generator.ask('uploadGenerationSource', ana, {}, { body: { file: (await picture({ width: 20, height: 20 })).bytes } });
  expect(await outcome(sent)).toBe('storage_full');
  deps.config.diskReserveBytes = diskReserveBytes;
  await generator.run(id);
  expect(await read(id)).toMatchObject({ status: 'succeeded', credits: 2 });
});

it('that fills in the middle of a result leaves nothing of it, and fails without a cost when it stays', async () => {
  const { id } = await generator.create(ana);
  const put = deps.storage.put.bind(deps.storage);
  deps.storage.put = (key, body) => (key.endsWith('/preview') ? Promise.reject(full) : put(key, body));
  try {
    for (let beginning = 0; beginning < 3; beginning += 1) {
      await generator.run(id);
      expect(await filesOf(id)).toEqual([null, null, null]);
    }
  } finally {
    deps.storage.put = put;
  }
  expect(await read(id)).toMatchObject({ status: 'failed', images: [], error: { code: 'provider_error', retryable: true } });
  const entries = await deps.db.select().from(creditEntries).where(eq(creditEntries.generationId, id)).orderBy(creditEntries.id);
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['reserve', 2],
    ['settle', 0],
    ['refund', -2],
  ]);
});

it('that fills in the middle of a picture that is sent leaves neither its files nor its place', async () => {
  const put = deps.storage.put.bind(deps.storage);
  deps.storage.put = (key, body) => (key.endsWith('/thumb') ? Promise.reject(full) : put(key, body));
  const file = (await picture({ width: 20, height: 20 })).bytes;
  await expect(generator.ask('uploadGenerationSource', ana, {}, { body: { file } }).finally(() => (deps.storage.put = put))).rejects.toBe(
    full,
  );
  expect(await deps.db.select().from(generationUploads).where(eq(generationUploads.userId, ana.userId))).toEqual([]);
});
