import { expect, it } from 'vitest';
import { buildModel } from '#tests/support/factories/api.ts';
import { lookRequest, looksOf } from './looks.ts';

const restyle = buildModel(
  { id: 'builtin:restyle', task: 'image-to-image' },
  {
    source: 'required',
    strength: true,
    styles: [
      { id: 'pencil', name: 'Pencil' },
      { id: 'oil', name: 'Oil' },
    ],
  },
);
const described = buildModel(
  { id: 'openai:image', name: 'Image' },
  { source: 'optional', prompt: 'required', max_prompt_length: 1000, max_count: 4, sizes: [{ width: 1024, height: 1024 }] },
);

it('offers every style, and prompts for models that need them', () => {
  const looks = looksOf([restyle, described]);
  expect(looks.slice(0, 2)).toMatchObject([
    { name: 'Pencil', style: 'pencil', prompt: '' },
    { name: 'Oil', style: 'oil', prompt: '' },
  ]);
  expect(looks.length).toBeGreaterThan(4);
  for (const { model, prompt } of looks.slice(2)) {
    expect(model.id).toBe('openai:image');
    expect(prompt.length).toBeGreaterThan(20);
  }
  expect(new Set(looks.map(({ key }) => key)).size).toBe(looks.length);
});

it('leaves out models without a source image, and those that do not restyle', () => {
  const upscale = buildModel({ id: 'up', task: 'upscale' }, { source: 'required' });
  const cutOut = buildModel({ id: 'cut', task: 'cut-out' }, { source: 'required' });
  expect(looksOf([buildModel(), upscale, cutOut])).toEqual([]);
  expect(looksOf([buildModel({ id: 'one', name: 'One', task: 'image-to-image' }, { source: 'required' })])).toMatchObject([
    { name: 'One' },
  ]);
});

it('requests one image in the chosen style', () => {
  const source = { kind: 'photo' as const, id: 'p', event_id: 'e' };
  const [, oil] = looksOf([restyle]);
  expect(lookRequest(oil!, source, 'org')).toMatchObject({
    model: 'builtin:restyle',
    organization_id: 'org',
    count: 1,
    style: 'oil',
    prompt: '',
    source,
    mask: null,
  });
  expect(lookRequest(looksOf([described])[0]!, source, null)).toMatchObject({ count: 1, style: null, width: 1024, organization_id: null });
});
