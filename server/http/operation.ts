// How an operation of the contract looks in code: typed wholly from openapi/generated, so that a wrong parameter, a wrong answer shape,
// an operation without a handler or a handler without an operation does not compile.
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { operations } from '#openapi/api.ts';
import type { OperationId, operationTable } from '#openapi/operations.ts';
import type { Viewer } from '#server/viewer.ts';

type Part<O, K extends 'path' | 'query' | 'header'> = O extends { parameters: infer P }
  ? K extends keyof P
    ? NonNullable<P[K]>
    : object
  : object;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : // Each field of a form is a file.
    O extends { requestBody: { content: { 'multipart/form-data': infer B } } }
    ? { [K in keyof B]: Buffer }
    : undefined;
type Answer<O> = O extends { responses: infer R }
  ? {
      [S in Extract<keyof R, number>]: R[S] extends { content: { 'application/json': infer B } }
        ? { status: S; body: B; headers?: AnswerHeaders }
        : R[S] extends { content: Record<string, unknown> }
          ? { status: S; stream: Readable | Buffer; headers: AnswerHeaders }
          : { status: S; headers?: AnswerHeaders };
    }[Extract<keyof R, number>]
  : never;

export type AnswerHeaders = Record<string, string | string[]>;

/** Said by a handler that answers on the raw response itself: tus and the event stream. */
export const HIJACKED = 'hijacked';

/** One call of an operation: what was sent, already validated by the contract, and who sent it. */
export interface Call<Id extends OperationId> {
  path: Part<operations[Id], 'path'>;
  query: Part<operations[Id], 'query'>;
  /** Header names in lower case. */
  header: { [K in keyof Part<operations[Id], 'header'> as Lowercase<K & string>]: Part<operations[Id], 'header'>[K] };
  body: Body<operations[Id]>;
  /** Who calls. Operations with the policy `public` may be called by nobody: null. */
  viewer: (typeof operationTable)[Id]['policy'] extends 'public' ? Viewer | null : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<operations[Id]> | typeof HIJACKED>;

export type Handlers = { [Id in OperationId]: Handler<Id> };

type Table = typeof operationTable;

/**
 * The handlers of one domain: those of the operations with its tag. A file that holds some of them satisfies `Partial` of it, the domain's
 * `operations.ts` puts them together and is told what is missing, and `app.ts` joins the domains into `Handlers`.
 */
export type OperationsOf<Tag extends Table[OperationId]['tag']> = {
  [Id in OperationId as Table[Id]['tag'] extends Tag ? Id : never]: Handler<Id>;
};
