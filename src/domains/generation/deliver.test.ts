import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listPendingPhotos } from '#src/outbox/queue.ts';
import { session } from '#src/session/store.ts';
import { aPerson } from '#tests/support/a-person.ts';
import { aGeneration, aModel } from '#tests/support/generations.ts';
import { API_HEADERS } from '#tests/support/outbox-server.ts';
import { aPhoto, aWaitingPhoto } from '#tests/support/photos.ts';
import { EMPTY_RECIPE, requestOf } from './compose/recipe.ts';
import { deliverWaiting, submitRequest } from './deliver.ts';
import { generationsQuery } from './queries.ts';
import { waitingRequests } from './waiting.ts';

vi.mock('#src/outbox/queue.ts', async (actual) => ({ ...(await actual<object>()), listPendingPhotos: vi.fn<typeof listPendingPhotos>() }));

const me = '0199aa00-0000-7000-8000-000000000001';
const id = '0199aa00-0000-7000-8000-000000000b01';
const written = {
  id,
  body: requestOf({ ...EMPTY_RECIPE, prompt: 'A cat' }, aModel({}, { prompt: 'required' }), null),
  modelName: 'Illustrator',
};

const json = (status: number, body: object) =>
  Promise.resolve(
    new Response(JSON.stringify(body), {
      status,
      headers: { ...API_HEADERS, 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    }),
  );
const made = () => json(202, aGeneration());
const refused = (status: number, code: string) =>
  json(status, { type: 'about:blank', title: 'No', status, detail: 'No credits are left.', code, request_id: 'r1' });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const keysSent = () => fetched.mock.calls.map(([request]) => [request.headers.get('idempotency-key'), request.headers.get('x-account')]);
let client: QueryClient;

async function signInAs(account: string) {
  await session.signIn(aPerson({ id: account }));
}

beforeEach(async () => {
  vi.mocked(listPendingPhotos).mockResolvedValue([]);
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  client = new QueryClient();
  client.setQueryData(generationsQuery(null).queryKey, { pages: [{ items: [], next_cursor: null }], pageParams: [null] });
  await signInAs(me);
});
afterEach(() => {
  waitingRequests.remove(me, id);
  vi.unstubAllGlobals();
});

describe('a request', () => {
  it('is saved before it is sent, and removed once the server has it', async () => {
    fetched.mockImplementation(() => {
      expect(waitingRequests.read(me).map((each) => each.id)).toEqual([id]);
      return made();
    });
    await submitRequest(client, me, written);
    expect(waitingRequests.read(me)).toEqual([]);
    expect(client.getQueryData(generationsQuery(null).queryKey)?.pages[0]?.items).toHaveLength(1);
  });

  it('waits after a lost answer, and is sent again with the same id and account', async () => {
    fetched.mockImplementation(lost);
    await submitRequest(client, me, written);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: null }]);
    fetched.mockImplementation(made);
    await deliverWaiting(client, me);
    expect(new Set(keysSent().map(String))).toEqual(new Set([`${id},${me}`]));
    expect(waitingRequests.read(me)).toEqual([]);
  });

  it('is sent once by concurrent deliveries', async () => {
    let answer: (response: Response) => void = () => undefined;
    fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    waitingRequests.put(me, { ...written, writtenAt: 1, refusal: null });
    const sending = [deliverWaiting(client, me), deliverWaiting(client, me)];
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
    answer(await made());
    await Promise.all(sending);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is never sent by another account', async () => {
    waitingRequests.put(me, { ...written, writtenAt: 1, refusal: null });
    const other = '0199aa00-0000-7000-8000-000000000002';
    await signInAs(other);
    await deliverWaiting(client, me);
    await deliverWaiting(client, other);
    expect(fetched).not.toHaveBeenCalled();
    // Another tab signed in to another account, and this tab has not noticed yet.
    await signInAs(me);
    fetched.mockImplementation(() => refused(409, 'account_mismatch'));
    await deliverWaiting(client, me);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: null }]);
  });

  it('stays with the reason after a refusal, until the person retries it', async () => {
    fetched.mockImplementation(() => refused(402, 'credits_used_up'));
    await submitRequest(client, me, written);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: 'No credits are left.' }]);
    fetched.mockClear();
    await deliverWaiting(client, me);
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('a request that waited', () => {
  it('waits while the limit of concurrent requests is reached; a manual submit is refused instead', async () => {
    fetched.mockImplementation(() => refused(429, 'too_many_generations'));
    waitingRequests.put(me, { ...written, writtenAt: 1, refusal: null });
    expect(await deliverWaiting(client, me)).toBe(1);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: null }]);
    await submitRequest(client, me, written);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: 'No credits are left.' }]);
  });

  it('does not come back once discarded, regardless of the server’s answer', async () => {
    fetched.mockImplementation(() => {
      waitingRequests.remove(me, id);
      return refused(402, 'credits_used_up');
    });
    waitingRequests.put(me, { ...written, writtenAt: 1, refusal: null });
    await deliverWaiting(client, me);
    expect(waitingRequests.read(me)).toEqual([]);
  });
});

