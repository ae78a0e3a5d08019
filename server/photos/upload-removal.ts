import type { Deps } from '#server/deps.ts';
import { isStorageKeyReferenced, deleteUploadRecord, type UploadToRemove } from '#server/photos/uploads-repository.ts';
import type { UploadFiles } from '#server/photos/uploads.ts';
import { photoOfOriginal } from '#server/storage/storage.ts';

/**
 * Forgets an upload and removes its files, and what a commit that was cut moved into the storage. What is cut itself is done again by the
 * next sweep.
 * @returns false when it is not there, or not to go
 */
export async function discardUpload(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  files: Pick<UploadFiles, 'remove'>,
  upload: UploadToRemove,
): Promise<boolean> {
  const isForgotten = await db.transaction(async (tx) => {
    const forgotten = await deleteUploadRecord(tx, upload);
    if (!forgotten) return false;
    const { movedTo } = forgotten;
    if (movedTo !== null && !(await isStorageKeyReferenced(tx, movedTo, photoOfOriginal(movedTo)))) await storage.delete(movedTo);
    return true;
  });
  if (isForgotten) await files.remove(upload.id);
  return isForgotten;
}
