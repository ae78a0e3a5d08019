/// <reference lib="webworker" />
// Checks for space before writing to Cache Storage. On a full disk such a write makes Chromium clear whole sites, including this one with
// its queued photos, unless storage is persistent. An IndexedDB blob does not: it fails before the commit
// (docs/decisions/008-replica.md). So a blob is written first as a probe.
import type { DBSchema } from 'idb';
import { diskState, isDiskError, isQuotaError } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';

const PROBE_BYTES = 2 * 1024 * 1024;
/** How many of the probed bytes may be written, and for how long: others write too. */
const GRANTED_BYTES = PROBE_BYTES / 2;
const GRANTED_MS = 3_000;
/** After a full disk, probing pauses. */
const REFUSED_MS = 5 * 60_000;
/** Headers and index of an entry. */
const ENTRY_BYTES = 16 * 1024;

interface Schema extends DBSchema {
  proof: { key: number; value: Blob };
}

let granted = { bytes: 0, until: 0 };
let refusedUntil = 0;
let last: Promise<unknown> = Promise.resolve();

/** Whether this many bytes may be written to Cache Storage now. */
export function hasSpaceFor(bytes: number): Promise<boolean> {
  const answer = last.then(() => grantSpace(bytes + ENTRY_BYTES));
  // Only the caller sees a failure; later callers do not.
  last = answer.catch(() => undefined);
  return answer;
}

/** Compressed text is stored uncompressed, so its length is too small. */
export const responseBytes = (response: Response): number => {
  const length = Number(response.headers.get('content-length') ?? NaN);
  return Number.isFinite(length) ? length * (response.headers.has('content-encoding') ? 5 : 1) : GRANTED_BYTES / 4;
};

async function grantSpace(bytes: number): Promise<boolean> {
  const now = performance.now();
  if (diskState() !== 'fine') return false;
  // With persistent storage no sites are cleared: a write without space just fails.
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

/** Written and deleted: a blob is a file, whose space is free again at once. */
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
    // Engines without blobs are not the ones that clear sites.
    return !isDiskError(error) && !isQuotaError(error);
  }
}
