// The list of one event's photos on this device, as a file to compare with a memory card. Read and written in pieces: it may have ten thousand rows.
import { BOM, csvRecord, csvTime } from '#src/lib/csv.ts';
import { delay } from '#src/lib/delay.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { slugify } from '#src/lib/slug.ts';
import { deviceId, withDb } from './db.ts';
import { knownEvent } from './known-event.ts';
import { listPendingPhotos } from './queue.ts';
import { damagedKey, lostKey, readDamaged, readLost } from './receipts.ts';
import { type ImportRow, isImport, type KnownFile, type PhotoRecord, type Receipt } from './record.ts';

const PIECE = 500;

/** The event and device that the list is of. */
export interface CardListOrigin {
  eventName: string;
  /** "phone 3F2A", as on the delivery board. */
  device: string;
}

type Listed = Pick<Receipt, 'id' | 'bytes' | 'sha256' | 'source' | 'fileName' | 'takenAt' | 'clockOffset'>;
/** Only the first may be erased from a card. The program that compares them knows these words (public/check-card.mjs). */
type Status =
  | 'Stored on the server'
  | 'Not checked yet'
  | 'Unreadable'
  | 'Original deleted'
  | 'Waiting on this device'
  | 'Needs attention'
  | 'Lost by the server';

const STATUSES = {
  stored: 'Stored on the server',
  unchecked: 'Not checked yet',
  unreadable: 'Unreadable',
  deleted: 'Original deleted',
} as const satisfies Record<NonNullable<KnownFile['original']>, Status>;

const HEADS = ['File name', 'Bytes', 'SHA-256', 'Captured (UTC)', 'Status', 'Photo ID', 'Stored (UTC)', 'Event', 'Device'];

/** The name of this device on the delivery board. */
export const thisDevice = async (): Promise<string> => `${deviceLabel} ${(await deviceId()).slice(-4).toUpperCase()}`;

/**
 * The file, in pieces: first what waits or was lost, then what the server confirmed, by time, then files that were skipped at an import because the
 * server had them. The queue is read before the receipts, so that a photo that is delivered meanwhile is not left out.
 */
export async function* cardList(account: string, eventId: string, { eventName, device }: CardListOrigin): AsyncGenerator<string, number> {
  const row = (photo: Listed, status: Status, storedAt: number | null): string => {
    const { id, bytes, sha256, source, fileName = null, takenAt, clockOffset } = photo;
    // Times of imported photos are those of their files.
    const captured = takenAt === undefined ? null : csvTime(takenAt + (isImport(source) ? 0 : (clockOffset ?? 0)));
    const stored = storedAt === null ? null : csvTime(storedAt);
    return csvRecord([fileName, bytes, sha256, captured, status, id, stored, eventName, device]);
  };
  const pendingRow = (photo: PhotoRecord) => row(photo, photo.state === 'parked' ? 'Needs attention' : 'Waiting on this device', null);

  yield BOM + csvRecord(HEADS);
  const queued = await listPendingPhotos(account, eventId);
  const ofEvent = IDBKeyRange.only([account, eventId]);
  const ids = await withDb((db) => db.getAllKeysFromIndex('receipts', 'event', ofEvent));
  const isStored = new Set(ids);
  const pending = queued.filter(({ id }) => !isStored.has(id));
  const { photos: lost } = readLost(await withDb((db) => db.get('meta', lostKey(account, eventId))));
  // Receipts of earlier releases don't say it.
  const damaged = new Set(readDamaged(await withDb((db) => db.get('meta', damagedKey(account, eventId)))).map(({ id }) => id));
  const statusOf = (receipt: Receipt): Status =>
    STATUSES[
      receipt.damaged || damaged.has(receipt.id) ? 'unreadable' : receipt.deleted ? 'deleted' : receipt.undecoded ? 'unchecked' : 'stored'
    ];
  yield [...pending.map(pendingRow), ...lost.map((photo) => row(photo, 'Lost by the server', null))].join('');
  const hashes = new Set(pending.map(({ sha256 }) => sha256));
  for (let first = 0; first < ids.length; first += PIECE) {
    const piece = ids.slice(first, first + PIECE);
    const range = IDBKeyRange.bound(piece[0], piece.at(-1));
    // The range can include receipts of other events.
    const receipts = (await withDb((db) => db.getAll('receipts', range))).filter(({ id }) => isStored.has(id));
    for (const { sha256 } of receipts) hashes.add(sha256);
    yield receipts.map((receipt) => row(receipt, statusOf(receipt), receipt.receivedAt ?? receipt.storedAt)).join('');
  }
  const skipped = await withDb((db) => db.getAllFromIndex('imports', 'event', ofEvent));
  yield skipped
    .flatMap(({ known, name, size }: ImportRow) => {
      if (!known || hashes.has(known.sha256)) return [];
      const photo = { id: known.photoId, bytes: size, sha256: known.sha256, fileName: name };
      return [row(photo, STATUSES[known.original ?? (known.damaged ? 'unreadable' : 'stored')], known.receivedAt)];
    })
    .join('');
  return ids.length;
}

/** The list should say what the server has now; without an answer it is as of the last check. */
const CHECK_MS = 4000;

async function checkFirst(account: string, eventId: string): Promise<void> {
  const { checkReceiptsOf } = await import('./receipt-check.ts');
  await checkReceiptsOf(account, eventId);
}

/** @returns the file, and how many of its photos are stored */
export async function cardListFile(account: string, eventId: string): Promise<{ file: File; stored: number }> {
  const checked = checkFirst(account, eventId).catch((error: unknown) => console.warn('The receipts were not checked', error));
  await Promise.race([checked, delay(CHECK_MS)]);
  const pieces: string[] = [];
  const device = await thisDevice();
  const eventName = (await knownEvent(account, eventId))?.eventName ?? '';
  const list = cardList(account, eventId, { eventName, device });
  for (;;) {
    const { value, done } = await list.next();
    if (done) {
      const name = ['photo-list', slugify(eventName), slugify(device), `${new Date().toISOString().slice(0, 10)}.csv`]
        .filter(Boolean)
        .join('-');
      return { file: new File(pieces, name, { type: 'text/csv;charset=utf-8' }), stored: value };
    }
    pieces.push(value);
  }
}
