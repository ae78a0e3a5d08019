// Pictures made by code: each one different, each with what a phone would write into it, so that what must be removed is there to remove.
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export interface Picture {
  bytes: Buffer;
  sha256: string;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif';
  fileName: string;
}

export const sha256 = (bytes: Buffer | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The Old Town Hall of Prague: any place would do, it only must not leak. */
const place = { GPSLatitudeRef: 'N', GPSLatitude: '50/1 5/1 13/1', GPSLongitudeRef: 'E', GPSLongitude: '14/1 25/1 14/1' };

let made = 0;

/**
 * @param options.orientation EXIF orientation 1 to 8; pixels are stored as the sensor would have them
 * @param options.noise random pixels, so that the file is big: about one byte per pixel as JPEG
 */
export async function picture(
  options: { format?: 'jpeg' | 'png' | 'webp' | 'avif'; width?: number; height?: number; orientation?: number; noise?: boolean } = {},
): Promise<Picture> {
  const { format = 'jpeg', width = 640, height = 480, orientation = 1, noise = false } = options;
  made += 1;
  const label = `${process.pid}-${made}-${Date.now()}`;
  const hue = (made * 47) % 360;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 70% 45%)"/><stop offset="1" stop-color="hsl(${(hue + 90) % 360} 70% 30%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)" fill-opacity="${noise ? 0.3 : 1}"/>
    <circle cx="${(made * 97) % width}" cy="${height / 3}" r="${height / 6}" fill="#fff8"/>
    <text x="20" y="${height - 30}" font-family="sans-serif" font-size="${Math.round(height / 12)}" fill="#fff">${label}</text></svg>`;
  const base = noise
    ? sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } } }).composite([
        { input: Buffer.from(drawing) },
      ])
    : sharp(Buffer.from(drawing));
  const bytes = await base
    .withExif({ IFD0: { Copyright: label, Make: 'Test', Model: 'Phone' }, IFD3: place })
    .withMetadata({ orientation })
    .toFormat(format, format === 'avif' ? { effort: 0 } : {})
    .toBuffer();
  return {
    bytes,
    sha256: sha256(bytes),
    contentType: `image/${format}`,
    fileName: `picture-${made}.${format === 'jpeg' ? 'jpg' : format}`,
  };
}

/** A black PNG of one bit a pixel: whole, however wide, and made at once. */
export function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  // Each row begins with the number of its filter.
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
