// The list of one event's photos on this device, as a file to compare with a memory card. Read and written in pieces: it may have ten thousand rows.
import { BOM, csvRecord, csvTime } from '#src/lib/csv.ts';
import { withDb } from './db.ts';
import { listPendingPhotos } from './queue.ts';
import { lostKey, readLost } from './receipts.ts';
import { isImport, type PhotoRecord, type Receipt } from './record.ts';

const PIECE = 500;

type Listed = Pick<Receipt, 'id' | 'bytes' | 'sha256' | 'source' | 'fileName' | 'takenAt' | 'clockOffset'>;
type Status = 'Stored on the server' | 'Waiting on this device' | 'Needs attention' | 'Lost by the server';

const HEADS = ['File name', 'Bytes', 'SHA-256', 'Captured (UTC)', 'Status', 'Photo ID', 'Stored (UTC)'];

function row(photo: Listed, status: Status, storedAt: number | null): string {
  const { id, bytes, sha256, source, fileName = null, takenAt, clockOffset } = photo;
  // Times of imported photos are those of their files.
  const captured = takenAt === undefined ? null : csvTime(takenAt + (isImport(source) ? 0 : (clockOffset ?? 0)));
  return csvRecord([fileName, bytes, sha256, captured, status, id, storedAt === null ? null : csvTime(storedAt)]);
}

const pendingRow = (photo: PhotoRecord) => row(photo, photo.state === 'parked' ? 'Needs attention' : 'Waiting on this device', null);
const receiptRow = (receipt: Receipt) => row(receipt, 'Stored on the server', receipt.receivedAt ?? receipt.storedAt);

/**
 * The file, in pieces: first what waits or was lost, then what the server confirmed, by time. The queue is read before the receipts, so that a
 * photo that is delivered meanwhile is not left out.
 */
export async function* cardList(account: string, eventId: string): AsyncGenerator<string, number> {
  yield BOM + csvRecord(HEADS);
  const queued = await listPendingPhotos(account, eventId);
  const ids = await withDb((db) => db.getAllKeysFromIndex('receipts', 'event', IDBKeyRange.only([account, eventId])));
  const isStored = new Set(ids);
  const pending = queued.filter(({ id }) => !isStored.has(id));
  const { photos: lost } = readLost(await withDb((db) => db.get('meta', lostKey(account, eventId))));
  yield [...pending.map(pendingRow), ...lost.map((photo) => row(photo, 'Lost by the server', null))].join('');
  for (let first = 0; first < ids.length; first += PIECE) {
    const piece = ids.slice(first, first + PIECE);
    const range = IDBKeyRange.bound(piece[0], piece.at(-1));
    // The range can include receipts of other events.
    const receipts = (await withDb((db) => db.getAll('receipts', range))).filter(({ id }) => isStored.has(id));
    yield receipts.map(receiptRow).join('');
  }
  return ids.length;
}

/** @returns the file, and how many of its photos are stored */
export async function cardListFile(account: string, eventId: string): Promise<{ file: File; stored: number }> {
  const pieces: string[] = [];
  const list = cardList(account, eventId);
  for (;;) {
    const { value, done } = await list.next();
    if (done) {
      const name = `photo-list-${new Date().toISOString().slice(0, 10)}.csv`;
      return { file: new File(pieces, name, { type: 'text/csv;charset=utf-8' }), stored: value };
    }
    pieces.push(value);
  }
}
