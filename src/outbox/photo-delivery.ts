// Delivers one photo: upload the bytes, commit, verify the answer, and only then delete the record.
import type { components } from '#openapi/api.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { isQuotaError } from '#src/lib/disk.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError, unwrap } from '#src/transport/problem.ts';
import { isReachable } from '#src/transport/reachability.ts';
import {
  clearDeferredUpdate,
  deferUpdate,
  deviceId,
  isReadable,
  storeBlob,
  toBlob,
  updatePhotoRecord,
  withDb,
  withDeferredUpdates,
  write,
  type WriteTx,
} from './db.ts';
import { publish } from './messages.ts';
import { addReceipt, dropReceipts, removeFromLost } from './receipts.ts';
import { isImport, type PhotoRecord, serverTakenAt } from './record.ts';
import { readReplicaBytes, dropReplica } from './replica.ts';
import { BUSY, classifyFailure, type Outcome, scheduleRetry } from './scheduler.ts';
import { cancelUpload, uploadBytes } from './upload.ts';

type Photo = components['schemas']['Photo'];

/** At the upload layer 404, 410 and 409 only mean "begin this upload again"; they never park a photo (docs/outbox.md, Outcomes of the commit). */
const RESTART_STATUSES: ReadonlySet<number> = new Set([404, 409, 410]);
const READS_BEFORE_PARKING = 2;

/** The interface between a delivery and the drain run. */
export interface DeliveryControl {
  /** Aborted with a NetworkError, the photo is retried later; with any other reason, delivery stops. */
  signal: AbortSignal;
  /** Called before a request with this many bytes. */
  onRequest(bytes: number): void;
  /** Throws PreemptedError if another photo goes first. */
  onChunk(left: number): void;
}

/** Stopped between two chunks for a much smaller photo that never failed, or for proofs. */
export class PreemptedError extends Error {
  override name = 'PreemptedError';
}

/** The network came back while this request was hanging: it is sent again at once. */
export class StaleRequestError extends NetworkError {
  constructor() {
    super('timeout');
  }
}

/**
 * Tries to deliver one photo and records the outcome.
 * @returns the outcome; null if the record was discarded in the meantime, or its receipt found no disk space
 * @throws PreemptedError, or the signal's reason when stopped; progress is saved
 */
export async function deliverPhoto(record: PhotoRecord, sending: DeliveryControl): Promise<Outcome | null> {
  const { signal } = sending;
  if (record.state === 'discarding') return settle(record, await runAttempt(record, signal, () => deleteFromServer(record, sending)), null);
  const stored = await withDb((db) => db.get('blobs', record.id));
  let photo: Photo | null = null;
  let blob = stored ? toBlob(stored) : null;
  // The file behind a stored Blob can be missing, truncated or changed. A single failure may be a temporary disk fault.
  const isSuspect =
    record.mismatches > 0 || (record.attempts > READS_BEFORE_PARKING && blob !== null && !(await isReadable(partToVerify(blob))));
  if (!blob || isSuspect) blob = (await restoreFromReplica(record)) ?? (record.mismatches > 0 ? blob : null);
  if (!blob) return settle(record, stored ? BYTES_MISSING : await checkIfDelivered(record, sending), null);
  const bytes = blob;
  const outcome = await runAttempt(record, signal, async () => {
    const url = record.uploaded && record.uploadUrl ? record.uploadUrl : await sendBytes(record, bytes, sending);
    signal.throwIfAborted();
    sending.onRequest(0);
    photo = await commit({ ...record, id: record.awaitedAs ?? record.id }, url, signal);
  });
  return settle(record, outcome, photo);
}

/** Restores bytes that the database lost from the replica. */
async function restoreFromReplica(record: PhotoRecord): Promise<Blob | null> {
  const copy = await readReplicaBytes(record);
  if (!copy) return null;
  const put = (data: Blob | ArrayBuffer) =>
    write(['blobs'], (tx) => tx.objectStore('blobs').put({ id: record.id, type: record.contentType, data }), 'much');
  // Without disk space it is sent all the same.
  await storeBlob(copy, put).catch((error: unknown) => console.warn('Restored bytes were not stored', error));
  return copy;
}

/** While the server answers, read all bytes: they may be the cause. Offline, the beginning is enough. */
const partToVerify = (blob: Blob): Blob => (isReachable() ? blob : blob.slice(0, 1));

const BYTES_MISSING = { kind: 'park', code: 'bytes_missing', message: `This ${deviceLabel} no longer has the photo file.` } as const;

/** The bytes are missing. The photo may have been delivered before its receipt could be written: ask the server. */
async function checkIfDelivered(record: PhotoRecord, { signal, onRequest }: DeliveryControl): Promise<Outcome> {
  let held = false;
  const outcome = await runAttempt(record, signal, async () => {
    onRequest(0);
    const params = { path: { id: record.eventId, photoId: record.id } };
    const photo = unwrap(await api.GET('/api/v1/event/{id}/photos/{photoId}', { params, signal }));
    held = photo?.sha256 === record.sha256 && !photo.awaits_original;
  });
  return outcome.kind === 'retry' || outcome.kind === 'pause' || held ? outcome : BYTES_MISSING;
}

