// Sends what was asked for without a connection, or before its photo was delivered, on whatever screen one is then. What sends it comes when
// something waits.
import type { QueryClient } from '@tanstack/react-query';
import { countPendingRequests } from '#src/lib/pending-requests.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { session } from '#src/session/store.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';

/** What is due and was not sent is tried again this often while the page is seen: a photo may still be on its way, or being prepared. */
const RETRY_MS = 5_000;

/** Watches for the life of the page. */
export function startGenerationDelivery(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = async () => {
    clearTimeout(timer);
    const { id: account, viewing } = session.read()?.user ?? {};
    if (account === undefined || viewing || isReachable() === false || document.hidden || countPendingRequests(account) === 0) return;
    const { deliverWaiting } = await import('./deliver.ts');
    if ((await deliverWaiting(client, account)) > 0) timer = setTimeout(trySend, RETRY_MS);
  };
  const trySend = () => {
    send().catch((error: unknown) => {
      console.warn('What was asked for offline could not be sent yet', error);
      timer = setTimeout(trySend, RETRY_MS);
    });
  };
  session.subscribe(trySend);
  subscribeReachability(trySend);
  subscribeOutbox(({ type }) => type === 'delivered' && trySend());
  document.addEventListener('visibilitychange', trySend);
  trySend();
}
