// What the server has of imported files about which it was not asked when they were stored (docs/outbox.md, Imports): one request for many of them,
// shortly before they are sent. Loaded when such files wait.
import { isQuotaError } from '#src/lib/disk.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError, unwrap } from '#src/transport/problem.ts';
import { deferUpdate, storedPhotos, updatePhotoRecord, withDb, write } from './db.ts';
import { subscribeOutbox } from './messages.ts';
import { settle, StaleRequestError } from './photo-delivery.ts';
import type { PhotoRecord } from './record.ts';
import { ANSWER_FRESH_MS, byPriority, classifyFailure, type Outcome, recordTrial, serverReachability } from './scheduler.ts';
import { chunkSize } from './upload.ts';

/** The most of one request (`KnownPhotosRequest` of the contract). */
const MAX_HASHES = 200;
/** What is sent of a photo while its answer is fresh, at most: itself, or its proof. */
const PROOF_BYTES = 160_000;

/** Until then it is asked about one file at a time (`performance.now()`): something between takes no longer requests, or their answers. */
let oneByOneUntil = 0;
subscribeOutbox(({ type }) => void (type === 'line-back' && (oneByOneUntil = 0)));

/** The server's ids of photos with the bytes of a record: complete, and shown by a proof without its original. */
interface KnownAs {
  heldAs: string | null;
  awaitedAs: string | null;
}

/**
 * Asks about the next photos to send, and records the outcome: what the server has is delivered; of the others the record says when it was asked, so
 * that another page or the worker need not ask again at once.
 * @param next must be asked about before it is sent
 * @returns what the answer means for other deliveries
 */
export async function askAhead(next: PhotoRecord, signal: AbortSignal): Promise<Outcome> {
  const asked = performance.now() < oneByOneUntil ? [next] : await listFrom(next);
  try {
    const answerOf = await ask(asked, signal);
    await record(asked, answerOf);
    return { kind: 'delivered' };
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    if (!(cause instanceof ApiError) && !(cause instanceof NetworkError)) throw cause;
    const outcome = classifyFailure(cause, 0);
    await fail(asked, outcome, cause);
    return outcome;
  }
}

/** As many of its event as can be sent, or shown by proofs, while the answer is fresh. */
async function listFrom(next: PhotoRecord): Promise<PhotoRecord[]> {
  const ofEvent = await storedPhotos(next.account, next.eventId);
  const others = ofEvent.filter(({ askFirst, state, id }) => askFirst && state === 'waiting' && id !== next.id).toSorted(byPriority);
  // Those ahead of it wait for something else.
  const following = others.filter((photo) => byPriority(next, photo) <= 0);
  let ahead = Math.min(next.bytes, PROOF_BYTES);
  const soon = following.filter(({ bytes }) => {
    const isSoon = ahead / chunkSize.bytesPerSecond <= ANSWER_FRESH_MS / 1000;
    ahead += Math.min(bytes, PROOF_BYTES);
    return isSoon;
  });
  return [next, ...soon.slice(0, MAX_HASHES - 1)];
}

async function ask(asked: readonly PhotoRecord[], signal: AbortSignal): Promise<(photo: PhotoRecord) => KnownAs> {
  const [{ eventId, account } = { eventId: '', account: '' }] = asked;
  const params = { path: { id: eventId }, header: { 'X-Account': account } };
  const sha256 = [...new Set(asked.map((photo) => photo.sha256))];
  const answer = unwrap(await api.POST('/api/v1/event/{id}/photos/known', { params, body: { sha256 }, signal }));
  if (!Array.isArray(answer?.known)) throw new NetworkError('portal');
  const idsByHash = (photos: readonly { sha256: string; id: string }[] = []) => new Map(photos.map((photo) => [photo.sha256, photo.id]));
  const held = idsByHash(answer.known);
  const awaited = idsByHash(answer.awaiting_original);
  return (photo) => {
    const heldAs = held.get(photo.sha256) ?? null;
    // Its own proof may be on the server: the original must follow under the same id, because no other device would send it.
    if (photo.proofBegun) return { heldAs: heldAs === photo.id ? heldAs : null, awaitedAs: null };
    return { heldAs, awaitedAs: awaited.get(photo.sha256) ?? null };
  };
}

async function record(asked: readonly PhotoRecord[], answerOf: (photo: PhotoRecord) => KnownAs): Promise<void> {
  const lackedAt = Date.now();
  const lacked: Pick<PhotoRecord, 'id' | 'lackedAt' | 'awaitedAs'>[] = [];
  for (const photo of await withDb((db) => Promise.all(asked.map(({ id }) => db.get('photos', id))))) {
    if (photo?.state !== 'waiting') continue;
    const { heldAs, awaitedAs } = answerOf(photo);
    if (heldAs === null) lacked.push({ id: photo.id, lackedAt, awaitedAs });
    else await settle(photo, { kind: 'delivered' }, null, heldAs);
  }
  try {
    await write(['photos'], async (tx) => {
      for (const { id, ...changes } of lacked) {
        const photo = await tx.objectStore('photos').get(id);
        if (photo) await tx.objectStore('photos').put({ ...photo, ...changes });
      }
    });
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    for (const { id, ...changes } of lacked) deferUpdate(id, changes);
  }
}

/** A refusal is about the event, and so about all photos. Otherwise one of them is tried, as if it had been sent. */
async function fail(asked: readonly PhotoRecord[], outcome: Outcome, cause: unknown): Promise<void> {
  if (outcome.kind === 'pause' || cause instanceof StaleRequestError) return;
  if (outcome.kind !== 'park') {
    // Without a connection nothing was tried.
    if (outcome.kind === 'retry' && outcome.network && !(await serverReachability.check())) return;
    if (asked.length > 1) {
      oneByOneUntil = performance.now() + ANSWER_FRESH_MS;
      return;
    }
    recordTrial();
  }
  for (const { id } of asked) {
    const photo = await updatePhotoRecord(id, ({ attempts, state }) => (state === 'waiting' ? { attempts: attempts + 1 } : null));
    if (photo) await settle(photo, outcome, null);
  }
}
