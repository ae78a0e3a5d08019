// Derivatives of real pictures, and crashes of the process that makes them.
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import exifr from 'exifr';
import pino from 'pino';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDerivatives, type DerivablePhoto, type Derivatives } from '#server/media/derivatives.ts';
import { createDerivePool } from '#server/media/derive-pool.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import { storageKeys, type Storage } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { inProcessDerivePool } from '#tests/support/database.ts';
import { aHeic, twoColourHeic, withCicp, withItems } from '#tests/support/heic.ts';

let folder: string;
let storage: Storage;
let derivatives: Derivatives;
const log = pino({ level: 'silent' });
const config = { maxPhotoPixels: 5_000_000 };
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ais-derive-'));
  storage = await openLocalStorage(folder);
  derivatives = createDerivatives({ config, log, storage }, inProcessDerivePool);
});
afterAll(() => {
  derivatives.close();
  rmSync(folder, { recursive: true, force: true });
});

const keep = async (bytes: Buffer, contentType = 'image/jpeg', orientation = 0): Promise<DerivablePhoto> => {
  const photo = { id: uuid7(), sha256: createHash('sha256').update(bytes).digest('hex'), contentType, orientation };
  await storage.put(storageKeys.original(photo), bytes);
  return photo;
};
const read = async (key: string) => {
  const object = await storage.get(key);
  if (!object) throw new Error(`${key} is missing`);
  return buffer(object.stream);
};
/** Wider than high, red on the left and blue on the right, taken with a GPS receiver. */
const twoColours = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#d00' } })
    .composite([{ input: { create: { width: 450, height: 600, channels: 3, background: '#00d' } }, left: 450, top: 0 }])
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 5/1 13/1', GPSLongitudeRef: 'E', GPSLongitude: '14/1 25/1 14/1' } });
const colourAt = async (jpeg: Buffer, left: number, top: number) => {
  const { data } = await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true });
  return (data[0] ?? 0) > (data[2] ?? 0) ? 'red' : 'blue';
};

