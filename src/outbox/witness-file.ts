// What a second copy is: the photo's bytes, then its facts, then how long the facts are. A file that ends otherwise was cut.
import type { PhotoRecord } from './record.ts';

/** The folder of second copies in the origin's private file system: one file per waiting photo, and a few empty ones for the next. */
export const SECOND_COPIES = 'outbox-second-copies';

/** Of a waiting photo, what cannot be found out again. */
export type WitnessFacts = Pick<
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

export type WitnessRequest =
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

export type WitnessAnswer = { id: number; name: string; error?: undefined } | { id: number; error: { name: string; message: string } };

/** After the facts: their length and a sign of what this is. */
const TAIL = 8;
const SIGN = 0x41_49_57_31;
const LONGEST_FACTS = 64 * 1024;

export function trailerOf(facts: WitnessFacts): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(facts));
  const buffer = new ArrayBuffer(text.length + TAIL);
  new Uint8Array(buffer).set(text);
  const view = new DataView(buffer, text.length);
  view.setUint32(0, text.length);
  view.setUint32(4, SIGN);
  return buffer;
}

/** Null where the file is none, or was cut. Whether the bytes are the photo's is told by their hash. */
export async function readWitness(file: Blob): Promise<{ facts: WitnessFacts; blob: Blob } | null> {
  if (file.size <= TAIL) return null;
  const tail = new DataView(await file.slice(file.size - TAIL).arrayBuffer());
  const length = tail.getUint32(0);
  const at = file.size - TAIL - length;
  if (tail.getUint32(4) !== SIGN || length > LONGEST_FACTS || at < 0) return null;
  try {
    const facts = JSON.parse(await file.slice(at, at + length).text()) as WitnessFacts;
    return facts.bytes === at ? { facts, blob: file.slice(0, at, facts.contentType) } : null;
  } catch {
    return null;
  }
}
