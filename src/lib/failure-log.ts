// Failed calls for support requests: time, call, reason and request id. In memory only, a limited number, and without request or response
// bodies, so it has neither tokens nor join codes.
interface FailedCall {
  at: string;
  /** Method and path, without anything but the contract's words and ids. */
  call: string;
  /** The status, or the reason without an answer. */
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
