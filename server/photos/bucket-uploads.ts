// Uploads that arrive in the bucket, in pieces: any server can receive the next bytes, and commit the photo. The record has the keys of the pieces. See
// docs/decisions/048-uploads-to-any-server.md.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Metadata, Upload } from '@tus/server';
import type { UploadPiece } from '#server/db/schema/photos.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/http/problem.ts';
import { forgetUpload } from '#server/photos/discard-upload.ts';
import { intakeOf } from '#server/photos/intake.ts';
import { remainingOf, TusError, type UploadFiles } from '#server/photos/upload-files.ts';
import { announceLength, findBucketUpload, beginInBucket, listPieces, recordPieces } from '#server/photos/uploads-repository.ts';
import { abandonedBefore, makeFolder, removeAbandonedFiles } from '#server/storage/local-files.ts';
import { ALL_PIECES, piecesOf, storageKeys } from '#server/storage/storage.ts';
import { timeOfUuid7, uuid7 } from '#server/uuid.ts';

/** Sent to the bucket at once; a usual photo is one piece. */
export const PIECE_BYTES = 8 * 1024 * 1024;
/** A smaller last piece is joined with the next bytes, so that a sender of single bytes makes few objects. */
const SMALL_PIECE_BYTES = 1024 * 1024;
const ORPHANS_AT_ONCE = 500;

interface Progress {
  pieces: UploadPiece[];
  received: number;
  size: number | null;
}

