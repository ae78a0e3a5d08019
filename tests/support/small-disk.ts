// A disk of its own that can be filled to the last byte: a file system in memory. Mounting needs root, as the browser tests have it on a
// bare Debian.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;
  #filling: ReturnType<typeof setInterval> | null = null;

  constructor(megabytes: number, whose: string) {
    this.folder = mkdtempSync(path.join(tmpdir(), `ais-disk-${whose}-`));
    this.#ballast = path.join(this.folder, 'ballast');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.folder]);
  }

  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Takes all room but so much. */
  fill(leave = 0): void {
    for (let size = 1024 * 1024; size >= 4096; size /= 2) {
      while (this.freeBytes() - leave >= size) {
        try {
          appendFileSync(this.#ballast, Buffer.alloc(size, 1));
        } catch (error) {
          if (!isFull(error)) throw error;
          break;
        }
      }
    }
  }

  /** As another app that takes whatever comes free, until `free`. */
  keepFull(everyMs = 250): void {
    this.fill();
    this.#filling ??= setInterval(() => this.fill(), everyMs);
  }

  free(): void {
    if (this.#filling !== null) clearInterval(this.#filling);
    this.#filling = null;
    rmSync(this.#ballast, { force: true });
  }

  dispose(): void {
    this.free();
    // Lazily: a browser that is just ending may still hold a file.
    execFileSync('umount', ['-l', this.folder]);
    rmdirSync(this.folder);
  }
}
