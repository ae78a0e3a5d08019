import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiOrigin } from '#src/transport/api-base.ts';
import { send } from '#src/transport/fetch.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { API_HEADERS } from '#tests/support/outbox-server.ts';
import { hasSpaceFor } from './free-space.ts';
import { handleMedia } from './strategies.ts';

vi.mock('#src/transport/api-base.ts', () => ({ apiOrigin: () => 'https://app.test' }));
vi.mock('#src/transport/session-db.ts', () => ({ readSessionValue: vi.fn(async () => ({ user: { id: 'ana' } })) }));
vi.mock('#src/transport/fetch.ts', () => ({ send: vi.fn() }));
vi.mock('./api-base.ts', () => ({ ensureApiBase: async () => undefined }));
vi.mock('./free-space.ts', () => ({ hasSpaceFor: vi.fn(), responseBytes: () => 1 }));

let url = `${apiOrigin()}/api/v1/event/e/photos/p/thumb`;
let kept: Map<string, Response>;
const cache = {
  put: vi.fn(async (address: string, response: Response) => void kept.set(address, response)),
  delete: vi.fn(async (address: string) => kept.delete(address)),
  keys: async () => [],
};
const match = vi.fn(async (address: string) => kept.get(address)?.clone());

beforeEach(() => {
  kept = new Map();
  vi.mocked(hasSpaceFor).mockResolvedValue(true);
  vi.stubGlobal('caches', { open: async () => cache, match });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(send).mockReset();
  vi.clearAllMocks();
});

/** As the browser requests the image: the response, and the work that extends the event. */
async function ask(): Promise<{ answer: Response; rest: () => Promise<unknown> }> {
  const work: Promise<unknown>[] = [];
  const event = { request: new Request(url), waitUntil: (promise: Promise<unknown>) => work.push(promise) };
  const answer = await handleMedia(event as unknown as FetchEvent);
  return { answer, rest: () => Promise.all(work) };
}
const serve = (status: number, type: string, body = '{}') =>
  vi.mocked(send).mockResolvedValueOnce(new Response(body, { status, headers: { ...API_HEADERS, 'content-type': type } }));
const quiet = () => vi.spyOn(console, 'warn').mockReturnValue();

test('an image is shown before the space check', async () => {
  serve(200, 'image/jpeg', 'picture');
  let prove = () => {};
  vi.mocked(hasSpaceFor).mockReturnValueOnce(new Promise((resolve) => (prove = () => resolve(true))));
  const { answer, rest } = await ask();
  expect(await answer.text()).toBe('picture');
  expect(kept.size).toBe(0);
  prove();
  await rest();
  expect(await kept.get(url)?.text()).toBe('picture');
});

test('an image is cached without its date: a page would take it for the current server time', async () => {
  const headers = { ...API_HEADERS, 'content-type': 'image/jpeg', etag: '"1"', date: 'Thu, 01 Jan 1970 00:00:00 GMT' };
  vi.mocked(send).mockResolvedValueOnce(new Response('picture', { headers }));
  const { answer, rest } = await ask();
  expect(answer.headers.get('date')).toBe(headers.date);
  await rest();
  expect(Object.fromEntries(kept.get(url)?.headers ?? [])).toEqual({
    ...API_HEADERS,
    'content-type': 'image/jpeg',
    etag: '"1"',
    'x-answered-at': expect.stringMatching(/^\d+$/) as string,
  });
});

test('the picture of a proof is cached under its own address only: elsewhere it would outlive the arrival of the original', async () => {
  const headers = { ...API_HEADERS, 'content-type': 'image/jpeg', etag: '"p-thumb1-proof"' };
  const plain = url;
  for (const address of [plain, `${plain}?mark=0a1b2c3d4e5f`, `${plain}?mark=proof`]) {
    url = address;
    vi.mocked(send).mockResolvedValueOnce(new Response('proof', { headers }));
    const { answer, rest } = await ask();
    expect(await answer.text()).toBe('proof');
    await rest();
  }
  url = plain;
  expect([...kept.keys()]).toEqual([`${plain}?mark=proof`]);
});

