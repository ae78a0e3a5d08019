// The built web app. Files under /assets carry their hash in their name and never change; everything else is asked for again each time.
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import { contractFile } from '#server/http/contract.ts';
import { sendProblem } from '#server/http/errors.ts';
import { Problem } from '#server/http/problem.ts';
import { escapeHtml } from '#server/http/text.ts';
import { packageRoot } from '#server/package-root.ts';

const BASE = /(<meta name="api-base" content=")([^"]*)(")/;

/** What a browser shows of these addresses before the app's script has arrived (scripts/first-screens-plugin.ts). */
const FIRST_SCREENS = [
  { name: 'home', address: /^\/$/, isForVisitors: true },
  // It has a button for passkeys.
  { name: 'login', address: /^\/login$/, isForVisitors: true, needsPasskeys: true },
  { name: 'join', address: /^\/join\/[\w-]+$/, isForVisitors: true },
  { name: 'camera', address: /^\/event\/[\w-]+$/, isForVisitors: false },
  { name: 'gallery', address: /^\/event\/[\w-]+\/gallery$/, isForVisitors: false },
];
const FOLDER = 'first-screens';

interface PageReader {
  /** Whether somebody seems to be signed in. */
  isSignedIn: boolean;
  /** Whether a browser may have passkeys at the address of this server. */
  hasPasskeys: boolean;
}

export interface AppPages {
  /** For every address; null in development, where vite serves it. */
  page: string | null;
  /** The page for this address with its parameters: with its first screen, if it has one for this reader. */
  pageOf: (url: string, reader: PageReader) => string | null;
  /** All of them as built, for the scripts in them. */
  all: readonly string[];
  /** The origin that they call, where that is not their own. */
  apiBase: string | null;
}

/**
 * The app's pages as they are served.
 * @param apiBase where they shall call; null: as they were built
 */
export function readPages(webRoot: string, apiBase: string | null): AppPages {
  const read = (file: string): string | null => {
    const built = path.join(webRoot, file);
    if (!existsSync(built)) return null;
    const text = readFileSync(built, 'utf8');
    return apiBase === null ? text : text.replace(BASE, `$1${apiBase}$3`);
  };
  const page = read('index.html');
  const screens = FIRST_SCREENS.map((screen) => ({ ...screen, html: read(path.join(FOLDER, `${screen.name}.html`)) }));
  return {
    page,
    // Parameters change what a screen shows.
    pageOf: (url, { isSignedIn, hasPasskeys }) => {
      const screen = screens.find(({ address }) => address.test(url));
      // Cookies of a server at another origin don't arrive here.
      const isForReader = screen?.isForVisitors ? !isSignedIn : isSignedIn || apiBase !== null;
      const html = (screen && isForReader && !(screen.needsPasskeys && !hasPasskeys) && screen.html) || page;
      // As the build names the event (src/first-screens.tsx).
      const [event] = /^\/event\/[\w-]+/.exec(url) ?? [];
      return event === undefined || html === null ? html : html.replaceAll('href="/event/ID', `href="${event}`);
    },
    all: [page, ...screens.map(({ html }) => html)].filter((html) => html !== null),
    apiBase: (page !== null && BASE.exec(page)?.[2]) || null,
  };
}

const TITLE = /<title>([^<]*)</;

/** The page with the platform's name, which the build knows by the page's title, as the app does. */
export const namedPage = (page: string, name: string): string => {
  const [, built] = TITLE.exec(page) ?? [];
  return built ? page.replaceAll(built, () => escapeHtml(name)) : page;
};

/** What chats and social networks show of a link. */
export interface LinkPreview {
  title: string;
  description: string;
  /** Path of a picture that needs no session; null if there is none. */
  image: string | null;
  /** For an event's first screen: what it tells everyone. */
  event?: { name: string; organization: string; branding: components['schemas']['Branding'] };
}

const PICTURE = /<img[^>]*\{\{(cover|logo|photo)\}\}[^>]*>/g;
/** Parts of a first screen for one of both cases. */
const PART = /<!--if (known|unknown)-->(.*?)<!--end-->/gs;

/** What the reader of a first screen may know of its event. */
interface FirstScreenFacts {
  event?: LinkPreview['event'];
  /** Addresses of pictures, of the organization's logo too. */
  logo: string | null;
  cover: string | null;
  photos: readonly string[];
}

/** Whether the first screen shows photos, which depend on its reader. */
export const showsPhotos = (page: string): boolean => page.includes('{{photo}}');

/** Fills in what the first screen of an address leaves open (src/first-screens.tsx): what is given, else nothing. */
export function filledPage(page: string, { event, logo, cover, photos }: FirstScreenFacts): string {
  const left = { cover: cover === null ? [] : [cover], logo: logo === null ? [] : [logo], photo: [...photos] };
  const words = {
    event: event?.name,
    organization: event?.organization,
    primary: event?.branding.primary_color,
    secondary: event?.branding.secondary_color,
  };
  return page
    .replaceAll(PART, (_, when: string, part: string) => (when === (event ? 'known' : 'unknown') ? part : ''))
    .replaceAll(/\{\{(event|organization|primary|secondary)\}\}/g, (_, which: keyof typeof words) => escapeHtml(words[which] ?? ''))
    .replaceAll(PICTURE, (image, kind: keyof typeof left) => {
      const address = left[kind].shift();
      return address === undefined ? '' : image.replace(`{{${kind}}}`, () => escapeHtml(address));
    });
}

/** The page with the preview of its link, by the Open Graph protocol. @param origin of the API */
export function previewedPage(page: string, { title, description, image }: LinkPreview, origin: string): string {
  const properties: [name: string, content: string][] = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ...(image === null ? [] : [['og:image', origin + image] as [string, string]]),
  ];
  const tags = properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`);
  tags.push(`<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}" />`);
  return page.replace('</head>', () => `${tags.join('')}</head>`);
}

