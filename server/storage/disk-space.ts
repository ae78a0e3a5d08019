// How much of the disk uploads may use: the rest is reserved for the database and acknowledged photos.
import { statfs } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { storageFull } from '#server/http/errors.ts';

/**
 * The share of the reserve that must stay free for each purpose. New uploads and reproducible copies stop first; uploads in progress may continue for
 * a while; derivatives of received photos stop last. Commits only move bytes and are always allowed.
 */
const shareLeft = { creation: 1, copy: 1, bytes: 1 / 2, derivative: 1 / 4 } as const;

/** The bodies of requests are on the disk until they are in the bucket. */
const isLocal: Record<keyof typeof shareLeft, boolean> = { creation: true, bytes: true, copy: false, derivative: false };

export interface DiskSpace {
  /**
   * Sets room aside for bytes about to be written, until `leave` is called.
   * @throws {Problem} 507 `storage_full`
   */
  reserve(purpose: keyof typeof shareLeft, bytes: number): Promise<{ leave(): void }>;
}

export function createDiskSpace(config: Pick<Config, 'dataDir' | 'diskReserveBytes' | 's3'>, measure = measureDisk): DiskSpace {
  /** Of requests under way: some of it may be written already, and counts twice until they end. */
  let underWay = 0;
  return {
    async reserve(purpose, bytes) {
      if (config.s3 !== null && !isLocal[purpose]) return { leave: () => undefined };
      const { free, total } = await measure(config.dataDir);
      const reserve = config.diskReserveBytes ?? defaultReserve(total);
      const most = free - underWay - reserve * shareLeft[purpose];
      if (bytes > most)
        throw storageFull(
          new Error(`${config.dataDir} has ${free} of ${total} bytes free, of which ${purpose} may use ${Math.max(0, Math.floor(most))}`),
        );
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

/** A twentieth of the disk. PostgreSQL needs several of its 16 MB log segments to continue; more than 1 GB is no benefit. */
export function defaultReserve(total: number): number {
  return Math.min(1024 * MB, Math.max(64 * MB, Math.floor(total / 20)));
}

/** Bytes that can still be written, and all there are. */
export async function measureDisk(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
