/** To be copied into a message to whoever helps. */
export const failureReport = (): string =>
  [
    `AI Image Suite, ${new Date().toISOString()}, ${navigator.userAgent}`,
    ...failedCalls().map(({ at, call, outcome, requestId }) => `${at} ${call} ${outcome}${requestId ? `, request ${requestId}` : ''}`),
  ].join('\n');

// Calls that failed, for whoever is asked for help: when, what, how, and under which request id. In memory, the latest only, and never
// what was sent or answered: neither a token nor a join code is in it.
interface FailedCall {
  at: string;
  /** Method and path; what is neither a word of the contract nor an id is left out. */
  call: string;
  /** The status, or why nothing was answered. */
  outcome: string;
  requestId: string | null;
}

const MAX_ENTRIES = 50;
const NAME = /^(v1|[a-z_-]+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

const entries: FailedCall[] = [];

function pathOf(url: string): string {
  const parts = new URL(url).pathname.split('/').slice(1);
  return parts.map((part, index) => (NAME.test(part) && parts[index - 1] !== 'join' ? `/${part}` : '/…')).join('');
}

export function logFailedCall({ method, url }: Pick<Request, 'method' | 'url'>, outcome: string, requestId: string | null = null): void {
  const entry = { at: new Date().toISOString(), call: `${method} ${pathOf(url)}`, outcome, requestId };
  entries.push(entry);
  if (entries.length > MAX_ENTRIES) entries.shift();
  if (import.meta.env.DEV && import.meta.env.MODE !== 'test') console.warn('A call failed', entry);
}

export const failedCalls = (): readonly FailedCall[] => entries;
