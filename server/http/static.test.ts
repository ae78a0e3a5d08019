// Which requests get the app's page, and which learn that nothing is there.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filledPage, mayHavePasskeys, namedPage, readPages, serveApp } from '#server/http/static.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  await serveApp(app, tmpdir(), async () => '<title>App</title>');
});
afterAll(() => app.close());

const link = '/shared/AAAAAAAAAAAAAAAAAAAAAA';
const typeOf = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
  const answer = await app.inject({ url, headers, method });
  return [answer.statusCode, String(answer.headers['content-type']).split(';')[0]];
};
const page = [200, 'text/html'];
const missing = [404, 'application/problem+json'];

it.each(['text/html', '*/*', 'text/*;q=0.8', 'image/webp, */*;q=0.5', undefined])(
  'sends the page to readers that accept %s',
  async (accept) => {
    const headers = { 'user-agent': 'WhatsApp/2.23', ...(accept !== undefined && { accept }) };
    for (const url of [link, '/join/SUMMER', '/event/019acb5e-0000-7000-8000-000000000000/gallery', `${link}?photo=a.jpg`]) {
      expect(await typeOf(url, headers), url).toEqual(page);
      expect(await typeOf(url, headers, 'HEAD'), url).toEqual(page);
    }
  },
);

it('sends the page to a browser that opens an address, whatever is in it', async () => {
  expect(await typeOf('/join/a.b', { 'sec-fetch-mode': 'navigate', accept: 'text/html' })).toEqual(page);
});

it.each([
  ['of the API', '/api/v1/nothing', { accept: '*/*' }],
  ['of a file', '/photo.jpg', { accept: '*/*' }],
  ['of an asset', '/assets/gone', { accept: '*/*' }],
  ['for JSON only', link, { accept: 'application/json' }],
  ['for a picture', link, { accept: 'image/avif,image/webp' }],
  ['of a reader that refuses pages', link, { accept: 'application/json, text/html;q=0' }],
  ['of a script', link, { accept: '*/*', 'sec-fetch-mode': 'cors' }],
])('answers requests %s that nothing is there', async (_words, url, headers) => {
  expect(await typeOf(url, headers as Record<string, string>)).toEqual(missing);
});

it('takes no other method for opening a page', async () => {
  expect(await typeOf(link, { accept: '*/*' }, 'POST')).toEqual(missing);
});

it('has a first screen for visitors at their addresses, and the app’s page for everything else', () => {
  const webRoot = mkdtempSync(path.join(tmpdir(), 'ais-pages-'));
  mkdirSync(path.join(webRoot, 'first-screens'));
  const page = (text: string) => `<title>App</title><meta name="api-base" content="" />${text}`;
  writeFileSync(path.join(webRoot, 'index.html'), page('app'));
  for (const name of ['login', 'camera']) writeFileSync(path.join(webRoot, 'first-screens', `${name}.html`), page(name));
  const { pageOf, apiBase } = readPages(webRoot, 'https://api.example.org');
  const own = readPages(webRoot, null);
  rmSync(webRoot, { recursive: true });
  expect(apiBase).toBe('https://api.example.org');
  const visitor = { isSignedIn: false, hasPasskeys: true };
  const shown = (url: string, reader = {}) => /\/>(.*)/.exec(pageOf(url, { ...visitor, ...reader }) ?? '')?.[1];
  expect(shown('/login')).toBe('login');
  expect(pageOf('/login', visitor)).toContain('content="https://api.example.org"');
  expect(shown('/login', { isSignedIn: true }), 'signed in').toBe('app');
  expect(shown('/login', { hasPasskeys: false }), 'without the passkeys that it shows').toBe('app');
  expect(shown('/login?redirect=%2F'), 'with parameters').toBe('app');
  const camera = '/event/019acb5e-0000-7000-8000-000000000000';
  expect(shown(camera, { isSignedIn: true })).toBe('camera');
  expect(shown(camera), 'the API has another origin, and its cookies too').toBe('camera');
  expect(own.pageOf(camera, visitor), 'not signed in: the login follows').toMatch(/app$/);
  expect(own.pageOf(camera, { ...visitor, isSignedIn: true })).toMatch(/camera$/);
  expect(own.all.map((one) => /\/>(.*)/.exec(one)?.[1])).toEqual(['app', 'login', 'camera']);
  expect(shown('/'), 'not built').toBe('app');
  expect(shown('/dashboard')).toBe('app');
});

it('fills in what its reader may know of an event, and nothing else', () => {
  const photo = '<img src="{{photo}}">';
  const built = `<p title="{{event}}">{{event}}</p><p>{{organization}}</p><img class="a" src="{{cover}}" alt="">${photo}${photo}<img src="b">`;
  const branding = { primary_color: '#112233', secondary_color: '#445566', logo_url: null };
  const event = { name: 'Fox & <Co>', organization: "$& Bar's", branding };
  const none = { logo: null, cover: null, photos: [] };
  expect(filledPage(built, { ...none, event, cover: '/cover?a=1&b=2', photos: ['/1'] })).toBe(
    '<p title="Fox &amp; &lt;Co&gt;">Fox &amp; &lt;Co&gt;</p><p>$&amp; Bar&#39;s</p><img class="a" src="/cover?a=1&amp;b=2" alt=""><img src="/1"><img src="b">',
  );
  expect(filledPage('<p>{{event}}</p>', { ...none, event: { ...event, name: '{{organization}} {{photo}}' } })).toBe(
    '<p>{{organization}} {{photo}}</p>',
  );
  expect(filledPage(built, none)).toBe('<p title=""></p><p></p><img src="b">');
  const parts =
    '<b data-color="{{primary}}"></b><!--if known--><img src="{{logo}}"><i style="color:{{secondary}}"></i>\n<!--end--><!--if unknown-->…<!--end-->';
  expect(filledPage(parts, { ...none, event, logo: '/logo' })).toBe(
    '<b data-color="#112233"></b><img src="/logo"><i style="color:#445566"></i>\n',
  );
  expect(filledPage(parts, none)).toBe('<b data-color=""></b>…');
});

it('names the platform wherever the built page does', () => {
  expect(namedPage('<title>App</title><p>App needs a script', 'Fox & Co')).toBe(
    '<title>Fox &amp; Co</title><p>Fox &amp; Co needs a script',
  );
});

it.each([
  ['https://photos.example.org', true],
  ['http://localhost:3000', true],
  ['http://photos.example.org', false],
  ['https://192.168.0.7', false],
  ['https://[::1]:3000', false],
  ['http://not a host', false],
])('knows whether browsers have passkeys at %s', (address, expected) => {
  expect(mayHavePasskeys(address)).toBe(expected);
});
