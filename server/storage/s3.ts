// Objects in a bucket of an S3-compatible service. Bodies are sent from memory in parts: the service checks the signed hash of each, and the SDK can
// repeat each. Loaded only if a bucket is configured.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { abandonedBefore, openWorkshop } from '#server/storage/local-files.ts';
import { explainS3Failure, S3Failure, type S3Right, StorageUnavailable } from '#server/storage/s3-errors.ts';
import type { S3Settings } from '#server/storage/s3-settings.ts';
import { requireStorageKey, type Storage, storageKeys } from '#server/storage/storage.ts';
import { withTimeout } from '#server/with-timeout.ts';

/** Of an upload; S3 requires 5 MB or more and takes 10,000 parts. A usual photo is one part, and is sent by one request. */
const PART_BYTES = 8 * 1024 * 1024;
const CONNECT_MS = 5_000;
/** Without a byte in either direction. */
const IDLE_MS = 30_000;
const ATTEMPTS = 4;
/** Objects that are sent at once, each with two parts in memory. Others wait, as files: a bucket that hangs must not fill the memory. */
const PUTS_AT_ONCE = 16;
/** How often a download continues after its connection broke without a new byte. */
const RESUMES = 3;
/** Anyone can ask whether the server is ready, as often as they like. */
const READY_FOR_MS = 5_000;
const READY_WITHIN_MS = 5_000;

type Range = { start: number; end: number };

/** The SDK prints a warning about future versions for Node 20; this version supports it. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const createClient = ({ endpoint, region, pathStyle, accessKeyId, secretAccessKey }: S3Settings): S3Client =>
  new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Other services than AWS don't know the SDK's own checksums. The signature covers the bytes already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      // A slow reader occupies its connection for minutes: with the usual limit, some of them would block everybody.
      httpAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
    },
  });

/**
 * The storage in a bucket, without a look at it: `openS3Storage` does that.
 * @param folder local, for the files that `withFile` lends
 */
