// One photo on its way: bytes, then the fact, then the proof, and only then its record goes.
import { api } from '#src/transport/client.ts';
import { clockOffset } from '#src/transport/clock.ts';
import { ApiError, NetworkError, unwrap } from '#src/transport/problem.ts';
import type { components } from '#openapi/api.ts';
import { toBlob } from './bytes.ts';
import { dropCopies } from './copies.ts';
import { deviceId, withDb, write } from './db.ts';
import { publish } from './messages.ts';
import { backoff, outcomeOf, type Outcome } from './outcome.ts';
import type { PhotoRecord } from './record.ts';
import { uploadBytes } from './upload.ts';

type Photo = components['schemas']['Photo'];

/** The upload layer's 404, 410 and 409 mean only "begin this upload again"; they never park a photo (offline.md, Sending 4). */
const BEGIN_AGAIN: ReadonlySet<number> = new Set([404, 409, 410]);
const READS_BEFORE_PARKING = 2;

/**
 * Tries to deliver one photo and writes down what came of it.
 * @returns how it went; `null` when the record went away meanwhile (discarded)
 * @throws the signal's reason when told to stop; what was reached is kept
 */
export async function deliverPhoto(record: PhotoRecord, signal: AbortSignal): Promise<Outcome | null> {
  if (record.state === 'discarding') return settle(record, await tryTo(record, () => undoOnServer(record)), null);
  const stored = await withDb((db) => db.get('blobs', record.id));
  const missing = { kind: 'park', code: 'bytes_missing', message: 'This phone no longer has the bytes of this photo.' } as const;
  if (!stored) return settle(record, missing, null);
  const blob = toBlob(stored);
  // The file beneath a stored Blob can be gone. Once may be a passing fault of the disk; the person can still say "Retry".
  if (record.attempts > READS_BEFORE_PARKING && !(await isReadable(blob))) return settle(record, missing, null);
  let photo: Photo | null = null;
  const outcome = await tryTo(record, async () => {
    const url = record.uploaded && record.uploadUrl ? record.uploadUrl : await bringBytes(record, blob, signal);
    signal.throwIfAborted();
    photo = await commit(record, url, signal);
  });
  return settle(record, outcome, photo);
}

async function isReadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** An upload's answer, told apart from the commit's. */
class UploadError extends Error {
  override name = 'UploadError';
}

async function tryTo(record: PhotoRecord, work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { kind: 'delivered' };
  } catch (error) {
    if (error instanceof UploadError && error.cause instanceof ApiError) {
      const { cause } = error;
      const again = BEGIN_AGAIN.has(cause.status) && cause.code !== 'account_mismatch';
      if (again) return { kind: 'restart', code: cause.code, message: cause.message, mismatch: false };
      return outcomeOf(cause, record.mismatches);
    }
    return outcomeOf(error instanceof UploadError ? error.cause : error, record.mismatches);
  }
}

async function bringBytes(record: PhotoRecord, blob: Blob, signal: AbortSignal): Promise<string> {
  try {
    const url = await uploadBytes({
      blob,
      account: record.account,
      eventId: record.eventId,
      uploadUrl: record.uploadUrl,
      signal,
      onUrl: (uploadUrl) => patch(record.id, { uploadUrl }),
      onProgress: (sent, total) => publish({ type: 'progress', photoId: record.id, sent, total }),
    });
    await patch(record.id, { uploadUrl: url, uploaded: true });
    return url;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new UploadError('The bytes did not arrive.', { cause: error });
  }
}

/** The exactly-once point. What comes back must prove that the server holds this very photo. */
async function commit(record: PhotoRecord, uploadUrl: string, signal: AbortSignal): Promise<Photo> {
  const offset = record.clockOffset ?? (await clockOffset()) ?? 0;
  const photo = unwrap(
    await api.POST('/api/v1/event/{id}/photos', {
      params: { path: { id: record.eventId }, header: { 'X-Account': record.account } },
      body: {
        id: record.id,
        upload_id: uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1),
        sha256: record.sha256,
        bytes: record.bytes,
        content_type: record.contentType,
        taken_at: new Date(record.takenAt + offset).toISOString(),
        tz_offset: record.tzOffset,
        orientation: record.orientation,
        device_id: await deviceId(),
        device_seq: record.seq,
        source: record.source,
      },
      signal,
    }),
  );
  if (photo?.id !== record.id || photo.sha256 !== record.sha256) throw new NetworkError('portal');
  return photo;
}

/** The person discarded it while it was under way: what the server may have made of it goes too. */
async function undoOnServer(record: PhotoRecord): Promise<void> {
  const result = await api.DELETE('/api/v1/event/{id}/photos/{photoId}', {
    params: { path: { id: record.eventId, photoId: record.id }, header: { 'X-Account': record.account } },
  });
  const gone = result.response.status === 404 || result.response.status === 410;
  if (!gone || !new ApiError(result.response, result.error ?? null).fromServer) unwrap(result);
}

/** Writes the outcome down in one transaction, against the record as it is now. */
async function settle(sent: PhotoRecord, outcome: Outcome, photo: Photo | null): Promise<Outcome | null> {
  const found = await write(['photos', 'blobs', 'thumbs', 'receipts'], async (tx) => {
    const photos = tx.objectStore('photos');
    const current = await photos.get(sent.id);
    if (!current) return false;
    // Discarded while it was being sent: it stays until the server's copy is gone too.
    if (outcome.kind === 'delivered' && (current.state !== 'discarding' || sent.state === 'discarding')) {
      await photos.delete(sent.id);
      await tx.objectStore('blobs').delete(sent.id);
      await tx.objectStore('thumbs').delete(sent.id);
      if (sent.state !== 'discarding') {
        const { id, account, eventId, sha256, bytes, seq } = sent;
        await tx.objectStore('receipts').put({ v: 1, id, account, eventId, sha256, bytes, seq, storedAt: Date.now() });
      }
      return true;
    }
    await photos.put({ ...current, ...changesBy(outcome, current), lease: null });
    return true;
  });
  if (found && outcome.kind === 'delivered') dropCopies([sent.id]);
  if (found && photo) publish({ type: 'delivered', photo });
  publish({ type: 'changed', photoIds: [sent.id] });
  return found ? outcome : null;
}

function changesBy(outcome: Outcome, current: PhotoRecord): Partial<PhotoRecord> {
  if (outcome.kind === 'delivered') return {};
  const lastError = { code: outcome.code, message: outcome.message, at: Date.now() };
  const later = (after: number | null) => Date.now() + backoff(current.attempts, after);
  switch (outcome.kind) {
    case 'retry':
      return { lastError, nextAttemptAt: later(outcome.after), notBefore: Date.now() + (outcome.after ?? 0) * 1000 };
    case 'restart':
      return {
        lastError,
        uploadUrl: null,
        uploaded: false,
        nextAttemptAt: later(null),
        mismatches: current.mismatches + Number(outcome.mismatch),
      };
    case 'pause':
      return { lastError };
    case 'park':
      // What is being thrown away cannot be parked: nobody would see it.
      return current.state === 'discarding' ? { lastError, nextAttemptAt: later(60) } : { lastError, state: 'parked' };
  }
}

async function patch(id: string, changes: Partial<PhotoRecord>): Promise<void> {
  await write(['photos'], async (tx) => {
    const photos = tx.objectStore('photos');
    const current = await photos.get(id);
    if (current) await photos.put({ ...current, ...changes });
  });
}
