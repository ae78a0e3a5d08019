// Blobs where the engine takes them (four times faster); ArrayBuffers where it refuses them (Safari: "Error preparing Blob"). The feature
// is tested by storing, never by the user agent (docs/outbox.md, Storing 2).
import type { StoredBytes } from './db.ts';

let blobsRefused = false;

const isBlobRefusal = (error: unknown) =>
  error instanceof DOMException && (error.name === 'UnknownError' || error.name === 'DataCloneError');

/** The forms in which `blob` may be stored, best first: itself, a fresh copy, its buffer. */
async function* storableForms(blob: Blob): AsyncGenerator<Blob | ArrayBuffer> {
  if (!blobsRefused) {
    yield blob;
    yield new Blob([await blob.arrayBuffer()], { type: blob.type });
    blobsRefused = true;
  }
  yield blob.arrayBuffer();
}

/** Calls `store` with the first form of the blob that the engine takes. */
export async function storeBlob<T>(blob: Blob, store: (data: Blob | ArrayBuffer) => Promise<T>): Promise<T> {
  let refusal: unknown;
  for await (const data of storableForms(blob)) {
    try {
      return await store(data);
    } catch (error) {
      if (!isBlobRefusal(error)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Whether its bytes can be read: the file beneath a stored Blob may be gone, or torn in its middle. Holds little of it in memory. */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    const reader = blob.stream().getReader();
    while (!(await reader.read()).done);
    return true;
  } catch {
    return false;
  }
}

export const toBlob = (stored: StoredBytes): Blob =>
  stored.data instanceof Blob ? stored.data : new Blob([stored.data], { type: stored.type });
