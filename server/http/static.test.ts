// The built files are served as compressed by the build, each encoding as a variant.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressFiles } from '#scripts/compress.mjs';
import { allowWebOrigins } from './security.ts';
import { previewedPage, serveApp } from './static.ts';

const script = 'export const answer = 42;\n'.repeat(200);
const page = `<!doctype html><title>Built</title>${'<p>text</p>'.repeat(200)}`;

let webRoot: string;
let app: FastifyInstance;
beforeAll(async () => {
  webRoot = mkdtempSync(path.join(tmpdir(), 'ais-web-'));
  mkdirSync(path.join(webRoot, 'assets'));
  writeFileSync(path.join(webRoot, 'assets', 'entry-1a2b.js'), script);
  writeFileSync(path.join(webRoot, 'assets', 'late-1a2b.js'), script);
  writeFileSync(path.join(webRoot, 'sw.js'), script);
  writeFileSync(path.join(webRoot, 'shot.webp'), script);
  writeFileSync(path.join(webRoot, 'index.html'), page);
  await compressFiles(webRoot);
  for (const encoding of ['br', 'gz']) rmSync(path.join(webRoot, 'assets', `late-1a2b.js.${encoding}`));
  app = Fastify();
  allowWebOrigins(app, ['https://other.example.org']);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await serveApp(app, webRoot, async () => page.replace('Built', 'Named'));
});
afterAll(async () => {
  await app.close();
  rmSync(webRoot, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const browsers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const onDisk = (name: string) => readFileSync(path.join(webRoot, name));

test('a browser gets what the build compressed; who knows less gets less', async () => {
  const best = await get('/assets/entry-1a2b.js', browsers);
  expect(best.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching(/^(text|application)\/javascript/) as unknown,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(onDisk('assets/entry-1a2b.js.br').length),
  });
  expect(best.rawPayload).toEqual(onDisk('assets/entry-1a2b.js.br'));
  expect(brotliDecompressSync(best.rawPayload).toString()).toBe(script);

  const second = await get('/assets/entry-1a2b.js', { 'accept-encoding': 'gzip, deflate' });
  expect(second.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(second.rawPayload).toString()).toBe(script);

  const plain = await get('/assets/entry-1a2b.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
});

test('each encoding is a variant, and caches are informed', async () => {
  const answers = await Promise.all([browsers, { 'accept-encoding': 'gzip' }, {}].map((headers) => get('/sw.js', headers)));
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
  for (const { headers } of answers) {
    expect(headers.vary).toBe('Origin, accept-encoding');
    expect(headers['cache-control']).toBe('no-cache');
  }
  const again = await get('/sw.js', { ...browsers, 'if-none-match': String(answers[0]!.headers.etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test('what the build left as it is goes out as it is, or is compressed as it goes', async () => {
  const picture = await get('/shot.webp', browsers);
  expect([picture.statusCode, picture.headers['content-encoding']]).toEqual([200, undefined]);
  const late = await get('/assets/late-1a2b.js', browsers);
  expect(late.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Origin, accept-encoding' });
  expect(brotliDecompressSync(late.rawPayload).toString()).toBe(script);
});

test('the page is as the server wrote it; compressed files have no address', async () => {
  for (const url of ['/', '/index.html', '/dashboard']) {
    const answer = await get(url, { ...browsers, 'sec-fetch-mode': 'navigate' });
    expect(brotliDecompressSync(answer.rawPayload).toString(), url).toContain('<title>Named</title>');
  }
  for (const url of ['/assets/entry-1a2b.js.br', '/sw.js.gz', '/assets/missing.js'])
    expect((await get(url, browsers)).statusCode, url).toBe(404);
});

test('photos that no service worker received are sent back to the page, unread', async () => {
  const payload = Buffer.alloc(2 * 1024 * 1024, 'x');
  const headers = { 'content-type': 'multipart/form-data; boundary=b', origin: 'https://other.example.org' };
  const answer = await app.inject({ method: 'POST', url: '/share', headers, payload });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/share?failed=setup']);
  expect((await get('/share', { 'sec-fetch-mode': 'navigate' })).statusCode).toBe(200);
});

test('a preview of the link is written into the page as text', () => {
  const preview = { title: 'Ada & "Bo" </title><script>$&', description: '12 photos by Aurora', image: '/api/v1/event/1/cover' };
  const previewed = previewedPage('<head><title>Named</title></head><body></body>', preview, 'https://photos.example.org');
  expect(previewed).toBe(
    '<head><title>Named</title><meta property="og:type" content="website" />' +
      '<meta property="og:title" content="Ada &amp; &quot;Bo&quot; &lt;/title&gt;&lt;script&gt;$&amp;" />' +
      '<meta property="og:description" content="12 photos by Aurora" />' +
      '<meta property="og:image" content="https://photos.example.org/api/v1/event/1/cover" />' +
      '<meta name="twitter:card" content="summary_large_image" /></head><body></body>',
  );
  expect(previewedPage('<head></head>', { ...preview, image: null }, '')).not.toContain('og:image');
});
