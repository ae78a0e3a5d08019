// Forms with files (multipart/form-data): read as they come, each file whole in memory. Each operation that takes one says how much that may
// be (`x-body-limit`) and which fields it has; reading stops at the first part that is not one of them.
import { once } from 'node:events';
import { finished as whenFinished, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { validationProblem } from '#server/http/field-errors.ts';
import { openStreams } from '#server/http/open-streams.ts';
import { Problem } from '#server/http/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of the form that an operation takes. */
    formFields?: readonly string[];
  }
}

interface FormLimits {
  /** Of one account. */
  atOnce: number;
  /** Of all together, as they say how long they are; each lies in memory until it is answered. */
  bytes: number;
}

const limits: FormLimits = { atOnce: 3, bytes: 200_000_000 };

/**
 * Makes the operations of this scope take forms, and nothing else.
 * @param count is told of each form that an account sends, and throws when there were too many
 */
export function takeForms(scope: FastifyInstance, count: (userId: string) => void, most: FormLimits = limits): void {
  scope.removeAllContentTypeParsers();
  limitForms(scope, count, most);
  scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: Readable) =>
    readForm(body, {
      contentType: request.headers['content-type'] ?? '',
      names: request.routeOptions.config.formFields ?? [],
      mostBytes: request.routeOptions.bodyLimit,
    }),
  );
}

/** Before they are read: who is refused here has cost nothing. */
function limitForms(scope: FastifyInstance, count: (userId: string) => void, most: FormLimits): void {
  const forms = openStreams(most.atOnce, 'You are sending too many files at once. Wait until one has arrived.', 5);
  let bytes = 0;
  scope.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply) => {
    const { bodyLimit } = request.routeOptions;
    const length = Number(request.headers['content-length'] ?? bodyLimit);
    if (length > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    // Of an empty server each is taken.
    if (bytes > 0 && bytes + length > most.bytes) {
      const busy = 'Many files are being sent just now. Try again in a moment.';
      throw new Problem(503, 'unavailable', busy, { headers: { 'retry-after': '5' } });
    }
    const leave = request.viewer && forms.enter(request.viewer.userId);
    bytes += length;
    whenFinished(reply.raw, () => {
      bytes -= length;
      leave?.();
    });
    if (request.viewer) count(request.viewer.userId);
  });
}

interface Form {
  contentType: string;
  /** Of its fields; each may stand there once. */
  names: readonly string[];
  mostBytes: number;
}

/** Names, texts and headers of a form are short: what it has of size are files. */
const TEXT_LIMITS = { fieldNameSize: 200, fieldSize: 10_000, headerPairs: 20, headerSize: 8192 };

/**
 * Its fields: files as their bytes, texts as they are.
 * @throws {Problem} 400 `malformed_body`, 422 `invalid_request` for a field that is unknown or there twice, and Fastify's error for a body that is too large
 */
async function readForm(body: Readable, { contentType, names, mostBytes }: Form): Promise<Record<string, Buffer | string>> {
  const fields = new Map<string, Buffer | string>();
  let refusal: Problem | undefined;
  const parser = parserOf(contentType, names.length + 1);
  const begin = (name: string) => {
    const message = !names.includes(name) ? 'is not known here' : fields.has(name) ? 'is there twice' : null;
    if (message !== null) refusal ??= validationProblem([{ field: `body.${name.slice(0, 100)}`, message }]);
    else fields.set(name, '');
  };
  parser.on('file', (name, file) => {
    begin(name);
    const chunks: Buffer[] = [];
    file.on('data', (chunk: Buffer) => chunks.push(chunk));
    file.on('end', () => fields.set(name, Buffer.concat(chunks)));
    // The parser fails with it.
    file.on('error', () => undefined);
  });
  parser.on('field', (name, value) => {
    begin(name);
    fields.set(name, value);
  });

  let bytes = 0;
  try {
    // What was refused is read away by body-reading.ts.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (!parser.write(chunk)) await once(parser, 'drain');
      if (refusal) throw refusal;
    }
    const done = finished(parser);
    parser.end();
    await done;
  } catch (error) {
    parser.destroy();
    if (error instanceof Problem || body.errored || isTooLarge(error)) throw error;
    throw noForm();
  }
  if (refusal) throw refusal;
  return Object.fromEntries(fields);
}

const isTooLarge = (error: unknown) => error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE;
const noForm = () => new Problem(400, 'malformed_body', 'The body is no form.');

function parserOf(contentType: string, parts: number): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...TEXT_LIMITS, parts } });
  } catch {
    // Without a boundary.
    throw noForm();
  }
}
