// How much of the disk what people send may take: the last of it belongs to the database and to what is acknowledged already.
import { statfs } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { storageFull } from '#server/http/errors.ts';

/**
 * What wants room, by how much of the reserve must stay free beside it. New uploads and copies that can be made again stop first; what has
 * begun to arrive may go on for a while; the small pictures of photos that have arrived come last. A commit only moves bytes: it always may.
 */
const shareLeft = { creation: 1, copy: 1, bytes: 1 / 2, derivative: 1 / 4 } as const;

export interface DiskSpace {
  /**
   * Sets room aside for bytes about to be written, until `leave` is called.
   * @throws {Problem} 507 `storage_full`
   */
  reserve(purpose: keyof typeof shareLeft, bytes: number): Promise<{ leave(): void }>;
}

export function createDiskSpace(config: Pick<Config, 'dataDir' | 'diskReserveBytes'>, measure = measureDisk): DiskSpace {
  /** Of requests under way: some of it may be written already, and counts twice until they end. */
  let underWay = 0;
  return {
    async reserve(purpose, bytes) {
      const { free, total } = await measure(config.dataDir);
      const reserve = config.diskReserveBytes ?? defaultReserve(total);
      if (free - underWay - bytes < reserve * shareLeft[purpose]) throw storageFull();
      underWay += bytes;
      let isIn = true;
      const leave = () => {
        if (isIn) underWay -= bytes;
        isIn = false;
      };
      return { leave };
    },
  };
}

const MB = 1024 * 1024;

/** A twentieth of the disk. PostgreSQL needs several of its 16 MB log segments to go on; more than 1 GB helps nobody. */
export function defaultReserve(total: number): number {
  return Math.min(1024 * MB, Math.max(64 * MB, Math.floor(total / 20)));
}

/** Bytes that can still be written, and all there are. */
export async function measureDisk(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
