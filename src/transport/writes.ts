// Calls that change something outlive the page that made them (`keepalive`): what a person was told is on its way arrives, also when the page
// is reloaded or closed in the same moment. Whoever ends the session first waits for those under way.
import { pause } from '#src/lib/pause.ts';
import { apiUrl } from './base.ts';

/** Browsers refuse more than 64 KiB of bodies that outlive their page, counted over all that are under way. */
const MOST_BYTES = 60 * 1024;

const bytesOf = new WeakMap<Request, number>();
const underWay = new Set<Promise<unknown>>();
let bytesUnderWay = 0;

export const isChange = (method = 'GET'): boolean => !['GET', 'HEAD'].includes(method.toUpperCase());

/** Nothing closes a worker's page: it needs no calls that outlive one. */
const hasPage = (): boolean => 'document' in globalThis;

/**
 * A request that outlives its page (`keepalive`) when it changes something and there is room for its body. Addressed when it is made: the worker
 * learns where the server is after this module was loaded.
 */
export class WriteRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    const bytes = typeof init?.body === 'string' ? new Blob([init.body]).size : 0;
    const wanted = init?.keepalive ?? (isChange(init?.method) && hasPage());
    const keepalive = wanted && bytesUnderWay + bytes <= MOST_BYTES;
    super(typeof input === 'string' ? apiUrl(input) : input, { ...init, keepalive });
    if (keepalive) bytesOf.set(this, bytes);
  }
}

/** Counts a call of the client as under way until it was answered. */
export function tracked<T>(request: Request, call: () => Promise<T>): Promise<T> {
  const answer = call();
  if (!isChange(request.method)) return answer;
  const settled = answer.then(
    () => undefined,
    () => undefined,
  );
  const bytes = bytesOf.get(request) ?? 0;
  underWay.add(settled);
  bytesUnderWay += bytes;
  void settled.then(() => {
    underWay.delete(settled);
    bytesUnderWay -= bytes;
  });
  return answer;
}

/** Resolves when every change that was sent has been answered, and those that follow it; after `limit` ms at the latest. */
export async function writesSettled(limit: number): Promise<void> {
  const end = Date.now() + limit;
  while (underWay.size > 0 && Date.now() < end) {
    await Promise.race([Promise.all(underWay), pause(end - Date.now())]);
    // What waits for an answer, as the next change of the same thing, is sent in the turn after it.
    await pause(0);
  }
}
