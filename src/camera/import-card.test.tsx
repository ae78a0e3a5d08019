import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import ImportCard from './import-card.tsx';
import type { ImportProgress } from './import-queue.ts';

const finished: ImportProgress = {
  running: false,
  total: 0,
  done: 0,
  saved: 0,
  failed: 0,
  skipped: 0,
  known: [],
  refused: [],
  left: [],
  stopped: false,
};

function show(facts: Partial<ImportProgress>) {
  const { container } = render(<ImportCard facts={{ ...finished, ...facts }} imports={null} onPick={() => {}} />);
  return (className: string) => container.querySelector(`svg${className}`) !== null;
}

test('a file that is already in the event is no success, and the reason needs no click', () => {
  const hasIcon = show({ total: 1, done: 1, skipped: 1, known: ['one.jpg'] });
  expect(screen.getByRole('status').textContent).toBe('1 file skipped: already in this event');
  expect([hasIcon('.text-success'), hasIcon('.text-info')]).toEqual([false, true]);
  expect(screen.getAllByText(/skipped/), 'the sentence and its announcement, and no repetition').toHaveLength(2);
});

test('saved photos are a success, with the reason of those skipped at the end', () => {
  const hasIcon = show({ total: 3, done: 3, saved: 1, skipped: 2, known: ['one.jpg', 'two.jpg'] });
  expect(screen.getByRole('status').textContent).toMatch(/^1 photo saved on this \w+, 2 skipped: already in this event$/);
  expect([hasIcon('.text-success'), hasIcon('.text-info')]).toEqual([true, false]);
});
