// A provider that refuses, fails or never ends: error and refund.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GeneratorError } from '#server/generation/generator.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { drawFake, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
beforeAll(async () => {
  deps = await openTestDeps({ PERSONAL_CREDITS: '20' });
  generator = await openGenerator(deps);
  // The processes that make files begin with the first.
  await generator.run((await generator.create(viewer(await createUser(deps)), { prompt: 'The first' })).id);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  generator.makeBy(drawFake);
  generator.calls.length = 0;
});

const read = (id: string) => generator.ask('getGeneration', ana, { generationId: id });

/** The time of its last queued job. */
async function nextTry(generationId: string): Promise<number | undefined> {
  const { rows } = await deps.pool.query<{ at: Date }>(
    `select run_at as at from graphile_worker._private_jobs where payload ->> 'generationId' = $1 order by id desc limit 1`,
    [generationId],
  );
  return rows[0]?.at.getTime();
}

describe('a failure', () => {
  it('is tried again when it may pass, and fails in the end without a cost', async () => {
    const { id } = await generator.create(ana);
    generator.makeBy(() => Promise.reject(new GeneratorError('rate_limited', 'Busy.', { retryable: true, retryAfter: 2 })));
    await generator.run(id);
    expect(await read(id)).toMatchObject({ status: 'queued', message: 'Busy. We’ll retry.', queue_position: expect.any(Number) });
    expect(await nextTry(id)).toBeGreaterThan(Date.now());
    await generator.run(id);
    await generator.run(id);
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: { code: 'rate_limited', retryable: true, retry_after: 2 },
      credits: 0,
    });
    expect(generator.calls).toHaveLength(3);
    expect(await generator.ask('getCredits', ana)).toMatchObject({ used: 0, reserved: 0 });
  });

  it('fails at once where it will not pass', async () => {
    const refusals = [
      () => Promise.reject(new GeneratorError('content_policy', 'The provider refuses this prompt.')),
      () => Promise.resolve({ images: [], warnings: [] }),
      () => Promise.resolve({ images: [{ bytes: Buffer.from('<html>'), contentType: 'image/png' as const, seed: 1 }], warnings: [] }),
      () => Promise.reject(new TypeError('a defect')),
    ];
    const codes: unknown[] = [];
    for (const refusal of refusals) {
      const { id } = await generator.create(ana);
      generator.makeBy(refusal);
      await generator.run(id);
      codes.push((await read(id)).error?.code);
    }
    expect(codes).toEqual(['content_policy', 'empty_result', 'provider_error', 'provider_error']);
  });

  it('ends what takes too long', async () => {
    const { timeoutMs } = deps.config.generation;
    deps.config.generation.timeoutMs = 50;
    const { id } = await generator.create(ana);
    generator.makeBy(() => new Promise<never>(() => undefined));
    await generator.run(id);
    deps.config.generation.timeoutMs = timeoutMs;
    expect(await read(id)).toMatchObject({ status: 'failed', credits: 0, error: { code: 'timeout', retryable: true } });
  });

  it('is reported with increasing sequence numbers', async () => {
    const { id, seq } = await generator.create(ana);
    const seen: (number | null)[] = [];
    generator.makeBy(async (request, context) => {
      for (const progress of [0.1, 0.25, 0.5]) {
        context.onProgress({ progress, message: 'Drawing' });
        await expect.poll(async () => (await read(id)).progress).toBeCloseTo(progress);
        seen.push((await read(id)).progress);
      }
      return drawFake(request, context);
    });
    await generator.run(id);
    expect(seen).toHaveLength(3);
    expect((await read(id)).seq).toBeGreaterThan(seq + 4);
  });
});
