/** The Cache Storage name of the built files that were opened, beside those that are installed with the app. */
export const RUNTIME_CACHE = 'opened-files';

/** From a page to the worker that controls it: the addresses of what it has loaded so far, which may have been before there was a worker. */
export interface LoadedFilesMessage {
  type: 'LOADED';
  files: string[];
}

/** They can be loaded again: photos that wait need the room more. */
export async function clearRuntimeCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(RUNTIME_CACHE);
}

const PREFIX = 'media-';

/** The Cache Storage name of one account's thumbs or previews. Caches are per account and purged at logout (docs/product.md B3.9). */
export const mediaCacheName = (account: string, variant: 'thumb' | 'preview') => `${PREFIX}${account}-${variant}`;

/** Deletes every account's media cache: at logout, and first of all when the device runs out of space. */
export async function purgeMediaCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}
