import createClient from 'openapi-fetch';
import type { paths } from '#openapi/api.ts';
import { apiUrl } from './base.ts';
import { sendJson } from './fetch.ts';
import { tracked, WriteRequest } from './writes.ts';

/** Addressed when it is made: the worker learns where the server is after this module was loaded. */
class ApiRequest extends WriteRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? apiUrl(input) : input, init);
  }
}

/** The generated client. Its paths, parameters and answers are the contract's. Use with `unwrap` of problem.ts. */
export const api = createClient<paths>({ Request: ApiRequest, fetch: (request) => tracked(request, () => sendJson(request)) });
