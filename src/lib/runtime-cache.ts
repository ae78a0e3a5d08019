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
