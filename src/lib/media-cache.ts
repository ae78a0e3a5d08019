/** The Cache Storage name of built files that were opened but are not part of the precache. */
export const RUNTIME_CACHE = 'opened-files';

/** From a page to its worker: the files loaded so far, possibly before there was a worker. */
export interface LoadedFilesMessage {
  type: 'LOADED';
  files: string[];
}

/** They can be loaded again; queued photos need the space more. */
export async function clearRuntimeCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(RUNTIME_CACHE);
}

const PREFIX = 'media-';

/** The Cache Storage name of one account's thumbnails or previews. Caches are per account and purged at logout (docs/product.md, Photos). */
export const mediaCacheName = (account: string, variant: 'thumb' | 'preview') => `${PREFIX}${account}-${variant}`;

/** Deletes the media caches of all accounts: at logout, and first when the device runs out of space. */
export async function purgeMediaCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}
