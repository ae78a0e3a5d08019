// Forms with files (multipart/form-data), each file read into memory. The contract declares the size (`x-body-limit`) and the fields of each
// operation; reading stops at the first undeclared part.
import { once } from 'node:events';
import { finished as whenFinished, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { validationProblem } from '#server/http/field-errors.ts';
import { addressKey } from '#server/http/network-address.ts';
import { Problem } from '#server/http/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of the form that an operation takes. */
    formFields?: readonly string[];
  }
}

interface MultipartLimits {
  /** Of one account. */
  atOnce: number;
  /** Of one network address: whole venues are behind one, and one person makes many accounts. */
  atOnceByAddress: number;
  /** Bytes of all forms in memory until they are answered. Half of that per network address. */
  bytes: number;
  /** In each such time something must arrive. */
  stalledMs: number;
}

const limits: MultipartLimits = { atOnce: 3, atOnceByAddress: 24, bytes: 200_000_000, stalledMs: 10_000 };

/**
 * Makes the operations of this scope accept forms only.
 * @param count called for each form of an account; throws if there were too many
 */
export function acceptMultipart(scope: FastifyInstance, count: (userId: string) => Promise<void>, most: MultipartLimits = limits): void {
  scope.removeAllContentTypeParsers();
  const arrivedOf = limitForms(scope, count, most);
  scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: Readable) =>
    readForm(body, {
      contentType: request.headers['content-type'] ?? '',
      names: request.routeOptions.config.formFields ?? [],
      mostBytes: request.routeOptions.bodyLimit,
      stalledMs: most.stalledMs,
      arrived: arrivedOf(request),
    }),
  );
}

type Arrived = Form['arrived'];

/**
 * Limits forms before they are read, so that a refused form costs nothing. The declared length does not count: only received bytes take memory.
 * @returns counts received bytes
 */
function limitForms(
  scope: FastifyInstance,
  count: (userId: string) => Promise<void>,
  most: MultipartLimits,
): (request: FastifyRequest) => Arrived {
  const tooMany = 'You’re uploading too many files at once. Wait until one is done.';
  const forms = createConcurrencyLimiter(most.atOnce, tooMany, 5);
  const places = createConcurrencyLimiter(
    most.atOnceByAddress,
    'Too many files are being uploaded from your network at once. Try again in a moment.',
    5,
  );
  const counters = new WeakMap<FastifyRequest, Arrived>();
  const byAddress = new Map<string, number>();
  let all = 0;
  const busy = () =>
    new Problem(503, 'unavailable', 'Many files are being uploaded right now. Try again in a moment.', { headers: { 'retry-after': '5' } });
  scope.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply) => {
    const { bodyLimit } = request.routeOptions;
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    if (all >= most.bytes) throw busy();
    const address = addressKey(request.ip);
    let own = 0;
    const take = (bytes: number) => {
      own += bytes;
      all += bytes;
      const there = (byAddress.get(address) ?? 0) + bytes;
      if (there > 0) byAddress.set(address, there);
      else byAddress.delete(address);
      return there;
    };
    let isOver = false;
    counters.set(request, (bytes) => {
      if (isOver) return;
      const there = take(bytes);
      // Of an empty server each is taken, however long it is.
      if (all > own && (all > most.bytes || (there > own && there > most.bytes / 2))) throw busy();
    });
    const leave: (() => void)[] = [];
    whenFinished(reply.raw, () => {
      isOver = true;
      take(-own);
      for (const one of leave) one();
    });
    leave.push(places.enter(address));
    if (!request.viewer) return;
    leave.push(forms.enter(request.viewer.userId));
    await count(request.viewer.userId);
  });
  return (request) => counters.get(request) ?? (() => undefined);
}

interface Form {
  contentType: string;
  /** Field names; each may occur once. */
  names: readonly string[];
  mostBytes: number;
  stalledMs: number;
  /** Counts bytes. @throws {Problem} 503 where there are too many of them */
  arrived(bytes: number): void;
}

/** Names, texts and headers of a form are short: only files are large. */
const TEXT_LIMITS = { fieldNameSize: 200, fieldSize: 10_000, headerPairs: 20, headerSize: 8192 };

/**
 * Its fields: files as their bytes, texts as they are.
 * @throws {Problem} 400 `malformed_body`, 408 `too_slow`, 422 `invalid_request` for a field that is unknown or there twice, 503, and Fastify's error for a body that is too large
 */
async function readForm(
  body: Readable,
  { contentType, names, mostBytes, stalledMs, arrived }: Form,
): Promise<Record<string, Buffer | string>> {
  const fields = new Map<string, Buffer | string>();
  let refusal: Problem | undefined;
  const parser = parserOf(contentType, names.length + 1);
  const begin = (name: string) => {
    const message = !names.includes(name) ? 'is not supported' : fields.has(name) ? 'is given twice' : null;
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
  let before = -1;
  const watch = setInterval(() => {
    if (bytes === before) body.destroy(new Problem(408, 'too_slow', 'The request took too long to arrive. Send it again.'));
    before = bytes;
  }, stalledMs);
  try {
    // connections.ts discards the rest of a refused body.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      arrived(chunk.length);
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
  } finally {
    clearInterval(watch);
  }
  if (refusal) throw refusal;
  return Object.fromEntries(fields);
}

const isTooLarge = (error: unknown) => error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE;
const noForm = () => new Problem(400, 'malformed_body', 'The body isn’t a form.');

function parserOf(contentType: string, parts: number): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...TEXT_LIMITS, parts } });
  } catch {
    // Without a boundary.
    throw noForm();
  }
}
