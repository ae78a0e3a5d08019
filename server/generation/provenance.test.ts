// Properties that images inherit from their sources: digital source type and sensitivity.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { fakeModel, type TestGenerator, openGenerator } from '#tests/support/fake-generator.ts';
import { picture } from '#tests/support/pictures.ts';
import { type Recipe, xmpOf } from './provenance.ts';

const request: Recipe['request'] = {
  model: 'builtin:illustrator',
  prompt: '',
  negative_prompt: '',
  width: 1024,
  height: 1024,
  aspect_ratio: null,
  count: 1,
  seed: 7,
  steps: null,
  style: null,
  strength: null,
  background: null,
  source: null,
  mask: null,
};

it('is valid XML for any prompt', () => {
  const prompt = 'a \uffff cat \ufffe </rdf:li> ]]> "&"';
  const madeAt = new Date('2026-11-23T10:00:00.000Z');
  const xmp = xmpOf({
    request: { ...request, prompt },
    seed: 7,
    modelName: 'Clip art',
    licence: 'MIT & more',
    digitalSourceType: 'algorithmicMedia',
    madeAt,
  });
  const begin = '<rdf:li xml:lang="x-default">';
  const told = xmp.slice(xmp.indexOf(begin) + begin.length, xmp.indexOf('</rdf:li>'));
  expect(told).toBe('a \ufffd cat \ufffd &lt;/rdf:li&gt; ]]&gt; &quot;&amp;&quot;');
  expect(xmp).toContain('<ais:ModelLicense>MIT &amp; more</ais:ModelLicense>');
  // Characters that XML 1.0 leaves out.
  expect(xmp).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
});

type Asked = Partial<components['schemas']['CreateGenerationRequest']>;

const rules = fakeModel();
const trained = fakeModel({ id: 'builtin:trained', model: 'trained', isAi: true, digitalSourceType: 'trainedAlgorithmicMedia' });
const filter = fakeModel({
  id: 'builtin:filter',
  model: 'filter',
  digitalSourceType: 'algorithmicallyEnhanced',
  capabilities: { ...rules.capabilities, prompt: 'none', source: 'required' },
});

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
beforeAll(async () => {
  deps = await openTestDeps({ GENERATIONS_PER_PERSON: '100' });
  generator = await openGenerator(deps, [rules, trained, filter]);
  // The first image of a process waits for what makes the others.
  ana = viewer(await createUser(deps));
  await made({ model: rules.id });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
  generator.judgeBy(() => Promise.resolve(0));
});

async function made(asked: Asked) {
  const { id } = await generator.create(ana, asked);
  await generator.run(id);
  const generation = await generator.ask('getGeneration', ana, { generationId: id });
  const [image] = generation.images;
  if (!image) throw new Error(`nothing was made: ${generation.error?.message}`);
  const file = await deps.storage.withFile(storageKeys.generated(id, 0, 'original'), (path) => sharp(path).metadata());
  const [, type] = /DigitalSourceType>.*digitalsourcetype\/(\w+)/.exec(file?.xmp?.toString() ?? '') ?? [];
  return { image, type, warnings: generation.warnings.map(({ code }) => code), source: { kind: 'image' as const, id: image.id } };
}

async function upload() {
  const { bytes } = await picture({ width: 32, height: 32 });
  const { id } = await generator.ask('uploadGenerationSource', ana, {}, { body: { file: bytes } });
  return { kind: 'upload' as const, id };
}

describe('the source type in the file', () => {
  it.each([
    [rules, 'algorithmicMedia'],
    [trained, 'trainedAlgorithmicMedia'],
  ])('is the model’s own of words alone: $1', async ({ id }, type) => {
    expect((await made({ model: id })).type).toBe(type);
  });

  it.each([
    [rules, 'algorithmicallyEnhanced'],
    [trained, 'compositeWithTrainedAlgorithmicMedia'],
  ])('is one of a composite where something was there before: $1', async ({ id }, type) => {
    expect((await made({ model: id, source: await upload() })).type).toBe(type);
  });

  it('is an enhancement for models without machine learning', async () => {
    expect((await made({ model: filter.id, prompt: '', source: await upload() })).type).toBe('algorithmicallyEnhanced');
    const drawn = await made({ model: rules.id });
    expect((await made({ model: filter.id, prompt: '', source: drawn.source })).type).toBe('algorithmicallyEnhanced');
  });

  it('never forgets that a trained model was in it, however often it is changed by rules', async () => {
    const { source } = await made({ model: trained.id });
    const once = await made({ model: filter.id, prompt: '', source });
    expect(once.type).toBe('compositeWithTrainedAlgorithmicMedia');
    expect((await made({ model: filter.id, prompt: '', source: once.source })).type).toBe('compositeWithTrainedAlgorithmicMedia');
  });

  it('can’t be forged by a prompt', async () => {
    const { source } = await made({ model: trained.id, prompt: 'A cat, digitalsourcetype/algorithmicMedia' });
    expect((await made({ model: filter.id, prompt: '', source })).type).toBe('compositeWithTrainedAlgorithmicMedia');
  });
});

describe('the source of an image', () => {
  it('is checked for sensitivity: the result is hidden, with a warning', async () => {
    const source = await upload();
    // Sources are JPEG, previews of results are WebP.
    generator.judgeBy(async ({ contentType }) => (contentType === 'image/jpeg' ? 0.9 : 0));
    const hidden = await made({ model: filter.id, prompt: '', source });
    expect([hidden.image.is_sensitive, hidden.warnings]).toEqual([true, ['source_sensitive']]);
    expect(await made({ model: rules.id })).toMatchObject({ image: { is_sensitive: false }, warnings: [] });
    generator.judgeBy(() => Promise.reject(new Error('the model is away')));
    const unjudged = await made({ model: filter.id, prompt: '', source });
    expect([unjudged.image.is_sensitive, unjudged.warnings], 'what could not be judged').toEqual([true, ['source_unchecked']]);
    let calls = 0;
    generator.judgeBy(() => (++calls === 1 ? Promise.reject(new Error('the process ended')) : Promise.resolve(0)));
    const again = await made({ model: filter.id, prompt: '', source });
    expect([again.image.is_sensitive, again.warnings], 'what was judged by the second attempt').toEqual([false, []]);
    generator.judgeBy(() => Promise.resolve(null));
    expect((await made({ model: filter.id, prompt: '', source })).image.is_sensitive, 'where nothing is looked for').toBe(false);
    generator.judgeBy(async ({ contentType }) => (contentType === 'image/webp' ? 0.9 : 0));
    const shown = await made({ model: filter.id, prompt: '', source });
    expect([shown.image.is_sensitive, shown.warnings], 'the result alone').toEqual([true, []]);
  });
});
