// Restores photos from replicas, recreates missing replicas, and asks the server about delivered photos. Loaded only when needed.
import { DiskFullError } from '#src/lib/disk.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError, unwrap } from '#src/transport/problem.ts';
import { nextSeq, storeBlob, write } from './db.ts';
import { publish, requestDrain } from './messages.ts';
import { readBlob } from './queue.ts';
import { type Acknowledgement, addAcknowledgement, goneKey, listAcknowledgements, readGone, removeAcknowledgement } from './receipts.ts';
import { isImport, newPhotoRecord, type PhotoRecord } from './record.ts';
import type { ReplicaMetadata } from './replica-file.ts';
import { beginReplica, findReplicas, readVerifiedReplica, removeReplicas, type ReplicaFile, withReplicaLock } from './replica.ts';

/** The server's limit for one request. */
const BATCH_SIZE = 500;
/** The contract's limit of one report. */
const MAX_GONE = 200;

export interface DeliveredCheck {
  /** By the id of each photo that the server lacks: the id of another photo with the same bytes, or null. */
  missing: ReadonlyMap<string, string | null>;
  /** Ids of photos that cannot be decoded. */
  damaged: ReadonlySet<string>;
  /** Ids of photos that the server has not processed yet. */
  processing: ReadonlySet<string>;
  /** Ids of photos that were deleted, or whose originals were. */
  deleted: ReadonlySet<string>;
  /** Number of photos of this account that arrived at the event, including deleted ones. */
  delivered: number;
}

/**
 * @param photos without a hash, the server does not look for other photos with the same bytes
 * @throws ApiError, NetworkError
 */
export async function checkDelivered(
  { account, eventId }: { account: string; eventId: string },
  photos: readonly { id: string; sha256?: string }[],
): Promise<DeliveredCheck> {
  const missing = new Map<string, string | null>();
  const damaged = new Set<string>();
  const processing = new Set<string>();
  const deleted = new Set<string>();
  let delivered = 0;
  for (let at = 0; at === 0 || at < photos.length; at += BATCH_SIZE) {
    const asked = photos.slice(at, at + BATCH_SIZE).map(({ id, sha256 }) => ({ id, sha256 }));
    const answer = unwrap(
      await api.POST('/api/v1/event/{id}/photos/check', {
        params: { path: { id: eventId }, header: { 'X-Account': account } },
        body: { photos: asked },
      }),
    );
    const ids = new Set(asked.map(({ id }) => id));
    // An intermediary's answer does not have this shape.
    const isOurs = Array.isArray(answer?.missing) && Array.isArray(answer.damaged) && Array.isArray(answer.processing);
    if (!isOurs || !Number.isInteger(answer.delivered) || !answer.missing.every(({ id }) => ids.has(id))) throw new NetworkError('portal');
    for (const { id, instead } of answer.missing) missing.set(id, instead);
    for (const id of answer.damaged) damaged.add(id);
    for (const id of answer.processing) processing.add(id);
    for (const id of answer.deleted ?? []) deleted.add(id);
    delivered = answer.delivered;
  }
  return { missing, damaged, processing, deleted, delivered };
}

export interface RepairResult {
  /** Restored photos. */
  restored: number;
  /** Photos with a complete replica, but without disk space: restored later. */
  later: number;
  /**
   * Acknowledged photos without a replica that may not be on the server. `asked`: the server answered that it lacks them. `delivered`: the number of
   * photos of this account that it has received at the event, from any device.
   */
  lost: (Acknowledgement & { asked: boolean; delivered?: number })[];
}

/**
 * Restores in capture order, which the ids reflect.
 * @param copies by photo id
 */
export async function repair(ids: readonly string[], copies: ReadonlyMap<string, ReplicaFile>): Promise<RepairResult> {
  const healing: RepairResult = { restored: 0, later: 0, lost: [] };
  let back = 0;
  const noted = new Map(listAcknowledgements().map((shot) => [shot.id, shot]));
  for (const id of ids.toSorted()) {
    const found = copies.get(id);
    const copy = found && (await readVerifiedReplica(found.file));
    if (copy) {
      const put = await restorePhoto(copy.facts, copy.blob, found.name, noted.has(id));
      if (put === 'known') await removeReplicas([found.name]);
      // Without an acknowledgement the page ended midway, and the photo was never reported as saved.
      else if (noted.has(id)) healing[put] += 1;
      back += 1;
      continue;
    }
    const shot = noted.get(id);
    if (!shot) {
      // Neither complete nor acknowledged.
      if (found) await removeReplicas([found.name]);
      continue;
    }
    const answer = await askServer(shot);
    if (answer && !answer.missing.has(id)) removeAcknowledgement(id);
    else healing.lost.push({ ...shot, asked: answer !== null, ...(answer && { delivered: answer.delivered }) });
  }
  if (back > 0) {
    publish({ type: 'changed', photoIds: [...ids] });
    requestDrain();
  }
  if (healing.lost.length > 0) await recordGone(healing.lost);
  return healing;
}