describe('derivatives', () => {
  it('come with the camera that the file names, and without one where it names none or nonsense', async () => {
    const derive = async (picture: Sharp) => {
      const derived = await derivatives.derive(await keep(await picture.jpeg().toBuffer()));
      return derived.state === 'ready' ? derived.camera : derived.state;
    };
    expect(await derive(twoColours())).toBeNull();
    expect(await derive(twoColours().withExif({ IFD0: { Make: 'Canon', Model: 'Canon EOS R5' } }))).toBe('Canon EOS R5');
    expect(await derive(twoColours().withExif({ IFD0: { Make: '<b>\u0001', Model: 'x'.repeat(5000) } }))).toBe(`<b> ${'x'.repeat(96)}`);
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'are made of %s: two sizes, a hash to draw at once, and nothing private',
    async (format) => {
      // Its usual effort takes seconds where others work as well.
      const bytes = await twoColours()
        .toFormat(format, format === 'avif' ? { effort: 0 } : {})
        .toBuffer();
      if (format === 'jpeg') expect(await exifr.gps(bytes)).toBeDefined();
      const photo = await keep(bytes, `image/${format}`);
      const derived = await derivatives.derive(photo);
      expect(derived).toMatchObject({ state: 'ready', width: 900, height: 600 });
      await derivatives.ensureDownload(photo);
      for (const [key, width] of [
        [storageKeys.thumb(photo.id), 320],
        [storageKeys.preview(photo.id), 900],
        [storageKeys.download(photo.id), 900],
      ] as const) {
        const file = await read(key);
        const metadata = await sharp(file).metadata();
        expect(metadata).toMatchObject({ format: 'jpeg', width, space: 'srgb' });
        expect(metadata.exif ?? metadata.icc ?? metadata.xmp ?? metadata.iptc).toBeUndefined();
      }
    },
  );

  it('are made of HEIC, as phones take it', async () => {
    const photo = await keep(twoColourHeic(), 'image/heic');
    expect(await derivatives.derive(photo)).toMatchObject({ state: 'ready', width: 96, height: 64 });
    await derivatives.ensureDownload(photo);
    for (const key of [storageKeys.thumb(photo.id), storageKeys.preview(photo.id), storageKeys.download(photo.id)]) {
      const file = await read(key);
      expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 64 });
      expect([await colourAt(file, 20, 32), await colourAt(file, 76, 32)]).toEqual(['red', 'blue']);
    }
  });

  it('are made of a file of many items', async () => {
    const plain = sharp({ create: { width: 90, height: 60, channels: 3, background: '#d00' } });
    const avif = await keep(withItems(await plain.avif({ effort: 0 }).toBuffer(), 822), 'image/avif');
    expect(await derivatives.derive(avif)).toMatchObject({ state: 'ready', width: 90 });
    const many = await keep(withItems(twoColourHeic(), 822), 'image/heic');
    expect(await derivatives.derive(many)).toMatchObject({ state: 'ready', width: 96 });
  });

  it.each([
    // A gray wall at reference white and below, encoded in PQ and HLG.
    ['PQ', 16, 148, 'bright'],
    ['PQ', 16, 110, 'middle'],
    ['HLG', 18, 191, 'bright'],
    ['none', 13, 148, 'as it is'],
  ] as const)('of high dynamic range (%s) are as bright as screens show them', async (_name, transfer, signal, expected) => {
    const wall = sharp({ create: { width: 64, height: 64, channels: 3, background: { r: signal, g: signal, b: signal } } });
    const avif = withCicp(await wall.avif({ effort: 0, quality: 90 }).toBuffer(), 9, transfer);
    const photo = await keep(avif, 'image/avif');
    expect(await derivatives.derive(photo)).toMatchObject({ state: 'ready', width: 64, height: 64 });
    const { channels } = await sharp(await read(storageKeys.preview(photo.id))).stats();
    const mean = channels.reduce((sum, channel) => sum + channel.mean, 0) / 3;
    const [least, most] = { bright: [200, 235], middle: [110, 150], 'as it is': [143, 153] }[expected];
    expect(mean).toBeGreaterThanOrEqual(least!);
    expect(mean).toBeLessThanOrEqual(most!);
  });

  it('of HEIC are tone-mapped by the color description of the file', async () => {
    const redOf = async (primaries: number, transfer: number) => {
      const photo = await keep(withCicp(twoColourHeic(), primaries, transfer), 'image/heic');
      expect(await derivatives.derive(photo)).toMatchObject({ state: 'ready', width: 96 });
      const pixel = sharp(await read(storageKeys.preview(photo.id))).extract({ left: 20, top: 32, width: 1, height: 1 });
      const [red = 0, green = 0] = await pixel.raw().toBuffer();
      return { red, green };
    };
    const [plain, bright] = [await redOf(1, 13), await redOf(9, 16)];
    expect(plain.red).toBeGreaterThan(plain.green + 100);
    expect(bright.red).toBeGreaterThan(plain.red + 10);
    expect(bright.red).toBeGreaterThan(bright.green + 100);
  });

  it('are upright by the orientation in the file', async () => {
    const photo = await keep(await twoColours().withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'image/jpeg', 270);
    expect(await derivatives.derive(photo)).toMatchObject({ width: 600, height: 900 });
    expect(await colourAt(await read(storageKeys.preview(photo.id)), 300, 50)).toBe('red');
  });

  it('are upright by the reported orientation if the file has none', async () => {
    const plain = await sharp(await twoColours().png().toBuffer())
      .jpeg()
      .toBuffer();
    const photo = await keep(plain, 'image/jpeg', 270);
    expect(await derivatives.derive(photo)).toMatchObject({ width: 600, height: 900 });
    expect(await colourAt(await read(storageKeys.preview(photo.id)), 300, 50)).toBe('blue');
    await derivatives.ensureDownload(photo);
    expect(await sharp(await read(storageKeys.download(photo.id))).metadata()).toMatchObject({ width: 600, height: 900 });
  });

  it('never make a small picture larger', async () => {
    const photo = await keep(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a0' } })
        .jpeg()
        .toBuffer(),
    );
    expect(await derivatives.derive(photo)).toMatchObject({ state: 'ready', width: 40, height: 30 });
    expect(await sharp(await read(storageKeys.thumb(photo.id))).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  const noise = () =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
  const withEnd = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0xff, 0xd9])]);

  it('are made of a JPEG with odd bytes before its end, as some phones write it', async () => {
    const whole = await noise().jpeg().toBuffer();
    for (const odd of [Buffer.alloc(200, 0x55), Buffer.alloc(5000, 0)]) {
      const photo = await keep(withEnd(Buffer.concat([whole.subarray(0, -2), odd])));
      expect(await derivatives.derive(photo)).toMatchObject({ state: 'ready', width: 400 });
    }
  });

  it.each<[string, () => Promise<Buffer>, string, RegExp]>([
    [
      'half a JPEG with an end',
      async () => withEnd((await noise().jpeg().toBuffer()).subarray(0, 9000)),
      'image/jpeg',
      /damaged or incomplete/,
    ],
    [
      'half a progressive JPEG with an end',
      async () => withEnd((await noise().jpeg({ progressive: true }).toBuffer()).subarray(0, 9000)),
      'image/jpeg',
      /damaged or incomplete/,
    ],
    [
      'a few bytes that claim four million pixels',
      async () => {
        const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
          .jpeg()
          .toBuffer();
        const frame = small.indexOf(Buffer.from([0xff, 0xc0]));
        for (const at of [5, 7]) small.writeUInt16BE(2000, frame + at);
        return small;
      },
      'image/jpeg',
      /damaged or incomplete/,
    ],
    ['a HEIC that was cut', () => Promise.resolve(aHeic({ tiles: 4 }).bytes.subarray(0, -300)), 'image/heic', /damaged or incomplete/],
    ['a torn file', async () => (await twoColours().jpeg().toBuffer()).subarray(0, 4000), 'image/jpeg', /damaged or incomplete/],
    ['a torn HEIC', () => Promise.resolve(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')), 'image/heic', /damaged|file type/],
    [
      'a box that claims more than there is memory',
      () => Promise.resolve(Buffer.from(`\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x01free${'\xff'.repeat(8)}${'\0'.repeat(32)}`, 'latin1')),
      'image/avif',
      /damaged or incomplete/,
    ],
    [
      'more pixels than are taken',
      () =>
        sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
      'image/png',
      /too many pixels/,
    ],
    [
      'a JPEG of more passes than any encoder makes',
      async () => {
        const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#d00' } })
          .jpeg()
          .toBuffer();
        const passes = Buffer.concat(Array.from({ length: 300 }, () => Buffer.from([0xff, 0xda])));
        const comment = Buffer.concat([Buffer.from([0xff, 0xfe, (passes.length + 2) >> 8, (passes.length + 2) & 255]), passes]);
        return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
      },
      'image/jpeg',
      /damaged/,
    ],
  ])('are refused for %s with a reason', async (_what, make, contentType, reason) => {
    const photo = await keep(await make(), contentType);
    expect(await derivatives.derive(photo)).toEqual({ state: 'unreadable', unreadableReason: expect.stringMatching(reason) as string });
    expect(await storage.size(storageKeys.original(photo))).not.toBeNull();
  });
});

