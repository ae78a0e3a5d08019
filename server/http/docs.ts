// The reference of the API for people at /api/docs: swagger-ui's own files, and the contract itself at /api/openapi.json.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { contractFile } from '#server/http/contract.ts';
import { packageRoot } from '#server/package-root.ts';

const page = `<!doctype html>
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

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });\n`;

export async function serveDocs(app: FastifyInstance): Promise<void> {
  const ui = path.dirname(createRequire(path.join(packageRoot, 'package.json')).resolve('swagger-ui-dist/package.json'));
  const contract = await readFile(contractFile);
  await app.register(fastifyStatic, {
    root: ui,
    prefix: '/api/docs/ui/',
    decorateReply: false,
    allowedPath: (name) => ['/swagger-ui.css', '/swagger-ui-bundle.js'].includes(name),
  });
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get('/api/docs/', async (_request, reply) => reply.redirect('/api/docs', 308));
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(contract),
  );
}
