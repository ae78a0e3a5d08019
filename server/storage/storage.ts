// Storage for bytes: local files (`local.ts`) or a bucket (`s3.ts`). Both pass the same tests.
import type { Readable } from 'node:stream';

/** Its facts. */
interface Described {
  /** Length of the whole object in bytes, also when a range was asked for. */
  bytes: number;
  /** Other bytes under the same key have another one. Null if the storage names none. */
  version: string | null;
}

export interface StoredObject extends Described {
  stream: Readable;
}

/** An object that is being read. Whoever opened it closes it. */
export interface OpenObject extends Described {
  /**
   * A part of it, `end` included, in chunks that all lie in `buffer`: each is valid until the next one is requested. If the object was deleted or
   * replaced since, this returns the old bytes or fails.
   */
  read(range: { start: number; end: number }, buffer: Buffer): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

export interface ListedObject {
  key: string;
  bytes: number;
}

export interface Storage {
  /** Writes an object atomically and durably: when this resolves, the bytes survive a power cut. Replaces an existing object. */
  put(key: string, body: Readable | Buffer): Promise<void>;
  /** Takes a finished local file (an upload) in under `key`, durably, and removes it from where it was. */
  adopt(key: string, file: string): Promise<void>;
  /** `range` is inclusive, in bytes. Null when there is no such object. */
  get(key: string, range?: { start: number; end: number }): Promise<StoredObject | null>;
  /** For reading much without taking new memory for each chunk. Null when there is no such object. */
  open(key: string): Promise<OpenObject | null>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** Succeeds when there is no such object. */
  delete(key: string): Promise<void>;
  /** Lends the object as a local file for programs that need one, for as long as `use` runs. Null when there is no such object. */
  withFile<T>(key: string, use: (file: string) => Promise<T>): Promise<T | null>;
  /** Objects whose keys begin with `prefix`, in the order of their keys (UTF-8). Written or deleted meanwhile, they may be missing or listed. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Durable, like `put`. Returns false when there is no object `from`. */
  copy(from: string, to: string): Promise<boolean>;
  /** A URL that anyone can download the object with for some time. Null if only this server can send it. */
  presignGet(key: string, how: { seconds: number; contentType: string; contentDisposition: string }): Promise<string | null>;
  /** True when it can be written to and read from now. */
  ready(): Promise<boolean>;
}

const validKey = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** No part begins with a dot, and none is empty. */
export const isStorageKey = (key: string): boolean => key.length <= 500 && validKey.test(key);

/** @throws if it is no key */
export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
}

/** What the keys of all pieces of uploads begin with. */
export const ALL_PIECES = 'uploads/';
/** The same of one upload. */
export const piecesOf = (uploadId: string): string => `${ALL_PIECES}${uploadId}/`;

/** Names of objects. Letters, digits and `/ . _ -` only; no object store or file system minds them. */
export const storageKeys = {
  /** Includes the hash of the bytes, so that two deliveries under one photo id never overwrite each other. */
  original: (photo: { id: string; sha256: string }) => `originals/${photo.id.slice(-2)}/${photo.id}-${photo.sha256}`,
  thumb: (photoId: string) => `derived/${photoId.slice(-2)}/${photoId}/thumb.jpg`,
  preview: (photoId: string) => `derived/${photoId.slice(-2)}/${photoId}/preview.jpg`,
  download: (photoId: string) => `derived/${photoId.slice(-2)}/${photoId}/download.jpg`,
  /** The same of a proof, until the original arrives: what a name stands for never changes. */
  proofPicture: (photoId: string, variant: 'thumb' | 'preview') => `derived/${photoId.slice(-2)}/${photoId}/proof/${variant}.jpg`,
  /** With a watermark on it: another watermark has another name. */
  watermarked: (photoId: string, mark: string, variant: 'thumb' | 'preview' | 'download') =>
    `derived/${photoId.slice(-2)}/${photoId}/${mark}/${variant}.jpg`,
  /** An image that was made, by its place among those of its generation: made again, it takes the same. */
  generated: (generationId: string, position: number, variant: 'original' | 'preview' | 'thumb') =>
    `generated/${generationId.slice(-2)}/${generationId}/${position}/${variant}`,
  /** Written and removed again, to see that it can be. */
  healthProbe: 'health/probe',
  /** Present while the files of an installation are moved here. */
  unfinishedMigration: 'migration/unfinished',
  /** Present while a backup is restored here, with the token of the restore. */
  unfinishedRestore: 'migration/restore',
  /** The id that the database of these files has too. */
  storageId: 'migration/storage-id',
  /** A part of an upload that isn't committed yet. @param pieceId a UUID version 7: it has the time */
  uploadPiece: (uploadId: string, pieceId: string) => `${piecesOf(uploadId)}${pieceId}`,
  /** A picture that images are made of. */
  generationSource: (uploadId: string, variant: 'picture' | 'thumb') => `generation-sources/${uploadId.slice(-2)}/${uploadId}/${variant}`,
  /** By its own hash: another picture has another name. */
  organizationPicture: (organizationId: string, hash: string, kind: 'jpg' | 'png') =>
    `organizations/${organizationId.slice(-2)}/${organizationId}/${hash}.${kind}`,
};

/** A thumbnail or preview of a photo, plain or with a watermark. What such a key stands for never changes, but the object can be deleted and made again. */
export const isGalleryPicture = (key: string): boolean => /^derived\/.+\/(thumb|preview)\.jpg$/.test(key);

/** Not part of the data: neither moved nor backed up. Devices send unfinished uploads again. */
export const isTemporaryKey = (key: string): boolean => ['health/', 'migration/', ALL_PIECES].some((prefix) => key.startsWith(prefix));

/** What the keys of all originals begin with. */
export const ORIGINALS = 'originals/';

/** The photo of a key of `storageKeys.original`. */
export function photoOfOriginal(key: string): { id: string; sha256: string } {
  const [, id, sha256] = /\/([0-9a-f-]{36})-([0-9a-f]{64})$/.exec(key) ?? [];
  if (id === undefined || sha256 === undefined) throw new Error(`${key} is no name of an original`);
  return { id, sha256 };
}
