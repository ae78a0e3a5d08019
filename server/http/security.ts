import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

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
export async function secureHeaders(app: FastifyInstance, secured: Secured): Promise<void> {
  const headers = await headersOf(secured);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** They are the same for every answer, so the plugin is asked once: as a hook it took longer than the rest of a small answer. */
async function headersOf({ page, https, apiBase, isShared }: Secured): Promise<Record<string, string>> {
  const ours = apiBase === null ? ["'self'"] : ["'self'", apiBase];
  const asked = Fastify();
  await asked.register(helmet, {
    contentSecurityPolicy: {
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

/** The page may hold a script that must run before its first paint; it is allowed by its hash, nothing else inline is. */
function inlineScripts(page: string | null): string[] {
  const scripts = (page ?? '').matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
