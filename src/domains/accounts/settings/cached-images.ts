// The pictures of galleries that this device keeps of an account, so that they come at once and without a connection. The server has all of them.
import { reportSpaceFreed } from '#src/lib/disk.ts';
import { mediaCacheName } from '#src/lib/media-cache.ts';

export interface CachedImages {
  count: number;
  bytes: number;
}

const cacheNames = (account: string) => [mediaCacheName(account, 'thumb'), mediaCacheName(account, 'preview')];

export async function readCachedImages(account: string): Promise<CachedImages> {
  const kept: CachedImages = { count: 0, bytes: 0 };
  // Where there are no caches (an insecure origin), nothing is kept.
  if (!('caches' in globalThis)) return kept;
  for (const name of cacheNames(account)) {
    if (!(await caches.has(name))) continue;
    for (const { headers } of await (await caches.open(name)).matchAll()) {
      kept.count += 1;
      kept.bytes += Number(headers.get('content-length') ?? 0);
    }
  }
  return kept;
}

/** Photos that wait lie elsewhere and are not touched. */
export async function clearCachedImages(account: string): Promise<void> {
  for (const name of cacheNames(account)) await caches.delete(name);
  reportSpaceFreed();
}
