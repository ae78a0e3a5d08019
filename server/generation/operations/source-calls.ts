import type { Deps } from '#server/deps.ts';
import { sendImage } from '#server/generation/operations/image-file-calls.ts';
import { canUseSource } from '#server/generation/policy.ts';
import type { GenerationPictures } from '#server/generation/sources.ts';
import { findGenerationUpload, holdUploads, insertGenerationUpload, removeGenerationUpload } from '#server/generation/upload-repository.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { Room } from '#server/storage/room.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';

const KEPT_MS = 24 * 3600 * 1000;
const MOST_KEPT = 50;

export function sourceCalls({ db, storage }: Pick<Deps, 'db' | 'storage'>, pictures: GenerationPictures, room: Room) {
  /** Both files, or neither. */
  async function keep(id: string, files: Record<'picture' | 'thumb', Buffer>): Promise<void> {
    const key = (variant: keyof typeof files) => storageKeys.generationSource(id, variant);
    try {
      await storage.put(key('picture'), files.picture);
      await storage.put(key('thumb'), files.thumb);
    } catch (error) {
      for (const variant of ['picture', 'thumb'] as const) await storage.delete(key(variant));
      await removeGenerationUpload(db, id);
      throw error;
    }
  }

  return {
    async uploadGenerationSource({ viewer, body }) {
      // Before anything is drawn: what is not kept is not worth the work.
      const { userId } = viewer;
      await db.transaction((tx) => requirePlace(tx, userId));
      const space = await room.enter('creation', body.file.length);
      try {
        const { bytes, thumb, contentType, width, height } = await pictures.sourceOf(body.file);
        const id = uuid7();
        // The row first: it says which files there are to be removed.
        await db.transaction(async (tx) => {
          await requirePlace(tx, userId);
          await insertGenerationUpload(tx, { id, userId, width, height, contentType, expiresAt: new Date(Date.now() + KEPT_MS) });
        });
        await keep(id, { picture: bytes, thumb });
        return { status: 201, body: { id, width, height } };
      } finally {
        space.leave();
      }
    },

    async getGenerationSource({ viewer, path, request }) {
      const upload = await findGenerationUpload(db, path.sourceId);
      if (!upload || !canUseSource(viewer, upload)) throw notFound('picture');
      const key = storageKeys.generationSource(upload.id, 'thumb');
      const answer = await sendImage(storage, request, { key, etag: upload.id, type: 'image/jpeg' });
      if (!answer) throw notFound('picture');
      return answer;
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

async function requirePlace(tx: Parameters<typeof holdUploads>[0], userId: string): Promise<void> {
  if ((await holdUploads(tx, userId)) < MOST_KEPT) return;
  throw new Problem(
    429,
    'sources_full',
    `You have sent ${MOST_KEPT} pictures in a day, which is all that is kept. Use one of them, or wait.`,
  );
}
