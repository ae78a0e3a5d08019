import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { readPictureHeader, type PictureHeader } from '#server/photos/picture-header.ts';

export interface Inspection {
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
  /** Null when it is none of the kinds that are taken. */
  header: PictureHeader | null;
}

/** What a file holds, from its bytes alone. */
export async function inspectFile(file: string): Promise<Inspection> {
  const handle = await open(file, 'r');
  try {
    const header = await readPictureHeader(async (offset, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    });
    const hash = createHash('sha256');
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
    return { bytes: (await handle.stat()).size, sha256: hash.digest('hex'), header };
  } finally {
    await handle.close();
  }
}
