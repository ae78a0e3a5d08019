import createClient from 'openapi-fetch';
import type { paths } from '#openapi/api.ts';
import { sendJson } from './fetch.ts';

/** The generated client. Its paths, parameters and answers are the contract's. Use with `unwrap` of problem.ts. */
export const api = createClient<paths>({ baseUrl: globalThis.location?.origin ?? '', fetch: (request) => sendJson(request) });
