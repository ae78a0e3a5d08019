// Copies of photos with the organization's watermark, for people outside the organization. They are made on first request, stored under the
// watermark's hash, and removed when the watermark changes.
import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/deps.ts';
import type { DerivablePhoto, Derivatives } from '#server/media/derivatives.ts';
import { ownWatermark, type Watermark } from '#server/organizations/pictures.ts';
import {
  deleteWatermarkedCopy,
  deleteWatermarkedCopies,
  lockWatermarkedCopies,
  listWatermarkedCopies,
  listUsedWatermarks,
  insertWatermarkedCopy,
  type WatermarkedCopy,
} from '#server/photos/watermarked-copies-repository.ts';
import { storageKeys } from '#server/storage/storage.ts';

export interface WatermarkedCopies {
  /**
   * Returns the storage key of a copy and makes it if it is missing. Null if the source file is missing.
   * @throws {Problem} 409 `photo_unreadable`, 507 `storage_full`
   */
  ensure(photo: DerivablePhoto, organizationId: string, variant: WatermarkedCopy['variant'], watermark: Watermark): Promise<string | null>;
  /** Removes all of a photo's, or those of one variant. */
  removeOf(photoId: string, variant?: WatermarkedCopy['variant']): Promise<void>;
  /** Removes copies whose watermark is outdated. */
  sweep(signal: AbortSignal): Promise<void>;
}

/** Longer than a copy is in the making: one that was noted so long ago is written, or never will be. */
const MADE_WITHIN_MS = 10 * 60_000;
const AT_ONCE = 200;

export function createWatermarkedCopies({ db, storage }: Pick<Deps, 'db' | 'storage'>, derivatives: Derivatives): WatermarkedCopies {
  const keyOf = ({ photoId, mark, variant }: WatermarkedCopy) => storageKeys.watermarked(photoId, mark, variant);
  /** Of this process: a hundred people who ask for one copy have it made once. */
  const underWay = new Map<string, Promise<string | null>>();

  const make = async (photo: DerivablePhoto, noted: WatermarkedCopy & { organizationId: string }, watermark: Watermark) => {
    const key = keyOf(noted);
    if ((await storage.size(key)) !== null) return key;
    const picture = await storage.get(watermark.pictureKey);
    // The watermark was replaced concurrently.
    if (!picture) return null;
    const { position, size, strength } = watermark;
    const mark = { png: await buffer(picture.stream), position, size, strength, inSquare: noted.variant === 'thumb' };
    await insertWatermarkedCopy(db, noted);
    return (await derivatives.makeWatermarked(photo, noted.variant, mark, key)) ? key : null;
  };

  return {
    ensure(photo, organizationId, variant, watermark) {
      // Of a proof under a name of their own, which the sweep removes as outdated: they are made again while they are asked for.
      const mark = photo.showsProof ? `${watermark.tag}-proof` : watermark.tag;
      const noted = { photoId: photo.id, mark, variant, organizationId };
      const key = keyOf(noted);
      const making = underWay.get(key) ?? make(photo, noted, watermark).finally(() => underWay.delete(key));
      underWay.set(key, making);
      return making;
    },

    async removeOf(photoId, variant) {
      for (const copy of await listWatermarkedCopies(db, photoId, variant)) await storage.delete(keyOf(copy));
      await deleteWatermarkedCopies(db, photoId, variant);
    },

    async sweep(signal) {
      const before = new Date(Date.now() - MADE_WITHIN_MS);
      for (const { mark, organization } of await listUsedWatermarks(db)) {
        if (mark === ownWatermark(organization)?.tag) continue;
        for (let removed = AT_ONCE; removed === AT_ONCE && !signal.aborted;) {
          // A concurrent request that makes one of these again waits for the lock, then records it again.
          removed = await db.transaction(async (tx) => {
            const held = await lockWatermarkedCopies(tx, { organizationId: organization.id, mark }, before, AT_ONCE);
            for (const copy of held) {
              await storage.delete(keyOf(copy));
              await deleteWatermarkedCopy(tx, copy);
            }
            return held.length;
          });
        }
      }
    },
  };
}
