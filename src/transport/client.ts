import createClient from 'openapi-fetch';
import type { paths } from '#openapi/api.ts';
import { sendJson } from './fetch.ts';
import { trackWrite, WriteRequest } from './writes.ts';

/** The generated client. Its paths, parameters and answers are the contract's. Use with `unwrap` of problem.ts. */
export const api = createClient<paths>({ Request: WriteRequest, fetch: (request) => trackWrite(request, () => sendJson(request)) });
