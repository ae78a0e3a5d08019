// Derivatives of stored photos: what they are made of, and where they are kept.
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import type { DeriveResult, DeriveTask } from '#server/photos/derive-picture.ts';
import { ChildCrash, createDerivePool, type DerivePool } from '#server/photos/derive-pool.ts';
import type { Derived } from '#server/photos/repository.ts';
import { createRoom, type Room } from '#server/photos/room.ts';
import { storageKeys } from '#server/storage/storage.ts';

export interface DerivablePhoto {
  id: string;
  sha256: string;
  contentType: string;
  orientation: number;
}

export interface Derivatives {
  /** Makes and keeps thumb and preview. */
  derive(photo: DerivablePhoto): Promise<Derived>;
  /** Makes and keeps the full-size copy without private metadata, unless it is there. */
  ensureDownload(photo: DerivablePhoto): Promise<void>;
  /** Removes everything that was made of a photo. */
  remove(photoId: string): Promise<void>;
  close(): void;
}

/** After so many deaths of a deriving process over one photo, the photo is to blame. */
const MOST_CRASHES = 3;

const shared = new WeakMap<Deps, Derivatives>();

/** The deriving processes of a server, for requests and jobs. */
export function derivativesOf(deps: Deps): Derivatives {
  const made = shared.get(deps) ?? createDerivatives(deps, createDerivePool(), createRoom(deps.config));
  shared.set(deps, made);
  return made;
}

export function createDerivatives(
  { config, log, storage }: Pick<Deps, 'log' | 'storage'> & { config: Pick<Deps['config'], 'maxPhotoPixels'> },
  pool: DerivePool = createDerivePool(),
  room: Room = { enter: () => Promise.resolve({ leave: () => undefined }) },
): Derivatives {
  const keep = async (purpose: 'derivative' | 'copy', key: string, bytes: Buffer) => {
    const space = await room.enter(purpose, bytes.length);
    try {
      await storage.put(key, bytes);
    } finally {
      space.leave();
    }
  };
  const downloads = new Map<string, Promise<void>>();

  const run = async (photo: DerivablePhoto, kind: DeriveTask['kind']): Promise<DeriveResult> => {
    const { contentType, orientation } = photo;
    const done = await storage.withFile(storageKeys.original(photo), async (file) => {
      for (let crashes = 0; crashes < MOST_CRASHES; crashes++) {
        try {
          return await pool.run({ kind, file, contentType, orientation, maxPixels: config.maxPhotoPixels });
        } catch (error) {
          if (!(error instanceof ChildCrash)) throw error;
          log.warn({ err: error, photoId: photo.id, crashes: crashes + 1 }, 'the deriving process ended over a photo');
        }
      }
      const reason = 'This file cannot be opened safely, so it cannot be shown. Its bytes are kept.';
      return { kind: 'unreadable', reason } as const;
    });
    if (!done) throw new Error(`the original of photo ${photo.id} is not in the storage`);
    return done;
  };

  const makeDownload = async (photo: DerivablePhoto) => {
    if ((await storage.size(storageKeys.download(photo.id))) !== null) return;
    const result = await run(photo, 'download');
    if (result.kind === 'unreadable') throw new Problem(409, 'photo_unreadable', result.reason);
    if (result.kind === 'download') await keep('copy', storageKeys.download(photo.id), result.jpeg);
  };

  return {
    async derive(photo) {
      const result = await run(photo, 'derive');
      if (result.kind === 'unreadable') return { state: 'unreadable', unreadableReason: result.reason };
      if (result.kind !== 'derived') throw new Error(`the deriving process answered ${result.kind}`);
      await keep('derivative', storageKeys.thumb(photo.id), result.thumb);
      await keep('derivative', storageKeys.preview(photo.id), result.preview);
      // The channel between processes hands over plain Uint8Arrays.
      const { width, height, camera } = result;
      return { state: 'ready', width, height, camera, thumbhash: Buffer.from(result.thumbhash) };
    },
    ensureDownload(photo) {
      const making = downloads.get(photo.id) ?? makeDownload(photo).finally(() => downloads.delete(photo.id));
      downloads.set(photo.id, making);
      return making;
    },
    async remove(photoId) {
      for (const variant of ['thumb', 'preview', 'download'] as const) await storage.delete(storageKeys[variant](photoId));
    },
    close: () => pool.close(),
  };
}
