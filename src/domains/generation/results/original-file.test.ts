import { expect, it } from 'vitest';
import { buildGeneratedImage } from '#tests/support/factories/api.ts';
import { fileNameOf } from './original-file.ts';

it('a file is named by what was asked for and its day', () => {
  const created = new Date(2026, 10, 9, 23, 30).toISOString();
  const image = buildGeneratedImage({ id: '0199aa00-0000-7000-8000-0000000000d1', created_at: created, prompt: '', style: null });
  expect(fileNameOf({ ...image, prompt: 'Two balloons and a cake on a hill' })).toBe('two-balloons-and-a-cake-on-2026-11-09-00d1');
  expect(fileNameOf({ ...image, style: 'neon' })).toBe('neon-2026-11-09-00d1');
  expect(fileNameOf({ ...image, model_name: 'Cut-out' })).toBe('cut-out-2026-11-09-00d1');
});
