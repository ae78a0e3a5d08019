import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { readPictureHeader, type PictureHeader } from '#server/media/picture-header.ts';

export interface Inspection {
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
  /** Null when it is none of the kinds that are taken. */
  header: PictureHeader | null;
}

/** Each read waits for a turn of a thread that may be full, so there are few: most headers lie in the first part. */
const PART_BYTES = 1 << 20;

/** What a file holds, from its bytes alone. */
export async function inspectFile(file: string): Promise<Inspection> {
  const handle = await open(file, 'r');
  try {
    const readAt = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    const hash = createHash('sha256');
    const first = await readAt(0, PART_BYTES);
    let bytes = 0;
    for (let part = first; part.length > 0; part = await readAt(bytes, PART_BYTES)) {
      hash.update(part);
      bytes += part.length;
      if (part.length < PART_BYTES) break;
    }
    const header = await readPictureHeader(async (offset, length) =>
      offset + length <= first.length || first.length === bytes ? first.subarray(offset, offset + length) : readAt(offset, length),
    );
    return { bytes, sha256: hash.digest('hex'), header };
  } finally {
    await handle.close();
  }
}
