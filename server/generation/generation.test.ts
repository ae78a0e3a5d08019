// The life of a generation: asked for once however often, made, cancelled, tried again, taken up after a kill, and paid for once.
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { creditEntries, generationModels, generations } from '#server/db/schema/generation.ts';
import { GeneratorError, Suspended } from '#server/generation/generator.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { drawFake, fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
beforeAll(async () => {
  deps = await openTestDeps({ PERSONAL_CREDITS: '20', GENERATIONS_PER_PERSON: '3' });
  generator = await openGenerator(deps);
  // The processes that make files begin with the first.
  generator.makeBy(drawFake);
  await generator.run((await generator.create(viewer(await createUser(deps)), { prompt: 'The first' })).id);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  generator.makeBy(drawFake);
  generator.calls.length = 0;
  generator.submittedReferences.length = 0;
});

const credits = (who: Viewer) => generator.ask('getCredits', who);
const entries = async (id: string) =>
  (await deps.db.select().from(creditEntries).where(eq(creditEntries.generationId, id)).orderBy(creditEntries.id)).map(
    ({ kind, amount }) => `${kind} ${amount}`,
  );
const read = (id: string) => generator.ask('getGeneration', ana, { generationId: id });
const cancel = (id: string) => generator.ask('cancelGeneration', ana, { generationId: id });

/** Its queued jobs, in order. */
const jobsOf = async (generationId: string) =>
  (
    await deps.pool.query<{ id: string; at: Date }>(
      `select id, run_at as at from graphile_worker._private_jobs where payload ->> 'generationId' = $1 order by id`,
      [generationId],
    )
  ).rows;

/** Blocks the provider in the middle of its work. */
function held(afterwards = drawFake) {
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  let go: () => void = () => undefined;
  const mayGo = new Promise<void>((resolve) => (go = resolve));
  generator.makeBy(async (request, context) => {
    begun();
    await mayGo;
    return afterwards(request, context);
  });
  return { isBegun, go };
}

describe('a request', () => {
  it('is made, with its seeds and provenance in the file, and paid for', async () => {
    const { id, request, credits: reserved } = await generator.create(ana, { prompt: 'Zürich <at> "night"\r\n& rain', count: 3, seed: 7 });
    expect([request.prompt, request.width, reserved]).toEqual(['Zürich <at> "night"\n& rain', 64, 6]);
    expect(await credits(ana)).toMatchObject({ limit: 20, used: 0, reserved: 6 });
    await generator.run(id);
    const made = await read(id);
    expect(made).toMatchObject({ status: 'succeeded', progress: 1, credits: 6, error: null, can: { cancel: false } });
    expect(made.images.map(({ seed, width, height }) => [seed, width, height])).toEqual([
      [7, 64, 64],
      [8, 64, 64],
      [9, 64, 64],
    ]);
    expect(await credits(ana)).toMatchObject({ used: 6, reserved: 0 });
    expect(await entries(id)).toEqual(['reserve 6', 'settle 6', 'refund 0']);
    const stored = await deps.storage.withFile(`generated/${id.slice(-2)}/${id}/1/original`, (file) => sharp(file).metadata());
    const xmp = stored?.xmp?.toString() ?? '';
    expect(xmp).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia');
    expect(xmp).toContain('Zürich &lt;at&gt;');
    expect(xmp).toContain('&quot;seed&quot;:8');
  });

  it('is one however often it is sent, at the same time too', async () => {
    const key = uuid7();
    const sent = await Promise.all(Array.from({ length: 5 }, () => generator.create(ana, { count: 2 }, key)));
    expect(new Set(sent.map(({ request }) => request.seed)).size).toBe(1);
    expect(await entries(key)).toEqual(['reserve 4']);
    // Also after its model was disabled, and with defaults instead of omitted values.
    await deps.db.update(generationModels).set({ enabled: false });
    expect((await generator.create(ana, { count: 2, source: null, negative_prompt: '' }, key)).id).toBe(key);
    expect(await outcome(generator.create(ana))).toBe('model_unavailable');
    await deps.db.update(generationModels).set({ enabled: true });
    expect(await outcome(generator.create(ana, { count: 3 }, key))).toBe('generation_differs');
    expect(await outcome(generator.create(viewer(await createUser(deps)), { count: 2 }, key))).toBe('generation_differs');
  });

  it('overdraws nothing, however many ask at once', async () => {
    const { unfinishedPerPerson } = deps.config.generation;
    deps.config.generation.unfinishedPerPerson = 100;
    const asked = await Promise.all(Array.from({ length: 12 }, () => outcome(generator.create(ana, { count: 2 }))));
    deps.config.generation.unfinishedPerPerson = unfinishedPerPerson;
    expect(asked.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'credits_used_up'), ...Array.from({ length: 5 }, () => 'done')]);
    expect(await credits(ana)).toMatchObject({ used: 0, reserved: 20 });
  });

  it('is limited by the number of unfinished ones', async () => {
    for (let at = 0; at < 3; at++) await generator.create(ana);
    expect(await outcome(generator.create(ana))).toBe('too_many_generations');
    const rows = await deps.db.select({ rank: generations.rank }).from(generations).where(eq(generations.userId, ana.userId));
    expect(rows.map(({ rank }) => rank).toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
  });
});

