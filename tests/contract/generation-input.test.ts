// Input that cannot be turned into an image: each case has its own code and message, and costs nothing. Also covers credits that are spent between
// the form and the request, and the metadata of a generated file. generation-providers.full.test.ts covers the providers’ answers.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { registerPerson, type Person } from '#tests/support/api.ts';
import { requestImages, formWithFile, waitForGeneration, ledgerOf, uploadSource } from '#tests/support/generations.ts';
import { blackPng, picture } from '#tests/support/pictures.ts';
import { codeOf, row, told } from './ask.ts';
import { base } from './fixture.ts';
import { judge, type ProblemBody } from './judge.ts';
import { sql } from './sql.ts';

type Schemas = components['schemas'];
type Asked = Partial<Schemas['CreateGenerationRequest']>;

let person: Person;
beforeEach(async () => {
  person = await registerPerson(base);
});

const drawing = { model: 'builtin:illustrator', prompt: 'A cat on the moon' };

async function create(json: unknown) {
  const asked = { headers: { 'idempotency-key': randomUUID() }, json };
  const answer = await person.call('POST', '/api/v1/generations', asked);
  judge(row('createGeneration'), answer, JSON.stringify(json).slice(0, 100));
  return answer;
}

const fieldsOf = (answer: { body: unknown }) => ((answer.body as ProblemBody).errors ?? []).map(({ field }) => field);

/** Nothing is stored, and no credits are reserved. */
async function expectNothing(): Promise<void> {
  expect((await person.call<Schemas['GenerationPage']>('GET', '/api/v1/generations')).body.items).toEqual([]);
  expect((await person.call<Schemas['Credits']>('GET', '/api/v1/credits')).body).toMatchObject({ used: 0, reserved: 0 });
}

describe('a request that no model takes', () => {
  const outOfRange: [string, Asked | object, string][] = [
    ['a seed below zero', { seed: -1 }, 'body.seed'],
    ['a seed beyond the last', { seed: 2 ** 32 }, 'body.seed'],
    ['a seed with a fraction', { seed: 1.5 }, 'body.seed'],
    ['a size that is none of the model’s', { width: 1000, height: 1000 }, 'body.width'],
    ['half a size', { width: 1024 }, 'body.width'],
    ['a size of nothing', { width: 0, height: 0 }, 'body.width'],
    ['a size beyond all', { width: 100_000, height: 100_000 }, 'body.width'],
    ['a ratio where sizes are taken', { aspect_ratio: '16:9' }, 'body.aspect_ratio'],
    ['no image', { count: 0 }, 'body.count'],
    ['nine images', { count: 9 }, 'body.count'],
    ['a prompt of spaces', { prompt: ' \n\t ' }, 'body.prompt'],
    ['a prompt beyond the model’s', { prompt: 'x'.repeat(1001) }, 'body.prompt'],
    ['a prompt with half a sign', { prompt: 'a \ud83d cat' }, 'body.prompt'],
    ['a prompt of which nothing can be drawn', { prompt: 'A retriever on the beach' }, 'body.prompt'],
    ['a prompt of no words', { prompt: '…' }, 'body.prompt'],
    ['a style of another model', { style: 'oil' }, 'body.style'],
    ['a mask without a source', { mask: randomUUID() }, 'body.mask'],
    ['a strength beyond one', { strength: 1.1 }, 'body.strength'],
    ['a background that is no color', { background: 'red; x' }, 'body.background'],
  ];
  test.each(outOfRange)('%s', async (_what, asked, field) => {
    const answer = await create({ ...drawing, ...asked });
    expect(told(answer)).toEqual([422, 'invalid_request']);
    expect(fieldsOf(answer)).toContain(field);
    await expectNothing();
  });

  test('a prompt is checked before anything is reserved, in the words of the refusal', async () => {
    const check = async (prompt: string) => {
      const path = `/api/v1/generation-models/${encodeURIComponent(drawing.model)}/check-prompt`;
      const answer = await person.call<Schemas['PromptCheck']>('POST', path, { json: { prompt } });
      judge(row('checkPrompt'), answer, prompt);
      return answer.body;
    };
    expect(await check('A golden retriever playing guitar')).toEqual({
      supported: true,
      message: 'Clip art can’t draw: retriever. It will draw: guitar.',
      drawn: ['guitar'],
      missing: ['retriever'],
      unknown: [
        { start: 9, end: 18, word: 'retriever', is_subject: true, suggestion: 'dog' },
        { start: 19, end: 26, word: 'playing', is_subject: false, suggestion: null },
      ],
    });
    const prompt = 'A retriever on the beach';
    const { supported, message } = await check(prompt);
    expect(supported).toBe(false);
    expect((await create({ ...drawing, prompt })).body).toMatchObject({ detail: message });
    await expectNothing();
  });

  test('a prompt of 100,000 characters', async () => {
    const answer = await create({ ...drawing, prompt: 'A cat. '.repeat(100_000 / 7) });
    expect([413, 422]).toContain(answer.status);
    expect((answer.body as ProblemBody).detail).toMatch(/^[A-Z][^\n]{10,300}$/);
    await expectNothing();
  });

  test('every control character, in the prompt and in the negative prompt', async () => {
    const controls = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 0x20 || code >= 0x7f);
    const taken: number[] = [];
    for (const code of controls) {
      for (const field of ['prompt', 'negative_prompt'] as const) {
        const answer = await create({ ...drawing, [field]: `a${String.fromCharCode(code)}cat` });
        if (answer.status === 202) taken.push(code);
        else expect([...told(answer), ...fieldsOf(answer)], `U+${code.toString(16)}`).toEqual([422, 'invalid_request', `body.${field}`]);
      }
    }
    // Tabs and line breaks are what people paste.
    expect([...new Set(taken)]).toEqual([0x09, 0x0a, 0x0d]);
  });
});

