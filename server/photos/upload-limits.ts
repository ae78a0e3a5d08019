// How much a person may have begun and not finished. What they left lying makes room for what they send now: a photographer whose line was cut
// a hundred times is never refused for it.
import type { components } from '#openapi/api.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import { discardUpload } from '#server/photos/upload-removal.ts';
import { addUpload, listAbandoned, removeUpload, type NewUpload, type OpenUploads } from '#server/photos/uploads-repository.ts';
import type { UploadFiles } from '#server/photos/uploads.ts';

/** Untouched for so long, an upload may go when its account needs the room: what of it had arrived is sent again. */
const ABANDONED_MS = 10 * 60_000;
/** Of uploads that name no event: pages of the release before send a few at a time, until they are loaded anew. */
const WITHOUT_EVENT = 10;
const ALL_EVENTS = 3;
const AT_ONCE = 50;

const turns = new Map<string, Promise<unknown>>();

/** One after the other, so that the count holds. It is per process: with several, an account may exceed the limit by a few uploads. */
async function serializePerUser<T>(userId: string, act: () => Promise<T>): Promise<T> {
  const turn = (turns.get(userId) ?? Promise.resolve()).then(act, act);
  turns.set(userId, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(userId) === turn) turns.delete(userId);
  }
}

/** Whether one more of so many bytes fits. Pure. */
export function fitsUploadLimits(
  open: { here: OpenUploads; altogether: OpenUploads },
  limits: Config['openUploads'],
  upload: { eventId: string | null; bytes: number },
): boolean {
  const files = upload.eventId === null ? Math.min(WITHOUT_EVENT, limits.files) : limits.files;
  return (
    open.here.files < files &&
    open.here.bytes + upload.bytes <= limits.bytes &&
    open.altogether.files < limits.files * ALL_EVENTS &&
    open.altogether.bytes + upload.bytes <= limits.bytes * ALL_EVENTS
  );
}

/**
 * Records a new upload, however many begin at once.
 * @throws {Problem} 429 `too_many_uploads`
 */
export async function beginUpload(
  deps: Pick<Deps, 'config' | 'db' | 'storage'>,
  files: UploadFiles,
  upload: NewUpload,
  limits: components['schemas']['UploadBounds'],
): Promise<void> {
  const { config, db } = deps;
  const wanted = { eventId: upload.eventId, bytes: upload.bytes ?? limits.photo_bytes };
  const begin = async () => {
    const open = await addUpload(db, upload, config.maxPhotoBytes);
    if (fitsUploadLimits(open, { files: limits.open_uploads, bytes: limits.open_upload_bytes }, wanted)) return true;
    await removeUpload(db, upload.id);
    return false;
  };
  while (!(await serializePerUser(upload.userId, begin))) {
    const untouchedSince = new Date(Date.now() - ABANDONED_MS);
    const abandoned = await listAbandoned(db, upload.userId, untouchedSince, AT_ONCE);
    if (abandoned.length === 0) {
      throw new Problem(429, 'too_many_uploads', 'Too many of your photos are uploading. The next one starts when some have arrived.', {
        headers: { 'retry-after': '30' },
      });
    }
    for (const { id } of abandoned) await discardUpload(deps, files, { id, untouchedSince });
  }
}