describe('images that are made one after the other', () => {
  it('are there as soon as each is made', async () => {
    const { id } = await generator.create(ana, { count: 2, seed: 30 });
    generator.makeBy(async (request, context) => {
      const made = await drawFake(request, context);
      context.onImage?.(made.images[0]!, 0);
      await expect.poll(async () => (await read(id)).images.map(({ seed }) => seed), { timeout: 30_000 }).toEqual([30]);
      expect((await read(id)).status).toBe('running');
      return made;
    });
    await generator.run(id);
    const made = await read(id);
    expect(made.images.map(({ seed }) => seed)).toEqual([30, 31]);
    expect(made).toMatchObject({ status: 'succeeded', credits: 4 });
  });

  it('remain if a later one fails, which alone is made again', async () => {
    const { id } = await generator.create(ana, { count: 2, seed: 50 });
    generator.makeBy(async (request, context) => {
      context.onImage?.((await drawFake(request, context)).images[0]!, 0);
      throw new GeneratorError('provider_error', 'It broke.', { retryable: true });
    });
    await generator.run(id);
    expect((await read(id)).images.map(({ seed }) => seed)).toEqual([50]);
    generator.makeBy(drawFake);
    await generator.run(id);
    expect(generator.calls.map(({ count, seed }) => [count, seed])).toEqual([
      [2, 50],
      [1, 51],
    ]);
    expect((await read(id)).images.map(({ seed }) => seed)).toEqual([50, 51]);
  });
});

it('a variation has a seed that follows from its image, unless one is asked for', async () => {
  const varying = await openGenerator(deps, [fakeModel({ varySeed: (seed) => seed + 1000 })]);
  const { id } = await varying.create(ana, { seed: 7 });
  await varying.run(id);
  const derived_from = { image_id: (await read(id)).images[0]!.id, action: 'variation' as const };
  expect((await varying.create(ana, { derived_from })).request.seed).toBe(1007);
  expect((await varying.create(ana, { derived_from, seed: 3 })).request.seed).toBe(3);
});

