// The replica format: the photo's bytes, its metadata as JSON, and a footer. A file with another ending was truncated. Shared with the
// dedicated worker.
import type { PhotoRecord } from './record.ts';

/** The replica directory in the origin private file system: one file per queued photo, and a few empty ones for the next shots. */
export const REPLICA_DIRECTORY = 'outbox-second-copies';

/** The metadata of a queued photo that cannot be recovered otherwise. */
export type ReplicaMetadata = Pick<
  PhotoRecord,
  | 'id'
  | 'account'
  | 'accountEmail'
  | 'eventId'
  | 'eventName'
  | 'eventZone'
  | 'eventFrom'
  | 'takenAt'
  | 'clockOffset'
  | 'tzOffset'
  | 'orientation'
  | 'source'
  | 'contentType'
  | 'fileName'
  | 'bytes'
  | 'sha256'
  | 'imageId'
>;

export type ReplicaRequest =
  /** Begins a replica. The answer is its file name, once the bytes are written. */
  | { id: number; op: 'begin'; bytes: ArrayBuffer }
  /** Ends the replica that request `of` began. Answered once it is on disk. */
  | { id: number; op: 'end'; of: number; trailer: ArrayBuffer }
  /** Truncates the file of a cancelled replica. */
  | { id: number; op: 'cancel'; of: number }
  /** Resizes the reserve. 0 releases it. */
  | { id: number; op: 'reserve'; size: number }
  /** Creates files for the next shots. Only sent while there is space. */
  | { id: number; op: 'refill' };

export type ReplicaResponse = { id: number; name: string; error?: undefined } | { id: number; error: { name: string; message: string } };

/** Follows the metadata: its length and a magic number. */
const FOOTER_BYTES = 8;
const MAGIC = 0x41_49_57_31;
const MAX_METADATA_BYTES = 64 * 1024;

export function encodeTrailer(facts: ReplicaMetadata): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(facts));
  const buffer = new ArrayBuffer(text.length + FOOTER_BYTES);
  new Uint8Array(buffer).set(text);
  const view = new DataView(buffer, text.length);
  view.setUint32(0, text.length);
  view.setUint32(4, MAGIC);
  return buffer;
}

/** Returns null if the file is not a replica or was truncated. The caller verifies the hash. */
export async function parseReplica(file: Blob): Promise<{ facts: ReplicaMetadata; blob: Blob } | null> {
  if (file.size <= FOOTER_BYTES) return null;
  const tail = new DataView(await file.slice(file.size - FOOTER_BYTES).arrayBuffer());
  const length = tail.getUint32(0);
  const at = file.size - FOOTER_BYTES - length;
  if (tail.getUint32(4) !== MAGIC || length > MAX_METADATA_BYTES || at < 0) return null;
  try {
    const facts = JSON.parse(await file.slice(at, at + length).text()) as ReplicaMetadata;
    return facts.bytes === at ? { facts, blob: file.slice(0, at, facts.contentType) } : null;
  } catch {
    return null;
  }
}
