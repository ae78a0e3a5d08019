// Writes outlive their page (`keepalive`), so that a confirmed action arrives even if the page is reloaded or closed at once. Ending the
// session waits for pending writes.
import { delay } from '#src/lib/delay.ts';
import { apiUrl } from './api-base.ts';

/** Browsers limit the bodies of all `keepalive` requests together to 64 KiB. */
const MAX_KEEPALIVE_BYTES = 60 * 1024;

const bodyBytes = new WeakMap<Request, number>();
const inFlight = new Set<Promise<unknown>>();
let bytesInFlight = 0;

export const isWrite = (method = 'GET'): boolean => !['GET', 'HEAD'].includes(method.toUpperCase());

/** Workers are not closed by the user and need no `keepalive`. */
const hasPage = (): boolean => 'document' in globalThis;

/**
 * A request with `keepalive` if it is a write and its body fits. The URL is resolved on construction, because the worker learns the
 * server's address after this module was loaded.
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

/** Tracks a call until it is answered. */
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

/** Resolves when all pending writes and those that follow them are answered, or after `limit` ms. */
export async function waitForWrites(limit: number): Promise<void> {
  const end = Date.now() + limit;
  while (inFlight.size > 0 && Date.now() < end) {
    await Promise.race([Promise.all(inFlight), delay(end - Date.now())]);
    // A write that waits for another is sent in the next task.
    await delay(0);
  }
}
