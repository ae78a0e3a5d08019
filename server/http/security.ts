// Security headers, and CORS for web apps on other origins of the same site.
import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

interface Secured {
  /** The pages that are served, where they are built. */
  pages: readonly string[];
  https: boolean;
  /** The origin that our pages call, where it is not their own. */
  apiBase: string | null;
  /** Whether pages of other origins of our site show our pictures. */
  isShared: boolean;
}

/** What search engines must not keep: the address of a link is a secret, and its page says so only once its script runs. */
const UNLISTED = /^\/(?:api|shared)\//;

/** Security headers: scripts, requests and frames are limited to our own origin. */
export async function secureHeaders(app: FastifyInstance, secured: Secured): Promise<void> {
  const headers = await headersOf(secured);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (UNLISTED.test(request.url)) reply.header('x-robots-tag', 'noindex');
    done();
  });
}

/** They are the same for every answer, so the plugin is asked once: as a hook it took longer than the rest of a small answer. */
async function headersOf({ pages, https, apiBase, isShared }: Secured): Promise<Record<string, string>> {
  const ours = apiBase === null ? ["'self'"] : ["'self'", apiBase];
  const asked = Fastify();
  await asked.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts(pages)],
        // Dialogs and menus place themselves, and lock scrolling, by style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: [...ours, 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        // `data:` reaches no network. Chromium applies connect-src to a picture in the page of a tab that is being closed.
        connectSrc: [...ours, 'blob:', 'data:'],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: isShared ? 'same-site' : 'same-origin' },
    // `no-referrer`, the default, would also make forms send `Origin: null`.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  asked.get('/', (_request, reply) => reply.send());
  const { headers } = await asked.inject('/');
  await asked.close();
  const ofPlugin = Object.entries(headers).filter(([name]) => !['connection', 'content-length', 'date'].includes(name));
  return {
    ...Object.fromEntries(ofPlugin.map(([name, value]) => [name, String(value)])),
    'permissions-policy': 'camera=(self), screen-wake-lock=(self), fullscreen=(self), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

/** A script that must run before the first paint is allowed by its hash; no other inline script is. */
function inlineScripts(pages: readonly string[]): string[] {
  const scripts = pages.flatMap((page) => [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]);
  return [...new Set(scripts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}

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

/** CORS for web apps on other origins of the same site (WEB_ORIGINS): they call with their users' cookies. There is no `*`, so no other site can read an answer. */
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