export class BucketUploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination'];
  readonly files: UploadFiles;
  readonly #deps: Deps;
  readonly #leaseOf: (id: string) => string | null;
  #folder: Promise<string> | undefined;

  /** @param leaseOf the lease that this process holds on an upload */
  constructor(deps: Deps, leaseOf: (id: string) => string | null) {
    super();
    this.#deps = deps;
    this.#leaseOf = leaseOf;
    this.files = this.#asFiles();
  }

  override async create(upload: Upload): Promise<Upload> {
    const metadata = upload.metadata ? Metadata.stringify(upload.metadata) : null;
    if (!(await beginInBucket(this.#deps.db, upload.id, metadata))) throw notFound('upload');
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await findBucketUpload(this.#deps.db, id);
    if (!found) throw new TusError(ERRORS.FILE_NOT_FOUND);
    return new Upload({
      id,
      offset: found.received,
      creation_date: found.createdAt.toISOString(),
      ...(found.bytes !== null && { size: found.bytes }),
      ...(found.metadata !== null && { metadata: Metadata.parse(found.metadata) }),
    });
  }

  override async declareUploadLength(id: string, bytes: number): Promise<void> {
    await announceLength(this.#deps.db, id, bytes);
  }

  override async remove(id: string): Promise<void> {
    const found = await findBucketUpload(this.#deps.db, id);
    if (!found) throw new TusError(ERRORS.FILE_NOT_FOUND);
    // The record first: pieces without one are swept.
    await forgetUpload(this.#deps, { id });
    await this.#removePieces(found.pieces);
  }

  /** What has arrived when the connection breaks counts too. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const found = await findBucketUpload(this.#deps.db, id);
    if (!found) throw notFound('upload');
    if (found.received !== offset) throw new TusError(ERRORS.INVALID_OFFSET);
    let upload: Progress = { pieces: found.pieces, received: offset, size: found.bytes };
    const incoming = new Incoming(stream);
    while (!incoming.hasEnded) {
      const part = await this.#newFile();
      try {
        const bytes = await incoming.writeTo(part, PIECE_BYTES);
        if (bytes > 0) upload = await this.#append(id, upload, { file: part, bytes });
      } finally {
        await rm(part, { force: true });
      }
    }
    if (incoming.cut !== null) throw incoming.cut;
    return upload.received;
  }

  /** Stores a piece, then counts it: the offset never promises bytes that aren't stored. */
  async #append(id: string, upload: Progress, part: { file: string; bytes: number }): Promise<Progress> {
    const { db, storage } = this.#deps;
    const earlier = [...upload.pieces];
    const replaced: UploadPiece[] = [];
    let { bytes } = part;
    for (let last = earlier.at(-1); last && isJoined(last.bytes, bytes); last = earlier.at(-1)) {
      bytes += last.bytes;
      replaced.unshift(last);
      earlier.pop();
    }
    const received = upload.received + part.bytes;
    const piece = { key: storageKeys.uploadPiece(id, uuid7()), bytes };
    const file = replaced.length === 0 ? part.file : await this.#newFile();
    try {
      // Removed with its upload in the meantime.
      if (replaced.length > 0 && !(await this.#join(replaced, file, part.file))) throw notFound('upload');
      const intake = intakeOf(this.#deps);
      const isWhole = earlier.length === 0 && received === upload.size;
      const inspection = isWhole ? await intake.inspect(file) : null;
      await intake.adopt(piece.key, file);
      // If the database doesn't answer, the piece may be counted or not: it stays, and is swept if it isn't.
      const pieces = [...earlier, piece];
      const expected = { received: upload.received, lease: this.#leaseOf(id) };
      if (!(await recordPieces(db, id, expected, { received, pieces, inspection }))) {
        await storage.delete(piece.key);
        // Another request holds the upload by now. The client asks for the offset.
        if (await findBucketUpload(db, id)) throw new TusError(ERRORS.INVALID_OFFSET);
        throw notFound('upload');
      }
      await this.#removePieces(replaced);
      return { ...upload, received, pieces };
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Downloads pieces into a new file, with a local file after them. @returns false if one of them is gone */
  async #join(pieces: readonly UploadPiece[], target: string, tail?: string): Promise<boolean> {
    const { storage } = this.#deps;
    let isGone = false;
    async function* contents(): AsyncGenerator<Buffer> {
      for (const { key } of pieces) {
        const object = await storage.get(key);
        if (!object) {
          isGone = true;
          return;
        }
        yield* object.stream as AsyncIterable<Buffer>;
      }
      if (tail !== undefined) yield* createReadStream(tail) as AsyncIterable<Buffer>;
    }
    await pipeline(contents, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    return !isGone;
  }

  #asFiles(): UploadFiles {
    const { db, storage } = this.#deps;
    return {
      find: async (id) => {
        const found = await findBucketUpload(db, id);
        if (!found) return null;
        const { pieces, inspection, received, bytes } = found;
        const [first] = pieces;
        return {
          ...remainingOf(received, bytes),
          moveTo: async (key, accept) => {
            if (first && pieces.length === 1 && inspection) {
              const accepted = await accept(inspection);
              return (await storage.copy(first.key, key)) ? accepted : null;
            }
            const file = await this.#newFile();
            try {
              if (!(await this.#join(pieces, file))) return null;
              const intake = intakeOf(this.#deps);
              const accepted = await accept(await intake.inspect(file));
              await intake.adopt(key, file);
              return accepted;
            } finally {
              await rm(file, { force: true });
            }
          },
          remove: () => this.#removePieces(pieces),
        };
      },
      remove: async (id) => {
        for await (const { key } of storage.list(piecesOf(id))) await storage.delete(key);
      },
      removeOrphans: (signal) => this.#removeOrphans(signal),
    };
  }

  /** What remains is swept: the caller has done what it promised. */
  async #removePieces(pieces: readonly UploadPiece[]): Promise<void> {
    const { storage, log } = this.#deps;
    for (const { key } of pieces)
      await storage.delete(key).catch((error: unknown) => log.warn({ err: error, key }, 'a piece of an upload is left to the sweep'));
  }

  /** Pieces that no record names, a day after they were written: a killed server left them. */
  async #removeOrphans(signal: AbortSignal): Promise<void> {
    const { db, storage } = this.#deps;
    const removeUnknown = async (keys: string[]) => {
      const known = await listPieces(db, [...new Set(keys.map(uploadOfPiece))]);
      for (const key of keys) if (!known.has(key)) await storage.delete(key);
    };
    let old: string[] = [];
    for await (const { key } of storage.list(ALL_PIECES)) {
      if (signal.aborted) return;
      if (timeOfUuid7(key.slice(-36)) < abandonedBefore()) old.push(key);
      if (old.length < ORPHANS_AT_ONCE) continue;
      await removeUnknown(old);
      old = [];
    }
    await removeUnknown(old);
  }

  /** A name for a file. Also removes what arrived on this disk before there was a bucket: devices have sent it again. */
  async #newFile(): Promise<string> {
    this.#folder ??= openSpool(this.#deps.config.dataDir);
    try {
      return path.join(await this.#folder, randomUUID());
    } catch (error) {
      // The next request tries again.
      this.#folder = undefined;
      throw error;
    }
  }
}

async function openSpool(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'uploads');
  await makeFolder(folder);
  await removeAbandonedFiles(folder);
  return folder;
}

const uploadOfPiece = (key: string) => key.split('/')[1] ?? '';

/** Sizes of pieces in a row at least halve below the limit, so that there are few, and no byte is sent to the bucket many times. */
const isJoined = (last: number, bytes: number) => last < SMALL_PIECE_BYTES && last <= 2 * bytes && last + bytes <= PIECE_BYTES;

/** The body of a request, in parts. */
class Incoming {
  hasEnded = false;
  /** Why it ended early. */
  cut: Error | null = null;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer | undefined;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Writes at most so many bytes to a new file. Returns how many. */
  async writeTo(file: string, most: number): Promise<number> {
    let bytes = 0;
    const take = async function* (this: Incoming) {
      while (bytes < most) {
        const chunk = await this.#next();
        if (!chunk) return;
        const part = chunk.subarray(0, most - bytes);
        if (part.length < chunk.length) this.#rest = chunk.subarray(part.length);
        bytes += part.length;
        yield part;
      }
    };
    await pipeline(take.call(this), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return bytes;
  }

  async #next(): Promise<Buffer | null> {
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest) return rest;
    try {
      const next = await this.#chunks.next();
      if (!next.done) return next.value;
    } catch (error) {
      this.cut = error instanceof Error ? error : new Error(String(error));
    }
    this.hasEnded = true;
    return null;
  }
}
