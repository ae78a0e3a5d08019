// How many photos a device has, had and delivered: what it reported, with what the server knows since. Pure.
import type { components } from '#openapi/api.ts';
import type { WaitingPhoto } from '#server/db/schema/events.ts';

type Totals = components['schemas']['DeviceTotals'];

interface ReportedFacts {
  captured: number;
  imported: number;
  waiting: number;
  waitingBytes: number;
  waitingPhotos: readonly WaitingPhoto[];
  lost: number;
  /** Of the reported photos those that this device delivered since. */
  arrived: number;
  arrivedBytes: number;
  /** The hash of each of these that is named as waiting. */
  arrivedHere: readonly string[];
  /** Bytes of what other devices of the person delivered, by the hashes that are named as waiting. */
  arrivedElsewhere: Readonly<Record<string, number>>;
  /** Photos that arrived and are in no report yet. */
  newer: number;
  newerImported: number;
  /** Proofs of photos that are in no report yet. */
  newerProofs: readonly (WaitingPhoto & { bytes: number; imported: boolean })[];
}

export interface DeviceCounts {
  /** The sum of `stored`, `waiting` and `lost`. */
  captured: number;
  imported: number;
  stored: number;
  waiting: number;
  waitingBytes: number;
  /** The waiting ones that are known by their files. */
  missing: WaitingPhoto[];
  /** With settled ones. */
  lost: number;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

/** What waits is a photo for each file that was reported, also of equal bytes. One that arrived from another device settles all of its bytes. */
export function countDevice(row: ReportedFacts): DeviceCounts {
  const here = [...row.arrivedHere];
  const left = row.waitingPhotos.filter(({ sha256 }) => {
    const index = here.indexOf(sha256);
    if (index >= 0) here.splice(index, 1);
    return index < 0;
  });
  const missing = left.filter(({ sha256 }) => row.arrivedElsewhere[sha256] === undefined);
  const settled = left.filter(({ sha256 }) => row.arrivedElsewhere[sha256] !== undefined);
  const reported = Math.max(0, row.waiting - row.arrived - settled.length);
  const waiting = reported + row.newerProofs.length;
  const arrivedBytes = row.arrivedBytes + sum(settled.map(({ sha256 }) => row.arrivedElsewhere[sha256] ?? 0));
  const captured = Math.max(row.captured + row.newer + row.newerProofs.length, waiting + row.lost);
  const imported = row.imported + row.newerImported + row.newerProofs.filter((proof) => proof.imported).length;
  return {
    captured,
    imported: Math.min(imported, captured),
    stored: captured - waiting - row.lost,
    waiting,
    waitingBytes: (reported === 0 ? 0 : Math.max(0, row.waitingBytes - arrivedBytes)) + sum(row.newerProofs.map(({ bytes }) => bytes)),
    missing: [...missing.slice(0, reported), ...row.newerProofs],
    lost: row.lost,
  };
}

interface Counted {
  userId: string;
  counts: DeviceCounts;
  settledAt: Date | null;
  settledLost: number;
  damaged: number;
}

/** How often each file of a person waits: as often as on the device where it does so most often. */
function filesOf(devices: readonly Counted[]): Map<string, number> {
  const most = new Map<string, number>();
  for (const { userId, counts } of devices) {
    const own = new Map<string, number>();
    for (const { sha256 } of counts.missing) own.set(`${userId} ${sha256}`, (own.get(`${userId} ${sha256}`) ?? 0) + 1);
    for (const [file, count] of own) most.set(file, Math.max(most.get(file) ?? 0, count));
  }
  return most;
}

/**
 * Over all devices of an event. Photos that are known by number only are counted for each device.
 * @param stored photos of these devices that the server has
 */
export function totalsOf(devices: readonly Counted[], stored: number): Totals {
  const open = devices.filter(({ settledAt }) => settledAt === null);
  const closed = devices.filter(({ settledAt }) => settledAt !== null);
  const unnamed = (of: readonly Counted[]) => sum(of.map(({ counts }) => counts.waiting - counts.missing.length));
  const files = filesOf(open);
  const waiting = sum(files.values()) + unnamed(open);
  const settledFiles = sum([...filesOf(closed)].map(([file, count]) => Math.max(0, count - (files.get(file) ?? 0))));
  const settledLost = sum(devices.map(({ counts, settledLost: count }) => Math.min(count, counts.lost)));
  const lost = sum(devices.map(({ counts }) => counts.lost)) - settledLost;
  const settled = settledFiles + unnamed(closed) + settledLost;
  return { captured: stored + waiting + lost + settled, stored, waiting, lost, settled, damaged: sum(devices.map((one) => one.damaged)) };
}