test('text by another account is neither used nor stored', async () => {
  const other = await registerPerson(base);
  const [key, account] = [randomUUID(), other.id];
  const asked = { headers: { 'idempotency-key': key, 'x-account': account }, json: drawing };
  expect(told(await person.call('POST', '/api/v1/generations', asked))).toEqual([409, 'account_mismatch']);
  await expectNothing();
  expect(codeOf(await other.call('GET', `/api/v1/generations/${key}`))).toBe('not_found');
});

describe('a picture that nothing can be made of', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>fetch("http://127.0.0.1/")</script></svg>';
  const apng = () => {
    const still = blackPng(8, 8);
    const control = Buffer.concat([Buffer.from('00000008', 'hex'), Buffer.from('acTL'), Buffer.alloc(12)]);
    return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
  };
  const moving = (format: 'webp' | 'gif') => {
    const frames = Buffer.concat([Buffer.alloc(32 * 32 * 3, 0), Buffer.alloc(32 * 32 * 3, 255)]);
    const image = sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } });
    return (format === 'webp' ? image.webp({ delay: [100, 100] }) : image.gif({ delay: [100, 100] })).toBuffer();
  };
  /** Of 300 megapixels by its header; nothing follows. */
  const header = () => blackPng(20_000, 15_000).subarray(0, 60);
  const none = [415, 'unsupported_media_type'];
  const damaged = [422, 'picture_unreadable'];
  const pictures: [string, () => Promise<Buffer> | Buffer, unknown[]][] = [
    ['nothing', () => Buffer.alloc(0), damaged],
    ['a drawing with a script', () => Buffer.from(svg), none],
    ['a page', () => Buffer.from('<!doctype html><title>x</title>'), none],
    ['a moving GIF', () => moving('gif'), none],
    ['a moving WebP', () => moving('webp'), damaged],
    ['a moving PNG', apng, damaged],
    ['a JPEG that was cut', async () => (await picture()).bytes.subarray(0, 5000), damaged],
    ['a header of 300 megapixels', header, damaged],
    ['300 megapixels', () => blackPng(20_000, 15_000), damaged],
  ];
  test.each(pictures)('%s', async (_what, bytes, refusal) => {
    const form = await formWithFile(new Uint8Array(await bytes()));
    const answer = await person.call('POST', '/api/v1/generation-sources', form);
    judge(row('uploadGenerationSource'), answer, 'a bad picture');
    expect(told(answer)).toEqual(refusal);
    expect((answer.body as ProblemBody).detail).toMatch(/^[A-Z][^\n]{10,200}\.$/);
    const [kept] = await sql<{ count: number }>('select count(*)::int from generation_uploads where user_id = $1', [person.id]);
    expect(kept).toEqual({ count: 0 });
  });

  test('another user’s, one that was never uploaded, and one that has expired', async () => {
    const other = await registerPerson(base);
    const source = await uploadSource(person, (await picture()).bytes);
    const json = { model: 'builtin:restyle', style: 'oil' };
    const asked = { headers: { 'idempotency-key': randomUUID() }, json: { ...json, source } };
    expect(told(await other.call('POST', '/api/v1/generations', asked))).toEqual([409, 'source_unavailable']);
    expect(told(await create({ ...json, source: { kind: 'upload', id: randomUUID() } }))).toEqual([409, 'source_unavailable']);
    await sql('update generation_uploads set expires_at = now() where id = $1', [source.id]);
    expect(told(await create({ ...json, source }))).toEqual([409, 'source_unavailable']);
    await expectNothing();
  });
});

test('credits spent between the form and the request: the started generation finishes, the answer to the next names the renewal date', async () => {
  const { id } = await requestImages(person, drawing);
  await sql(
    `insert into credit_entries (user_id, generation_id, kind, amount, month)
     select $1, gen_random_uuid(), 'reserve', 99999, date_trunc('month', now() at time zone 'utc')::date`,
    [person.id],
  );
  const refused = await create({ ...drawing, count: 2 });
  expect(told(refused)).toEqual([402, 'credits_used_up']);
  expect((refused.body as ProblemBody).detail).toMatch(/They renew on 1 \w+ \d{4}\.$/);
  expect(await waitForGeneration(person, id)).toMatchObject({ status: 'succeeded', credits: 1 });
  expect(await ledgerOf({ sql }, id)).toEqual(['reserve 1', 'settle 1', 'refund 0']);
});

test('the served file contains its provenance and its generation parameters', async () => {
  const asked = { model: 'builtin:illustrator', prompt: 'A cat & a "dog" <at> Zürich', negative_prompt: 'rain', count: 2, seed: 41 };
  const { id } = await requestImages(person, asked);
  const made = await waitForGeneration(person, id);
  const file = await person.fetch(`/api/v1/generated-images/${made.images[1]!.id}/original`);
  const xmp = (await sharp(Buffer.from(await file.arrayBuffer())).metadata()).xmp?.toString() ?? '';
  const text = (name: string) => {
    const [, inner = ''] = new RegExp(`<${name}[^>]*>([^<]*)<`).exec(xmp) ?? [];
    return inner
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&');
  };
  expect(text('Iptc4xmpExt:DigitalSourceType')).toBe('http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia');
  expect(text('xmp:CreatorTool')).toBe(`AI Image Suite, ${made.model_name}`);
  expect(text('rdf:li')).toBe(asked.prompt);
  expect(JSON.parse(text('ais:Recipe'))).toEqual({ ...made.request, count: 1, seed: 42 });
});
