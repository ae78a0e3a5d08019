import { describe, expect, test, vi } from 'vitest';
import { GeneratorError, Suspended, type GeneratorContext, type GeneratorProgress, type MadeImage } from '#server/generation/generator.ts';
import { runJobs, type JobApi, type JobState } from './jobs.ts';
import { splitRequest } from './payload.ts';

const timing = { pollMs: 1, graceMs: 50 };
const image = (seed: number | null): MadeImage => ({ bytes: Buffer.from('x'), contentType: 'image/png', seed });
const done = (seed: number | null): JobState => ({ state: 'done', images: [image(seed)] });
const failed = (code: 'content_policy' | 'provider_error', retryable = false) =>
  new GeneratorError(code, `It said ${code}.`, { retryable });

/** A provider that names jobs after their seeds. */
function provider(ask: (seed: number, times: number) => JobState | Promise<JobState>, some: Partial<JobApi> = {}) {
  const submitted: string[] = [];
  const cancelled: string[] = [];
  const times = new Map<string, number>();
  const api: JobApi = {
    submit: async ({ seed }) => {
      submitted.push(`job-${seed}`);
      return { id: `job-${seed}` };
    },
    poll: async ({ id }, { seed }) => {
      times.set(id, (times.get(id) ?? 0) + 1);
      return ask(seed ?? 0, times.get(id) ?? 0);
    },
    cancel: async ({ id }) => void cancelled.push(id),
    ...some,
  };
  return { api, submitted, cancelled };
}

function start(api: JobApi, count: number, some: Partial<GeneratorContext> = {}) {
  const taken: string[] = [];
  const told: GeneratorProgress[] = [];
  const context: GeneratorContext = {
    signal: new AbortController().signal,
    onProgress: (progress) => void told.push(progress),
    onSubmitted: async (reference) => void taken.push(reference),
    ...some,
  };
  return { taken, told, result: runJobs('fal', splitRequest({ count, seed: 1 }, 1), api, context, timing) };
}

test('every job is named as soon as it is taken, before any is asked about', async () => {
  const { api } = provider(done);
  const { taken, result } = start(api, 2);
  await result;
  expect(taken).toEqual(['[{"id":"job-1"},null]', '[{"id":"job-1"},{"id":"job-2"}]']);
});

test('progress and queue position are reported', async () => {
  const { api } = provider((seed, times) => {
    if (times === 1) return { state: 'waiting', ahead: 3 };
    return times === 2 ? { state: 'running', progress: 0.5 } : done(seed);
  });
  const { told, result } = start(api, 1);
  await result;
  expect(told).toEqual([
    { progress: null, message: 'Waiting at fal, 3 ahead' },
    { progress: 0.5, message: undefined },
    { progress: 1, message: undefined },
  ]);
});

test('what fails in passing while it is asked about is asked again, and nothing is submitted twice', async () => {
  const { api, submitted } = provider((seed, times) => {
    if (times < 4) throw failed('provider_error', true);
    return done(seed);
  });
  expect((await start(api, 1).result).images).toHaveLength(1);
  expect(submitted).toEqual(['job-1']);
});

test('a job that can’t be polled for long stays saved, so that the next attempt resumes it', async () => {
  const { api } = provider(() => {
    throw failed('provider_error', true);
  });
  const { taken, result } = start(api, 1);
  await expect(result).rejects.toMatchObject({ code: 'provider_error', retryable: true });
  expect(taken.at(-1)).toBe('[{"id":"job-1"}]');
});

test('a failed job is forgotten: the next attempt submits a new one', async () => {
  const { api } = provider(() => ({ state: 'failed', error: failed('provider_error', true) }));
  const { taken, result } = start(api, 1);
  await expect(result).rejects.toMatchObject({ code: 'provider_error' });
  expect(taken.at(-1)).toBe('[null]');
});

