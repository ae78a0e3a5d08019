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

/** Returned by handlers that answer on the raw response: tus and event streams. */
export const HIJACKED = 'hijacked';

/** One call of an operation: the validated request and the viewer. */
export interface Call<Id extends OperationId> {
  path: Part<operations[Id], 'path'>;
  query: Part<operations[Id], 'query'>;
  /** Header names in lower case. */
  header: { [K in keyof Part<operations[Id], 'header'> as Lowercase<K & string>]: Part<operations[Id], 'header'>[K] };
  body: Body<operations[Id]>;
  /** The caller. Null for anonymous calls, which only operations with the policy `public` allow. */
  viewer: (typeof operationTable)[Id]['policy'] extends 'public' ? Viewer | null : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<operations[Id]> | typeof HIJACKED>;

export type Handlers = { [Id in OperationId]: Handler<Id> };

type Table = typeof operationTable;

/**
 * The handlers of one domain, by the tag of its operations. A file with some of them satisfies `Partial` of it, the domain's `operations.ts` joins
 * them, and `app.ts` joins the domains into `Handlers`. A missing handler does not compile.
 */
export type OperationsOf<Tag extends Table[OperationId]['tag']> = {
  [Id in OperationId as Table[Id]['tag'] extends Tag ? Id : never]: Handler<Id>;
};
