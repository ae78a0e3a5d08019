import { expect, it } from 'vitest';
import { buildModel } from '#tests/support/factories/api.ts';
import { missingAbilities, orderModels, tasksOf } from './labels.ts';

const clipArt = buildModel({ id: 'clip', name: 'Clip art' }, { prompt: 'required', vocabulary: true });
const restyle = buildModel({ id: 'restyle', task: 'image-to-image' });
const upscale = buildModel({ id: 'upscale', task: 'upscale' });
const cutOut = buildModel({ id: 'cut', task: 'cut-out' });
const real = buildModel({ id: 'real' }, { prompt: 'required' });
const other = buildModel({ id: 'other' }, { prompt: 'required' });

it('puts restyles and edits of own photos first, and clip art last, whatever the platform’s order', () => {
  expect(orderModels([clipArt, upscale, cutOut, restyle]).map(({ id }) => id)).toEqual(['restyle', 'upscale', 'cut', 'clip']);
  expect(tasksOf(orderModels([clipArt, restyle]))).toEqual([
    { task: 'image-to-image', name: 'Restyle' },
    { task: 'text-to-image', name: 'Clip art' },
  ]);
});

it('names what no model can do, as long as it is so', () => {
  const eraser = buildModel({ id: 'erase', task: 'erase' }, { mask: true });
  expect(missingAbilities([clipArt, restyle, eraser])).toMatch(/from any description/);
  expect(missingAbilities([clipArt, real, eraser])).toMatch(/^Painting parts/);
  expect(missingAbilities([buildModel({ id: 'edit' }, { prompt: 'required', mask: true })])).toBeNull();
});

it('puts models that follow any words before clip art, in the platform’s order', () => {
  const models = orderModels([clipArt, restyle, other, real]);
  expect(models.map(({ id }) => id)).toEqual(['other', 'real', 'restyle', 'clip']);
  expect(tasksOf(models).map(({ name }) => name)).toEqual(['Create', 'Restyle']);
});

it('keeps the free model of a task its default when one that costs money is added, unless the platform’s order begins with that', () => {
  const paid = buildModel({ id: 'paid', costs_money: true }, { prompt: 'required', source: 'optional' });
  const paidRestyle = buildModel({ id: 'paid-restyle', task: 'image-to-image', costs_money: true });
  const idsOf = (...models: Parameters<typeof orderModels>[0]) => orderModels(models).map(({ id }) => id);
  expect(idsOf(clipArt, restyle, upscale, paid)).toEqual(['restyle', 'upscale', 'clip', 'paid']);
  expect(tasksOf(orderModels([clipArt, restyle, paid])).map(({ name }) => name)).toEqual(['Restyle', 'Create']);
  expect(idsOf(clipArt, paid, real, restyle, paidRestyle), 'free models that follow any words are first').toEqual([
    'real',
    'paid',
    'restyle',
    'paid-restyle',
    'clip',
  ]);
  expect(idsOf(paid, clipArt, restyle, paidRestyle), 'moved up by a super administrator').toEqual([
    'paid',
    'restyle',
    'paid-restyle',
    'clip',
  ]);
  expect(idsOf(restyle, paid), 'the only one of its task').toEqual(['paid', 'restyle']);
});
