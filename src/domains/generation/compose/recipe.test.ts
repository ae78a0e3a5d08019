import { describe, expect, it } from 'vitest';
import { buildGeneration, buildModel } from '#tests/support/factories/api.ts';
import {
  continuesEdges,
  costOf,
  EMPTY_RECIPE,
  fitRecipe,
  formatOf,
  outpaintAspects,
  recipeOf,
  recipeDisabledReason,
  requestOf,
  canVary,
  variationOf,
  type ImageRecipe,
} from './recipe.ts';

const recipe = (changed: Partial<ImageRecipe>): ImageRecipe => ({ ...EMPTY_RECIPE, ...changed });
const source = { kind: 'upload' as const, id: '0199aa00-0000-7000-8000-000000000a01', event_id: null };
const sizes = [
  { width: 1024, height: 1024 },
  { width: 1344, height: 768 },
];
const full = recipe({
  prompt: ' A cat ',
  negativePrompt: 'dog',
  seed: '7',
  strength: 0.4,
  source,
  mask: source.id,
  style: 'oil',
  count: 9,
});

describe('a request', () => {
  it('leaves out fields that the model does not support', () => {
    const model = buildModel({ id: 'm' }, { source: 'required' });
    expect(requestOf(full, model, null)).toEqual({
      model: 'm',
      organization_id: null,
      prompt: '',
      negative_prompt: '',
      width: null,
      height: null,
      aspect_ratio: null,
      count: 1,
      seed: null,
      steps: null,
      style: null,
      strength: null,
      background: null,
      source,
      mask: null,
    });
  });

  it('has only an image that was chosen for its task', () => {
    const restyle = buildModel({ id: 'restyle', task: 'image-to-image' }, { source: 'required' });
    const upscale = buildModel({ id: 'upscale', task: 'upscale' }, { source: 'required' });
    const painter = buildModel({ id: 'painter' }, { source: 'optional', mask: true });
    const restyled = { ...full, sourceTask: 'image-to-image' as const };
    expect(requestOf(restyled, restyle, null).source).toEqual(source);
    expect(requestOf(restyled, upscale, null).source, 'tasks that change an image share it').toEqual(source);
    expect(requestOf(restyled, painter, null)).toMatchObject({ source: null, mask: null });
    const started = { ...full, sourceTask: 'text-to-image' as const };
    expect(requestOf(started, painter, null)).toMatchObject({ source, mask: source.id });
    expect(recipeDisabledReason(fitRecipe(started, restyle), restyle)).toBe('Choose an image first.');
    expect(requestOf(full, painter, null).source, 'of an earlier request').toEqual(source);
  });

  it('has every supported field, with the first choice as default', () => {
    const styles = [
      { id: 'pencil', name: 'Pencil' },
      { id: 'oil', name: 'Oil' },
    ];
    const all = { negative_prompt: true, seed: true, strength: true, mask: true, background: true, max_count: 8, sizes, styles } as const;
    const model = buildModel({}, { ...all, prompt: 'optional', source: 'optional', max_prompt_length: 100 });
    expect(requestOf(full, model, 'o1')).toMatchObject({
      organization_id: 'o1',
      prompt: 'A cat',
      negative_prompt: 'dog',
      width: 1024,
      height: 1024,
      count: 8,
      seed: 7,
      style: 'oil',
      strength: 0.4,
      background: 'transparent',
      mask: source.id,
    });
    expect(requestOf({ ...full, source: null }, model, null)).toMatchObject({ source: null, strength: null, mask: null });
    expect(costOf(full, { ...model, credits: 3 })).toBe(24);
  });

  it('can be edited again', () => {
    const { request } = buildGeneration();
    const model = buildModel({}, { prompt: 'required', seed: true, max_count: 8, max_prompt_length: 1000, sizes });
    expect(requestOf(recipeOf(request), model, null)).toEqual({ ...request, organization_id: null });
  });

  it('is varied with new seeds, or from the image at low strength, and names its parent', () => {
    const { request } = buildGeneration();
    const image = { id: 'image' };
    const derived_from = { image_id: 'image', action: 'variation' };
    const drawer = buildModel({ is_ai: false }, { prompt: 'required', seed: true, max_count: 8 });
    const varied = variationOf(image, { ...request, count: 2, seed: 7 }, drawer, 'org');
    expect(varied).toEqual({ ...request, organization_id: 'org', count: 1, seed: null, derived_from });
    const trained = buildModel({ is_ai: true }, { seed: true, max_count: 2, source: 'optional', strength: true });
    expect(variationOf(image, { ...request, mask: 'expired' }, trained, null)).toMatchObject({
      count: 1,
      source: { kind: 'image', id: 'image' },
      mask: null,
      strength: 0.35,
      derived_from,
    });
    expect(canVary(buildModel({ is_ai: true }, { seed: false, max_count: 4 }))).toBe(true);
    expect(canVary(buildModel({ is_ai: false }, { seed: false, max_count: 4 }))).toBe(false);
    expect(canVary(buildModel({ is_ai: true, task: 'upscale' }, { max_count: 1 }))).toBe(false);
  });

  it('extends its image instead of a size, where the model can', () => {
    const model = buildModel({}, { source: 'optional', mask: true, strength: true, sizes });
    const wanted = recipe({
      prompt: 'x',
      source: { kind: 'image', id: 'i', event_id: null },
      outpaint: { aspect: '1:1', anchor: 'start' },
    });
    expect(requestOf(wanted, model, null)).toMatchObject({ width: null, height: null, strength: null, outpaint: wanted.outpaint });
    expect(requestOf({ ...wanted, mask: 'm' }, model, null)).toMatchObject({ width: sizes[0]!.width, mask: 'm' });
    expect(requestOf({ ...wanted, mask: 'm' }, model, null).outpaint).toBeUndefined();
    expect(requestOf({ ...wanted, source: null }, model, null).outpaint).toBeUndefined();
    expect(outpaintAspects(buildModel({}, { source: 'optional', mask: false, sizes }))).toEqual([]);
    expect(outpaintAspects(buildModel({}, { source: 'optional', mask: true, aspect_ratios: ['1:1', '21:9'] }))).toEqual(['1:1', '21:9']);
    expect(outpaintAspects(buildModel({}, { source: 'required', mask: true })).length).toBeGreaterThan(5);
  });

  it('of a model that erases or extends needs a mask or a format, and nothing of the other', () => {
    const eraser = buildModel({ task: 'erase' }, { source: 'required', mask: true, mask_required: true, outpaint: 'none' });
    const extender = buildModel({ task: 'extend' }, { source: 'required', outpaint: 'required' });
    const both = recipe({ source, mask: 'm', outpaint: { aspect: '1:1', anchor: 'start' } });
    expect(requestOf(both, eraser, null)).toMatchObject({ mask: 'm' });
    expect(requestOf(both, eraser, null).outpaint).toBeUndefined();
    expect(requestOf(both, extender, null)).toMatchObject({ mask: null, outpaint: both.outpaint });
    expect(recipeDisabledReason(recipe({ source }), eraser)).toBe('Mark an area first.');
    expect(recipeDisabledReason(recipe({ source }), extender)).toBe('Choose a format first.');
    expect([eraser, extender].map((model) => recipeDisabledReason(both, model))).toEqual([null, null]);
  });

  it('says which borders are continued, and which become a frame', () => {
    expect(continuesEdges({ aspect: '16:9', anchor: 'center' }, 4 / 3)).toBe(true);
    expect(continuesEdges({ aspect: '16:9', anchor: 'end' }, 4 / 3)).toBe(false);
    expect(continuesEdges({ aspect: '9:16', anchor: 'center' }, 4 / 3)).toBe(false);
    expect(continuesEdges({ aspect: '1:1', anchor: 'start' }, 6 / 7)).toBe(true);
  });

  it('has the chosen number of steps where the model takes one', () => {
    const takes = { prompt: 'required', max_prompt_length: 100 } as const;
    const stepped = buildModel({}, { ...takes, steps: { min: 1, max: 4, default: 2 } });
    expect(requestOf(recipe({ prompt: 'x', steps: '' }), stepped, null).steps).toBeNull();
    expect(requestOf(recipe({ prompt: 'x', steps: ' 3 ' }), stepped, null).steps).toBe(3);
    expect(requestOf(recipe({ prompt: 'x', steps: '3' }), buildModel({}, takes), null).steps).toBeNull();
    const { request } = buildGeneration();
    expect(recipeOf({ ...request, steps: 4 }).steps).toBe('4');
    expect(variationOf({ id: 'i' }, { ...request, steps: 4 }, stepped, null).steps).toBe(4);
  });

  it('is for one image unless the person asks for more', () => {
    const model = buildModel({ credits: 3 }, { prompt: 'required', max_count: 8 });
    expect(requestOf(EMPTY_RECIPE, model, null).count).toBe(1);
    expect(costOf(EMPTY_RECIPE, model)).toBe(3);
  });

  it('preserves choices for another model', () => {
    const ratios = buildModel({}, { aspect_ratios: ['1:1', '16:9'] });
    const chosen = recipe({ size: '1344x768', aspectRatio: '16:9' });
    expect(fitRecipe(chosen, ratios)).toMatchObject({ size: '', aspectRatio: '16:9' });
    expect(fitRecipe(chosen, buildModel({}, { sizes }))).toMatchObject({ size: '1344x768', aspectRatio: '' });
  });
});

