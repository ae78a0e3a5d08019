// Sends waiting generation requests on every screen: those made offline, and those with a photo that was not uploaded yet. The delivery code loads
// on demand.
import type { QueryClient } from '@tanstack/react-query';
import { countPendingRequests } from '#src/lib/pending-requests.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { session } from '#src/session/store.ts';
import { isReachable, subscribeReachability } from '#src/transport/reachability.ts';

/** Retry interval while the page is visible. A photo may still be uploading or processing. */
const RETRY_MS = 5_000;

/** Runs until the page closes. */
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
      console.warn('Waiting generation requests could not be sent yet', error);
      timer = setTimeout(trySend, RETRY_MS);
    });
  };
  session.subscribe(trySend);
  subscribeReachability(trySend);
  subscribeOutbox(({ type }) => type === 'delivered' && trySend());
  document.addEventListener('visibilitychange', trySend);
  trySend();
}
