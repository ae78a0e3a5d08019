// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { DuplicateFileError, StorageFullError } from '#src/outbox/enqueue.ts';
import { ascii, isoMedia, jpeg, png, webp } from '#tests/support/camera-samples.ts';
import { byBrands } from '#tests/support/heic.ts';
import { defaultLimits, importFiles, type ImportOutcome, type ImportDeps } from './import-files.ts';
import { sniffType } from './shoot.ts';
import type { Shot } from './shutter.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

describe('the type, from the first bytes', () => {
  it.each([
    ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe1)],
    ['image/png', bytes(0x89, ...ascii('PNG\r\n\x1a\n'))],
    ['image/webp', bytes(...ascii('RIFF1234WEBPVP8 '))],
    [null, bytes(...ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    [null, bytes(...ascii('GIF89a'))],
    [null, bytes()],
  ])('%s', (type, head) => expect(sniffType(head)).toBe(type));

  it.each(byBrands)('%s, by the brands %s %j', (type, major, compatible) => expect(sniffType(isoMedia(major, ...compatible))).toBe(type));
});

interface Story {
  keep?: (shot: Shot, index: number, unlessSince: number | null) => Promise<void>;
  /** What the server knows; null: it does not answer. */
  server?: () => ReadonlySet<string> | null;
  /** What it shows without the original: ids by hash. */
  awaited?: ReadonlyMap<string, string>;
  evenIfKnown?: boolean;
  /** The event's. */
  zone?: string;
  limits?: typeof defaultLimits;
  signal?: AbortSignal;
}

async function run(
  files: File[],
  {
    keep,
    server = () => new Set(),
    awaited = new Map(),
    evenIfKnown = false,
    zone,
    limits = defaultLimits,
    signal = new AbortController().signal,
  }: Story = {},
) {
  const kept: { shot: Shot; name: string; sha256: string }[] = [];
  const asked: string[][] = [];
  const outcomes: ImportOutcome[] = [];
  const skipped: Record<number, string> = {};
  const parts: ImportDeps = {
    zone: () => zone,
    limits: () => limits,
    async ask(hashes) {
      asked.push(hashes);
      const known = server();
      const found = new Map(
        [...(known ?? [])].map((sha256) => [sha256, { sha256, photoId: `p-${sha256}`, receivedAt: 1, damaged: false }]),
      );
      return known && { hashes: found, awaited, askedAt: 100 };
    },
    async store(shot, file, index, { sha256, unlessSince }) {
      await keep?.(shot, index, unlessSince);
      kept.push({ shot, name: file.name, sha256 });
    },
    onOutcome(index, outcome, known) {
      outcomes[index] = outcome;
      if (known) skipped[index] = known.photoId;
    },
    signal,
  };
  await importFiles(files, evenIfKnown, parts);
  return { kept, asked, outcomes, skipped };
}

/** Files that differ in when they were taken. */
const named = (...names: string[]) =>
  names.map((name, number) => new File([jpeg({ takenAt: `2025:06:01 12:00:0${number}` })], `${name}.jpg`));

