import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

interface Secured {
  /** The page that is served, where one is built. */
  page: string | null;
  https: boolean;
  /** The origin that our pages call, where it is not their own. */
  apiBase: string | null;
  /** Whether pages of other origins of our site show our pictures. */
  isShared: boolean;
}

/** Headers that tell browsers what our pages may do: scripts, requests and frames of our own only. */
export async function secureHeaders(app: FastifyInstance, { page, https, apiBase, isShared }: Secured): Promise<void> {
  const ours = apiBase === null ? ["'self'"] : ["'self'", apiBase];
  // The plugin would read its options anew for each request, which took longer than all its headers together.
  const tellPolicy = helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts(page)],
      // Dialogs and menus place themselves, and lock scrolling, by style elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: [...ours, 'blob:', 'data:'],
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'"],
      // `data:` reaches no network. Chromium asks leave to connect to it for a picture written into the page whose tab is being closed.
      connectSrc: [...ours, 'blob:', 'data:'],
      workerSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  });
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: isShared ? 'same-site' : 'same-origin' },
    // `no-referrer`, the default, would also make forms send `Origin: null`.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(
      'permissions-policy',
      'camera=(self), screen-wake-lock=(self), fullscreen=(self), microphone=(), geolocation=(), payment=(), usb=()',
    );
    tellPolicy(request.raw, reply.raw, () => done());
  });
}

/** The page may hold a script that must run before its first paint; it is allowed by its hash, nothing else inline is. */
function inlineScripts(page: string | null): string[] {
  const scripts = (page ?? '').matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