test('a picture is shown where the cache can be neither read nor written', async () => {
  const warned = quiet();
  serve(200, 'image/jpeg', 'picture');
  match.mockRejectedValueOnce(new DOMException('Unexpected internal error.', 'UnknownError'));
  // As of an answer with `Vary: *`.
  cache.put.mockRejectedValueOnce(new TypeError('Vary header contains *'));
  const { answer, rest } = await ask();
  expect(await answer.text()).toBe('picture');
  await rest();
  expect(warned).toHaveBeenCalledTimes(2);
});

test('an image refused by the server is evicted, and the refusal is the response even if the cache fails', async () => {
  const warned = quiet();
  cache.delete.mockRejectedValueOnce(new DOMException('Unexpected internal error.', 'UnknownError'));
  serve(404, 'application/problem+json');
  const { answer, rest } = await ask();
  expect(answer.status).toBe(404);
  await rest();
  expect(cache.delete).toHaveBeenCalledExactlyOnceWith(url);
  expect(warned).toHaveBeenCalledTimes(1);
});

test('a picture that does not come is a failed load, never a fault of the worker', async () => {
  const warned = quiet();
  vi.mocked(send).mockRejectedValueOnce(new NetworkError('unreachable'));
  expect((await ask()).answer.type).toBe('error');
  expect(warned).not.toHaveBeenCalled();
  vi.mocked(send).mockRejectedValueOnce(new TypeError('cannot clone'));
  expect((await ask()).answer.type).toBe('error');
  expect(warned).toHaveBeenCalledTimes(1);
});

test('an image is shown but not cached if the session cannot be read', async () => {
  const warned = quiet();
  vi.mocked(readSessionValue).mockRejectedValueOnce(new DOMException('The transaction was aborted.', 'AbortError'));
  serve(200, 'image/jpeg', 'picture');
  const { answer, rest } = await ask();
  expect(await answer.text()).toBe('picture');
  await rest();
  expect(kept.size).toBe(0);
  expect(warned).toHaveBeenCalledTimes(1);
});

const day = 24 * 3600_000;
let asks = 0;
/** Under an address that this worker has not seen. */
function newAddress(): void {
  url = `${apiOrigin()}/api/v1/event/e/photos/p${++asks}/thumb`;
}
const cachePicture = (answeredAt: number) =>
  kept.set(url, new Response('kept', { headers: { 'content-type': 'image/jpeg', etag: '"1"', 'x-answered-at': String(answeredAt) } }));

test('a picture that was answered within a day is not requested again, not even by a worker that has just started', async () => {
  newAddress();
  cachePicture(Date.now() - day / 2);
  const { answer, rest } = await ask();
  expect(await answer.text()).toBe('kept');
  await rest();
  expect(send).not.toHaveBeenCalled();
});

test('an older picture is shown at once and revalidated in the background', async () => {
  newAddress();
  cachePicture(Date.now() - 2 * day);
  vi.mocked(send).mockResolvedValueOnce(new Response(null, { status: 304 }));
  const { answer, rest } = await ask();
  expect(await answer.text()).toBe('kept');
  await rest();
  expect(vi.mocked(send).mock.calls[0]?.[0].headers.get('if-none-match')).toBe('"1"');
});

test('a busy server is asked again after the pause it names, three times in all', async () => {
  newAddress();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const busy = (seconds = '2') =>
    new Response('{}', { status: 503, headers: { ...API_HEADERS, 'content-type': 'application/problem+json', 'retry-after': seconds } });
  vi.mocked(send).mockResolvedValueOnce(busy());
  serve(200, 'image/jpeg', 'picture');
  const asked = ask();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(await (await asked).answer.text()).toBe('picture');

  newAddress();
  vi.mocked(send)
    .mockReset()
    .mockImplementation(async () => busy());
  const refused = ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await refused).answer.status).toBe(503);
  expect(send).toHaveBeenCalledTimes(3);

  // Maintenance takes longer than the patience for an image.
  newAddress();
  vi.mocked(send)
    .mockReset()
    .mockImplementation(async () => busy('120'));
  expect((await ask()).answer.status).toBe(503);
  expect(send).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
