// Makes and stores the derivatives of pictures, in child processes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import type { DeriveResult, DeriveTask, GeneratedFiles, PreparedSource } from '#server/media/derive-picture.ts';
import { ChildCrash, createDerivePool, type DerivePool } from '#server/media/derive-pool.ts';
import { readPictureHeader } from '#server/media/picture-header.ts';
import type { AppliedWatermark } from '#server/media/watermark.ts';
import { createDiskSpace, type DiskSpace } from '#server/storage/disk-space.ts';
import { storageKeys } from '#server/storage/storage.ts';

export interface DerivablePhoto {
  id: string;
  sha256: string;
  contentType: string;
  orientation: number;
  /** Its thumbnail and preview are those of `deriveProof`. */
  showsProof?: boolean;
}

/** The result of decoding a photo. */
export type Derived =
  | { state: 'ready'; width: number; height: number; thumbhash: Buffer; camera: string | null }
  | { state: 'unreadable'; unreadableReason: string };

export interface Derivatives {
  /** Makes and stores thumbnail and preview. */
  derive(photo: DerivablePhoto): Promise<Derived>;
  /** The same of its proof, an upright JPEG, under other names. */
  deriveProof(photoId: string, jpeg: Buffer): Promise<Derived>;
  /** The proof is no longer shown. */
  removeProof(photoId: string): Promise<void>;
  /** Makes and stores the full-size copy without private metadata, unless it exists. */
  ensureDownload(photo: DerivablePhoto): Promise<void>;
  /**
   * Makes and stores a copy with a watermark.
   * @returns false if the source file is missing in the storage
   * @throws {Problem} 409 `photo_unreadable`
   */
  makeWatermarked(photo: DerivablePhoto, variant: 'thumb' | 'preview' | 'download', mark: AppliedWatermark, key: string): Promise<boolean>;
  /**
   * A small JPEG of any picture, upright and without metadata.
   * @throws {Problem} 415 `unsupported_media_type`, 422 `picture_unreadable`
   */
  thumbOf(bytes: Buffer): Promise<Buffer>;
  /** The same, large enough to fill a screen. */
  previewOf(bytes: Buffer): Promise<Buffer>;
  /** The thumbnail as a PNG with its transparency. */
  logoOf(bytes: Buffer): Promise<Buffer>;
  /**
   * Any picture as images are made of it: upright, without metadata, of a bounded size.
   * @throws {Problem} 415 `unsupported_media_type`, 422 `picture_unreadable`
   */
  sourceOf(bytes: Buffer): Promise<PreparedSource>;
  /**
   * The files of an image that was made.
   * @param xmp goes into the original
   * @throws as `sourceOf`
   */
  generatedOf(bytes: Buffer, xmp: string): Promise<GeneratedFiles>;
  /** Its middle as a small square WebP. */
  avatarOf(bytes: Buffer): Promise<Buffer>;
  /** Removes everything that was made of a photo. */
  remove(photoId: string): Promise<void>;
  close(): void;
}

/** JPEG qualities of a full-size copy, and of a copy of a small picture, which loses some quality each time. */
const COPY_QUALITY = 92;
const SMALL_COPY_QUALITY = 84;
/** Small copies that a person waits for in a gallery have their own processes, so that they don't compete with new photos. */
const SMALL_COPIES = { concurrency: 2, spare: 0, maxTotalBytes: 1e9 };
/** Generated images and their sources have their own processes, so that no photo waits for them. */
const GENERATED = { concurrency: 2, spare: 0, maxChildBytes: 1.5e9, maxTotalBytes: 2e9 };

/** So have pictures that people send outside of events, and wait for: portraits, logos, screenshots. */
const CHOSEN = { concurrency: 2, spare: 0, taskMs: 20_000, cpuMs: 10_000, maxChildBytes: 1.2e9, maxTotalBytes: 1.5e9 };

/** After so many deaths of a deriving process over one photo, the photo is to blame. */
const MOST_CRASHES = 3;

const UNSAFE = 'This file can’t be opened safely, so it can’t be shown. The original is kept.';
const busy = () =>
  new Problem(503, 'unavailable', 'Many images are being processed right now. Try again in a moment.', { headers: { 'retry-after': '5' } });

const shared = new WeakMap<Deps, Derivatives>();

const inProcesses = (deps: Deps) =>
  createDerivatives(deps, createDerivePool(), createDiskSpace(deps.config), {
    smallCopies: createDerivePool(SMALL_COPIES),
    generated: createDerivePool(GENERATED),
    chosen: createDerivePool(CHOSEN),
  });

/**
 * The deriving processes of a server, for requests and jobs.
 * @param make is called once, by the first call for these dependencies
 */
