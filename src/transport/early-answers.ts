// Answers that the page of a first visit asks for while the app's script is loading (src/first-visit.ts). Each serves the first call that asks the
// same. They all belong to one account, the one whose session the first of them renewed.

/** Held during every change of the session's cookies, by page and worker. */
export const SESSION_LOCK = 'session-refresh';

declare global {
  /** Takes such an answer; undefined without any. */
  var early: ((request: Request) => Promise<Response | null> | undefined) | undefined;
}

/** `fetch`, in the same turn, unless the answer was asked for early. */
export const fetchOrTake = (request: Request): Promise<Response> =>
  globalThis.early?.(request)?.then((answer) => answer ?? fetch(request)) ?? fetch(request);

/** As of every call (refresh.ts). */
const REQUEST_TIMEOUT_MS = 30_000;
/** As long as queries count as fresh. */
const FRESH_MS = 30_000;

/** Returns a function that asks for what a call of this method will ask. Null: that call asks itself. */
export function createEarlyAnswers(): (url: string, method?: string) => Promise<Response | null> {
  const answers = new Map<string, Promise<Response | null>>();
  const begunAt = performance.now();
  globalThis.early = ({ method, url }) => {
    const key = `${method} ${url}`;
    const answer = answers.get(key);
    answers.delete(key);
    if (performance.now() - begunAt > FRESH_MS) globalThis.early = undefined;
    else if (answer) return answer;
    // A call that changes something can make the others outdated, or another account's.
    else if (method !== 'GET') globalThis.early = undefined;
    return undefined;
  };
  return (url, method = 'GET') => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const answer = fetch(url, { method, signal, credentials: 'include', redirect: 'error', cache: 'no-store' }).then(
      // A call that was sent before the session was renewed is sent again.
      (response) => (response.status === 401 && method === 'GET' ? null : withoutDate(response)),
      () => null,
    );
    answers.set(`${method} ${url}`, answer);
    return answer;
  };
}

/** The server's clock is known by the time between a call and its answer (fetch.ts), which is not this one's. */
function withoutDate({ body, status, statusText, headers: received }: Response): Response {
  const headers = new Headers(received);
  headers.delete('date');
  return new Response(body, { status, statusText, headers });
}
