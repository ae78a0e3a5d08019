// Photographs as a phone leaves them: 12 megapixels with the grain of night, 3 to 4 MB.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { dance, fireworks, harbour, portrait, stage, table } from '#server/seed/draw-scenes.ts';
import { drawPhoto } from '#server/seed/draw.ts';

const size = { width: 4032, height: 3024 };

/** Each scene once. */
export async function drawPhotographs(scenes = [harbour, table, portrait, stage, dance, fireworks]): Promise<Buffer[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  const grain = await sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
    .raw()
    .toBuffer();
  const drawn: Buffer[] = [];
  for (const [number, scene] of scenes.entries()) {
    const photo = await drawPhoto({ scene, seed: 100 + number, ...size, takenAt: new Date('2026-11-20T20:00:00Z') });
    drawn.push(
      await sharp(photo)
        .composite([{ input: grain, raw: { ...size, channels: 3 }, blend: 'soft-light' }])
        .withExif({ IFD0: { Make: 'Test', Model: 'Phone' } })
        .jpeg({ quality: 92 })
        .toBuffer(),
    );
  }
  return drawn;
}

/** The same picture as another file: a comment in it makes its hash its own. */
export function withComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** So many files in `folder`, each unlike all others. Resolves to their paths. */
export function writeCopies(folder: string, pictures: readonly Buffer[], count: number): string[] {
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, number) => {
    const file = path.join(folder, `DSC_${String(number + 1).padStart(4, '0')}.jpg`);
    writeFileSync(file, withComment(pictures[number % pictures.length]!, `${process.pid} ${Date.now()} ${number}`));
    return file;
  });
}
