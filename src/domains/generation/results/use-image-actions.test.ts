import { expect, it } from 'vitest';
import { buildModel } from '#tests/support/factories/api.ts';
import { editsOf } from './use-image-actions.ts';

it('an image can be edited by every model that takes it for a task, and by no other', () => {
  const tasks = ['erase', 'extend', 'cut-out', 'text-to-image'] as const;
  const models = tasks.map((task) => buildModel({ id: task, task }));
  expect(editsOf(models).map(({ model, label }) => [model, label])).toEqual([
    ['erase', 'Erase a part'],
    ['extend', 'Extend'],
    ['cut-out', 'Cut out'],
  ]);
  expect(editsOf([buildModel()])).toEqual([]);
});
