/// <reference lib="webworker" />
// Receives photos from the share sheet of the system. Another site can post the same form, so they are only held: the page /share imports
// them after the person has chosen an event (src/lib/held-shares.ts).
import { isDiskError, isQuotaError } from '#src/lib/disk.ts';
import {
  cacheOfShare,
  discardShare,
  heldNumbers,
  pathOfFile,
  SHARE_PATH,
  shareIds,
  writeShareList,
  type ShareFailure,
} from '#src/lib/held-shares.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { hasSpaceFor } from './free-space.ts';

declare const self: ServiceWorkerGlobalScope;

/** The field of the manifest's `share_target`. */
const FIELD = 'photos';
/** Of all shares together: a site that posts forms cannot fill the device. */
const MAX_FILES = 500;

class ShareError extends Error {
  override name = 'ShareError';
  readonly failure: ShareFailure;
  constructor(failure: ShareFailure) {
    super(`Shared photos were not held: ${failure}`);
    this.failure = failure;
  }
}

export function isShare({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return method === 'POST' && origin === self.location.origin && pathname === SHARE_PATH;
}

/** Never rejects: the page must say what happened. */
export async function receiveShare(request: Request): Promise<Response> {
  const id = uuid7();
  try {
    await hold(id, await readFiles(request));
    return redirect('received', id);
  } catch (error) {
    if (!(error instanceof ShareError)) console.warn('Shared photos could not be held', error);
    await discardShare(id).catch((left: unknown) => console.warn('A part of a share was not removed', left));
    return redirect('failed', failureOf(error));
  }
}

const redirect = (key: 'received' | 'failed', value: string): Response =>
  Response.redirect(new URL(`${SHARE_PATH}?${key}=${value}`, self.location.origin).href, 303);

function failureOf(error: unknown): ShareFailure {
  if (error instanceof ShareError) return error.failure;
  return isQuotaError(error) || isDiskError(error) ? 'full' : 'storage';
}

async function readFiles(request: Request): Promise<File[]> {
  const values = (await request.formData()).getAll(FIELD);
  // A form without a chosen file sends an empty one without a name.
  return values.filter((value) => value instanceof File && (value.size > 0 || value.name !== '')) as File[];
}

async function hold(id: string, files: readonly File[]): Promise<void> {
  if (files.length === 0) throw new ShareError('none');
  const held = await Promise.all((await shareIds()).map(heldNumbers));
  if (held.flat().length + files.length > MAX_FILES) throw new ShareError('many');
  const cache = await caches.open(cacheOfShare(id));
  for (const [number, file] of files.entries()) {
    if (!(await hasSpaceFor(file.size))) throw new ShareError('full');
    await cache.put(pathOfFile(number), new Response(file));
  }
  const list = files.map(({ name, type, size, lastModified }) => ({ name, type, size, lastModified }));
  await writeShareList(cache, { files: list, target: null });
}
