import { publish } from '#src/outbox/messages.ts';
// Photos wait here for accounts that are not logged in. One that was deleted meanwhile is heard of by no renewal: its cookies went with it, or with
// a logout before. So the server is asked, and what it says is deleted is noted: whoever holds this phone can export those photos then. Nothing is
// ever thrown away for it.
import { countsOfOtherAccounts } from '#src/outbox/queue-management.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';
import { deletedAccounts, addDeletedAccount } from '#src/transport/session-db.ts';
import { forceRefresh } from './actions.ts';
import { session } from './store.ts';

/** As many as the contract takes. */
const BATCH_SIZE = 20;
const RETRY_MS = 60_000;

/** Whose session goes on: of them the renewals tell. */
const activeAccount = (): string | null => {
  const now = session.read();
  return now && !now.expired ? now.user.id : null;
};

async function checkDeletedAccounts(): Promise<void> {
  const ids = new Set((await countsOfOtherAccounts(activeAccount())).map(({ account }) => account));
  const expired = session.read()?.expired ? session.read()?.user.id : undefined;
  if (expired !== undefined && !(await deletedAccounts()).includes(expired)) ids.add(expired);
  const all = [...ids];
  for (let from = 0; from < all.length; from += BATCH_SIZE) {
    const body = { ids: all.slice(from, from + BATCH_SIZE) };
    const { deleted_ids: gone } = unwrap(await api.POST('/api/v1/auth/deleted-accounts', { body }));
    for (const account of gone) await addDeletedAccount(account);
    if (gone.length > 0) publish({ type: 'changed', photoIds: [] });
    // Refused, as before; but for a deleted account nobody goes on shooting.
    if (expired !== undefined && gone.includes(expired)) await forceRefresh();
  }
}

/** Asks now, and whenever the server comes back, the page is looked at, or a session begins or ends. For as long as the page lives. */
export function watchDeletedAccounts(): void {
  let asking = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async () => {
    again = asking;
    // What is out of reach is asked when it comes back.
    if (asking || isReachable() === false) return;
    asking = true;
    clearTimeout(timer);
    try {
      await checkDeletedAccounts();
    } catch (error) {
      console.warn('Whether accounts were deleted could not be asked', error);
      timer = setTimeout(() => void look(), RETRY_MS);
    }
    asking = false;
    if (again) void look();
  };

  let before = activeAccount();
  session.subscribe(() => {
    const now = activeAccount();
    if (now !== before) void look();
    before = now;
  });
  subscribeReachability((reachable) => reachable && void look());
  document.addEventListener('visibilitychange', () => document.hidden || void look());
  void look();
}