export function derivativesOf(deps: Deps, make: (deps: Deps) => Derivatives = inProcesses): Derivatives {
  const made = shared.get(deps) ?? make(deps);
  shared.set(deps, made);
  return made;
}

export function createDerivatives(
  { config, log, storage }: Pick<Deps, 'log' | 'storage'> & { config: Pick<Deps['config'], 'maxPhotoPixels'> },
  pool: DerivePool = createDerivePool(),
  room: DiskSpace = { reserve: () => Promise.resolve({ leave: () => undefined }) },
  { smallCopies = pool, generated = pool, chosen = pool }: Partial<Record<'smallCopies' | 'generated' | 'chosen', DerivePool>> = {},
): Derivatives {
  const keep = async (purpose: 'derivative' | 'copy', key: string, bytes: Buffer) => {
    const space = await room.reserve(purpose, bytes.length);
    try {
      await storage.put(key, bytes);
    } finally {
      space.leave();
    }
  };
  const downloads = new Map<string, Promise<void>>();

  interface Source {
    contentType: string;
    orientation: number;
    about: string;
  }

  /** A pool and its number of attempts: an HTTP request can't wait for several. */
  interface Lane {
    by: DerivePool;
    tries: number;
  }
  const once: Lane = { by: chosen, tries: 1 };
  const again = (by: DerivePool): Lane => ({ by, tries: MOST_CRASHES });

  const runFile = async (file: string, { about, ...of }: Source, make: DeriveTask['make'], { by, tries } = again(pool)) => {
    for (let crashes = 0; crashes < tries; crashes++) {
      try {
        return await by.run({ make, file, ...of, maxPixels: config.maxPhotoPixels });
      } catch (error) {
        if (!(error instanceof ChildCrash)) throw error;
        log.warn({ err: error, photoId: about, crashes: crashes + 1 }, 'the deriving process ended over a photo');
        if (error.blame === 'picture') break;
        // Tried again later, when the others are done: the picture need not be to blame.
        if (error.blame === 'others') throw tries === 1 ? busy() : error;
      }
    }
    return { kind: 'unreadable', reason: UNSAFE } as const;
  };

  const run = async ({ contentType, orientation, ...photo }: DerivablePhoto, make: DeriveTask['make']): Promise<DeriveResult> => {
    const source = { contentType, orientation, about: photo.id };
    const done = await storage.withFile(storageKeys.original(photo), (file) => runFile(file, source, make));
    if (!done) throw new Error(`the original of photo ${photo.id} is not in the storage`);
    return done;
  };

  const copyOf = (result: DeriveResult): Buffer => {
    if (result.kind === 'unreadable') throw new Problem(409, 'photo_unreadable', result.reason);
    if (result.kind !== 'copy') throw new Error(`the deriving process answered ${result.kind}`);
    return result.jpeg;
  };

  const makeDownload = async (photo: DerivablePhoto) => {
    if ((await storage.size(storageKeys.download(photo.id))) !== null) return;
    const jpeg = copyOf(await run(photo, { kind: 'copy', quality: COPY_QUALITY, mark: null }));
    await keep('copy', storageKeys.download(photo.id), jpeg);
  };

  /** Of what people send for themselves, and wait for: it is tried once. */
  const small = async (bytes: Buffer, make: DeriveTask['make'], by: Lane = once): Promise<DeriveResult> => {
    if (bytes.length === 0) throw new Problem(422, 'picture_unreadable', 'This file is empty. Choose another one.');
    const header = await readPictureHeader(async (offset, length) => bytes.subarray(offset, offset + length));
    if (!header) throw new Problem(415, 'unsupported_media_type', 'This file type isn’t supported. Use JPEG, PNG, WebP, AVIF or HEIC.');
    const { size } = header;
    if (size && size.width * size.height > config.maxPhotoPixels) throw tooManyPixels(size, config.maxPhotoPixels);
    const source = { contentType: header.contentType, orientation: 0, about: 'a picture of no event' };
    const result = await withTemporaryFile(bytes, (file) => runFile(file, source, make, by));
    if (result.kind !== 'unreadable') return result;
    throw new Problem(422, 'picture_unreadable', unreadable(result.reason, make));
  };

  const jpegOf = async (bytes: Buffer, variant: 'thumb' | 'preview'): Promise<Buffer> => {
    const result = await small(bytes, { kind: 'derive' });
    if (result.kind !== 'derived') throw new Error(`the deriving process answered ${result.kind}`);
    return Buffer.from(result[variant]);
  };

  const keepPictures = async (result: DeriveResult, keyOf: (variant: 'thumb' | 'preview') => string): Promise<Derived> => {
    if (result.kind === 'unreadable') return { state: 'unreadable', unreadableReason: result.reason };
    if (result.kind !== 'derived') throw new Error(`the deriving process answered ${result.kind}`);
    await Promise.all([keep('derivative', keyOf('thumb'), result.thumb), keep('derivative', keyOf('preview'), result.preview)]);
    // The channel between processes hands over plain Uint8Arrays.
    const { width, height, camera } = result;
    return { state: 'ready', width, height, camera, thumbhash: Buffer.from(result.thumbhash) };
  };

  const removeProof = async (photoId: string) => {
    for (const variant of ['thumb', 'preview'] as const) await storage.delete(storageKeys.proofPicture(photoId, variant));
  };

  return {
    derive: async (photo) => keepPictures(await run(photo, { kind: 'derive' }), (variant) => storageKeys[variant](photo.id)),
    async deriveProof(photoId, jpeg) {
      const source = { contentType: 'image/jpeg', orientation: 0, about: photoId };
      const result = await withTemporaryFile(jpeg, (file) => runFile(file, source, { kind: 'derive' }));
      return keepPictures(result, (variant) => storageKeys.proofPicture(photoId, variant));
    },
    removeProof,
    ensureDownload(photo) {
      const making = downloads.get(photo.id) ?? makeDownload(photo).finally(() => downloads.delete(photo.id));
      downloads.set(photo.id, making);
      return making;
    },
    async makeWatermarked(photo, variant, mark, key) {
      if (variant === 'download') {
        await keep('copy', key, copyOf(await run(photo, { kind: 'copy', quality: COPY_QUALITY, mark })));
        return true;
      }
      const source = { contentType: 'image/jpeg', orientation: 0, about: photo.id };
      const make = { kind: 'copy', quality: SMALL_COPY_QUALITY, mark } as const;
      const from = photo.showsProof ? storageKeys.proofPicture(photo.id, variant) : storageKeys[variant](photo.id);
      const made = await storage.withFile(from, (file) => runFile(file, source, make, again(smallCopies)));
      if (made) await keep('derivative', key, copyOf(made));
      return made !== null;
    },
    thumbOf: (bytes) => jpegOf(bytes, 'thumb'),
    previewOf: (bytes) => jpegOf(bytes, 'preview'),
    async logoOf(bytes) {
      const result = await small(bytes, { kind: 'emblem' });
      if (result.kind !== 'emblem') throw new Error(`the deriving process answered ${result.kind}`);
      return Buffer.from(result.png);
    },
    async sourceOf(bytes) {
      const result = await small(bytes, { kind: 'source' }, { by: generated, tries: 1 });
      if (result.kind !== 'source') throw new Error(`the deriving process answered ${result.kind}`);
      return { ...result, bytes: Buffer.from(result.bytes), thumb: Buffer.from(result.thumb) };
    },
    async generatedOf(bytes, xmp) {
      const result = await small(bytes, { kind: 'generated', xmp }, again(generated));
      if (result.kind !== 'generated') throw new Error(`the deriving process answered ${result.kind}`);
      const { original, preview, thumb, thumbhash } = result;
      const files = { original: Buffer.from(original), preview: Buffer.from(preview), thumb: Buffer.from(thumb) };
      return { ...result, ...files, thumbhash: Buffer.from(thumbhash) };
    },
    async avatarOf(bytes) {
      const result = await small(bytes, { kind: 'portrait' });
      if (result.kind !== 'portrait') throw new Error(`the deriving process answered ${result.kind}`);
      return Buffer.from(result.webp);
    },
    async remove(photoId) {
      for (const variant of ['thumb', 'preview', 'download'] as const) await storage.delete(storageKeys[variant](photoId));
      await removeProof(photoId);
    },
    close() {
      for (const each of new Set([pool, smallCopies, generated, chosen])) each.close();
    },
  };
}

async function withTemporaryFile<T>(bytes: Buffer, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ais-picture-'));
  try {
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tooManyPixels({ width, height }: { width: number; height: number }, most: number): Problem {
  const megapixels = (pixels: number) => (pixels / 1e6).toLocaleString('en', { maximumFractionDigits: 1 });
  const size = `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels (${megapixels(width * height)} megapixels)`;
  return new Problem(422, 'picture_unreadable', `This image has ${size}. The limit is ${megapixels(most)} megapixels.`);
}

/** For pictures that aren't stored. */
const unreadable = (reason: string, { kind }: DeriveTask['make']): string =>
  kind === 'source' ? reason.replace(' The original is kept.', '') : 'This image is damaged or too large to open. Choose another one.';
