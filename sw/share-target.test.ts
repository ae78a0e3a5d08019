import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseTarget, discardShare, listHeldShares, readHeldFile, releaseHeldFile } from '#src/lib/held-shares.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { hasSpaceFor } from './free-space.ts';
import { isShare, receiveShare } from './share-target.ts';

vi.mock('./free-space.ts', () => ({ hasSpaceFor: vi.fn() }));

const origin = 'https://app.test';
const DAY_MS = 24 * 3_600_000;

/** Cache Storage as far as shares use it; `putFails` is thrown by the next write of a file. */
let stores: Map<string, Map<string, Response>>;
let putFails: Error | null;

const pathOf = (request: string) => new URL(request, origin).pathname;
const open = async (name: string) => {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  return {
    async put(path: string, response: Response) {
      if (putFails && path.includes('/file/')) throw putFails;
      store.set(pathOf(path), response);
    },
    match: async (path: string) => store.get(pathOf(path))?.clone(),
    delete: async (path: string) => store.delete(pathOf(path)),
    keys: async () => [...store.keys()].map((path) => new Request(origin + path)),
  };
};

beforeEach(() => {
  stores = new Map();
  putFails = null;
  vi.mocked(hasSpaceFor).mockResolvedValue(true);
  vi.stubGlobal('self', { location: { origin } });
  vi.stubGlobal('caches', {
    open,
    match: async (path: string, { cacheName }: { cacheName: string }) => stores.get(cacheName)?.get(path)?.clone(),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const photo = (name: string, text = name) => new File([text], name, { type: 'image/jpeg', lastModified: 1_700_000_000_000 });
const post = (...files: File[]): Request => {
  const body = new FormData();
  for (const file of files) body.append('photos', file);
  return new Request(`${origin}/share`, { method: 'POST', body });
};

/** Shares the files and returns where the browser is sent. */
async function share(...files: File[]): Promise<URLSearchParams> {
  const answer = await receiveShare(post(...files));
  expect(answer.status).toBe(303);
  const target = new URL(answer.headers.get('location') ?? '');
  expect(target.origin + target.pathname).toBe(`${origin}/share`);
  return target.searchParams;
}

test('only the form of the share target is answered', () => {
  expect(isShare(post())).toBe(true);
  expect(isShare(new Request(`${origin}/share`))).toBe(false);
  expect(isShare(new Request(`${origin}/shared/abc`, { method: 'POST' }))).toBe(false);
  expect(isShare(new Request('https://other.test/share', { method: 'POST' }))).toBe(false);
});

test('shared photos are held with name, type and bytes, and belong to no account', async () => {
  const received = (await share(photo('a.jpg'), photo('Füße “b”.heic', 'bytes'))).get('received');
  const [held, ...others] = await listHeldShares('ana');
  expect(others).toEqual([]);
  expect(held).toMatchObject({ id: received, target: null });
  expect([...held.files].map(([number, { name, type, size }]) => [number, name, type, size])).toEqual([
    [0, 'a.jpg', 'image/jpeg', 5],
    [1, 'Füße “b”.heic', 'image/jpeg', 5],
  ]);
  expect(await (await readHeldFile(held.id, 1)).text()).toBe('bytes');
});

test('a released file is gone, the others and the chosen event stay; the last one ends the share', async () => {
  const id = (await share(photo('a.jpg'), photo('b.jpg'))).get('received')!;
  await chooseTarget(id, { account: 'ana', eventId: 'e1' });
  await releaseHeldFile(id, 0);
  const [held] = await listHeldShares('ana');
  expect([...held.files.keys()]).toEqual([1]);
  expect(held.target).toEqual({ account: 'ana', eventId: 'e1' });
  await expect(readHeldFile(id, 0)).rejects.toThrow('no longer');
  await releaseHeldFile(id, 1);
  expect(await listHeldShares('ana')).toEqual([]);
  expect(stores.size).toBe(0);
});

test('what one account began to import is kept for it, and no other account sees it', async () => {
  const [begun, open] = [(await share(photo('a.jpg'))).get('received') ?? '', (await share(photo('b.jpg'))).get('received') ?? ''];
  await chooseTarget(begun, { account: 'ana', eventId: 'e1' });
  const idsFor = async (account: string) => (await listHeldShares(account)).map(({ id }) => id);
  expect(await idsFor('bo')).toEqual([open]);
  expect(await idsFor('ana')).toEqual([begun, open]);
});

test('a form without files says so', async () => {
  expect((await share()).get('failed')).toBe('none');
  expect((await share(new File([], ''))).get('failed')).toBe('none');
  expect(stores.size).toBe(0);
});

test('at most 500 files are held, of all shares together', async () => {
  await share(...Array.from({ length: 300 }, (_, index) => photo(`${index}.jpg`)));
  expect((await share(...Array.from({ length: 201 }, (_, index) => photo(`${index}.jpg`)))).get('failed')).toBe('many');
  expect((await listHeldShares('ana')).map(({ files }) => files.size)).toEqual([300]);
  expect((await share(...Array.from({ length: 200 }, (_, index) => photo(`${index}.jpg`)))).has('received')).toBe(true);
});

test('without space nothing of the share stays', async () => {
  vi.mocked(hasSpaceFor).mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  expect((await share(photo('a.jpg'), photo('b.jpg'))).get('failed')).toBe('full');
  expect(stores.size).toBe(0);
});

test('a failed write says why, and nothing of the share stays', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  putFails = new DOMException('Quota exceeded.', 'QuotaExceededError');
  expect((await share(photo('a.jpg'))).get('failed')).toBe('full');
  putFails = new Error('broken');
  expect((await share(photo('a.jpg'))).get('failed')).toBe('storage');
  expect(stores.size).toBe(0);
});

test('a body that is no form is not held', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const answer = await receiveShare(new Request(`${origin}/share`, { method: 'POST', body: 'text' }));
  expect(answer.headers.get('location')).toBe(`${origin}/share?failed=storage`);
  expect(stores.size).toBe(0);
});

test('held photos are removed after seven days, incomplete ones after an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await share(photo('a.jpg'));
  await (await open(`held-share-${uuid7()}`)).put('/share/file/0', new Response('half'));
  expect(await listHeldShares('ana')).toHaveLength(1);
  expect(stores.size).toBe(2);
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await listHeldShares('ana')).toHaveLength(1);
  expect(stores.size).toBe(1);
  vi.setSystemTime(Date.now() + 6 * DAY_MS);
  expect(await listHeldShares('ana')).toEqual([]);
  expect(stores.size).toBe(0);
});

test('a share can be discarded', async () => {
  const id = (await share(photo('a.jpg'))).get('received')!;
  await discardShare(id);
  expect(await listHeldShares('ana')).toEqual([]);
});
