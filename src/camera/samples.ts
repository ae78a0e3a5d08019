// The smallest files that carry what the readers look for; for unit tests.

interface JpegFacts {
  orientation?: number;
  takenAt?: string;
  offset?: string;
  bigEndian?: boolean;
}

/** A JPEG's head with the EXIF asked for; no picture behind it. */
export function jpeg(facts: JpegFacts): Blob {
  const exif = Object.keys(facts).length > 0 ? app1(facts) : [];
  return new Blob(
    [new Uint8Array([0xff, 0xd8, ...(exif.length > 0 ? exif : [0xff, 0xe0, 0, 4, 0, 0]), 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9])],
    {
      type: 'image/jpeg',
    },
  );
}

/** A file that begins with an ISO media `ftyp` box of these brands. */
export function isoMedia(major: string, ...compatible: string[]): ArrayBuffer {
  const text = `ftyp${major}\0\0\0\0${compatible.join('')}`;
  return new Uint8Array([0, 0, 0, text.length + 4, ...ascii(text), 0, 0, 0, 0]).buffer;
}

export const ascii = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

function app1({ orientation, takenAt, offset, bigEndian = false }: JpegFacts): number[] {
  const n = (value: number, bytes: number) => {
    const le = Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 0xff);
    return bigEndian ? le.toReversed() : le;
  };
  const entry = (tag: number, type: number, count: number, value: number[]) => [...n(tag, 2), ...n(type, 2), ...n(count, 4), ...value];
  const short = (value: number) => [...n(value, 2), 0, 0];
  // IFD0 at 8 with two entries (30 bytes) ends at 38; the Exif directory with two entries ends at 68; texts follow.
  const ifd0 = [...n(2, 2), ...entry(0x0112, 3, 1, short(orientation ?? 0)), ...entry(0x8769, 4, 1, n(38, 4)), ...n(0, 4)];
  const exif = [...n(2, 2), ...entry(0x9003, 2, 20, n(68, 4)), ...entry(0x9011, 2, 7, n(88, 4)), ...n(0, 4)];
  const texts = [...ascii((takenAt ?? '').padEnd(20, '\0')), ...ascii((offset ?? '').padEnd(8, '\0'))];
  const tiff = [...ascii(bigEndian ? 'MM' : 'II'), ...n(42, 2), ...n(8, 4), ...ifd0, ...exif, ...texts];
  const length = tiff.length + 8;
  return [0xff, 0xe1, length >> 8, length & 0xff, ...ascii('Exif\0\0'), ...tiff];
}
