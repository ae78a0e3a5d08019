import type { components } from '#openapi/api.ts';

export type PhotoContentType = components['schemas']['PhotoContentType'];

/** As much of a file as `sniffType` looks at. */
export const sniffBytes = 1024;

/** What is told about a file from its first bytes: one of the accepted types, or null. */
export function sniffType(head: ArrayBuffer): PhotoContentType | null {
  const bytes = new Uint8Array(head);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp') return brandType(text(8, 12), text(16, Math.min(boxLength(bytes), sniffBytes)));
  return null;
}

// ISO base media files tell their kind by brands (ISO/IEC 23000-22 for HEIF). Where the major one says "a picture" only, as in multi-picture HEIC
// of phones, the compatible ones tell which. The server decides alike (server/photos/picture-header.ts).
function brandType(major: string, compatible: string): PhotoContentType | null {
  const isPicture = /^(mif1|mif2|msf1|miaf)$/.test(major);
  const brands = isPicture ? (compatible.match(/.{4}/gs) ?? []) : [major];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'image/avif';
  if (brands.some((brand) => /^he(ic|ix|im|is|vc|vx|vm|vs)$/.test(brand))) return 'image/heic';
  return isPicture ? 'image/heif' : null;
}

function boxLength(bytes: Uint8Array): number {
  return (((bytes[0] ?? 0) << 24) | ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)) >>> 0;
}