describe('an import', () => {
  it('imports accepted files and refuses the others with a reason', async () => {
    const big = new File(['x'], 'big.jpg');
    Object.defineProperty(big, 'size', { value: defaultLimits.bytes + 1 });
    const rotten = new File(['x'], 'rotten.jpg');
    rotten.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
    // A missing file has no size in the browser.
    const gone = new File([], 'gone.jpg');
    gone.arrayBuffer = rotten.arrayBuffer;
    const { outcomes, kept } = await run([
      new File([isoMedia('heic', 'mif1')], 'IMG_5195.HEIC'),
      new File(['hello'], 'notes.jpg', { type: 'image/jpeg' }),
      big,
      new File([], 'empty.jpg'),
      gone,
      rotten,
      new File([jpeg({})], 'last.jpg'),
    ]);
    expect(kept.map(({ name, shot }) => [name, shot.contentType, shot.orientation])).toEqual([
      ['IMG_5195.HEIC', 'image/heic', 0],
      ['last.jpg', 'image/jpeg', 0],
    ]);
    expect(outcomes).toEqual([
      'stored',
      { reason: 'wrong-type' },
      { reason: 'too-big', found: defaultLimits.bytes + 1, most: defaultLimits.bytes },
      { reason: 'empty' },
      { reason: 'unreadable' },
      { reason: 'unreadable' },
      'stored',
    ]);
  });

  it('refuses pictures with too many pixels by their headers, in any format', async () => {
    const [width, height] = [20_000, 14_000];
    const wide = (value: number) => [value >> 8, value & 255];
    const frame = [0xff, 0xc2, 0, 11, 8, ...wide(height), ...wide(width), 1, 1, 0x11, 0];
    const size = [0, 0, ...wide(width), 0, 0, ...wide(height)];
    const box = (type: string, content: number[]) => [0, 0, ...wide(content.length + 8), ...ascii(type), ...content];
    const meta = box('meta', [0, 0, 0, 0, ...box('iprp', box('ipco', [...box('ispe', [0, 0, 0, 0, ...size])]))]);
    const lossy = [0, 0, 0, 0x9d, 1, 0x2a, 0x20, 0x3e, 0x10, 0x36];
    const { outcomes } = await run([
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame, 0xff, 0xda])], 'a.jpg'),
      new File([png(['IHDR', size])], 'b.png'),
      new File([webp(['VP8X', [0, 0, 0, 0, 0x1f, 0x4e, 0, 0xaf, 0x36, 0]])], 'c.webp'),
      new File([new Uint8Array([...new Uint8Array(isoMedia('heic', 'mif1')).subarray(0, 20), ...meta])], 'd.heic'),
      new File([webp(['VP8 ', lossy])], 'e.webp'),
      new File([png(['IHDR', [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10]])], 'just-as-many-as-are-taken.png'),
    ]);
    const refused = { reason: 'too-many-pixels', found: 280_000_000, most: 100_000_000 };
    expect(outcomes.slice(0, 4)).toEqual([refused, refused, refused, refused]);
    expect(outcomes[4]).toEqual({ ...refused, found: 15_904 * 13_840 });
    expect(outcomes[5]).toBe('stored');
  });

  it('uses the limits of the server once known', async () => {
    const limits = { bytes: 100, pixels: 1_000_000 };
    const long = new File([new Uint8Array(101)], 'long.jpg');
    const wide = new File([png(['IHDR', [0, 0, 4, 0, 0, 0, 4, 0]])], 'wide.png');
    expect((await run([long, wide], { limits })).outcomes).toEqual([
      { reason: 'too-big', found: 101, most: 100 },
      { reason: 'too-many-pixels', found: 1_048_576, most: 1_000_000 },
    ]);
  });

  it('distinguishes RAW files from other files', async () => {
    const { outcomes } = await run([new File(['II*\0'], 'IMG_0001.CR2'), new File(['II*\0'], 'scan.tif')]);
    expect(outcomes).toEqual([{ reason: 'raw' }, { reason: 'wrong-type' }]);
  });

  it('knows when a picture was taken: by its EXIF, else by the file', async () => {
    const { kept } = await run([
      new File([jpeg({ takenAt: '2025:06:01 12:00:00', offset: '+02:00' })], 'a.jpg', { lastModified: 5 }),
      new File([jpeg({})], 'b.jpg', { lastModified: 1_700_000_000_000 }),
    ]);
    expect(kept[0]!.shot).toMatchObject({ takenAt: Date.UTC(2025, 5, 1, 10), tzOffset: 120 });
    expect(kept[1]!.shot.takenAt).toBe(1_700_000_000_000);
  });

  it.each([
    ['photo-2026-11-20-211407.jpg', '2026-11-20T21:14:07+05:30', 330],
    ['photo-2026-11-20-211407 (2).jpg', '2026-11-20T21:14:07+05:30', 330],
    ['photo-2026-13-20-211407.jpg', '2023-11-14T22:13:20Z', 330],
    ['my photo-2026-11-20-211407.jpg', '2023-11-14T22:13:20Z', 330],
  ])('uses the capture time in the export name of %s, which has none inside: %s', async (name, instant, tzOffset) => {
    const { kept } = await run([new File([jpeg({})], name, { lastModified: 1_700_000_000_000 })], { zone: 'Asia/Kolkata' });
    expect(kept[0]!.shot).toMatchObject({ takenAt: Date.parse(instant), tzOffset });
  });

  it.each([
    ['Europe/Berlin', '2026:06:20 21:30:00', '2026-06-20T19:30:00Z', 120],
    ['America/St_Johns', '2026:06:20 21:30:00', '2026-06-21T00:00:00Z', -150],
    ['Asia/Kolkata', '2026:06:20 21:30:00', '2026-06-20T16:00:00Z', 330],
  ])('assumes the zone %s for a camera without an offset, independent of the device', async (zone, takenAt, instant, tzOffset) => {
    const offsetOfEdit = '-09:00';
    const { kept } = await run([new File([jpeg({ takenAt, editedAt: takenAt, offsetOfEdit })], 'DSC_1.jpg')], { zone });
    expect(kept[0]!.shot).toMatchObject({ takenAt: Date.parse(instant), tzOffset });
  });

  it('stops at a full storage and reports the remaining files without reading them', async () => {
    const files = named('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j').concat(new File(['hello'], 'never-read.jpg'));
    let tries = 0;
    const { outcomes } = await run(files, {
      keep: async () => {
        tries += 1;
        if (tries === 2) throw new StorageFullError('full');
      },
    });
    expect(tries).toBe(2);
    expect(outcomes).toEqual(['stored', ...Array.from({ length: 10 }, () => ({ reason: 'storage-full' }))]);
  });

  it('can be cancelled between two files', async () => {
    const control = new AbortController();
    const { outcomes } = await run(named('a', 'b'), { keep: async () => control.abort(), signal: control.signal });
    expect(outcomes).toEqual(['stored']);
  });

  it('leaves out what the server has, and asks it once for several files', async () => {
    const files = named('a', 'b', 'c');
    const all = await run(files);
    const hashes = all.kept.map(({ sha256 }) => sha256);
    expect(all.asked).toEqual([hashes]);
    const again = await run(files, { server: () => new Set([hashes[1]!]) });
    expect(again.outcomes).toEqual(['stored', 'known', 'stored']);
    expect(again.skipped, 'with its photo on the server').toEqual({ 1: `p-${hashes[1]}` });
  });

  it('completes what the server has without its original, unless a duplicate is wanted', async () => {
    const files = named('a', 'b');
    const { kept } = await run(files);
    const awaited = new Map([[kept[1]!.sha256, 'photo-of-b']]);
    const again = await run(files, { awaited });
    expect(again.outcomes).toEqual(['stored', 'stored']);
    expect(again.kept[0]!.shot.id).not.toBe('photo-of-b');
    expect(again.kept[1]!.shot.id).toBe('photo-of-b');
    const twice = await run(files, { awaited, evenIfKnown: true });
    expect(twice.kept.map(({ shot }) => shot.id)).not.toContain('photo-of-b');
  });

  it('leaves out what this phone has, judged in the transaction that stores', async () => {
    const since: (number | null)[] = [];
    const keep: Story['keep'] = async (_shot, index, unlessSince) => {
      since.push(unlessSince);
      if (index === 0) throw new DuplicateFileError();
    };
    expect((await run(named('a', 'b'), { keep })).outcomes).toEqual(['known', 'stored']);
    // With the server's answer only newer receipts count; without it none do.
    await run(named('a'), { keep, server: () => null });
    expect(since).toEqual([100, 100, Infinity]);
  });

  it('takes the same file once, picked under two names', async () => {
    const [one] = named('one');
    const copy = new File([await one!.arrayBuffer()], 'copy.jpg');
    expect((await run([one!, copy])).outcomes).toEqual(['stored', 'known']);
  });

  it('imports duplicates on request without asking the server', async () => {
    const [one] = named('one');
    const { outcomes, asked } = await run([one!, one!], {
      evenIfKnown: true,
      keep: async (_shot, _index, since) => expect(since).toBeNull(),
    });
    expect(outcomes).toEqual(['stored', 'stored']);
    expect(asked).toEqual([]);
  });
});
