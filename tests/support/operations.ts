import { EventEmitter } from 'node:events';
import type { OperationId } from '#openapi/operations.ts';
// Calls of the server's operations without HTTP, for unit tests.
import { createEmailOwnershipProver } from '#server/accounts/operations/email.ts';
import { openSessions } from '#server/accounts/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { recordBrandingChange } from '#server/events/changes-repository.ts';
import { findEvent } from '#server/events/events-repository.ts';
import { eventOperations } from '#server/events/operations.ts';
import type { Call, Handlers } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { organizationOperations } from '#server/organizations/operations.ts';
import { withdrawOwnRequests } from '#server/own-data/operations/data-requests.ts';
import type { PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { viewerOf } from '#tests/support/factories/database.ts';

interface Parts {
  body?: unknown;
  query?: unknown;
  header?: Record<string, string>;
  /** The raw response. Emits `close` when the client leaves. */
  raw?: EventEmitter;
}
type BodyOf<Id extends OperationId> = Awaited<ReturnType<Handlers[Id]>> extends infer A ? (A extends { body: infer B } ? B : never) : never;

/** Calls an operation as `who`, a viewer or a user's id, and resolves with the body of the answer. */
export type AskAs<Ids extends OperationId, Who> = <Id extends Ids>(
  id: Id,
  who: Who,
  path?: Record<string, string>,
  parts?: Parts,
) => Promise<BodyOf<Id>>;

/** A call as the binder makes it. */
export function callOf<Id extends OperationId>(who: Viewer, path: Record<string, string>, parts: Parts = {}): Call<Id> {
  const request = { ip: '127.0.0.1', id: uuid7(), headers: {}, socket: { localPort: 3000 } };
  const header = { 'x-account': who.userId, ...parts.header };
  return {
    path,
    query: parts.query ?? {},
    header,
    body: parts.body,
    viewer: who,
    request,
    reply: { raw: parts.raw ?? new EventEmitter() },
  } as unknown as Call<Id>;
}

export const askOperations =
  <Ids extends OperationId>(operations: Pick<Handlers, Ids>): AskAs<Ids, Viewer> =>
  async (id, who, path = {}, parts = {}) => {
    const handler = operations[id] as (call: unknown) => Promise<{ body?: unknown }>;
    return (await handler(callOf(who, path, parts))).body as never;
  };

export type Ask = ReturnType<typeof askEvents>;

export function askEvents(deps: Deps, limits: Partial<Pick<RateLimits, 'countMailsTo'>> = {}) {
  const unlimited = {
    limitAttempts: <T>(_request: unknown, _isMiss: unknown, attempt: () => Promise<T>) => attempt(),
    countGuest: async () => async () => undefined,
    countMailsTo: async () => undefined,
    ...limits,
  };
  const tokens = { sign: async () => 'token', verify: async () => null, peek: () => undefined };
  return askOperations(eventOperations(deps, { limits: unlimited, sessions: openSessions(deps, tokens, async () => undefined) }));
}

export type AskOrganizations = ReturnType<typeof askOrganizations>;

/** Each call reads the user anew, as the server does. */
export function askOrganizations(deps: Deps, limits: Partial<Pick<RateLimits, 'countMailsTo' | 'countPicture'>> = {}) {
  const pictures = { thumbOf: (bytes: Buffer) => Promise.resolve(bytes), logoOf: (bytes: Buffer) => Promise.resolve(bytes) };
  const ask = askOperations(
    organizationOperations(deps, pictures, recordBrandingChange, {
      limits: { countMailsTo: async () => undefined, countPicture: async () => undefined, ...limits },
      proveAddress: createEmailOwnershipProver(deps, withdrawOwnRequests),
    }),
  );
  const asUser: AskAs<keyof ReturnType<typeof organizationOperations>, string> = async (id, userId, path, parts) =>
    ask(id, await viewerOf(deps, userId), path, parts);
  return asUser;
}

/** The code of the problem, or `done`. */
export const outcome = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  );

/** The body of an operation's answer. */
export function answerOf<Body>(answer: { status: number; body: Body } | { status: number } | 'hijacked'): Body {
  if (answer === 'hijacked' || !('body' in answer)) throw new Error('an answer with a body was expected');
  return answer.body;
}

/** The access rights, which a server caches, read from the database. */
export const uncachedPictureAccess = ({ db }: Deps): Pick<PictureAccessCache, 'findEvent'> => ({
  findEvent: (eventId, userId) => findEvent(db, eventId, userId),
});