/** Browsers have passkeys at names only, and over https unless it is this machine. */
export function mayHavePasskeys(origin: string): boolean {
  // The sender chooses the host.
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return !/^[\d.]+$|:/.test(hostname) && (protocol === 'https:' || /(^|\.)localhost$/.test(hostname));
}

/** The page, which loads this picture at once: its screen shows it once the script has arrived. */
export const pageWithPicture = (page: string, address: string): string =>
  page.replace('</head>', () => `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(address)}" /></head>`);

/**
 * Serves the built app where there is one, and answers what nothing else answers.
 * @param pageOf the page for this address; sets headers of its own
 */
export async function serveApp(
  app: FastifyInstance,
  webRoot: string,
  pageOf: ((request: FastifyRequest, reply: FastifyReply) => Promise<string>) | null,
): Promise<void> {
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await pageOf?.(request, reply));
  if (pageOf !== null) {
    for (const url of ['/', '/index.html']) app.get(url, sendPage);
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        const vary = reply.getHeader('vary');
        reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
      });
      await scope.register(fastifyStatic, {
        root: webRoot,
        prefix: '/',
        cacheControl: false,
        index: false,
        // The build creates compressed copies beside the files (scripts/compress.mjs); they are not served as files themselves.
        preCompressed: true,
        allowedPath: (name) => !/\.(br|gz)$/.test(name) && !name.startsWith(`/${FOLDER}/`),
        setHeaders(response, file) {
          const hashed = path.relative(webRoot, file).startsWith(`assets${path.sep}`);
          response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
    });
  }
  // Before the body: the worker receives shared photos (sw/share-target.ts). Without one nothing could hold them, and the page says so.
  if (pageOf !== null) {
    const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/share?failed=setup', 303);
    app.post('/share', { onRequest }, () => undefined);
  }
  app.setNotFoundHandler((request, reply) => {
    // The app routes by history: a page's address means the app itself. A missing file stays missing.
    if (pageOf !== null && isNavigation(request)) return sendPage(request, reply);
    return sendProblem(reply, new Problem(404, 'not_found', 'Not found.'));
  });
}

function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  const [pathname = ''] = url.split('?');
  if (!['GET', 'HEAD'].includes(method) || /^\/(api|assets|organization_settings)(\/|$)/.test(pathname)) return false;
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return acceptsPages(headers.accept) && !path.posix.basename(pathname).includes('.');
}

/** Readers of link previews send any type, or none. */
function acceptsPages(accept = '*/*'): boolean {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  for (const type of ['text/html', 'text/*', '*/*']) {
    const range = ranges.find(([name]) => name === type);
    if (range) return !range.some((part) => /^q=0(\.0*)?$/.test(part));
  }
  return false;
}

const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>AI Image Suite API</title>
    <link rel="stylesheet" href="/api/docs/ui/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/ui/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const docsScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });\n`;

/** Serves the API reference at /api/docs (Swagger UI) and the contract at /api/openapi.json. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const ui = path.dirname(createRequire(path.join(packageRoot, 'package.json')).resolve('swagger-ui-dist/package.json'));
  const contract = await readFile(contractFile);
  await app.register(fastifyStatic, {
    root: ui,
    prefix: '/api/docs/ui/',
    decorateReply: false,
    allowedPath: (name) => ['/swagger-ui.css', '/swagger-ui-bundle.js'].includes(name),
  });
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage));
  app.get('/api/docs/', async (_request, reply) => reply.redirect('/api/docs', 308));
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(docsScript));
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(contract),
  );
}
