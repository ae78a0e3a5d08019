import { describe, expect, it } from 'vitest';
import { StorageFullError } from '#src/outbox/enqueue.ts';
import { importFiles, maxBytes, type ImportParts } from './import.ts';
import { ascii, isoMedia, jpeg } from './samples.ts';
import type { Shot } from './shutter.ts';
import { sniffType } from './sniff.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

describe('the type, from the first bytes', () => {
  it.each([
    ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe1)],
    ['image/png', bytes(0x89, ...ascii('PNG\r\n\x1a\n'))],
    ['image/webp', bytes(...ascii('RIFF1234WEBPVP8 '))],
    ['image/avif', isoMedia('avif', 'mif1', 'miaf')],
    ['image/heic', isoMedia('heic', 'mif1', 'heic')],
    ['image/heic', isoMedia('mif1', 'mif1', 'heic')],
    ['image/heif', isoMedia('mif1', 'mif1', 'miaf')],
    [null, isoMedia('isom', 'mp42')],
    [null, bytes(...ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    [null, bytes(...ascii('GIF89a'))],
    [null, bytes()],
  ])('%s', (type, head) => expect(sniffType(head)).toBe(type));
});

function run(
  files: File[],
  keep: (shot: Shot, name: string) => Promise<void> = async () => undefined,
  signal = new AbortController().signal,
) {
  const kept: { shot: Shot; name: string }[] = [];
  const parts: ImportParts = {
    keep: async (shot, name) => {
      await keep(shot, name);
      kept.push({ shot, name });
    },
    after: async () => undefined,
    onProgress: () => undefined,
    signal,
  };
  return importFiles(files, parts).then((progress) => ({ progress, kept }));
}

describe('an import', () => {
  it('takes what is good and refuses the rest, each with its reason', async () => {
    const big = new File(['x'], 'big.jpg');
    Object.defineProperty(big, 'size', { value: maxBytes + 1 });
    const rotten = new File(['x'], 'rotten.jpg');
    rotten.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
    const { progress, kept } = await run([
      new File([isoMedia('heic', 'mif1')], 'IMG_5195.HEIC'),
      new File(['hello'], 'notes.jpg', { type: 'image/jpeg' }),
      big,
      new File([], 'empty.jpg'),
      rotten,
      new File([jpeg({})], 'last.jpg'),
    ]);
    expect(kept.map(({ name, shot }) => [name, shot.contentType, shot.orientation])).toEqual([
      ['IMG_5195.HEIC', 'image/heic', 0],
      ['last.jpg', 'image/jpeg', 0],
    ]);
    expect(progress).toMatchObject({ total: 6, done: 6, saved: 2 });
    expect(progress.refused.map((r) => r.reason)).toEqual(['wrong-type', 'too-big', 'empty', 'unreadable']);
  });

  it('knows when a picture was taken: by its EXIF, else by the file', async () => {
    const { kept } = await run([
      new File([jpeg({ takenAt: '2025:06:01 12:00:00', offset: '+02:00' })], 'a.jpg', { lastModified: 5 }),
      new File([jpeg({})], 'b.jpg', { lastModified: 1_700_000_000_000 }),
    ]);
    expect(kept[0]!.shot).toMatchObject({ takenAt: Date.UTC(2025, 5, 1, 10), tzOffset: 120 });
    expect(kept[1]!.shot.takenAt).toBe(1_700_000_000_000);
  });

  it('stops at a full storage, and says so of each that is left', async () => {
    const files = ['a', 'b', 'c'].map((n) => new File([jpeg({})], `${n}.jpg`));
    let tries = 0;
    const { progress } = await run(files, async () => {
      tries += 1;
      if (tries === 2) throw new StorageFullError('full');
    });
    expect(tries).toBe(2);
    expect(progress).toMatchObject({ saved: 1, refused: [{ reason: 'storage-full' }, { reason: 'storage-full' }] });
  });

  it('can be cancelled between two files', async () => {
    const control = new AbortController();
    const files = ['a', 'b'].map((n) => new File([jpeg({})], `${n}.jpg`));
    const { progress } = await run(files, async () => control.abort(), control.signal);
    expect(progress).toMatchObject({ done: 1, saved: 1, total: 2 });
  });
});