describe('a deriving process that dies', () => {
  const script = (name: string, code: string) => {
    const file = path.join(folder, `${name}.mjs`);
    writeFileSync(file, code);
    return (starts: { count: number }) => (): ChildProcess => {
      starts.count++;
      return fork(file, [], { serialization: 'advanced', execArgv: [], stdio: ['pipe', 'ignore', 'pipe', 'ipc'] });
    };
  };
  const answer = `process.send({ id: ask.id, rssBytes: 1, result: { kind: 'unreadable', reason: 'seen' } })`;

  it('over one photo three times makes that photo unreadable, not the ones beside it', async () => {
    const starts = { count: 0 };
    const deadly = await keep(Buffer.from('deadly'), 'image/png');
    const harmless = await keep(Buffer.from('harmless'));
    const start = script(
      'deadly',
      `process.on('message', (ask) => ask.task.contentType === 'image/png' ? process.kill(process.pid, 'SIGKILL') : ${answer})`,
    );
    const pool = createDerivePool({ spare: 0 }, start(starts));
    const mortal = createDerivatives({ config, log, storage }, pool);
    const [first, second] = await Promise.all([mortal.derive(deadly), mortal.derive(harmless)]);
    expect(first).toMatchObject({ state: 'unreadable', unreadableReason: expect.stringContaining('safely') as string });
    expect(second).toMatchObject({ unreadableReason: 'seen' });
    expect(starts.count).toBeGreaterThanOrEqual(3);
    mortal.close();
  });

  it('while it is sent a photo makes that photo unreadable too: its pipe may break before its end is known', async () => {
    const starts = { count: 0 };
    const deadly = await keep(Buffer.alloc(4_000_000, 'deadly'));
    const start = script('deaf', `import fs from 'node:fs'; process.on('message', () => fs.closeSync(0)); setInterval(() => {}, 1000);`);
    const mortal = createDerivatives({ config, log, storage }, createDerivePool({ spare: 0 }, start(starts)));
    expect(await mortal.derive(deadly)).toMatchObject({
      state: 'unreadable',
      unreadableReason: expect.stringContaining('safely') as string,
    });
    expect(starts.count).toBe(3);
    mortal.close();
  });

  it('by accident is started again, and the photo derived', async () => {
    const starts = { count: 0 };
    const flag = path.join(folder, 'died-once');
    const start = script(
      'once',
      `import fs from 'node:fs'; process.on('message', (ask) => { if (!fs.existsSync(${JSON.stringify(flag)})) { fs.writeFileSync(${JSON.stringify(flag)}, ''); process.exit(1); } ${answer}; })`,
    );
    const mortal = createDerivatives({ config, log, storage }, createDerivePool({ spare: 0 }, start(starts)));
    expect(await mortal.derive(await keep(Buffer.from('lucky')))).toMatchObject({ unreadableReason: 'seen' });
    expect(starts.count).toBe(2);
    mortal.close();
  });

  it('is killed when a photo takes too long, and replaced when it has grown', async () => {
    const starts = { count: 0 };
    const hang = script('hang', `process.on('message', () => setInterval(() => {}, 1000))`);
    const pool = createDerivePool({ taskMs: 200, spare: 0 }, hang(starts));
    const picture = path.join(folder, 'a-picture');
    writeFileSync(picture, 'x');
    const task = { make: { kind: 'derive' }, file: picture, contentType: 'image/jpeg', orientation: 0, maxPixels: 1 } as const;
    await expect(pool.run(task)).rejects.toMatchObject({ name: 'ChildCrash' });
    pool.close();

    const grown = { count: 0 };
    const growing = createDerivePool({ recycleBytes: 0, spare: 0 }, script('grow', `process.on('message', (ask) => ${answer})`)(grown));
    for (let photo = 0; photo < 3; photo++) await growing.run(task);
    expect(grown.count).toBe(3);
    growing.close();
  });

  it('that works longer than any picture takes is killed, however slow the machine: that picture is to blame, and not tried again', async () => {
    const starts = { count: 0 };
    const busy = script('busy', `process.on('message', () => { for (;;); })`);
    const endless = createDerivatives({ config, log, storage }, createDerivePool({ cpuMs: 300, spare: 0 }, busy(starts)));
    expect(await endless.derive(await keep(Buffer.from('endless')))).toMatchObject({
      state: 'unreadable',
      unreadableReason: expect.stringContaining('safely') as string,
    });
    expect(starts.count).toBe(1);
    endless.close();
  });

  it('for the memory of others is retried later', async () => {
    const starts = { count: 0 };
    const eager = script(
      'crowd',
      `const chunks = []; process.on('message', () => setInterval(() => chunks.push(Buffer.alloc(30e6, 1)), 10))`,
    );
    const crowded = createDerivatives({ config, log, storage }, createDerivePool({ maxTotalBytes: 250e6, spare: 0 }, eager(starts)));
    await expect(crowded.derive(await keep(Buffer.from('one of many')))).rejects.toMatchObject({ name: 'ChildCrash', blame: 'others' });
    expect(starts.count).toBe(1);
    crowded.close();
  });

  it('over its size is killed at once: that picture is to blame, and not tried again', async () => {
    const starts = { count: 0 };
    const eager = script(
      'eager',
      `const chunks = []; process.on('message', () => setInterval(() => chunks.push(Buffer.alloc(30e6, 1)), 10))`,
    );
    const pool = createDerivePool({ maxChildBytes: 250e6, spare: 0 }, eager(starts));
    const hungry = createDerivatives({ config, log, storage }, pool);
    expect(await hungry.derive(await keep(Buffer.from('hungry')))).toMatchObject({
      state: 'unreadable',
      unreadableReason: expect.stringContaining('safely') as string,
    });
    expect(starts.count).toBe(1);
    hungry.close();
  });

  it('is not retried for a request, and does not blame a picture that was killed for others', async () => {
    const starts = { count: 0 };
    const deadly = script('awaited', `process.on('message', () => process.kill(process.pid, 'SIGKILL'))`);
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const chosen = createDerivatives({ config, log, storage }, inProcessDerivePool, undefined, {
      chosen: createDerivePool({ spare: 0 }, deadly(starts)),
    });
    await expect(chosen.avatarOf(png)).rejects.toMatchObject({ status: 422, code: 'picture_unreadable' });
    expect(starts.count).toBe(1);
    chosen.close();

    const eager = script(
      'crowd',
      `const chunk = Buffer.alloc(200e6, 1); process.on('message', () => setInterval(() => chunk.length, 100))`,
    );
    const crowded = createDerivatives({ config, log, storage }, inProcessDerivePool, undefined, {
      chosen: createDerivePool({ maxTotalBytes: 1, spare: 0 }, eager({ count: 0 })),
    });
    await expect(crowded.avatarOf(png)).rejects.toMatchObject({ status: 503 });
    crowded.close();
  });

  it('does not make photos unreadable when the server stops', async () => {
    const hang = script('stop', `process.on('message', () => setInterval(() => {}, 1000))`);
    const starts = { count: 0 };
    const mortal = createDerivatives({ config, log, storage }, createDerivePool({ spare: 0 }, hang(starts)));
    const deriving = mortal.derive(await keep(Buffer.from('stopped')));
    const told = expect(deriving).rejects.toThrow('the server is stopping');
    await expect.poll(() => starts.count).toBe(1);
    mortal.close();
    await told;
  });
});
