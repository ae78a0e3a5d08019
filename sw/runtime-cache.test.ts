import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerRoute } from 'workbox-routing';
import { RUNTIME_CACHE } from '#src/lib/media-cache.ts';
import { registerRuntimeCache } from './runtime-cache.ts';

vi.mock('workbox-routing', () => ({ registerRoute: vi.fn() }));

const origin = 'https://app.test';
/** Files on the server by path. Others are unreachable. */
let served: Map<string, { body: string; type: string }>;
let kept: Map<string, Response>;
let windows: number;

const pathOf = (asked: Request | string) => new URL(typeof asked === 'string' ? asked : asked.url, origin).pathname;
const script = (body = '') => ({ body, type: 'text/javascript' });
const keptNow = () => [...kept.keys()].sort();
const address = (path: string) => origin + path;

/** Requests of a worker are relative to it. */
class WorkersRequest extends Request {
  constructor(path: string, init?: RequestInit) {
    super(new URL(path, origin), init);
  }
}

beforeEach(() => {
  served = new Map();
  kept = new Map();
  windows = 1;
  const cache = {
    keys: async () => [...kept.keys()].map((path) => new Request(address(path))),
    put: async (path: string, response: Response) => void kept.set(path, response),
    delete: async (path: string) => kept.delete(path),
  };
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      cacheName === RUNTIME_CACHE ? kept.get(path)?.clone() : undefined,
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('Request', WorkersRequest);
  vi.stubGlobal('self', { clients: { matchAll: async () => Array.from({ length: windows }) } });
  vi.stubGlobal('fetch', async (request: Request) => {
    const file = served.get(pathOf(request));
    if (!file) throw new TypeError('Failed to fetch');
    return new Response(file.body, { headers: { 'content-type': file.type } });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(registerRoute).mockReset();
  vi.restoreAllMocks();
});

const first = ['/assets/settings-aaaaaaa.js', '/assets/staff-aaaaaaa.js'];
const second = ['/assets/settings-bbbbbbb.js', '/assets/staff-bbbbbbb.js', '/assets/words-bbbbbbb.js', '/assets/unseen-bbbbbbb.js'];
const installed = new Set(['/index.html', '/assets/index-ccccccc.js']);
const build = (files: readonly string[]) => registerRuntimeCache(new Set(files), installed);
const serve = (files: readonly string[], body = '') => files.forEach((path) => served.set(path, script(body)));

/** As the browser asks the worker for a file. */
async function ask(path: string): Promise<string> {
  const [matches, answer] = vi.mocked(registerRoute).mock.calls.at(-1)! as unknown as [
    (asked: { url: URL; sameOrigin: boolean }) => boolean,
    (asked: { request: Request; url: URL; event: { waitUntil: (work: Promise<void>) => void } }) => Promise<Response>,
  ];
  const url = new URL(path, origin);
  expect(matches({ url, sameOrigin: true })).toBe(true);
  const works: Promise<void>[] = [];
  const response = await answer({ request: new Request(path), url, event: { waitUntil: (work) => void works.push(work) } });
  await Promise.all(works);
  return response.text();
}

test('a late file that was asked for once is answered without the server', async () => {
  build(first);
  serve(first, 'the screen');
  expect(await ask(first[0])).toBe('the screen');
  served.clear();
  expect(await ask(first[0])).toBe('the screen');
  await expect(ask(first[1])).rejects.toThrow('Failed to fetch');
});

test('files of other builds pass through, and the page of a captive portal is not cached', async () => {
  build(first);
  serve(second);
  await ask(second[0]);
  served.set(first[0], { body: 'Pay here', type: 'text/html; charset=utf-8' });
  await ask(first[0]);
  expect(keptNow()).toEqual([]);
});

test('files loaded before the worker took control are cached, except precached ones', async () => {
  const opened = build(first);
  serve([...first, '/assets/index-ccccccc.js']);
  await opened.add([first[0], '/assets/index-ccccccc.js', '/icons/a.png'].map(address));
  expect(keptNow()).toEqual([first[0]]);
});

test('failures are logged without other effects', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await build(first).add([address(first[0])]);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(keptNow()).toEqual([]);
});

test('a new build caches its versions of the opened screens with their dependencies; old files are deleted once no page uses them', async () => {
  serve(first);
  await build(first).add(first.map(address));
  const opened = build(second);
  serve(second);
  served.set(second[0], script('import{a}from"./words-bbbbbbb.js";import("./unseen-bbbbbbb.js");'));
  await opened.update();
  const renewed = second.slice(0, 3);
  expect(keptNow()).toEqual([...first, ...renewed].sort());

  await opened.prune();
  // The page of the build before, which was claimed.
  await opened.add([address(first[0])]);
  windows = 2;
  await opened.add([address(second[0])]);
  expect(keptNow()).toEqual([...first, ...renewed].sort());

  windows = 1;
  await opened.add([address(second[0])]);
  expect(keptNow()).toEqual([...renewed].sort());
});

test('without open pages, a new build deletes old files when it activates, except those without a new version', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  serve(first);
  await build(first).add(first.map(address));
  windows = 0;
  const opened = build(second);
  serve([second[0]]);
  await opened.update();
  await opened.prune();
  expect(keptNow()).toEqual([second[0], first[1]].sort());

  // Once there is a line again.
  serve(second);
  windows = 1;
  await opened.add([]);
  expect(keptNow()).toEqual([second[0], second[1]].sort());
});

test('a new build’s screens come with its styles, also those that the build before did not have', async () => {
  serve(first);
  await build(first).add([address(first[0])]);
  const styles = '/assets/index-bbbbbbb.css';
  const opened = build([...second, styles]);
  serve(second);
  served.set(styles, { body: '.p-4{padding:1rem}', type: 'text/css' });
  await opened.update();
  expect(keptNow()).toEqual([first[0], second[0], styles].sort());
});
