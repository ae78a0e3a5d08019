// Calls of the events' operations as people make them, for unit tests.
import { openSessions } from '#server/accounts/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { eventOperations } from '#server/events/operations.ts';
import type { Handlers } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { Viewer } from '#server/viewer.ts';
import { callOf } from '#tests/support/photo-world.ts';

type EventOperation = keyof ReturnType<typeof eventOperations>;
type BodyOf<Id extends EventOperation> =
  Awaited<ReturnType<Handlers[Id]>> extends infer A ? (A extends { body: infer B } ? B : never) : never;
type Parts = { body?: unknown; query?: unknown };
export type Ask = <Id extends EventOperation>(id: Id, who: Viewer, path?: Record<string, string>, parts?: Parts) => Promise<BodyOf<Id>>;

/** Answers with the body of the answer; of one without, with nothing. */
export function askEvents(deps: Deps, limits: Partial<Pick<RateLimits, 'countMailsTo'>> = {}): Ask {
  const unlimited = {
    limitAttempts: <T>(_request: unknown, _isMiss: unknown, attempt: () => Promise<T>) => attempt(),
    countGuest: () => () => undefined,
    countMailsTo: () => undefined,
    ...limits,
  };
  const tokens = { sign: async () => 'token', verify: async () => null, peek: () => undefined };
  const operations = eventOperations(deps, { limits: unlimited, sessions: openSessions(deps, tokens, async () => undefined) });
  return async (id, who, path = {}, parts = {}) => {
    const handler = operations[id] as (call: unknown) => Promise<{ body?: unknown }>;
    return (await handler(callOf(who, path, parts))).body as never;
  };
}

/** The code of what was refused, or `done`. */
export const outcome = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  );
