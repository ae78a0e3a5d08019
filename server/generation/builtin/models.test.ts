import { expect, it } from 'vitest';
import { upscaleDuration } from '#server/generation/builtin/models.ts';

it.each([
  [1, 'A photo of 12 megapixels takes about 80 seconds on this server.'],
  [2, 'A photo of 12 megapixels takes about 50 seconds on this server.'],
  [4, 'A photo of 12 megapixels takes about 30 seconds on this server.'],
])('upscaling with %i threads takes as long as was measured', (threads, sentence) => expect(upscaleDuration(threads)).toBe(sentence));
