// Photos that wait on this phone for others. Those of accounts that were deleted meanwhile no account can send any more: they are parked for
// whoever holds it.
import { deletedAccounts } from '#src/transport/session-db.ts';
import { withDb } from './db.ts';
import { isPending, listPendingPhotos } from './queue.ts';
import type { PhotoRecord } from './record.ts';

/** Of all accounts. */
export const countPending = async (): Promise<number> => (await withDb((db) => db.getAll('photos'))).filter(isPending).length;

/** In the order they were taken in, account by account. */
export async function orphanedPhotos(): Promise<PhotoRecord[]> {
  return (await Promise.all((await deletedAccounts()).map((account) => listPendingPhotos(account)))).flat();
}

/** Photos of other accounts that wait on this phone, locked until their account signs in. Those of deleted accounts are not among them. */
export async function countsOfOtherAccounts(account: string | null): Promise<{ account: string; email: string; count: number }[]> {
  const gone = await deletedAccounts();
  const others = new Map<string, { account: string; email: string; count: number }>();
  for (const photo of (await withDb((db) => db.getAll('photos'))).filter(isPending)) {
    if (photo.account === account || gone.includes(photo.account)) continue;
    const entry = others.get(photo.account) ?? { account: photo.account, email: photo.accountEmail, count: 0 };
    others.set(photo.account, { ...entry, count: entry.count + 1 });
  }
  return [...others.values()];
}