/** Separates failures of the upload from those of the commit. */
class UploadError extends Error {
  override name = 'UploadError';
}

async function runAttempt(record: PhotoRecord, signal: AbortSignal, work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { kind: 'delivered' };
  } catch (error) {
    if (error instanceof PreemptedError || signal.reason instanceof PreemptedError) throw error;
    // The reason itself: engines differ in how an aborted request rejects.
    if (signal.aborted) return classifyFailure(signal.reason, record.mismatches);
    if (error instanceof UploadError && error.cause instanceof ApiError) {
      const { cause } = error;
      const again = RESTART_STATUSES.has(cause.status) && cause.code !== 'account_mismatch';
      if (again) return { kind: 'restart', code: cause.code, message: cause.message, mismatch: false };
      return classifyFailure(cause, record.mismatches);
    }
    return classifyFailure(error instanceof UploadError ? error.cause : error, record.mismatches);
  }
}

async function sendBytes(record: PhotoRecord, blob: Blob, sending: DeliveryControl): Promise<string> {
  const recordUpload = (uploadUrl: string, uploaded: boolean) => updatePhotoRecord(record.id, () => ({ uploadUrl, uploaded }));
  let isRecorded = false;
  try {
    const uploadUrl = await uploadBytes({
      ...sending,
      blob,
      account: record.account,
      eventId: record.eventId,
      uploadUrl: record.uploadUrl,
      async onUrl(url, offset) {
        isRecorded = offset === blob.size;
        await recordUpload(url, isRecorded);
      },
      onProgress: (sent, total) => publish({ type: 'progress', photoId: record.id, sent, total }),
    });
    if (!isRecorded) await recordUpload(uploadUrl, true);
    return uploadUrl;
  } catch (error) {
    if (sending.signal.aborted || error instanceof PreemptedError) throw error;
    throw new UploadError('The bytes did not arrive.', { cause: error });
  }
}

export const uploadIdOf = (uploadUrl: string): string => uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1);

/** What the server is told of a photo, with its proof and with its original. */
export const captureFacts = async (record: PhotoRecord) => ({
  sha256: record.sha256,
  bytes: record.bytes,
  content_type: record.contentType,
  taken_at: (await serverTakenAt(record)).toISOString(),
  tz_offset: record.tzOffset,
  device_id: await deviceId(),
  device_seq: record.seq,
});

/** The exactly-once point. The answer must prove that the server has this photo. */
async function commit(record: PhotoRecord, uploadUrl: string, signal: AbortSignal): Promise<Photo> {
  const answer = await api.POST('/api/v1/event/{id}/photos', {
    params: { path: { id: record.eventId }, header: { 'X-Account': record.account } },
    body: {
      id: record.id,
      upload_id: uploadIdOf(uploadUrl),
      ...(await captureFacts(record)),
      orientation: record.orientation,
      source: record.source,
      file_name: record.fileName,
      ...(record.imageId !== undefined && { generated_image_id: record.imageId }),
    },
    signal,
  });
  const photo = unwrap(answer);
  // A proof is no delivery. A server of the previous release takes it for the photo, and doesn't say which it has.
  const isProof = photo?.awaits_original ?? (answer.response.status === 200 && !record.imageId);
  if (isProof || photo?.sha256 !== record.sha256 || (photo.id !== record.id && !record.imageId)) throw new NetworkError('portal');
  return photo;
}

/** The user discarded the photo during delivery, so the server's copy is deleted too. */
async function deleteFromServer(record: PhotoRecord, { signal, onRequest }: DeliveryControl): Promise<void> {
  // An aborted commit may still be running: a missing photo proves nothing until it has ended.
  if (record.uploadUrl !== null) await cancelUpload({ account: record.account, signal, onRequest }, record.uploadUrl);
  onRequest(0);
  const result = await api.DELETE('/api/v1/event/{id}/photos/{photoId}', {
    params: { path: { id: record.eventId, photoId: record.id }, header: { 'X-Account': record.account } },
    signal,
  });
  const gone = result.response.status === 404 || result.response.status === 410;
  if (!gone || !new ApiError(result.response, result.error ?? null).fromServer) unwrap(result);
}

/**
 * Records the outcome in one transaction against the current record.
 * @param heldAs the id of another photo on the server with the same bytes
 */
export async function settle(
  sent: PhotoRecord,
  outcome: Outcome,
  photo: Photo | null,
  heldAs: string | null = null,
): Promise<Outcome | null> {
  const proof = { heldAs, photo };
  const existed = await writeOutcome(sent, outcome, proof).catch(async (error: unknown) => {
    if (!isQuotaError(error)) throw error;
    return settleWithoutSpace(sent, outcome, proof);
  });
  if (existed !== false && photo) publish({ type: 'delivered', photo });
  publish({ type: 'changed', photoIds: [sent.id] });
  return existed ? outcome : null;
}

