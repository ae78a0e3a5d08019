// The built web app. Files under /assets carry their hash in their name and never change; everything else is asked for again each time.
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#server/http/problem.ts';
import { sendProblem } from '#server/http/errors.ts';

/** Serves `webRoot` where it exists (not in development, where vite serves the app), and answers what nothing else answers. */
export async function serveApp(app: FastifyInstance, webRoot: string): Promise<void> {
  const built = existsSync(path.join(webRoot, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: webRoot,
      prefix: '/',
      cacheControl: false,
      index: ['index.html'],
      setHeaders(response, file) {
        const hashed = path.relative(webRoot, file).startsWith(`assets${path.sep}`);
        response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // The app routes by history: a page's address means the app itself. A missing file stays missing.
    if (built && isNavigation(request)) return reply.sendFile('index.html');
    return sendProblem(reply, new Problem(404, 'not_found', 'There is nothing here.'));
  });
}

function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  const [pathname = ''] = url.split('?');
  if (!['GET', 'HEAD'].includes(method) || /^\/(api|assets|organization_settings)(\/|$)/.test(pathname)) return false;
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '') && !path.posix.basename(pathname).includes('.');
}