describe('a request with an event photo as its source', () => {
  const eventId = '0199aa00-0000-7000-8000-0000000000e1';
  const photo = aPhoto({ event_id: eventId });
  const source = { kind: 'photo' as const, id: photo.id, event_id: eventId };
  const asked = { ...written, body: { ...written.body, source } };
  const isAsking = (request: Request) => request.method === 'POST';

  it('is sent after its photo', async () => {
    vi.mocked(listPendingPhotos).mockResolvedValue([aWaitingPhoto({ id: photo.id, eventId })]);
    await submitRequest(client, me, asked);
    expect(await deliverWaiting(client, me)).toBe(1);
    expect(fetched).not.toHaveBeenCalled();
    vi.mocked(listPendingPhotos).mockResolvedValue([aWaitingPhoto({ eventId, id: '0199aa00-0000-7000-8000-0000000000f9' })]);
    fetched.mockImplementation(made);
    expect(await deliverWaiting(client, me)).toBe(0);
    expect(keysSent()).toEqual([[id, me]]);
    expect(waitingRequests.read(me)).toEqual([]);
  });

  it('waits while the photo is processing, and is refused if it does not exist', async () => {
    let state: 'processing' | 'unreadable' = 'processing';
    fetched.mockImplementation((request) => (isAsking(request) ? refused(409, 'source_unavailable') : json(200, { ...photo, state })));
    await submitRequest(client, me, asked);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: null }]);
    expect(await deliverWaiting(client, me)).toBe(1);
    state = 'unreadable';
    expect(await deliverWaiting(client, me)).toBe(0);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: 'No credits are left.' }]);
    expect(
      new Set(fetched.mock.calls.filter(([request]) => isAsking(request)).map(([request]) => request.headers.get('idempotency-key'))),
    ).toEqual(new Set([id]));
  });

  it('is retried if the photo became ready, and is refused if that fails too', async () => {
    let refusals = 1;
    fetched.mockImplementation((request) => {
      if (!isAsking(request)) return json(200, { ...photo, state: 'ready' });
      refusals -= 1;
      return refusals < 0 ? made() : refused(409, 'source_unavailable');
    });
    await submitRequest(client, me, asked);
    expect(waitingRequests.read(me)).toEqual([]);
    refusals = 9;
    await submitRequest(client, me, asked);
    expect(refusals).toBe(7);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: 'No credits are left.' }]);
  });

  it('waits if the state of the photo is unknown', async () => {
    fetched.mockImplementation((request) => (isAsking(request) ? refused(409, 'source_unavailable') : lost()));
    await submitRequest(client, me, asked);
    expect(await deliverWaiting(client, me)).toBe(1);
    expect(waitingRequests.read(me)).toMatchObject([{ id, refusal: null }]);
  });
});
