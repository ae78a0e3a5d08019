// Receipts as they come and go. Each change belongs to the transaction of what it follows from.
import type { WriteTx } from './db.ts';
import { importsStoredKey, lostKey, readLost, undecodedKey, type LostPhotos } from './ledger.ts';
import type { PhotoRecord, Receipt } from './record.ts';

type EventKey = Pick<PhotoRecord, 'account' | 'eventId'>;

async function countImport(tx: WriteTx, { account, eventId, source, undecoded }: Receipt, by: 1 | -1): Promise<void> {
  if (source === 'import') await addToCounter(tx, importsStoredKey(account, eventId), by);
  if (undecoded) await addToCounter(tx, undecodedKey(account, eventId), by);
}

async function addToCounter(tx: WriteTx, key: string, by: 1 | -1): Promise<void> {
  const meta = tx.objectStore('meta');
  await meta.put(Math.max(0, Number((await meta.get(key)) ?? 0) + by), key);
}

/** The server holds this photo. */
export async function addReceipt(tx: WriteTx, receipt: Receipt): Promise<void> {
  const receipts = tx.objectStore('receipts');
  const before = await receipts.get(receipt.id);
  if (before) await countImport(tx, before, -1);
  await countImport(tx, receipt, 1);
  await receipts.put(receipt);
}

/** The server does not hold these photos any more. */
export async function dropReceipts(tx: WriteTx, dropped: readonly Receipt[]): Promise<void> {
  for (const receipt of dropped) {
    await tx.objectStore('receipts').delete(receipt.id);
    await countImport(tx, receipt, -1);
  }
}

export async function writeLost(tx: WriteTx, { account, eventId }: EventKey, lost: LostPhotos): Promise<void> {
  const meta = tx.objectStore('meta');
  const key = lostKey(account, eventId);
  if (lost.photos.length + lost.unnamed > 0) await meta.put(JSON.stringify(lost), key);
  else await meta.delete(key);
}

/** These bytes are on the phone or the server again: they are lost no more. */
export async function removeFromLost(tx: WriteTx, { account, eventId, sha256 }: EventKey & Pick<PhotoRecord, 'sha256'>): Promise<void> {
  const { photos, unnamed } = readLost(await tx.objectStore('meta').get(lostKey(account, eventId)));
  const left = photos.filter((photo) => photo.sha256 !== sha256);
  if (left.length < photos.length) await writeLost(tx, { account, eventId }, { photos: left, unnamed });
}
