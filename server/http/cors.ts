// Web apps on other origins of our site (WEB_ORIGINS) call with their people's cookies. Nobody else may read an answer: there is no `*`.
import type { FastifyInstance } from 'fastify';

/** What the web app reads of an answer beside its body; browsers hide the rest from another origin. */
export const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Date',
  'ETag',
  'Location',
  'Retry-After',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Length',
  'Upload-Offset',
  'X-Request-Id',
] as const;

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Tus-Resumable',
  'Upload-Defer-Length',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Account',
].join(', ');
/** Longer is not believed by browsers. */
const PREFLIGHT_SECONDS = 7200;

export function allowWebOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    // Caches must not hand one origin the answer to another.
    reply.header('vary', 'Origin');
    const { origin, 'access-control-request-method': asked } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
    });
    if (request.method !== 'OPTIONS' || asked === undefined) return;
    return reply
      .headers({
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .code(204)
      .send();
  });
}