describe('a generation that is cancelled', () => {
  it('while it waits costs nothing and is never made', async () => {
    const { id } = await generator.create(ana, { count: 2 });
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', credits: 0, can: { cancel: false } });
    await generator.run(id);
    expect(generator.calls).toEqual([]);
    expect(await entries(id)).toEqual(['reserve 4', 'settle 0', 'refund -4']);
    expect(await cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(await entries(id)).toHaveLength(3);
  });

  it('while it runs cancels the provider’s job at once', async () => {
    const { id } = await generator.create(ana);
    let told: unknown;
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    generator.makeBy(async (_request, { signal }) => {
      begun();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      told = signal.reason;
      throw new Error('cut');
    });
    const running = generator.run(id);
    await isBegun;
    await cancel(id);
    await running;
    expect(told).toBeInstanceOf(Error);
    expect(await read(id)).toMatchObject({ status: 'cancelled', images: [], error: null });
    expect(await credits(ana)).toMatchObject({ used: 0, reserved: 0 });
  });

  it('gets nothing of a result that comes too late', async () => {
    const { id } = await generator.create(ana);
    const { isBegun, go } = held();
    const running = generator.run(id);
    await isBegun;
    await cancel(id);
    go();
    await running;
    expect(await read(id)).toMatchObject({ status: 'cancelled', images: [], credits: 0 });
  });
});

describe('a generation after a crash of the server', () => {
  it('resumes: stored images are not made again, and it is charged once', async () => {
    const { id } = await generator.create(ana, { count: 3, seed: 100 });
    // The server ends in the middle of the second image: its files are begun, its row is not written.
    const stop = new AbortController();
    const put = deps.storage.put.bind(deps.storage);
    deps.storage.put = (key, body) => {
      if (!key.includes(`${id}/1/preview`)) return put(key, body);
      stop.abort(new Error('the server stops'));
      return Promise.reject(new Error('killed'));
    };
    await generator.run(id, stop.signal);
    deps.storage.put = put;
    expect((await read(id)).images).toHaveLength(1);
    // A crash leaves the row unchanged.
    await deps.db.update(generations).set({ status: 'running' }).where(eq(generations.id, id));
    generator.calls.length = 0;
    await generator.run(id);
    expect(generator.calls.map(({ count, seed }) => [count, seed])).toEqual([[2, 101]]);
    const made = await read(id);
    expect(made.images.map(({ seed }) => seed)).toEqual([100, 101, 102]);
    expect(await entries(id)).toEqual(['reserve 6', 'settle 6', 'refund 0']);
    // And the job once more, as if its end had not been recorded.
    await generator.run(id);
    expect(await entries(id)).toHaveLength(3);
  });

  it('continues the provider’s job', async () => {
    const { id } = await generator.create(ana, { count: 2 });
    await deps.db.update(generations).set({ status: 'running', attempts: 1, takenReference: 'prediction-7' }).where(eq(generations.id, id));
    await generator.run(id);
    expect(generator.submittedReferences).toEqual(['prediction-7']);
    expect((await read(id)).images).toHaveLength(2);
  });
});

describe('a generation when the server stops', () => {
  it('waits in its place, neither failed nor canceled, and the provider’s job continues', async () => {
    const { id, created_at } = await generator.create(ana, { count: 2 });
    const stop = new AbortController();
    let reason: unknown;
    // It is being taken at that moment: its name comes after the stop.
    generator.makeBy(async (_request, { signal, onSubmitted }) => {
      stop.abort(new Error('the server stops'));
      await onSubmitted?.('prediction-7');
      reason = signal.reason;
      throw reason;
    });
    await generator.run(id, stop.signal);
    expect(reason).toBeInstanceOf(Suspended);
    expect(await read(id)).toMatchObject({ status: 'queued', progress: null, message: null, error: null });
    expect(await entries(id)).toEqual(['reserve 4']);
    // Concurrently with the stopped run, which ends after its update.
    expect((await jobsOf(id)).map(({ at }) => at)).toEqual([expect.any(Date), new Date(created_at)]);

    generator.makeBy(drawFake);
    await generator.run(id);
    expect(generator.submittedReferences).toEqual([null, 'prediction-7']);
    expect(await read(id)).toMatchObject({ status: 'succeeded', credits: 4 });
    const [row] = await deps.db.select({ attempts: generations.attempts }).from(generations).where(eq(generations.id, id));
    expect(row, 'to be stopped is no try').toEqual({ attempts: 1 });
  });

  it('is left to the next start also where its provider does not listen', async () => {
    const { id } = await generator.create(ana);
    const stop = new AbortController();
    const { isBegun, go } = held();
    const running = generator.run(id, stop.signal);
    await isBegun;
    stop.abort(new Error('the server stops'));
    go();
    await running;
    expect(await read(id)).toMatchObject({ status: 'queued', images: [] });
  });
});

describe('a generation with a job that was reclaimed during the run', () => {
  // As when the connection is lost that shows the workers: the job is free again, and the end of the one at work removes it, by its id.
  async function interrupted(work: (id: string) => Promise<void>): Promise<string> {
    const { id } = await generator.create(ana);
    const [job] = await jobsOf(id);
    await deps.pool.query(`update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = 1 where id = $1`, [
      job?.id,
    ]);
    await work(id);
    await deps.pool.query(`delete from graphile_worker._private_jobs where id = $1`, [job?.id]);
    return id;
  }

  it('has one when it waits for the next start', async () => {
    const id = await interrupted((of) => generator.run(of, AbortSignal.abort(new Error('the server stops'))));
    expect(await read(id)).toMatchObject({ status: 'queued' });
    expect(await jobsOf(id)).toHaveLength(1);
  });

  it('has one when it is tried again', async () => {
    generator.makeBy(() => Promise.reject(new GeneratorError('rate_limited', 'Busy.', { retryable: true })));
    const id = await interrupted(generator.run);
    expect(await read(id)).toMatchObject({ status: 'queued' });
    expect(await jobsOf(id)).toHaveLength(1);
  });
});
