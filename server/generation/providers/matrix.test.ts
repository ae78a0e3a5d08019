// Runs every provider against a server with its wire format: requests, refusals and failures.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openExternalProviders } from '#server/generation/catalog.ts';
import { GeneratorError, Suspended, type GeneratorContext, type GeneratorRequest, type Picture } from '#server/generation/generator.ts';
import type { FakeProvider, ProviderTrouble } from '#tests/support/fake-provider.ts';
import {
  fieldsOf,
  summarize,
  key,
  requestLine,
  matrix,
  settingsOf,
  startRow,
  submissions,
  type MatrixRow,
} from '#tests/support/provider-matrix.ts';
import { isFullTier } from '#tests/support/tier.ts';

const timing = { pollMs: 5, graceMs: 10_000 };
let source: Picture;
let mask: Picture;
beforeAll(async () => {
  const of = async (background: string): Promise<Picture> => {
    const bytes = await sharp({ create: { width: 32, height: 24, channels: 3, background } })
      .png()
      .toBuffer();
    return { bytes, contentType: 'image/png' };
  };
  source = await of('#884422');
  mask = await of('#ffffff');
});

const nothing = {
  negativePrompt: '',
  size: null,
  aspectRatio: null,
  count: 1,
  seed: null,
  steps: null,
  style: null,
  strength: null,
  background: null,
};
const asked = (model: string, some: Partial<GeneratorRequest> = {}): GeneratorRequest => ({
  ...nothing,
  prompt: 'A lantern over the harbour',
  source: null,
  mask: null,
  model,
  ...some,
});
const context = (some: Partial<GeneratorContext> = {}): GeneratorContext => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...some,
});

/** Observations, as documented in docs/generation-providers.md. */
const table = new Map<string, Map<string, string>>();
const note = (column: string, row: string, cell: string) => {
  const cells = table.get(column) ?? new Map<string, string>();
  table.set(column, cells.set(row, cell));
};
const failureIn = ({ code, retryable, retryAfter }: GeneratorError) =>
  `${code}${retryable ? `, retried${retryAfter === null ? '' : ` after ${retryAfter} s`}` : ''}`;