/** Reported to the organization (device-report.ts), also after the person has read the report. */
async function recordGone(lost: RepairResult['lost']): Promise<void> {
  await write(['meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    for (const { id, account, eventId } of lost) {
      const key = goneKey(account, eventId);
      const known = readGone(await meta.get(key));
      if (!known.includes(id)) await meta.put(JSON.stringify([...known, id].slice(-MAX_GONE)), key);
    }
  });
  publish({ type: 'changed', photoIds: [] });
}

/**
 * @returns `later` without disk space; `known` for a file of an interrupted import that was picked again
 */
export async function restorePhoto(
  facts: ReplicaMetadata,
  blob: Blob,
  copy: string,
  acknowledged: boolean,
): Promise<'restored' | 'later' | 'known'> {
  try {
    const record = await storeBlob(blob, (data) =>
      write(
        ['photos', 'blobs', 'meta', 'receipts'],
        async (tx): Promise<PhotoRecord | null> => {
          const photos = tx.objectStore('photos');
          const there = await photos.get(facts.id);
          if (there) return there;
          const same = IDBKeyRange.only([facts.account, facts.eventId, facts.sha256]);
          const begun = !acknowledged && isImport(facts.source);
          if (begun && (await photos.index('hash').count(same)) > 0) return null;
          const askFirst = begun && (await tx.objectStore('receipts').index('hash').count(same)) > 0;
          const made = newPhotoRecord({ ...facts, copy, seq: await nextSeq(tx), ...(askFirst && { askFirst }) });
          await photos.add(made);
          await tx.objectStore('blobs').put({ id: facts.id, type: facts.contentType, data });
          return made;
        },
        'much',
      ),
    );
    if (!record) return 'known';
    addAcknowledgement(record);
    return 'restored';
  } catch (error) {
    if (error instanceof DiskFullError || (error instanceof DOMException && error.name === 'QuotaExceededError')) return 'later';
    throw error;
  }
}

/** The worker may have delivered it before the database was lost. Null if unknown. */
async function askServer(shot: Acknowledgement): Promise<DeliveredCheck | null> {
  try {
    return await checkDelivered(shot, [{ id: shot.id }]);
  } catch (error) {
    if (error instanceof NetworkError || error instanceof ApiError) return null;
    throw error;
  }
}

/** For photos that were queued without a replica, by an earlier release or while none could be made. */
export async function recreateReplicas(records: readonly PhotoRecord[]): Promise<void> {
  for (const record of records) await withReplicaLock(() => recreateReplica(record));
}

async function recreateReplica(record: PhotoRecord): Promise<void> {
  // Another tab may have made it.
  if ((await findReplicas(record.id)).length > 0) return;
  const { id, account, accountEmail, eventId, eventName, eventZone, eventFrom, takenAt, clockOffset, tzOffset, orientation, source } =
    record;
  const { contentType, fileName, bytes, sha256 } = record;
  const event = { eventId, eventName, eventZone, eventFrom };
  const origin = { id, account, accountEmail, ...event, takenAt, clockOffset, tzOffset, orientation, source };
  const blob = await readBlob(record.id);
  if (!blob) return;
  const copy = beginReplica(await blob.arrayBuffer());
  const name = await copy.written;
  if (name === null) return;
  await copy.end({ ...origin, contentType, fileName, bytes, sha256 });
  const kept = await write(['photos'], async (tx) => {
    const photos = tx.objectStore('photos');
    const now = await photos.get(record.id);
    if (now && now.state !== 'discarding') await photos.put({ ...now, copy: name });
    return now?.state !== 'discarding' && now !== undefined;
  });
  if (!kept) await removeReplicas([name]);
}