it('takes the size of the nearest format, where the model has others', () => {
  const model = buildModel({}, { sizes: [...sizes, { width: 1120, height: 896 }, { width: 896, height: 1120 }] });
  expect(fitRecipe(recipe({ size: '1152x896' }), model).size).toBe('1120x896');
  expect(fitRecipe(recipe({ size: '896x1152' }), model).size).toBe('896x1120');
  expect(fitRecipe(recipe({ size: '' }), model).size).toBe('1024x1024');
});

it.each([
  [1152, 896, '5:4'],
  [896, 1152, '4:5'],
  [1344, 768, '16:9'],
  [1248, 832, '3:2'],
  [1536, 1024, '3:2'],
  [2000, 100, null],
])('the format of %d × %d has a common name', (width, height, name) => expect(formatOf(width / height)).toBe(name));

describe('why it cannot be sent', () => {
  const model = buildModel({}, { prompt: 'required', seed: true, max_prompt_length: 10 });
  const stepped = buildModel({}, { prompt: 'required', steps: { min: 2, max: 4, default: 2 }, max_prompt_length: 10 });
  it.each([
    ['Describe what the image should show.', recipe({ prompt: '  ' }), model],
    ['Clip art accepts up to 10 characters. Shorten the description.', recipe({ prompt: 'x'.repeat(11) }), model],
    ['Enter a whole number from 0 to 4,294,967,295.', recipe({ prompt: 'x', seed: '-1' }), model],
    ['Enter a whole number from 0 to 4,294,967,295.', recipe({ prompt: 'x', seed: '4294967296' }), model],
    ['Enter a number of steps from 2 to 4.', recipe({ prompt: 'x', steps: '1' }), stepped],
    ['Enter a number of steps from 2 to 4.', recipe({ prompt: 'x', steps: '2.5' }), stepped],
    [null, recipe({ prompt: 'x', steps: '4' }), stepped],
    ['Choose an image first.', recipe({}), buildModel({}, { source: 'required' })],
    [null, recipe({ prompt: 'x', seed: '4294967295' }), model],
    [null, recipe({ prompt: 'x'.repeat(99) }), buildModel({}, { source: 'optional' })],
  ])('%s', (words, given, asked) => expect(recipeDisabledReason(given, asked)).toBe(words));
});
