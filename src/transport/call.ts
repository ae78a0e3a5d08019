// Calls an operation of the contract: `await call('POST /api/v1/users/{userId}/suspend', { path: { userId } })`.
import type { paths } from '#openapi/api.ts';
import { api } from './client.ts';
import { unwrap } from './problem.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
type Route = {
  [Path in keyof paths]: { [Each in Method]: paths[Path][Lowercase<Each>] extends object ? `${Each} ${Path}` : never }[Method];
}[keyof paths];

type OperationOf<To> = To extends `${infer Verb extends Method} ${infer Path extends keyof paths}` ? paths[Path][Lowercase<Verb>] : never;
type Init<Operation> = { signal?: AbortSignal } & (Operation extends { parameters: infer Parameters }
  ? (Parameters extends { path: infer Values } ? { path: Values } : unknown) &
      (Parameters extends { query?: infer Query; header?: infer Header } ? { query?: Query; header?: Header } : unknown)
  : unknown) &
  (Operation extends { requestBody: { content: { 'application/json': infer Body } } } ? { body: Body } : unknown);
type Success = 200 | 201 | 202 | 204;
type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Code in keyof Responses & Success]: Responses[Code] extends { content: { 'application/json': infer Answer } } ? Answer : undefined;
    }[keyof Responses & Success]
  : never;

/** Without the types of the contract. */
export const send = api.request as unknown as (
  method: string,
  url: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

type Rest<To> = object extends Init<OperationOf<To>> ? [init?: Init<OperationOf<To>>] : [init: Init<OperationOf<To>>];

/** @throws ApiError if the server refused, NetworkError if it did not answer */
export async function call<To extends Route>(to: To, ...rest: Rest<To>): Promise<AnswerOf<OperationOf<To>>> {
  const [method = '', url = ''] = to.split(' ');
  const { path, query, header, ...init }: { path?: object; query?: object; header?: object } = rest[0] ?? {};
  return unwrap(await send(method, url, { params: { path, query, header }, ...init })) as AnswerOf<OperationOf<To>>;
}
