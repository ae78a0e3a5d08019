// Photos of accounts that were deleted while these waited here. No account can send them any more: they are parked for whoever holds this phone.
import { goneAccounts } from '#src/transport/session-db.ts';
import { listPhotos } from './queue.ts';
import type { PhotoRecord } from './record.ts';

/** In the order they were taken in, account by account. */
export async function photosOfGone(): Promise<PhotoRecord[]> {
  return (await Promise.all((await goneAccounts()).map((account) => listPhotos(account)))).flat();
}
