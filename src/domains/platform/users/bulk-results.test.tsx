import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import BulkResults from './bulk-results.tsx';
import type { BulkUserAction, BulkUserResult, PlatformUser } from './queries.ts';

afterEach(cleanup);

const users = ['ana', 'ben'].map((id) => ({ id, first_name: id, last_name: 'Heron', email: `${id}@x.test` }) as PlatformUser);
const done: BulkUserResult = { id: 'ana', outcome: 'done', reason: null };
const skipped = (id: string): BulkUserResult => ({ id, outcome: 'skipped', reason: 'nothing_to_do' });

function open(action: BulkUserAction, results: BulkUserResult[], disabledReason: string | null = null) {
  const onAct = vi.fn();
  const onClose = vi.fn();
  render(<BulkResults change={{ action, users, results }} disabledReason={disabledReason} onAct={onAct} onClose={onClose} />);
  return { onAct, onClose, undo: () => screen.queryByRole('button', { name: 'Undo' }) };
}

it.each([
  ['suspend', 'reactivate'],
  ['reactivate', 'suspend'],
] as const)('undoes %s for the changed users only', (action, reverse) => {
  const { onAct, onClose, undo } = open(action, [done, skipped('ben')]);
  fireEvent.click(undo()!);
  expect(onAct.mock.calls).toEqual([[reverse, [users[0]]]]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('offers no Undo if nothing was changed, or the action has no reverse', () => {
  expect(open('suspend', [skipped('ana'), skipped('ben')]).undo()).toBeNull();
  cleanup();
  expect(open('end_sessions', [done, skipped('ben')]).undo()).toBeNull();
});

it('explains why nothing can be changed now', () => {
  const { onAct, undo } = open('suspend', [done, skipped('ben')], 'This needs a connection.');
  expect(undo()!.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(undo()!);
  expect(onAct).not.toHaveBeenCalled();
});