test('successful images are returned if some fail, with a warning', async () => {
  const { api } = provider((seed) => (seed === 2 ? { state: 'failed', error: failed('content_policy') } : done(seed)));
  const { images, warnings } = await start(api, 3).result;
  expect(images.map(({ seed }) => seed)).toEqual([1, 3]);
  expect(warnings).toEqual([{ code: 'images_missing', message: '1 of 3 images weren’t created. It said content_policy.' }]);
});

test('nothing more is submitted after a refusal; submitted jobs continue', async () => {
  const submit = vi.fn<JobApi['submit']>(async ({ seed }) => {
    if (seed === 2) throw failed('provider_error', true);
    return { id: `job-${seed}` };
  });
  const { api } = provider(done, { submit });
  expect((await start(api, 4).result).images).toHaveLength(1);
  expect(submit).toHaveBeenCalledTimes(2);
});

test('seeds go on from part to part, and after the last comes the first', () => {
  expect(splitRequest({ count: 6, seed: 7 }, 4)).toEqual([
    { count: 4, seed: 7 },
    { count: 2, seed: 11 },
  ]);
  expect(splitRequest({ count: 3, seed: 2 ** 32 - 2 }, 4).map(({ seed }) => seed)).toEqual([2 ** 32 - 2, 2 ** 32 - 1, 0]);
  expect(splitRequest({ count: 3, seed: null }, 4)).toEqual([{ count: 3, seed: null }]);
});

describe('after a kill', () => {
  test('only missing jobs are submitted', async () => {
    const { api, submitted } = provider(done);
    const { images } = await start(api, 2, { submittedReference: '[{"id":"job-9"},null]' }).result;
    expect(images).toHaveLength(2);
    expect(submitted).toEqual(['job-2']);
  });
  test('jobs that the provider canceled or forgot are submitted again, once', async () => {
    let gone = 0;
    const { api, submitted } = provider(() => {
      gone += 1;
      return { state: 'gone' };
    });
    await expect(start(api, 1, { submittedReference: '[{"id":"job-1"}]' }).result).rejects.toMatchObject({
      code: 'interrupted',
      retryable: true,
    });
    expect(submitted).toEqual(['job-1']);
    expect(gone).toBe(2);
  });
});

describe('called off', () => {
  const running = (): JobState => ({ state: 'running', progress: null });
  test('every unfinished job is canceled, and the call rejects with the reason', async () => {
    const control = new AbortController();
    const { api, cancelled } = provider((seed) => (seed === 1 ? done(1) : running()));
    const { told, result } = start(api, 3, { signal: control.signal });
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(4));
    control.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(cancelled).toEqual(['job-2', 'job-3']);
  });
  test('a job that is just being submitted is waited for, so that it can be cancelled', async () => {
    const control = new AbortController();
    let submit: (job: { id: string }) => void = () => undefined;
    const { api, cancelled } = provider(running, { submit: () => new Promise((resolve) => (submit = resolve)) });
    const { result } = start(api, 1, { signal: control.signal });
    control.abort(new Error('enough'));
    submit({ id: 'job-late' });
    await expect(result).rejects.toThrow('enough');
    expect(cancelled).toEqual(['job-late']);
  });
  test('a submission that is never answered is given up', async () => {
    const control = new AbortController();
    const submit: JobApi['submit'] = (_part, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('given up')), { once: true }));
    const { api } = provider(running, { submit });
    const { result } = start(api, 1, { signal: control.signal });
    control.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
  });
});

describe('when the server stops', () => {
  const running = (): JobState => ({ state: 'running', progress: null });
  test('nothing is canceled, and a pending submission is saved', async () => {
    const control = new AbortController();
    let submit: (job: { id: string }) => void = () => undefined;
    const { api, cancelled } = provider(running, { submit: () => new Promise((resolve) => (submit = resolve)) });
    const { taken, result } = start(api, 1, { signal: control.signal });
    control.abort(new Suspended('The server is stopping.'));
    submit({ id: 'job-late' });
    await expect(result).rejects.toBeInstanceOf(Suspended);
    expect(cancelled).toEqual([]);
    expect(taken).toEqual(['[{"id":"job-late"}]']);
  });
});
