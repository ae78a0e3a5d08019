import { expect, test } from 'vitest';
import { composeLetter } from './letter.ts';

test('a long subject is one line, cut between characters', () => {
  const { subject } = composeLetter({ subject: `Join\n${'𝒜'.repeat(120)}`, paragraphs: [] }, 'Aurora');
  expect(subject).toBe(`Join ${'𝒜'.repeat(97)}`);
});
