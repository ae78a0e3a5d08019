// Downloads of large files from the object storage itself, at a signed URL, if the configuration says so.
import type { FastifyRequest } from 'fastify';
import type { AnswerHeaders } from '#server/http/operation.ts';
import type { S3Settings } from '#server/storage/s3-settings.ts';
import type { Storage } from '#server/storage/storage.ts';

/** A download must begin within this time, and whoever knows the URL can begin one, even after they lost the right. */
const URL_SECONDS = 300;

export interface DownloadRedirect {
  status: 302;
  headers: AnswerHeaders;
}

interface StoredFile {
  key: string;
  type: string;
  /** As of `attachment`. */
  disposition: AnswerHeaders;
}

/**
 * The redirect to a file that the caller has authorized. Null if this server sends it itself, or if it is missing.
 */
export type RedirectDownload = (request: Pick<FastifyRequest, 'headers'>, file: StoredFile) => Promise<DownloadRedirect | null>;

export function createDownloadRedirect({ config, storage }: { config: { s3: S3Settings | null }; storage: Storage }): RedirectDownload {
  return async (request, { key, type, disposition }) => {
    if (config.s3?.downloads !== 'redirect' || !followsRedirects(request)) return null;
    // The storage would explain in XML that the file is missing.
    if ((await storage.size(key)) === null) return null;
    const contentDisposition = String(disposition['content-disposition']);
    const location = await storage.presignGet(key, { seconds: URL_SECONDS, contentType: type, contentDisposition });
    return location === null ? null : { status: 302, headers: { location, 'cache-control': 'no-store' } };
  };
}

/**
 * Whether it is a download or navigation of a browser, or the request of a program. A page's script may not read what another origin sends, and
 * would take an answer without our `x-request-id` for one of a captive portal.
 */
function followsRedirects({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  // Old browsers, and those on a page without https, don't tell. Programs have none of these.
  return headers.cookie === undefined && headers.origin === undefined && headers.referer === undefined;
}
