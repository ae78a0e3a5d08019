// Binds the contract to fastify: authentication, validation, handler, answer.
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import type { OperationId } from '#openapi/operations.ts';
import type { OperationContract } from '#server/http/contract.ts';
import { withoutAbilities } from '#server/http/impersonation.ts';
import { acceptMultipart } from '#server/http/multipart.ts';
import { type AnswerHeaders, type Handlers, HIJACKED } from '#server/http/operation.ts';
import { isWrite, requireMatchingAccountHeader } from '#server/http/origin.ts';
import { busy, Problem, readOnlyImpersonation, unauthenticated } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Missing where the contract doesn't describe what answers. */
    operation?: OperationId;
  }
}

interface Binding {
  contract: OperationContract[];
  handlers: Handlers;
  /** Runs what an operation does for a request, with the connections of its kind. */
  run<Result>(operation: OperationContract, request: FastifyRequest, act: () => Result): Result;
  /** The cached answer to a request for a picture, without calling its handler. Null: call the handler. */
  answerFromCache(operation: OperationContract, request: FastifyRequest, viewer: Viewer): AnyAnswer | null;
  /** Whether this is a picture of a gallery: asked for in great number, and compressed already. */
  isPicture(operation: OperationContract): boolean;
  /** Sets `request.viewer`, or leaves it null. Undefined: there was nothing to wait for. */
  authenticate(request: FastifyRequest, operation: OperationContract): Promise<void> | undefined;
  /** Called after each successful write, before it is answered. */
  onWrite(request: FastifyRequest, operation: OperationContract): void;
  /** Rejects requests before their body is read: foreign origins, too many attempts. */
  guards(operation: OperationContract): (onRequestAsyncHookHandler | onRequestHookHandler)[];
  /** Counts a form with a picture that an account sends. @throws {Problem} 429 */
  countPicture(userId: string): Promise<void>;
  /** Whether answers are checked against the contract before they leave. */
  checkAnswers: boolean;
}

type AnyAnswer = { status: number; headers?: AnswerHeaders; body?: unknown; stream?: Readable | Buffer };
// What one operation's handler takes and gives is proved where it is written; here all are handled alike.
type AnyHandler = (call: Record<string, unknown>) => Promise<AnyAnswer | typeof HIJACKED>;

export async function bindContract(app: FastifyInstance, binding: Binding): Promise<void> {
  for (const operation of binding.contract) if (!operation.isTus && !operation.isForm && !operation.isRaw) route(app, operation, binding);
  await app.register(async (scope) => {
    acceptMultipart(scope, binding.countPicture);
    for (const operation of binding.contract) if (operation.isForm) route(scope, operation, binding);
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const operation of binding.contract) if (operation.isRaw) route(scope, operation, binding);
  });
  // The tus server reads upload bodies as streams itself, of any type and length, and reports errors by its own protocol.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const operation of binding.contract) if (operation.isTus) route(scope, operation, binding);
  });
}

/** Pictures per turn of the event loop: about 5 ms of the thread. */
const PICTURES_PER_TURN = 20;
/** About a second of pictures. Further ones are rejected (503, `busy`), so that the wait of the others stays bounded. */
const MAX_WAITING_PICTURES = 1000;

/**
 * A gallery requests hundreds of pictures at once. Each turn of the event loop answers a few of them, so that other requests and new connections
 * get their turn in between.
 */
export function createPictureThrottle(): (request: unknown, reply: unknown, done: HookHandlerDoneFunction) => void {
  const waiting: HookHandlerDoneFunction[] = [];
  let served = 0;

  function nextTurn(): void {
    const batch = waiting.splice(0, PICTURES_PER_TURN);
    served = batch.length;
    for (const done of batch) setImmediate(done);
    if (served > 0) setImmediate(nextTurn);
  }

  return (_request, _reply, done) => {
    if (served < PICTURES_PER_TURN) {
      if (served === 0) setImmediate(nextTurn);
      served += 1;
      done();
    } else if (waiting.length < MAX_WAITING_PICTURES) waiting.push(done);
    else done(busy());
  };
}

const throttlePictures = createPictureThrottle();

