// What downloads of persons and of gallery links have in common: their limits, what they contain, and their signed addresses.
import { createHmac } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { Problem, tooManyAttempts } from '#server/http/problem.ts';
import { insertManifest, listedPhoto, type ListedPhoto, MOST_PHOTOS } from '#server/photos/download-preparation.ts';
import type { DownloadReader } from '#server/photos/download-reader.ts';
import { countDownloads, countMissing, type DownloadOwner, type DownloadRow, findDownload } from '#server/photos/downloads-repository.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import { presentDownload } from '#server/photos/presenter.ts';
import { newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

/** Of one owner, within the day that a download is kept. */
export interface DownloadLimits {
  owner: DownloadOwner;
  most: number;
  mostPreparing: number;
  /** What the refusals say. */
  words: { running: string; tooMany: string };
}

interface NewDownload {
  limits: DownloadLimits;
  reader: DownloadReader;
  variant: DownloadRow['variant'];
  photos: readonly ListedPhoto[];
  /** Until the transaction ends, nothing else creates a download of this owner. */
  lock: (tx: Tx) => Promise<unknown>;
  by: Pick<AuditEntry, 'actorId' | 'request'>;
  /** For the audit log. */
  detail?: object;
}

export const nothingToDownload = () => new Problem(409, 'nothing_to_download', 'There are no photos here that you can download.');

export function createDownloads(deps: Pick<Deps, 'db' | 'secrets' | 'jobs'>) {
  const { db, secrets } = deps;

  const downloads = {
    async signatureOf({ id, expiresAt }: DownloadRow): Promise<string> {
      const key = await secrets.getOrCreate('download-key', newSecret);
      return createHmac('sha256', key).update(`${id} ${expiresAt.toISOString()}`).digest('base64url');
    },

    async present(download: DownloadRow): Promise<components['schemas']['PhotoDownload']> {
      const lacks = await countMissing(db, download.id);
      if (download.state !== 'ready') return presentDownload(download, lacks, null);
      const name = encodeURIComponent(download.fileName);
      return presentDownload(download, lacks, `/api/v1/downloads/${download.id}/${await downloads.signatureOf(download)}/${name}`);
    },

    /** @throws {Problem} 409 `download_running`, 429 */
    async requireRoom({ owner, most, mostPreparing, words }: DownloadLimits): Promise<void> {
      const { all, preparing, firstExpires } = await countDownloads(db, owner);
      if (preparing >= mostPreparing) throw new Problem(409, 'download_running', words.running);
      if (all >= most && firstExpires) throw tooManyAttempts(firstExpires.getTime() - Date.now(), words.tooMany);
    },

    /** All that the reader may download, first taken first. One more than an archive takes is enough to refuse it. */
    async listAllowed(reader: DownloadReader, variant: DownloadRow['variant']): Promise<ListedPhoto[]> {
      const photos: ListedPhoto[] = [];
      for await (const photo of allRows((page) =>
        galleryOrder.page({ ...page, sort: 'taken_at' }, (range) => listGallery(db, reader.gallery, range)),
      )) {
        if (reader.mayRead(photo, variant) === 'allowed') photos.push(listedPhoto(photo));
        if (photos.length > MOST_PHOTOS) break;
      }
      return photos;
    },

    /** @throws {Problem} 409 `download_running`, 413 `download_too_large`, 429 */
    async create({ limits, reader, variant, photos, lock, by, detail }: NewDownload): Promise<DownloadRow> {
      const id = uuid7();
      const { id: eventId, organizationId } = reader.event;
      await db.transaction(async (tx) => {
        await lock(tx);
        await downloads.requireRoom(limits);
        await insertManifest(tx, deps, reader, { id, owner: limits.owner, variant, photos });
        await audit(tx, {
          ...by,
          action: 'event.export_photos',
          subjectType: 'event',
          subjectId: eventId,
          organizationId,
          detail: { download: id, variant, photos: photos.length, ...detail },
        });
      });
      const download = await findDownload(db, id);
      if (!download) throw new Error(`the download ${id} vanished after its commit`);
      return download;
    },
  };
  return downloads;
}