describe.each(matrix)('$name', (row: MatrixRow) => {
  let fake: FakeProvider;
  const generate = (request: GeneratorRequest, some?: Partial<GeneratorContext>) => {
    const [provider] = openExternalProviders(settingsOf(row.env(fake.url)), { timing });
    if (!provider) throw new Error('it is not set up');
    return provider.generator.generate(request, context(some));
  };
  beforeEach(async () => {
    fake = await startRow(row);
  });
  afterEach(() => fake.close());

  const text = (some: Partial<GeneratorRequest> = {}) => asked(row.models.text, { ...row.shape, ...some });
  const expectRefused = async (column: string, request: GeneratorRequest) => {
    const error: unknown = await generate(request).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'GeneratorError', code: 'unsupported', retryable: false });
    expect(fake.seen).toEqual([]);
    note(column, row.name, 'not supported');
  };
  const failing = async (trouble: ProviderTrouble, request = text()) => {
    fake.trouble = trouble;
    const error: unknown = await generate(request).catch((reason: unknown) => reason);
    if (!(error instanceof GeneratorError)) throw new Error(`no failure of a generator: ${String(error)}`, { cause: error });
    expect(error.message).toMatch(/^[^\n<]{10,260}[.…]?$/);
    expect(`${error.message} ${JSON.stringify(error.cause)} ${String(error.cause)}`).not.toContain(key);
    // Requests that cost money are sent once. The queue decides about retries.
    expect(submissions(fake.seen)).toHaveLength(1);
    note(columns[trouble] ?? trouble, row.name, failureIn(error));
    return error;
  };

  test('makes an image of words', async () => {
    const { images, warnings } = await generate(text());
    expect(images).toHaveLength(1);
    expect(images[0]).toMatchObject({ bytes: fake.picture, contentType: 'image/png' });
    expect(warnings).toEqual([]);
    expect([...fieldsOf(submissions(fake.seen)[0] ?? fail()).values()]).toContain('A lantern over the harbour');
    note('text', row.name, summarize(fake.seen));
  });

  test('starts from a picture, or refuses it', async () => {
    const model = row.models.source;
    if (model === undefined) return expectRefused('source', text({ source }));
    expect((await generate(asked(model, { source }))).images).toHaveLength(1);
    const [sent] = submissions(fake.seen);
    const bytes = await Promise.all([...fieldsOf(sent ?? fail()).values()].map(bytesOf));
    expect(bytes.some((one) => one?.equals(source.bytes))).toBe(true);
    note('source', row.name, summarize(fake.seen));
  });

  test('changes what the mask shows, or takes none', async () => {
    const model = row.models.mask;
    if (model === undefined) return expectRefused('mask', asked(row.models.source ?? row.models.text, { source, mask }));
    expect((await generate(asked(model, { source, mask }))).images).toHaveLength(1);
    const fields = [...fieldsOf(submissions(fake.seen)[0] ?? fail()).entries()].filter(([name]) => name.startsWith('mask'));
    const sent = await bytesOf(fields[0]?.[1]);
    const { data, info } = await sharp(sent ?? fail())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 32, height: 24 });
    // White areas may change; for providers with alpha masks they are transparent.
    expect(data.at(-1)).toBe(info.channels === 4 ? 0 : 255);
    note('mask', row.name, summarize(fake.seen));
  });

  test('takes a seed, or refuses it', async () => {
    if (!row.takesSeed) return expectRefused('seed', text({ seed: 7 }));
    const { images } = await generate(text({ seed: 7 }));
    expect(images[0]?.seed).toBe(7);
    expect(fieldsOf(submissions(fake.seen)[0] ?? fail()).get('seed')).toBe(7);
    note('seed', row.name, summarize(fake.seen));
  });

  test('makes four, each with another seed', async () => {
    const { images } = await generate(text({ count: 4, seed: row.takesSeed ? 7 : null }));
    expect(images).toHaveLength(4);
    if (row.takesSeed) expect(images.map(({ seed }) => seed)).toEqual([7, 8, 9, 10]);
    const seeds = submissions(fake.seen).map((one) => fieldsOf(one).get('seed'));
    if (row.takesSeed) expect(new Set(seeds).size).toBe(seeds.length);
    note('four', row.name, summarize(fake.seen));
  });

  test('takes a negative prompt, or refuses it', async () => {
    const model = row.models.negative;
    if (model === undefined) return expectRefused('negative prompt', text({ negativePrompt: 'people' }));
    await generate(asked(model, { ...row.shape, negativePrompt: 'people' }));
    expect(fieldsOf(submissions(fake.seen)[0] ?? fail()).get('negative_prompt')).toBe('people');
    note('negative prompt', row.name, summarize(fake.seen));
  });

  test('is handed nothing that its models do not take', async () => {
    const tooMuch: Partial<GeneratorRequest>[] = [
      { count: 5 },
      { prompt: 'x'.repeat(100_000) },
      { prompt: ' ' },
      { size: { width: 333, height: 777 } },
      { aspectRatio: '99:1' },
      { style: 'oil' },
      { background: 'transparent' },
      { mask },
    ];
    for (const some of tooMuch) await expect(generate(text(some))).rejects.toMatchObject({ code: 'unsupported' });
    await expect(generate(asked('of-another-provider'))).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(fake.seen).toEqual([]);
  });

  const columns: Partial<Record<ProviderTrouble, string>> = {
    refuses: 'refusal',
    busy: '429',
    unpaid: 'no credit',
    denied: 'key refused',
    faulty: '503',
  };
  const ends: [ProviderTrouble, Partial<GeneratorError>][] = [
    ['refuses', { code: 'content_policy', retryable: false }],
    ['busy', { code: 'rate_limited', retryable: true, retryAfter: row.name === 'sd-server' ? null : 7 }],
    ['unpaid', { code: 'provider_quota', retryable: false }],
    ['denied', { code: 'not_configured', retryable: false }],
    ['faulty', { code: 'provider_error', retryable: true, retryAfter: 3 }],
    ['cut', { code: 'provider_error', retryable: true }],
    ['malformed', { code: 'provider_error', retryable: false }],
    ['html', { code: 'provider_error', retryable: false }],
    ['endless', { code: 'provider_error', retryable: false }],
    ['redirects', { code: 'provider_error', retryable: false }],
    ['empty', { code: 'empty_result', retryable: false }],
    ['no-picture', { code: 'provider_error', retryable: false }],
    ['links-inside', { code: 'provider_error', retryable: false }],
  ];
  /** An answer without an end takes a second of a processor: in the core, of one provider of each kind. */
  const isTried = (trouble: ProviderTrouble) =>
    !row.without.includes(trouble) &&
    (isFullTier || trouble !== 'endless' || row === matrix.find(({ hasJobs }) => hasJobs === row.hasJobs));
  test.each(ends.filter(([trouble]) => isTried(trouble)))('%s', async (trouble, end) => {
    expect(await failing(trouble)).toMatchObject(end);
    if (trouble === 'endless') expect(fake.sent).toBeLessThan(row.hasJobs ? 12_000_000 : 100_000_000);
    if (trouble === 'redirects') expect(fake.seen).toHaveLength(1);
  });

  test('is canceled on abort', async () => {
    fake.trouble = 'slow';
    const control = new AbortController();
    const taken: string[] = [];
    const going = generate(text(), { signal: control.signal, onSubmitted: async (reference) => void taken.push(reference) });
    const settled = going.catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(fake.seen.length).toBeGreaterThan(row.hasJobs ? 3 : 0));
    const reason = new Error('canceled');
    control.abort(reason);
    expect(await settled).toBe(reason);
    if (!row.hasJobs) await vi.waitFor(() => expect(fake.seen[0]?.givenUp).toBe(true));
    expect(taken).toEqual(row.hasJobs ? [expect.stringContaining('"id":"job-1"')] : []);
    const { cancel } = row;
    if (cancel) expect(fake.seen.map(requestLine)).toEqual(expect.arrayContaining([expect.stringMatching(cancel)]));
    const last = fake.seen.at(-1);
    note(
      'canceled',
      row.name,
      cancel && last ? `\`${requestLine(last)}\`` : row.hasJobs ? 'polling stops; the API has no cancellation' : 'the request is aborted',
    );
  });

  if (row.hasJobs)
    test('is left to go on when the server stops', async () => {
      fake.trouble = 'slow';
      const control = new AbortController();
      const taken: string[] = [];
      const going = generate(text(), { signal: control.signal, onSubmitted: async (reference) => void taken.push(reference) });
      const settled = going.catch((reason: unknown) => reason);
      await vi.waitFor(() => expect(fake.seen.length).toBeGreaterThan(3));
      control.abort(new Suspended('The server is stopping.'));
      expect(await settled).toBeInstanceOf(Suspended);
      fake.trouble = null;
      expect((await generate(text(), { submittedReference: taken.at(-1) })).images).toHaveLength(1);
      expect(submissions(fake.seen)).toHaveLength(1);
      expect(fake.seen.map(requestLine).filter((line) => line.endsWith('/cancel'))).toEqual([]);
      note('after a stop', row.name, 'polls the same job, not sent again');
    });

  if (row.hasJobs)
    test('polls jobs that were submitted before a crash of the server', async () => {
      // The first call never ends, like a crashed server's: it hangs after saving the reference.
      const named = new Promise<string>((resolve) => {
        const onTaken = async (reference: string) => {
          if (reference.includes('null')) return;
          resolve(reference);
          await new Promise(() => undefined);
        };
        void generate(text({ count: 2 }), { onSubmitted: onTaken });
      });
      const taken = await named;
      const before = submissions(fake.seen).length;
      const { images } = await generate(text({ count: 2 }), { submittedReference: taken });
      expect(images).toHaveLength(2);
      expect(submissions(fake.seen)).toHaveLength(before);
      note('after a kill', row.name, 'polls the same job, not sent again');
    });
});

function fail(): never {
  throw new Error('it is missing');
}

async function bytesOf(value: unknown): Promise<Buffer | null> {
  if (value instanceof Blob) return Buffer.from(await value.arrayBuffer());
  return typeof value === 'string' && value.length > 40 ? Buffer.from(value.replace(/^data:[^,]*,/, ''), 'base64') : null;
}

afterAll(() => {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rows = [...table].map(([column, cells]) => line([column, ...matrix.map(({ name }) => cells.get(name) ?? '–')]));
  const seen = [line(['', ...matrix.map(({ name }) => name)]), line(Array(matrix.length + 1).fill('---')), ...rows];
  const plain = (text: string) => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');
  const told = plain(readFileSync('docs/generation-providers.md', 'utf8')).split('\n');
  // Only a whole run of the full tier sees the whole table.
  if (!isFullTier || table.size < 22 || seen.every((row) => told.includes(plain(row)))) return;
  throw new Error(`docs/generation-providers.md is outdated:\n${seen.join('\n')}`);
});
