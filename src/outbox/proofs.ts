// Sends the proof of a photo ahead of its original (docs/outbox.md, Proofs). Nothing here delivers, parks or deletes a photo. Loaded on the first
// slow line.
import type { PictureKind } from '#src/lib/draw-picture.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError, unwrap } from '#src/transport/problem.ts';
import { toBlob, updatePhotoRecord, withDb } from './db.ts';
import { captureFacts, type DeliveryControl, uploadIdOf } from './photo-delivery.ts';
import type { PhotoRecord } from './record.ts';
import { classifyFailure, type Outcome } from './scheduler.ts';
import { chunkSize, create } from './upload.ts';

export type DrawProof = (blob: Blob, turn: PhotoRecord['orientation'], kind: PictureKind) => Promise<Blob | null>;

/** `never`: the engine cannot draw it, or the server does not take it. The original is sent all the same. */
export type ProofOutcome = 'sent' | 'never' | Extract<Outcome, { kind: 'retry' | 'pause' }>;

/** Shows a waiting photo to others. Its upload is begun first, so that a discard ends a proof on its way as well. */
export async function sendProof(record: PhotoRecord, sending: DeliveryControl, draw: DrawProof): Promise<ProofOutcome> {
  const { source } = record;
  if (source === 'generated') return 'never';
  try {
    const stored = await withDb((db) => db.get('blobs', record.id));
    const blob = stored && toBlob(stored);
    const proof = blob && (await draw(blob, record.orientation, 'proof'));
    sending.signal.throwIfAborted();
    if (!proof) return 'never';
    const uploadUrl = record.uploadUrl ?? (await beginUpload(record, blob, sending));
    // Discarded meanwhile.
    if (uploadUrl === null) return 'never';
    if (record.askFirst && !(await updatePhotoRecord(record.id, () => ({ proofBegun: true })))) return 'never';
    sending.onRequest(proof.size);
    const begun = performance.now();
    const photo = unwrap(
      await api.PUT('/api/v1/event/{id}/photos/{photoId}/proof', {
        params: {
          path: { id: record.eventId, photoId: record.id },
          query: { ...(await captureFacts(record)), upload_id: uploadIdOf(uploadUrl), source },
          header: { 'X-Account': record.account },
        },
        body: '',
        bodySerializer: () => proof,
        headers: { 'Content-Type': 'image/jpeg' },
        // Browsers refuse `keepalive` for bodies of this size.
        keepalive: false,
        signal: sending.signal,
      }),
    );
    if (photo?.id !== record.id || photo.sha256 !== record.sha256) throw new NetworkError('portal');
    chunkSize.onMeasured(proof.size, performance.now() - begun);
    await updatePhotoRecord(record.id, () => ({ proofSent: true }));
    return 'sent';
  } catch (error) {
    const cause: unknown = sending.signal.aborted ? sending.signal.reason : error;
    if (!(cause instanceof ApiError) && !(cause instanceof NetworkError)) throw cause;
    const outcome = classifyFailure(cause, 0);
    return outcome.kind === 'retry' || outcome.kind === 'pause' ? outcome : 'never';
  }
}

/** Null: the photo was discarded. */
async function beginUpload(record: PhotoRecord, blob: Blob, sending: DeliveryControl): Promise<string | null> {
  let isWanted = false;
  const { account, eventId, id } = record;
  const { url } = await create(
    {
      ...sending,
      blob,
      account,
      eventId,
      uploadUrl: null,
      async onUrl(uploadUrl) {
        const updated = await updatePhotoRecord(id, ({ state }) => (state === 'waiting' ? { uploadUrl } : null));
        isWanted = updated !== null;
      },
      onProgress: () => undefined,
    },
    0,
  );
  return isWanted ? url : null;
}