export async function createS3Storage(settings: S3Settings, folder: string, client = createClient(settings)): Promise<Storage> {
  const { bucket: Bucket, prefix, encryption } = settings;
  const workshop = await openWorkshop(folder);
  const encrypted = encryption === null ? {} : { ServerSideEncryption: encryption };
  // The signature covers the host that a browser calls.
  const signer = settings.publicEndpoint === null ? client : createClient({ ...settings, endpoint: settings.publicEndpoint });

  const objectOf = (key: string) => {
    requireStorageKey(key);
    return { Bucket, Key: prefix + key };
  };

  const head = (key: string) => orMissing(client.send(new HeadObjectCommand(objectOf(key))));

  const inTurn = createTurns(PUTS_AT_ONCE);
  const put = (key: string, source: AsyncIterable<Buffer> | Iterable<Buffer>) => inTurn(() => putNow(key, source));

  async function putNow(key: string, source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const object = objectOf(key);
    const parts = inParts(source);
    try {
      const first = await parts.next();
      const Body = first.done ? Buffer.alloc(0) : first.value;
      const second = await parts.next();
      if (second.done) await orFailure(client.send(new PutObjectCommand({ ...object, ...encrypted, Body })));
      else await putParts(key, Body, second.value, parts);
    } finally {
      await parts.return(undefined);
    }
  }

  async function putParts(key: string, first: Buffer, second: Buffer, rest: AsyncGenerator<Buffer>): Promise<void> {
    const object = objectOf(key);
    const { UploadId } = await orFailure(client.send(new CreateMultipartUploadCommand({ ...object, ...encrypted })));
    const sent: { PartNumber: number; ETag: string | undefined }[] = [];
    let bytes = 0;
    const send = async (Body: Buffer) => {
      const PartNumber = sent.length + 1;
      const { ETag } = await orFailure(client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body })));
      sent.push({ PartNumber, ETag });
      bytes += Body.length;
    };
    try {
      await send(first);
      await send(second);
      for await (const part of rest) await send(part);
    } catch (error) {
      // A failed abort is repeated by the sweep of a later start.
      await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
      throw error;
    }
    try {
      await orFailure(client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: sent } })));
    } catch (error) {
      // An attempt before was complete, and its answer was lost.
      const isComplete = error instanceof S3Failure && error.code === 'NoSuchUpload' && (await head(key))?.ContentLength === bytes;
      if (!isComplete) throw error;
    }
  }

  /**
   * Null when there is no such object.
   * @throws {S3Failure} also when it has another ETag
   */
  async function request(key: string, range: Range | undefined, IfMatch?: string) {
    const found = await orMissing(
      client.send(
        new GetObjectCommand({
          ...objectOf(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          ...(IfMatch !== undefined && { IfMatch }),
        }),
      ),
    );
    if (found && range && !found.ContentRange?.startsWith(`bytes ${range.start}-`)) {
      bodyOf(found).destroy();
      throw new S3Failure('MissingContentRange', 'the S3 service answered with other bytes than the requested range', undefined);
    }
    return found;
  }

  async function requestBody(key: string, range: Range, etag: string | undefined): Promise<Readable> {
    const found = await request(key, range, etag);
    if (!found) throw new S3Failure('NoSuchKey', `${key} was deleted while it was read`, 404);
    return bodyOf(found);
  }

  async function get(key: string, range?: Range): ReturnType<Storage['get']> {
    let found: Awaited<ReturnType<typeof request>>;
    try {
      found = await request(key, range);
    } catch (error) {
      // It ends before the range begins, as an empty one always does.
      if (!(error instanceof S3Failure && error.status === 416)) throw error;
      const whole = await head(key);
      return whole && { stream: Readable.from([]), bytes: lengthOf(whole), version: whole.ETag ?? null };
    }
    if (!found) return null;
    const length = lengthOf(found);
    const bytes = range ? totalOf(found.ContentRange, length) : length;
    const start = range?.start ?? 0;
    const { ETag } = found;
    const reading = readResumed({ start, end: start + length - 1 }, (left) => requestBody(key, left, ETag), bodyOf(found));
    const stream = Readable.from(reading.chunks, { objectMode: false });
    stream.once('close', reading.close);
    return { stream, bytes, version: ETag ?? null };
  }

  const listPage = (after: { ContinuationToken?: string | undefined; Prefix: string; MaxKeys?: number }) =>
    orFailure(client.send(new ListObjectsV2Command({ Bucket, ...after })));

  async function* list(wanted: string): ReturnType<Storage['list']> {
    let ContinuationToken: string | undefined;
    do {
      const page = await listPage({ Prefix: prefix + wanted, ContinuationToken });
      for (const { Key, Size } of page.Contents ?? []) if (Key !== undefined) yield { key: Key.slice(prefix.length), bytes: Size ?? 0 };
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  let asked: { at: number; answer: Promise<boolean> } | undefined;

  return {
    put: async (key, body) => put(key, Buffer.isBuffer(body) ? [body] : (body as AsyncIterable<Buffer>)),

    async adopt(key, file) {
      const handle = await open(file, 'r');
      try {
        await put(key, handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>);
      } finally {
        await handle.close();
      }
      await rm(file, { force: true });
    },

    get,

    async open(key) {
      const found = await head(key);
      if (!found) return null;
      const bytes = lengthOf(found);
      const { ETag } = found;
      const readings = new Set<{ close: () => void }>();
      return {
        bytes,
        version: ETag ?? null,
        async *read({ start, end }, buffer) {
          const reading = readResumed({ start, end: Math.min(end, bytes - 1) }, (left) => requestBody(key, left, ETag));
          readings.add(reading);
          yield* inBuffer(buffer, reading.chunks);
          readings.delete(reading);
        },
        close() {
          for (const reading of readings) reading.close();
          return Promise.resolve();
        },
      };
    },

    async size(key) {
      const found = await head(key);
      return found && lengthOf(found);
    },

    async delete(key) {
      await orMissing(client.send(new DeleteObjectCommand(objectOf(key))));
    },

    async withFile(key, use) {
      const object = await get(key);
      if (!object) return null;
      const file = path.join(workshop, randomUUID());
      try {
        await pipeline(object.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
        return await use(file);
      } finally {
        await rm(file, { force: true });
      }
    },

    list,

    async copy(from, to) {
      const { Key: source } = objectOf(from);
      // Keys and prefixes have no character that an address would have to escape.
      const copied = await orMissing(
        client.send(new CopyObjectCommand({ ...objectOf(to), ...encrypted, CopySource: `${Bucket}/${source}` })),
      );
      return copied !== null;
    },

    async presignGet(key, { seconds, contentType, contentDisposition }) {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const command = new GetObjectCommand({
        ...objectOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
      });
      // By the clock of the service, as far as the SDK has found out that they differ.
      const signingDate = new Date(Date.now() + client.config.systemClockOffset);
      return getSignedUrl(signer, command, { expiresIn: seconds, signingDate });
    },

    ready() {
      const now = performance.now();
      if (!asked || now - asked.at > READY_FOR_MS) {
        const answer = withTimeout(READY_WITHIN_MS, listPage({ Prefix: prefix, MaxKeys: 1 })).then(
          () => true,
          () => false,
        );
        asked = { at: now, answer };
      }
      return asked.answer;
    },
  };
}

/**
 * Opens the storage in a bucket: finds out whether objects can be listed, written, read and deleted, and aborts uploads that a killed process left.
 * @param warn is called with what does not prevent the start
 * @throws {ConfigError} naming the wrong variable
 * @throws {StorageUnavailable} the service does not work now
 */
export async function openS3Storage(settings: S3Settings, folder: string, warn: (message: string) => void): Promise<Storage> {
  const client = createClient(settings);
  const storage = await createS3Storage(settings, folder, client);
  const check = async (right: S3Right, act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      if (error instanceof S3Failure) throw explainS3Failure(error, settings, right);
      throw error;
    }
  };
  const key = `${storageKeys.healthProbe}-${randomUUID()}`;
  const written = Buffer.from('written to see that it can be');
  await check('list objects', () => storage.list(storageKeys.healthProbe)[Symbol.asyncIterator]().next());
  await check('write objects', () => storage.put(key, written));
  await check('read objects', async () => {
    const found = await storage.get(key);
    const read = found && Buffer.concat(await found.stream.toArray());
    if (!read?.equals(written))
      throw new StorageUnavailable('The S3 service does not return what was written. Check what S3_ENDPOINT leads to.');
  });
  await check('delete objects', () => storage.delete(key));
  await abortAbandoned(client, settings).catch((error: unknown) => {
    warn(`abandoned uploads in the bucket could not be removed (${S3Failure.of(error).code}); a lifecycle rule of the bucket can do that`);
  });
  return storage;
}

async function abortAbandoned(client: S3Client, { bucket: Bucket, prefix: Prefix }: S3Settings): Promise<void> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
  while (marker) {
    const page: ListMultipartUploadsCommandOutput = await orFailure(
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker })),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated !== undefined && Initiated.getTime() < abandonedBefore())
        await orFailure(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
  }
}

