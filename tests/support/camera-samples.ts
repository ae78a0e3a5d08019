// The smallest files that carry what the readers look for; for unit tests.

interface TiffFacts {
  orientation?: number;
  /** DateTimeOriginal, its SubSecTimeOriginal and its OffsetTimeOriginal. */
  takenAt?: string;
  subSeconds?: string;
  offset?: string;
  /** DateTimeDigitized. */
  digitizedAt?: string;
  /** DateTime, when the file was changed last, and its OffsetTime. */
  editedAt?: string;
  offsetOfEdit?: string;
  bigEndian?: boolean;
}

/** What stands behind the segments of `jpeg`. */
const scan = [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9];

/** The last bytes of `jpeg`, behind its metadata. */
export const scanBytes = scan.length;

/** A JPEG's head with the EXIF and XMP asked for; no picture behind it. */
export function jpeg(facts: TiffFacts, xmp?: string): Blob {
  const segment = (content: number[]) => [0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content];
  const exif = Object.keys(facts).length > 0 ? segment([...ascii('Exif\0\0'), ...tiff(facts)]) : [];
  const edits = xmp === undefined ? [] : segment(ascii(`http://ns.adobe.com/xap/1.0/\0${xmp}`));
  const none = exif.length + edits.length === 0 ? [0xff, 0xe0, 0, 4, 0, 0] : [];
  return new Blob([new Uint8Array([0xff, 0xd8, ...none, ...edits, ...exif, ...scan])], { type: 'image/jpeg' });
}

/** XMP that says these things of its picture, each by an attribute or an element. */
export const xmp = (attributes: string, elements = ''): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`;

/** A WebP of chunks: name and content. */
export function webp(...chunks: [name: string, content: number[]][]): ArrayBuffer {
  const body = chunks.flatMap(([name, content]) => [
    ...ascii(name),
    ...littleEndian(content.length, 4),
    ...content,
    ...(content.length % 2 === 1 ? [0] : []),
  ]);
  return new Uint8Array([...ascii('RIFF'), ...littleEndian(body.length + 4, 4), ...ascii('WEBP'), ...body]).buffer;
}

/** A PNG of chunks: name and content; their checksums are zeros. */
export function png(...chunks: [name: string, content: number[]][]): ArrayBuffer {
  const body = chunks.flatMap(([name, content]) => [...u32(content.length), ...ascii(name), ...content, 0, 0, 0, 0]);
  return new Uint8Array([0x89, ...ascii('PNG\r\n\x1a\n'), ...body]).buffer;
}

interface HeifItem {
  type: 'Exif' | 'mime' | 'hvc1';
  content: number[];
  /** In the `idat` box of the metadata instead of at the end of the file. */
  inside?: boolean;
}

/**
 * A HEIC or AVIF of items, whose bytes lie behind a picture of so many zeros.
 * @param base how much of their place stands as the base offset of `iloc`
 */
export function heif(brand: string, items: HeifItem[], { pictureBytes = 0, base = 0 } = {}): ArrayBuffer {
  const box = (type: string, ...content: number[]) => [...u32(content.length + 8), ...ascii(type), ...content];
  const info = ({ type }: HeifItem, index: number) =>
    box('infe', 2, 0, 0, 0, ...u16(index + 1), 0, 0, ...ascii(type), 0, ...(type === 'mime' ? ascii('application/rdf+xml\0') : []));
  const idat = items.flatMap(({ inside, content }) => (inside ? content : []));
  const atEnd = items.flatMap(({ inside, content }) => (inside ? [] : content));
  const metaOf = (start: number) => {
    let [next, nextInside] = [start, 0];
    const places = items.flatMap(({ inside = false, content }, index) => {
      const at = inside ? nextInside : next;
      if (inside) nextInside += content.length;
      else next += content.length;
      const from = inside ? 0 : base;
      return [...u16(index + 1), 0, Number(inside), 0, 0, ...u32(from), 0, 1, ...u32(at - from), ...u32(content.length)];
    });
    const iinf = box('iinf', 0, 0, 0, 0, ...u16(items.length), ...items.flatMap(info));
    return box(
      'meta',
      0,
      0,
      0,
      0,
      ...iinf,
      ...box('iloc', 1, 0, 0, 0, 0x44, 0x40, ...u16(items.length), ...places),
      ...box('idat', ...idat),
    );
  };
  const ftyp = box('ftyp', ...ascii(brand), 0, 0, 0, 0, ...ascii('mif1'));
  const head = [...ftyp, ...metaOf(0)].length + 8;
  const mdat = [...u32(pictureBytes + atEnd.length + 8), ...ascii('mdat')];
  const file = new Uint8Array(head + pictureBytes + atEnd.length);
  file.set([...ftyp, ...metaOf(head + pictureBytes), ...mdat]);
  file.set(atEnd, head + pictureBytes);
  return file.buffer;
}

const u16 = (value: number) => [value >> 8, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
const littleEndian = (value: number, bytes: number) => Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 0xff);

/** A file that begins with an ISO media `ftyp` box of these brands. */
export function isoMedia(major: string, ...compatible: string[]): ArrayBuffer {
  const text = `ftyp${major}\0\0\0\0${compatible.join('')}`;
  return new Uint8Array([0, 0, 0, text.length + 4, ...ascii(text), 0, 0, 0, 0]).buffer;
}

export const ascii = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

/** An EXIF block without any mark: a TIFF header and its directories, the texts behind them. */
export function tiff({
  orientation,
  takenAt,
  subSeconds,
  offset,
  digitizedAt,
  editedAt,
  offsetOfEdit,
  bigEndian = false,
}: TiffFacts): number[] {
  const n = (value: number, bytes: number) => (bigEndian ? littleEndian(value, bytes).toReversed() : littleEndian(value, bytes));
  const texts: number[] = [];
  const text = (tag: number, value: string | undefined) => (value === undefined ? [] : [{ tag, value: `${value}\0` }]);
  const first = [{ tag: 0x0112, value: null }, ...text(0x0132, editedAt), { tag: 0x8769, value: null }];
  const second = [
    ...text(0x9003, takenAt),
    ...text(0x9004, digitizedAt),
    ...text(0x9010, offsetOfEdit),
    ...text(0x9011, offset),
    ...text(0x9291, subSeconds),
  ];
  const bytesOf = (entries: unknown[]) => 6 + 12 * entries.length;
  const secondAt = 8 + bytesOf(first);
  const textsAt = secondAt + bytesOf(second);
  const entry = (tag: number, value: string | null): number[] => {
    if (tag === 0x8769) return [...n(tag, 2), ...n(4, 2), ...n(1, 4), ...n(secondAt, 4)];
    if (value === null) return [...n(tag, 2), ...n(3, 2), ...n(1, 4), ...n(orientation ?? 0, 2), 0, 0];
    const said = [...n(tag, 2), ...n(2, 2), ...n(value.length, 4)];
    if (value.length <= 4) return [...said, ...ascii(value.padEnd(4, '\0'))];
    const at = textsAt + texts.length;
    texts.push(...ascii(value));
    return [...said, ...n(at, 4)];
  };
  const directory = (entries: { tag: number; value: string | null }[]) => [
    ...n(entries.length, 2),
    ...entries.flatMap(({ tag, value }) => entry(tag, value)),
    ...n(0, 4),
  ];
  return [...ascii(bigEndian ? 'MM' : 'II'), ...n(42, 2), ...n(8, 4), ...directory(first), ...directory(second), ...texts];
}
