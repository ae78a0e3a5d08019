// On a machine where the neural networks don't run.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openBuiltinProvider } from '#server/generation/builtin/provider.ts';
import type { GeneratorRequest } from '#server/generation/generator.ts';

const sentence = 'Neural networks aren’t available on this server’s machine.';
const folder = mkdtempSync(path.join(tmpdir(), 'ais-no-networks-'));
const script = path.join(folder, 'child.mjs');
writeFileSync(
  script,
  // Of an extension, nothing is heard any more.
  `process.on('message', ({ id, name }) => name === 'extend' ? 0 : process.send(name === 'restyle'
    ? { id, kind: 'answer', answer: { bytes: Buffer.from('restyled'), contentType: 'image/png', isSmaller: false } }
    : { id, kind: 'refused', code: 'not_configured', message: ${JSON.stringify(sentence)}, cause: 'ld-linux is missing' }));`,
);
const provider = openBuiltinProvider(() =>
  fork(script, [], { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }),
);
afterAll(() => {
  provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const source = { bytes: Buffer.from('a picture'), contentType: 'image/png' as const };
const request: GeneratorRequest = {
  model: 'restyle',
  prompt: '',
  negativePrompt: '',
  size: null,
  aspectRatio: null,
  count: 1,
  steps: null,
  seed: 1,
  style: 'oil',
  strength: 1,
  background: null,
  source,
  mask: null,
};
const make = (model: string) =>
  provider.generator.generate({ ...request, model }, { signal: new AbortController().signal, onProgress: () => undefined });

it('only the models that need them say so, with the reason for the log', async () => {
  for (const model of ['upscale-2x', 'cut-out'])
    await expect(make(model)).rejects.toMatchObject({
      code: 'not_configured',
      message: sentence,
      retryable: false,
      cause: expect.objectContaining({ message: 'ld-linux is missing' }) as unknown,
    });
  expect((await make('restyle')).images).toHaveLength(1);
});

it('whether there are people in a source can’t be said', async () => {
  expect(provider.generator.sourceCheck?.('restyle')).toBeNull();
  await expect(provider.generator.sourceCheck?.('cut-out')?.(source)).rejects.toMatchObject({ code: 'not_configured' });
});

it.each([
  ['restyle', { width: 6000, height: 4500, ratio: null }, [4096, 3072]],
  ['erase', { width: 6000, height: 4500, ratio: null }, [4096, 3072]],
  ['cut-out', { width: 3000, height: 6000, ratio: null }, [2048, 4096]],
  // To 16:9 the canvas is 5333 pixels wide.
  ['extend', { width: 4000, height: 3000, ratio: 16 / 9 }, [4096, 2304]],
])('says before that %s makes a large image smaller', async (model, source, [width, height]) => {
  const estimate = await provider.generator.estimate?.(model)?.(source);
  expect(estimate).toMatchObject({ width, height, seconds: null });
  expect(estimate?.message).toBe(
    `This image is larger than the model supports, so the result will be smaller: ${width} × ${height} pixels.`,
  );
  expect(await provider.generator.estimate?.(model)?.({ ...source, width: 1500, height: 1000 })).toMatchObject({ message: null });
});

it('estimates nothing of models without limits', () => {
  expect(provider.generator.estimate?.('illustrator')).toBeNull();
});

it('nothing is looked for in images', async () => {
  expect(await provider.sensitive.judge(source)).toBeNull();
});

it('a preview of a style waits for no preview of an edit, which takes seconds and can be stopped', async () => {
  const ending = new AbortController();
  const ask = { model: 'extend', source, mask: null, outpaint: { ratio: 1, anchor: 'start' }, longest: 640 } as const;
  const editing = provider.generator.previewEdit!({ ...ask, signal: ending.signal });
  expect(await provider.generator.preview!({ model: 'restyle', style: 'oil', seed: 0, source, longest: 512 })).toMatchObject({
    contentType: 'image/png',
  });
  const reason = new Error('nobody waits');
  ending.abort(reason);
  await expect(editing).rejects.toBe(reason);
});
