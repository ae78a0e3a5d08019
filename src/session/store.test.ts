import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { readSessionValue } from '#src/transport/session-db.ts';
import { buildUser } from '#tests/support/factories/api.ts';
import { session } from './store.ts';

test('who is signed in is noted again when the database of the session is deleted alone: else nothing is delivered until a reload', async () => {
  const user = buildUser({ id: 'ana' });
  await session.signIn(user);
  // The notification of the sign-in arrives in the next task.
  await new Promise((resolve) => setTimeout(resolve));
  const delivers = vi.fn();
  session.subscribe(delivers);
  await new Promise((resolve) => (indexedDB.deleteDatabase('session').onsuccess = resolve));
  await vi.waitFor(async () => {
    expect(delivers).toHaveBeenCalled();
    expect((await readSessionValue('snapshot'))?.user.id).toBe('ana');
  });
});
