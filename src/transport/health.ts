import { apiUrl } from './base.ts';
import { reportReachable } from './reachability.ts';

const TIMEOUT_MS = 8_000;

/** One look at the server. Only its own JSON counts: a captive portal answers 200 to anything. */
export async function askHealth(timeoutMs = TIMEOUT_MS): Promise<boolean> {
  let answered = false;
  try {
    const response = await fetch(apiUrl('/healthz'), { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    answered = response.ok && ((await response.json()) as { status?: unknown }).status === 'ok';
  } catch {
    answered = false;
  }
  reportReachable(answered);
  return answered;
}
