// What has arrived of uploads, wherever it is: local files (local-uploads.ts) or a bucket (bucket-uploads.ts).
import type { Inspection } from '#server/media/picture-header.ts';

export interface ArrivedUpload {
  /** Bytes that have arrived. */
  bytes: number;
  /** Bytes that are announced and have not arrived; null where no length was announced. */
  remainingBytes: number | null;
  isComplete: boolean;
  /**
   * Moves the bytes to a key of the storage, durably, after `accept` has returned for what they are.
   * @returns what `accept` returned; null if another commit has moved or removed the bytes
   */
  moveTo<T>(key: string, accept: (found: Inspection) => Promise<T>): Promise<T | null>;
  /** Removes what is left of it, after the move too. */
  remove(): Promise<void>;
}

export interface UploadFiles {
  /** Null when no bytes of this upload are here. */
  find(id: string): Promise<ArrivedUpload | null>;
  /** Removes the bytes of an upload. */
  remove(id: string): Promise<void>;
  /** Removes bytes that no upload knows. */
  removeOrphans(signal: AbortSignal): Promise<void>;
}

/** @param size as announced; null where the length was left open */
export const remainingOf = (bytes: number, size: number | null): Pick<ArrivedUpload, 'bytes' | 'remainingBytes' | 'isComplete'> => ({
  bytes,
  remainingBytes: size === null ? null : Math.max(0, size - bytes),
  isComplete: size !== null && bytes >= size,
});

/** An error that the tus library answers as the protocol defines. */
export function isTusError(error: unknown): error is { status_code: number; body: string } {
  return typeof error === 'object' && error !== null && 'status_code' in error && typeof error.status_code === 'number';
}

export class TusError extends Error {
  override name = 'TusError';
  readonly status_code: number;
  readonly body: string;

  /** @param answer one of the library's `ERRORS` */
  constructor({ status_code, body }: { status_code: number; body: string }) {
    super(body.trim());
    this.status_code = status_code;
    this.body = body;
  }
}