interface Proof {
  /** The id of another photo on the server with the same bytes. */
  heldAs: string | null;
  /** The server has just accepted it and has not decoded it yet. Of a generated image it can be that of another device, which was faster. */
  photo: Photo | null;
}

/** @returns whether the record still existed */
async function writeOutcome(sent: PhotoRecord, outcome: Outcome, proof: Proof): Promise<boolean> {
  const found = await write(['photos', 'blobs', 'thumbs', 'receipts', 'meta'], async (tx) => {
    const photos = tx.objectStore('photos');
    const stored = await photos.get(sent.id);
    if (!stored) return false;
    const current = withDeferredUpdates(stored);
    if (isFinished(sent, outcome, current)) {
      await photos.delete(sent.id);
      await tx.objectStore('blobs').delete(sent.id);
      await tx.objectStore('thumbs').delete(sent.id);
      if (sent.state !== 'discarding') await writeReceipt(tx, sent, proof, 'deleted' in outcome);
      return true;
    }
    await photos.put({ ...current, ...updatesFor(outcome, current), lease: null });
    return true;
  });
  clearDeferredUpdate(sent.id);
  if (found && outcome.kind === 'delivered') dropReplica(sent);
  return found;
}

async function writeReceipt(tx: WriteTx, sent: PhotoRecord, { heldAs, photo }: Proof, deleted: boolean): Promise<void> {
  const { account, eventId, sha256, bytes, seq, source, eventName, eventZone, fileName, takenAt, clockOffset } = sent;
  // The server did not have these bytes before, so older receipts are void.
  if (sent.askFirst && heldAs === null)
    await dropReceipts(tx, await tx.objectStore('receipts').index('hash').getAll([account, eventId, sha256]));
  const receivedAt = photo && { receivedAt: Date.parse(photo.uploaded_at) };
  const names = {
    source,
    eventName,
    eventZone,
    fileName,
    takenAt,
    clockOffset,
    ...receivedAt,
    ...(deleted ? { deleted } : isImport(source) && { undecoded: true as const }),
  };
  const id = heldAs ?? photo?.id ?? sent.awaitedAs ?? sent.id;
  await addReceipt(tx, { v: 1, id, account, eventId, sha256, bytes, seq, storedAt: Date.now(), ...names });
  await removeFromLost(tx, sent);
}

/** A photo discarded during delivery stays until the server's copy is deleted too. */
const isFinished = (sent: PhotoRecord, outcome: Outcome, current: PhotoRecord): boolean =>
  outcome.kind === 'delivered' && (current.state !== 'discarding' || sent.state === 'discarding');

/**
 * A full disk accepts no receipt but does free bytes: deleting delivered ones makes room.
 * @returns as above; null if the receipt has to wait for space
 */
async function settleWithoutSpace(sent: PhotoRecord, outcome: Outcome, proof: Proof): Promise<boolean | null> {
  const stored = await withDb((db) => db.get('photos', sent.id));
  if (!stored) return false;
  const current = withDeferredUpdates(stored);
  if (!isFinished(sent, outcome, current)) {
    deferUpdate(sent.id, { ...updatesFor(outcome, current), lease: null });
    return true;
  }
  await write(['blobs', 'thumbs'], async (tx) => {
    await tx.objectStore('blobs').delete(sent.id);
    await tx.objectStore('thumbs').delete(sent.id);
  });
  return writeOutcome(sent, outcome, proof).catch((error: unknown): null => {
    if (!isQuotaError(error)) throw error;
    // Until other deliveries free space; then the server is asked for the proof again.
    deferUpdate(sent.id, { ...scheduleRetry(current.attempts, null), lease: null });
    return null;
  });
}

function updatesFor(outcome: Outcome, current: PhotoRecord): Partial<PhotoRecord> {
  if (outcome.kind === 'delivered') return {};
  const lastError = { code: outcome.code, message: outcome.message, at: Date.now() };
  switch (outcome.kind) {
    case 'retry':
      // Not a failure.
      if (outcome.code === BUSY) return { attempts: current.attempts - 1, ...scheduleRetry(current.attempts - 1, outcome.after) };
      return { lastError, ...scheduleRetry(current.attempts, outcome.after, outcome.hint) };
    case 'restart':
      return {
        lastError,
        uploadUrl: null,
        uploaded: false,
        ...scheduleRetry(current.attempts, null),
        mismatches: current.mismatches + Number(outcome.mismatch),
      };
    case 'pause':
      // Not this photo's failure.
      return { lastError, attempts: current.attempts - 1 };
    case 'park':
      // A photo being discarded cannot be parked: it is not visible anywhere.
      return current.state === 'discarding' ? { lastError, ...scheduleRetry(current.attempts, 60) } : { lastError, state: 'parked' };
  }
}
