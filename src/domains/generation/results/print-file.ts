// Makes a JPEG file for printing: laid out on the paper, with its resolution and the provenance of the original.
import type { PrintLayout } from './print-size.ts';

const QUALITY = 0.95;
const XMP_HEADER = 'http://ns.adobe.com/xap/1.0/\0';
/** A segment has at most this many bytes after its marker. */
const MAX_SEGMENT = 65_535;

export async function printFile(original: Blob, layout: PrintLayout, name: string): Promise<File> {
  const picture = await createImageBitmap(original);
  const canvas = Object.assign(document.createElement('canvas'), layout.page);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, layout.x, layout.y, layout.width, layout.height);
  picture.close();
  const drawn = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The print could not be drawn.'))), 'image/jpeg', QUALITY),
  );
  const [jpeg, source] = await Promise.all([drawn.arrayBuffer(), original.arrayBuffer()]);
  return new File([describeJpeg(new Uint8Array(jpeg), layout.dpi, findXmp(new Uint8Array(source)))], name, { type: 'image/jpeg' });
}

/** The XMP packet in a file of any format; null if there is none. */
export function findXmp(file: Uint8Array): string | null {
  const bytes = Array.from({ length: Math.ceil(file.length / 8192) }, (_, part) =>
    String.fromCharCode(...file.subarray(part * 8192, (part + 1) * 8192)),
  ).join('');
  const from = bytes.indexOf('<x:xmpmeta');
  const end = bytes.indexOf('</x:xmpmeta>', from);
  if (from < 0 || end < 0) return null;
  return new TextDecoder().decode(file.subarray(from, end + '</x:xmpmeta>'.length));
}

/** Replaces the header of a JPEG file: its resolution, then the XMP packet. */
export function describeJpeg(jpeg: Uint8Array, dpi: number, xmp: string | null): Uint8Array<ArrayBuffer> {
  const isJfif = jpeg[2] === 0xff && jpeg[3] === 0xe0;
  const rest = jpeg.subarray(isJfif ? 4 + ((jpeg[4] ?? 0) << 8) + (jpeg[5] ?? 0) : 2);
  const [high, low] = [dpi >> 8, dpi & 0xff];
  // Version 1.1, dots per inch, no thumbnail.
  const density = segment(0xe0, Uint8Array.of(0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 1, high, low, high, low, 0, 0));
  const packet = xmp === null ? null : new TextEncoder().encode(XMP_HEADER + xmp);
  const parts = [Uint8Array.of(0xff, 0xd8), density, ...(packet && packet.length + 2 <= MAX_SEGMENT ? [segment(0xe1, packet)] : []), rest];
  const file = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function segment(marker: number, content: Uint8Array): Uint8Array {
  const length = content.length + 2;
  return Uint8Array.of(0xff, marker, length >> 8, length & 0xff, ...content);
}
