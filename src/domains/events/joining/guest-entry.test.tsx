import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { knownGuests } from '#src/session/guests.ts';
import { session } from '#src/session/store.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { writeSessionValue } from '#src/transport/session-db.ts';
import { json } from '#tests/support/outbox-server.ts';
import GuestEntry from './guest-entry.tsx';
import type { JoinPreview } from './join-state.ts';
import { useJoinAsGuest } from './use-join-event.ts';

afterEach(async () => {
  cleanup();
  queryClient.clear();
  await writeSessionValue('guestKeys', undefined);
  await session.clear();
  vi.unstubAllGlobals();
});

function Door({ identity }: { identity: 'name' | 'none' }) {
  const join = useJoinAsGuest();
  const preview = { join_identity: identity, takes_photos: true } as JoinPreview;
  return <GuestEntry preview={preview} joining={join.isPending} onJoin={(guest) => join.mutate({ code: 'GARDEN08', ...guest })} />;
}

/** A server that creates one guest per idempotency key. */
function serveGuests() {
  const keys: string[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const { key } = (await new Request(input, init).json()) as { key: string };
    keys.push(key);
    const user = { id: `guest-${keys.length}`, email: null, first_name: 'Ida', last_name: '', role: 'user', permissions: {} };
    return json(201, { user: { ...user, organizations: [], memberships: [] }, access_token: 't', event: { id: 'e1' } });
  });
  return keys;
}

it.each(['name', 'none'] as const)('creates one guest on a double click with join identity %s', async (identity) => {
  const keys = serveGuests();
  render(
    <QueryClientProvider client={queryClient}>
      <Door identity={identity} />
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Continue as guest' });
  if (identity === 'name') fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Ida' } });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(async () => expect(await knownGuests()).not.toHaveLength(0));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(new Set(keys).size).toBe(1);
  expect(await knownGuests()).toHaveLength(1);
});
