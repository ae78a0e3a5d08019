import type { Deps } from '#server/deps.ts';
import {
  expireOldestUploads,
  findGenerationUpload,
  lockUploads,
  insertGenerationUpload,
  removeGenerationUpload,
} from '#server/generation/image-repository.ts';
import { sendImage } from '#server/generation/operations/generated-images.ts';
import { canUseSource } from '#server/generation/policy.ts';
import { tooFewPixels } from '#server/generation/request.ts';
import type { GenerationPictures } from '#server/generation/sources.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { DiskSpace } from '#server/storage/disk-space.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';

const UPLOAD_TTL_MS = 24 * 3600 * 1000;
const MAX_UPLOADS = 50;

export function sourceCalls({ db, storage }: Pick<Deps, 'db' | 'storage'>, pictures: GenerationPictures, room: DiskSpace) {
  /** Both files, or neither. */
  async function keep(id: string, files: Record<'picture' | 'thumb', Buffer>): Promise<void> {
    const key = (variant: keyof typeof files) => storageKeys.generationSource(id, variant);
    try {
      await storage.put(key('picture'), files.picture);
      await storage.put(key('thumb'), files.thumb);
    } catch (error) {
      await remove(id);
      throw error;
    }
  }

  /** Removes files before the row, because the row lists the files. */
  async function remove(id: string): Promise<void> {
    for (const variant of ['picture', 'thumb'] as const) await storage.delete(storageKeys.generationSource(id, variant));
    await removeGenerationUpload(db, id);
  }

  return {
    async uploadGenerationSource({ viewer, body }) {
      const { userId } = viewer;
      const space = await room.reserve('creation', body.file.length);
      try {
        const { bytes, thumb, contentType, width, height, reducedFrom } = await pictures.sourceOf(body.file);
        requireSides(reducedFrom ?? { width, height });
        const id = uuid7();
        // The row is inserted first, because cleanup finds the files by it.
        const ended = await db.transaction(async (tx) => {
          const gone = await makeRoom(tx, userId);
          await insertGenerationUpload(tx, { id, userId, width, height, contentType, expiresAt: new Date(Date.now() + UPLOAD_TTL_MS) });
          return gone;
        });
        for (const one of ended) await remove(one);
        await keep(id, { picture: bytes, thumb });
        return { status: 201, body: { id, width, height, reduced_from: reducedFrom } };
      } finally {
        space.leave();
      }
    },

    async getGenerationSource({ viewer, path, query, request }) {
      const upload = await findGenerationUpload(db, path.sourceId);
      if (!upload || !canUseSource(viewer, upload)) throw notFound('picture');
      const isFull = query.size === 'full';
      const key = storageKeys.generationSource(upload.id, isFull ? 'picture' : 'thumb');
      const etag = isFull ? `${upload.id}-full` : upload.id;
      const answer = await sendImage(storage, request, { key, etag, type: isFull ? upload.contentType : 'image/jpeg' });
      if (!answer) throw notFound('picture');
      return answer;
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

/** @throws {Problem} 422 `picture_too_small` */
function requireSides(size: { width: number; height: number }): void {
  const refusal = tooFewPixels(size);
  if (refusal !== null) throw new Problem(422, 'picture_too_small', `This image ${refusal}.`);
}

/**
 * For one more: a booth sends as many in an evening as there are visitors, so the oldest go.
 * @returns the ids of those that have gone
 * @throws {Problem} 429 `sources_full` where something waits to be made of each
 */
async function makeRoom(tx: Parameters<typeof lockUploads>[0], userId: string): Promise<string[]> {
  const over = (await lockUploads(tx, userId)) + 1 - MAX_UPLOADS;
  if (over <= 0) return [];
  const ended = await expireOldestUploads(tx, userId, over);
  if (ended.length === over) return ended;
  throw new Problem(429, 'sources_full', `Your last ${MAX_UPLOADS} images are all in use by pending requests. Wait for one to finish.`);
}
