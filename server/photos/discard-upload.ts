// The end of an upload that becomes no photo.
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { UploadFiles } from '#server/photos/upload-files.ts';
import { deleteUploadRecord, isStorageKeyReferenced, type UploadToRemove } from '#server/photos/uploads-repository.ts';
import { photoOfOriginal } from '#server/storage/storage.ts';

type Parts = Pick<Deps, 'db' | 'storage'>;

/**
 * Deletes an upload's record and files, and the bytes that an interrupted commit moved into the storage. The next sweep repeats it if interrupted.
 * @returns false if it doesn't exist or must not be deleted
 */
export async function discardUpload(parts: Parts, files: Pick<UploadFiles, 'remove'>, upload: UploadToRemove): Promise<boolean> {
  const isForgotten = await forgetUpload(parts, upload);
  if (isForgotten) await files.remove(upload.id);
  return isForgotten;
}

/** The same without its files. */
export function forgetUpload({ db, storage }: Parts, upload: UploadToRemove): Promise<boolean> {
  return db.transaction(async (tx) => {
    const forgotten = await deleteUploadRecord(tx, upload);
    if (!forgotten) return false;
    if (forgotten.movedTo !== null) await removeUnlessReferenced(tx, storage, forgotten.movedTo);
    return true;
  });
}

/** Removes bytes that a commit moved to this key, if neither a photo nor another upload has its bytes there. */
export async function removeUnlessReferenced(tx: Tx, storage: Deps['storage'], key: string): Promise<void> {
  if (!(await isStorageKeyReferenced(tx, key, photoOfOriginal(key)))) await storage.delete(key);
}
