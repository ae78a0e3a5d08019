const PREFIX = 'media-';

/** The Cache Storage name of one account's thumbs or previews. Caches are per account and purged at logout (docs/product.md B3.9). */
export const mediaCacheName = (account: string, variant: 'thumb' | 'preview') => `${PREFIX}${account}-${variant}`;

/** Deletes every account's media cache: at logout, and first of all when the device runs out of space. */
export async function purgeMediaCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}
