// Photos wait here for accounts that are not logged in. One that was deleted meanwhile is heard of by no renewal: its cookies went with it, or with
// a logout before. So the server is asked, and what it says is deleted is noted: whoever holds this phone can export those photos then. Nothing is
// ever thrown away for it.
import { otherAccounts } from '#src/outbox/gone.ts';
import { publish } from '#src/outbox/messages.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';
import { goneAccounts, noteGoneAccount } from '#src/transport/session-db.ts';
import { refreshAnew } from './actions.ts';
import { session } from './store.ts';

/** As many as the contract takes. */
const AT_ONCE = 20;
const AGAIN_MS = 60_000;

/** Whose session goes on: of them the renewals tell. */
const active = (): string | null => {
  const now = session.read();
  return now && !now.expired ? now.user.id : null;
};

async function ask(): Promise<void> {
  const ids = new Set((await otherAccounts(active())).map(({ account }) => account));
  const expired = session.read()?.expired ? session.read()?.user.id : undefined;
  if (expired !== undefined && !(await goneAccounts()).includes(expired)) ids.add(expired);
  const all = [...ids];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const body = { ids: all.slice(from, from + AT_ONCE) };
    const { deleted_ids: gone } = unwrap(await api.POST('/api/v1/auth/deleted-accounts', { body }));
    for (const account of gone) await noteGoneAccount(account);
    if (gone.length > 0) publish({ type: 'changed', photoIds: [] });
    // Refused, as before; but for a deleted account nobody goes on shooting.
    if (expired !== undefined && gone.includes(expired)) await refreshAnew();
  }
}

/** Asks now, and whenever the server comes back, the page is looked at, or a session begins or ends. For as long as the page lives. */
export function watchGoneAccounts(): void {
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
      await ask();
    } catch (error) {
      console.warn('Whether accounts were deleted could not be asked', error);
      timer = setTimeout(() => void look(), AGAIN_MS);
    }
    asking = false;
    if (again) void look();
  };

  let before = active();
  session.subscribe(() => {
    const now = active();
    if (now !== before) void look();
    before = now;
  });
  subscribeReachability((reachable) => reachable && void look());
  document.addEventListener('visibilitychange', () => document.hidden || void look());
  void look();
}
