// What a second copy is: the photo's bytes, then its facts, then how long the facts are. A file that ends otherwise was cut.
import type { PhotoRecord } from './record.ts';

/** The folder of second copies in the origin's private file system: one file per waiting photo, and a few empty ones for the next. */
export const REPLICA_DIRECTORY = 'outbox-second-copies';

/** Of a waiting photo, what cannot be found out again. */
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
>;

export type ReplicaRequest =
  /** Begins a copy: answered with the name of its file when the bytes have found room. */
  | { id: number; op: 'begin'; bytes: ArrayBuffer }
  /** Ends the copy that request `of` began: answered when it is on the disk. */
  | { id: number; op: 'end'; of: number; trailer: ArrayBuffer }
  /** Empties the file of a copy that is not to be. */
  | { id: number; op: 'cancel'; of: number }
  /** Makes the reserve so long. 0 gives it up. */
  | { id: number; op: 'reserve'; size: number }
  /** Makes files for the shots to come. Only asked while there is room. */
  | { id: number; op: 'refill' };

export type ReplicaResponse = { id: number; name: string; error?: undefined } | { id: number; error: { name: string; message: string } };

/** After the facts: their length and a sign of what this is. */
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

/** Null where the file is none, or was cut. Whether the bytes are the photo's is told by their hash. */
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
