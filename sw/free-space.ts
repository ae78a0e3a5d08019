/// <reference lib="webworker" />
// Room for what is kept for later. On a full disk a write to Cache Storage that finds none makes Chromium clear whole sites at once, this one
// with its photos that wait among them, unless it promised to keep them. A blob of IndexedDB that finds none does not: it fails before anything
// is committed (docs/decisions/008-second-witness.md). So room is proved by one first.
import type { DBSchema } from 'idb';
import { diskState, isDiskError, isQuotaError } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';

const PROBE_BYTES = 2 * 1024 * 1024;
/** Of what was proved, so much may be written, and so long: others write, too. */
const GRANTED_BYTES = PROBE_BYTES / 2;
const GRANTED_MS = 3_000;
/** A store that met a full disk is not tried again and again. */
const REFUSED_MS = 5 * 60_000;
/** Each entry brings headers and a place in an index. */
const ENTRY_BYTES = 16 * 1024;

interface Schema extends DBSchema {
  proof: { key: number; value: Blob };
}

let granted = { bytes: 0, until: 0 };
let refusedUntil = 0;
let last: Promise<unknown> = Promise.resolve();

/** Whether so many bytes may be written to Cache Storage now. */
export function hasSpaceFor(bytes: number): Promise<boolean> {
  const answer = last.then(() => grantSpace(bytes + ENTRY_BYTES));
  // Whoever asked hears of a failure; those who ask next do not.
  last = answer.catch(() => undefined);
  return answer;
}

/** Text is compressed on its way, and kept as it is: its length says too little. */
export const responseBytes = (response: Response): number => {
  const length = Number(response.headers.get('content-length') ?? NaN);
  return Number.isFinite(length) ? length * (response.headers.has('content-encoding') ? 5 : 1) : GRANTED_BYTES / 4;
};

async function grantSpace(bytes: number): Promise<boolean> {
  const now = performance.now();
  if (diskState() !== 'fine') return false;
  // A browser that promised to keep storage clears no sites: a write that finds no room fails by itself.
  if (await navigator.storage?.persisted?.()) return true;
  if (now < refusedUntil) return false;
  if (now > granted.until || granted.bytes < bytes) {
    if (!(await probeSpace(Math.max(PROBE_BYTES, 2 * bytes)))) {
      refusedUntil = now + REFUSED_MS;
      return false;
    }
    granted = { bytes: Math.max(GRANTED_BYTES, bytes), until: performance.now() + GRANTED_MS };
  }
  granted.bytes -= bytes;
  return true;
}

/** Written and removed: a blob is a file of its own, whose room is free again at once. */
async function probeSpace(bytes: number): Promise<boolean> {
  try {
    const db = await openDatabase<Schema>('room', 1, { upgrade: (fresh) => void fresh.createObjectStore('proof') });
    try {
      await db.put('proof', new Blob([new Uint8Array(bytes)]), 0);
      await db.delete('proof', 0);
    } finally {
      db.close();
    }
    return true;
  } catch (error) {
    // Engines that take no blobs are not those that clear sites.
    return !isDiskError(error) && !isQuotaError(error);
  }
}
