// Everything that goes wrong becomes application/problem+json (RFC 9457): nothing of the inside leaves, and bad input is never a 5xx.
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { isConnectionError, TooManyReads } from '#server/db/errors.ts';
import { busy, Problem } from '#server/http/problem.ts';

/** Codes of the web framework's own errors. */
const framework: Record<string, [status: number, code: string, detail: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    'This content type isn’t supported. See the API reference for those that are.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'This is larger than the server accepts.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'malformed_body', 'The body’s length doesn’t match its Content-Length.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_body', 'The body is not JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'malformed_body', 'The body is empty.'],
  FST_ERR_BAD_URL: [400, 'malformed_address', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', 'Not found.'],
};

/** PostgreSQL's "data exception" class: a value passed the contract, but the database cannot store it or compute with it. */
const DATA_EXCEPTION = /^22/;
/** A division by zero is not caused by a value that a person sent. */
const DIVISION_BY_ZERO = '22012';
const dataExceptions: Record<string, string> = {
  '22001': 'A text value is too long to store.',
  '22003': 'A number is too large to store.',
  '22007': 'A date or time can’t be stored.',
  '22008': 'A date or time can’t be stored.',
  '22021': 'A text value has a character that can’t be stored, such as an unprintable one.',
  '22P05': 'A text value has a character that can’t be stored, such as an unprintable one.',
};
/** Disk full, from the file system or the database. */
const DISK_FULL = /^(ENOSPC|EDQUOT|53100)$/;

/** A service that stores files in a bucket asks to try again. Other failures of it are defects of the setup, or of the connection. */
const STORAGE_BUSY = /^(InternalError|RequestTimeout|ServiceUnavailable|SlowDown|TimeoutError)$/;

/** Of the 5xx, those that are answered on purpose. The pools log rejected reads themselves, as a count. */
const EXPECTED: ReadonlySet<string> = new Set(['maintenance', 'busy']);

/** @param onProblem hears of each that is answered */
export function answerErrors(app: FastifyInstance, onProblem: (request: FastifyRequest, problem: Problem) => void): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.status >= 500 && !EXPECTED.has(problem.code)) request.log.error({ err: error }, problem.message);
    onProblem(request, problem);
    return sendProblem(reply, problem);
  });
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const body = problemBody(problem, reply.request.id);
  if (problem.headers) reply.headers(problem.headers);
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body);
}

export function problemBody(problem: Problem, requestId: string): components['schemas']['Problem'] {
  return {
    type: 'about:blank',
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    ...(problem.errors && { errors: problem.errors }),
    request_id: requestId,
  };
}

/**
 * Temporary: space is freed, or uploads end. The data to be written still exists at its source.
 * @param cause for the log
 */
export const storageFull = (cause?: Error) =>
  new Problem(507, 'storage_full', 'The server is out of storage. Nothing is lost. Try again later.', {
    headers: { 'retry-after': '30' },
    cause,
  });

export function toProblem(error: unknown): Problem {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof Problem) return cause;
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const known = framework[code];
    if (known) return new Problem(...known);
    if (cause instanceof SyntaxError && 'statusCode' in cause && cause.statusCode === 400)
      return new Problem(400, 'malformed_body', 'The body is not JSON.');
    if (DATA_EXCEPTION.test(code) && code !== DIVISION_BY_ZERO)
      return new Problem(422, 'invalid_request', dataExceptions[code] ?? 'A value is outside the supported range.');
    if (DISK_FULL.test(code)) return storageFull();
    if (cause instanceof TooManyReads) return busy();
    // Before the connections of the database: a body whose connection was cut has the same code.
    if ('statusCode' in cause && typeof cause.statusCode === 'number' && cause.statusCode >= 400 && cause.statusCode < 500) {
      return new Problem(cause.statusCode, 'bad_request', 'The request is malformed.');
    }
    if (isConnectionError(cause) || STORAGE_BUSY.test(code)) {
      return new Problem(503, 'unavailable', 'The server is busy or restarting. Try again in a moment.', {
        headers: { 'retry-after': '2' },
      });
    }
  }
  return new Problem(500, 'internal', 'Something went wrong on the server. It has been logged.');
}