function route(app: FastifyInstance, operation: OperationContract, binding: Binding): void {
  const isPicture = binding.isPicture(operation);
  const authenticate: onRequestHookHandler = (request, _reply, done) => {
    const reading = binding.run(operation, request, () => binding.authenticate(request, operation));
    if (reading) callbackify(() => reading)((error) => done(error ?? undefined));
    else done();
  };
  const answerFromMemory: onRequestHookHandler = (request, reply, done) => {
    const { viewer } = request;
    const answer = viewer && !viewer.impersonation && binding.answerFromCache(operation, request, viewer);
    if (answer) send(reply, operation, answer, binding.checkAnswers);
    else done();
  };
  const handler = binding.handlers[operation.id] as unknown as AnyHandler;
  app.route({
    method: operation.method,
    url: operation.url,
    exposeHeadRoute: false,
    ...(isPicture && { compress: false, decompress: false }),
    // Of uploads the tus server itself watches the length.
    ...(operation.isTus
      ? { config: { operation: operation.id, readsBodyItself: true } }
      : { bodyLimit: operation.bodyLimit, config: { operation: operation.id, formFields: operation.formFields } }),
    onRequest: [
      ...(isPicture ? [throttlePictures] : []),
      ...(operation.isPublic ? [] : [authenticate]),
      ...binding.guards(operation),
      (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => done(refusalOf(operation, request)),
      ...(isPicture ? [answerFromMemory] : []),
    ],
    handler: async (request, reply) => {
      const sent = operation.read(request);
      const answer = await binding.run(operation, request, () => handler({ ...sent, viewer: request.viewer, request, reply }));
      if (isWrite(operation.method)) binding.onWrite(request, operation);
      if (answer === HIJACKED) return reply;
      if (request.viewer?.impersonation && 'body' in answer)
        answer.body = operation.hideSecrets(answer.status, withoutAbilities(answer.body));
      return send(reply, operation, answer, binding.checkAnswers);
    },
  });
}

/** Refusals that do not depend on the operation's handler. */
function refusalOf(
  { isPublic, isTus, isOpenToImpersonation }: OperationContract,
  { viewer, headers }: FastifyRequest,
): Problem | undefined {
  if (isPublic) return undefined;
  if (viewer === null) return unauthenticated();
  // Uploads report a mismatch by their own protocol.
  if (!isTus || viewer.impersonation) requireMatchingAccountHeader(headers, viewer);
  return viewer.impersonation && !isOpenToImpersonation ? readOnlyImpersonation() : undefined;
}

function send(reply: FastifyReply, operation: OperationContract, answer: AnyAnswer, check: boolean): FastifyReply {
  const stringify = 'body' in answer ? operation.stringify(answer.status) : undefined;
  const json = stringify?.(answer.body);
  const contentType = json === undefined ? headerOf(answer.headers, 'content-type') : 'application/json';
  if (check) {
    try {
      operation.check(answer.status, { json, contentType: 'stream' in answer || json !== undefined ? contentType : undefined });
    } catch (error) {
      if (answer.stream && 'destroy' in answer.stream) answer.stream.destroy();
      throw error;
    }
  }
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
  if (json !== undefined) return reply.type('application/json; charset=utf-8').send(json);
  return reply.send(answer.stream);
}

function headerOf(headers: AnswerHeaders | undefined, name: string): string | undefined {
  const value = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

/** An empty body with a JSON content type counts as no body: the specification sends such requests. A text that is none is refused. */
export function tolerateEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text.trim() === '') done(null, undefined);
    else if (isTooDeep(text)) done(tooDeep());
    else
      void parse(request, text, (error: Error | null, value?: unknown) => {
        const field = !error && LONE_SURROGATE.test(text) ? findLoneSurrogate(value) : null;
        if (field !== null) done(loneSurrogateProblem(field.slice(0, MAX_FIELD_LENGTH)));
        else done(error, value);
      });
  });
}

/** Far deeper than the deepest body of the contract. */
const MAX_DEPTH = 64;

/** Whether lists and objects are nested too deeply. Checked on the text: parsing such a body costs more than sending it. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (isInText) {
      if (sign === '\\') index += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (sign === ']' || sign === '}') depth -= 1;
  }
  return false;
}

const tooDeep = () =>
  new Problem(422, 'invalid_request', 'This is nested too deeply.', { errors: [{ field: 'body', message: 'is nested too deeply' }] });

/** A lone surrogate as a JSON escape: it is not valid text, and the database would change it. */
const LONE_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Of a field's name, which may be of any length. */
const MAX_FIELD_LENGTH = 200;

function loneSurrogateProblem(field: string): Problem {
  const message = 'contains an unpaired surrogate';
  return new Problem(422, 'invalid_request', `Something in this ${message}.`, { errors: [{ field, message }] });
}

/** The path of a lone surrogate, as `body.items.0.name`; null if there is none. */
function findLoneSurrogate(body: unknown): string | null {
  const waiting: { value: unknown; field: string }[] = [{ value: body, field: 'body' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, field } = next;
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) return field;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inside] of Object.entries(value)) {
      if (/\p{Surrogate}/u.test(key)) return field;
      waiting.push({ value: inside, field: `${field}.${key}` });
    }
  }
  return null;
}
