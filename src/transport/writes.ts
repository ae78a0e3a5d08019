// Calls that change something outlive the page that made them (`keepalive`): what a person was told is on its way arrives, also when the page
// is reloaded or closed in the same moment. Whoever ends the session first waits for those under way.
import { delay } from '#src/lib/delay.ts';
import { apiUrl } from './api-base.ts';

/** Browsers refuse more than 64 KiB of bodies that outlive their page, counted over all that are under way. */
const MAX_KEEPALIVE_BYTES = 60 * 1024;

const bodyBytes = new WeakMap<Request, number>();
const inFlight = new Set<Promise<unknown>>();
let bytesInFlight = 0;

export const isWrite = (method = 'GET'): boolean => !['GET', 'HEAD'].includes(method.toUpperCase());

/** Nothing closes a worker's page: it needs no calls that outlive one. */
const hasPage = (): boolean => 'document' in globalThis;

/**
 * A request that outlives its page (`keepalive`) when it changes something and there is room for its body. Addressed when it is made: the worker
 * learns where the server is after this module was loaded.
 */
export class WriteRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    const bytes = typeof init?.body === 'string' ? new Blob([init.body]).size : 0;
    const wanted = init?.keepalive ?? (isWrite(init?.method) && hasPage());
    const keepalive = wanted && bytesInFlight + bytes <= MAX_KEEPALIVE_BYTES;
    super(typeof input === 'string' ? apiUrl(input) : input, { ...init, keepalive });
    if (keepalive) bodyBytes.set(this, bytes);
  }
}

/** Counts a call of the client as under way until it was answered. */
export function trackWrite<T>(request: Request, call: () => Promise<T>): Promise<T> {
  const answer = call();
  if (!isWrite(request.method)) return answer;
  const settled = answer.then(
    () => undefined,
    () => undefined,
  );
  const bytes = bodyBytes.get(request) ?? 0;
  inFlight.add(settled);
  bytesInFlight += bytes;
  void settled.then(() => {
    inFlight.delete(settled);
    bytesInFlight -= bytes;
  });
  return answer;
}

/** Resolves when every change that was sent has been answered, and those that follow it; after `limit` ms at the latest. */
export async function waitForWrites(limit: number): Promise<void> {
  const end = Date.now() + limit;
  while (inFlight.size > 0 && Date.now() < end) {
    await Promise.race([Promise.all(inFlight), delay(end - Date.now())]);
    // What waits for an answer, as the next change of the same thing, is sent in the turn after it.
    await delay(0);
  }
}
