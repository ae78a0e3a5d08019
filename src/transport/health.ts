import { isFromServer } from './problem.ts';
import { reportReachable } from './reachability.ts';
import { apiWithoutRefresh } from './refresh.ts';

const TIMEOUT_MS = 8_000;

/** One look at the server. Only its own answer counts: a captive portal answers 200 to anything. */
export async function checkHealth(timeoutMs = TIMEOUT_MS): Promise<boolean> {
  let answered = false;
  try {
    const { data, response } = await apiWithoutRefresh.GET('/healthz', { signal: AbortSignal.timeout(timeoutMs) });
    answered = isFromServer(response) && data?.status === 'ok';
  } catch {
    answered = false;
  }
  reportReachable(answered);
  return answered;
}
