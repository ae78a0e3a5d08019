import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PlatformUser } from './queries.ts';
import { UserSelectionBar } from './user-list.tsx';

afterEach(cleanup);

const can = { suspend: true, end_sessions: true, verify: true } as PlatformUser['can'];
const person = (id: string, change: Partial<PlatformUser> = {}): PlatformUser =>
  ({ id, email: `${id}@x.test`, role: 'user', organizations_run: 0, state: 'active', is_verified: true, can, ...change }) as PlatformUser;
const people = [
  person('ana'),
  person('ben', { role: 'admin', organizations_run: 2 }),
  person('cem', { organizations_run: 1 }),
  person('dia', { state: 'suspended' }),
];

function open(users: readonly PlatformUser[]) {
  const onAct = vi.fn();
  const onDone = vi.fn();
  render(<UserSelectionBar users={users} onAct={onAct} onDone={onDone} ownId="me" disabledReason={null} />);
  return { onAct, onDone };
}
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!);

it.each([
  ['Suspend', 'suspend', 'Suspend 3 people?', '1 other person you selected will be skipped.'],
  ['Log out everywhere', 'end_sessions', 'Log 4 people out everywhere?', 'You can’t undo this.'],
])('asks before it logs out several users, and counts them: %s', (button, action, title, says) => {
  const { onAct, onDone } = open(people);
  press(button);
  const question = screen.getByRole('dialog', { name: title });
  expect(question.textContent).toContain('Including: 1 platform admin, 2 organization admins.');
  expect(question.textContent).toContain(says);
  press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([onAct.mock.calls, onDone.mock.calls]).toEqual([[], []]);
  press(button);
  press(button);
  expect(onAct.mock.calls).toEqual([[action, people]]);
  expect(onDone).toHaveBeenCalledOnce();
});

it('asks by name before it suspends one user, and reactivates without asking', () => {
  const { onAct } = open(people);
  press('Reactivate');
  expect(onAct.mock.calls).toEqual([['reactivate', people]]);
  cleanup();
  const one = open([people[0]!, people[3]!]);
  press('Suspend');
  expect(one.onAct).not.toHaveBeenCalled();
  press('Suspend');
  expect(one.onAct).toHaveBeenCalledOnce();
});
