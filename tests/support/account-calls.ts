import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface AccountAnswer {
  status: number;
  /** Of a problem. */
  code: unknown;
  /** Null: the answer is no JSON. */
  body: Record<string, unknown> | null;
  text: string;
  bytes: Buffer;
  cookies: LightMyRequestResponse['cookies'];
}

/**
 * Calls of `/api/v1/auth/…`, each from another network address: limits by address have tests of their own.
 * @param app asked for with each call: it is built when the tests begin
 */
export function accountCalls(app: () => FastifyInstance) {
  let addresses = 0;
  return async (method: Method, path: string, payload?: object, more: InjectOptions = {}): Promise<AccountAnswer> => {
    addresses = (addresses + 1) % 250;
    const remoteAddress = `198.51.100.${addresses}`;
    const response = await app().inject({ method, url: `/api/v1/auth/${path}`, remoteAddress, ...(payload && { payload }), ...more });
    const isJson = (response.headers['content-type'] ?? '').toString().includes('json');
    const body = isJson ? response.json<Record<string, unknown>>() : null;
    const { statusCode: status, body: text, rawPayload: bytes, cookies } = response;
    return { status, code: body?.code, body, text, bytes, cookies };
  };
}