/** Runs at most so much at once; the rest waits in line. */
function createTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      // It takes over this turn.
      if (next) next();
      else running -= 1;
    }
  };
}

/** @throws {S3Failure} */
async function orFailure<T>(calling: Promise<T>): Promise<T> {
  try {
    return await calling;
  } catch (error) {
    throw S3Failure.of(error);
  }
}

/** Null when there is no such object. */
async function orMissing<T>(calling: Promise<T>): Promise<T | null> {
  try {
    return await orFailure(calling);
  } catch (error) {
    if (error instanceof S3Failure && error.isMissingObject) return null;
    throw error;
  }
}

function bodyOf({ Body }: { Body?: unknown }): Readable {
  if (!(Body instanceof Readable)) throw new TypeError('the S3 service answered without a body');
  return Body;
}

/** @throws if the service doesn't say it: an object must never look shorter than it is */
function lengthOf({ ContentLength }: { ContentLength?: number | undefined }): number {
  if (ContentLength === undefined)
    throw new S3Failure('MissingContentLength', 'the S3 service answered without the length of an object', undefined);
  return ContentLength;
}

/** The length of the whole object, as in `bytes 2-4/10`. */
const totalOf = (contentRange: string | undefined, otherwise: number): number =>
  Number(/\/(\d+)$/.exec(contentRange ?? '')?.[1] ?? otherwise);

/** Joins and cuts chunks so that all but the last have the size of a part. */
async function* inParts(source: AsyncIterable<Buffer | string> | Iterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    for (let left = typeof chunk === 'string' ? Buffer.from(chunk) : chunk; left.length > 0;) {
      const taken = left.subarray(0, PART_BYTES - bytes);
      left = left.subarray(taken.length);
      held.push(taken);
      bytes += taken.length;
      if (bytes < PART_BYTES) continue;
      yield joined(held);
      [held, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield joined(held);
  return undefined;
}

const joined = (chunks: readonly Buffer[]): Buffer => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));

/**
 * Reads a range, and requests the rest again when the connection breaks.
 * @param request opens the rest of the range
 * @param first an answer that was opened already
 */
function readResumed(range: Range, request: (left: Range) => Promise<Readable>, first?: Readable) {
  const read = (stream: Readable) => ({ stream, chunks: stream[Symbol.asyncIterator]() as AsyncIterator<Buffer> });
  let body = first && read(first);
  let isClosed = false;
  const drop = () => {
    body?.stream.destroy();
    body = undefined;
  };
  async function* chunks(): AsyncGenerator<Buffer> {
    let position = range.start;
    let breaks = 0;
    try {
      while (position <= range.end) {
        if (isClosed) return;
        let next: IteratorResult<Buffer>;
        try {
          body ??= read(await request({ start: position, end: range.end }));
          next = await body.chunks.next();
          if (next.done) throw new Error(`the connection ended ${range.end - position + 1} bytes early`);
        } catch (error) {
          drop();
          if (error instanceof S3Failure || isClosed || ++breaks > RESUMES) throw error;
          continue;
        }
        breaks = 0;
        position += next.value.length;
        yield next.value;
      }
    } finally {
      drop();
    }
  }
  return {
    chunks: chunks(),
    close() {
      isClosed = true;
      drop();
    },
  };
}

/** The same bytes, each chunk in the one buffer. */
async function* inBuffer(buffer: Buffer, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let filled = 0;
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length;) {
      const copied = chunk.copy(buffer, filled, taken);
      taken += copied;
      filled += copied;
      if (filled < buffer.length) continue;
      yield buffer;
      filled = 0;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
