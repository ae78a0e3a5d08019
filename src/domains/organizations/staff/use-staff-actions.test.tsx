import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#src/session/store.ts';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';
import type { Member } from './queries.ts';
import { useConfirmedStaffActions, type ConfirmedStaffActions } from './use-staff-actions.ts';

const member = (id: string, first_name: string) => ({ id, first_name, last_name: 'Reed', email: `${id}@x.test`, overrides: {} }) as Member;
const [ana, ben] = [member('m1', 'Ana'), member('m2', 'Ben')];

let sent: string[];
let client: QueryClient;
beforeEach(async () => {
  sent = [];
  await session.signIn(buildUser({ role: 'organization', organizations: [buildOrganization()] }));
  client = new QueryClient();
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method !== 'GET') sent.push(`${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`);
    return json(200, {});
  });
});
afterEach(async () => {
  cleanup();
  await session.clear();
  client.clear();
  vi.unstubAllGlobals();
});

function open(act: (actions: ConfirmedStaffActions) => void) {
  function Screen() {
    const { actions, question } = useConfirmedStaffActions('o1', null);
    return (
      <>
        <button type="button" onClick={() => act(actions)}>
          Act
        </button>
        {question}
      </>
    );
  }
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  press('Act');
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

it.each<[string, string, (actions: ConfirmedStaffActions, done: () => void) => void, string[]]>([
  ['Suspend Ana Reed?', 'Suspend', ({ setMemberStatus }) => setMemberStatus({ member: ana, status: 'suspended' }), ['PUT m1']],
  ['Remove Ana Reed?', 'Remove', ({ remove }) => remove({ member: ana }), ['DELETE m1']],
  ['Suspend 2 people?', 'Suspend', ({ setStatuses }, done) => setStatuses([ana, ben], 'suspended', done), ['PUT m1', 'PUT m2']],
  ['Remove 2 people?', 'Remove', ({ removeMany }, done) => removeMany([ana, ben], done), ['DELETE m1', 'DELETE m2']],
])('asks “%s” and does nothing before it is answered', async (title, action, act, calls) => {
  const done = vi.fn();
  open((actions) => act(actions, done));
  expect(screen.getByRole('dialog', { name: title }).textContent).toContain('immediately lose access');
  press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
  press('Act');
  expect([sent, done.mock.calls]).toEqual([[], []]);
  press(action);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(sent.toSorted()).toEqual(calls));
  expect(done).toHaveBeenCalledTimes(calls.length - 1);
});

it('asks before suspending or removing, but reactivates immediately', async () => {
  open(({ setMemberStatus }) => setMemberStatus({ member: ana, status: 'active' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(sent).toEqual(['PUT m1']));
});
