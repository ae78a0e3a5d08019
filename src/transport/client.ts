import createClient from 'openapi-fetch';
import type { paths } from '#openapi/api.ts';
import { sendJson } from './fetch.ts';
import { isFromServer } from './problem.ts';
import { reportReachable } from './reachability.ts';
import { apiWithoutRefresh } from './refresh.ts';
import { trackWrite, WriteRequest } from './writes.ts';

const TIMEOUT_MS = 8_000;

/** Probes the server. Only its own answer counts: a captive portal answers 200 to anything. */
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

/** The generated client, typed by the API contract. Use with `unwrap` of problem.ts. */
export const api = createClient<paths>({ Request: WriteRequest, fetch: (request) => trackWrite(request, () => sendJson(request)) });
