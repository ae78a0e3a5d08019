import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA, BEN, emptyPhone, EVENT, fakeLocalStorage, networkError, newPhone, shot, signIn } from '#tests/support/outbox-phone.ts';
import { json, OutboxServer, portalPage, problem } from '#tests/support/outbox-server.ts';
import { drain as drainOutbox } from './drain.ts';
import { enqueuePhoto } from './enqueue.ts';
import { deliverGeneration, discardGeneration, enqueueGeneration, importLegacyGenerations } from './generations.ts';
import { type OutboxMessage, subscribeOutbox } from './messages.ts';
import { discard, listPendingGenerations } from './queue-management.ts';
import { resetBackoffAndNotify } from './queue.ts';
import type { GenerationRecord } from './record.ts';

const GENERATIONS = 'POST /api/v1/generations';
const ID = '0199aa00-0000-7000-8000-000000000b01';

let server: OutboxServer;
let uninstall: () => void;
/** The answers to generation requests, in order; the last one repeats. */
let answers: ((request: Request) => Promise<Response> | Response)[];
let keys: (string | null)[][];

const made = (request: Request) => json(202, { id: request.headers.get('idempotency-key') });

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  answers = [made];
  keys = [];
  server.intercept = (request, route) => {
    if (route !== GENERATIONS) return undefined;
    keys.push([request.headers.get('idempotency-key'), request.headers.get('x-account')]);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer?.(request);
  };
  await newPhone();
});

afterEach(async () => {
  uninstall();
  vi.unstubAllGlobals();
  await emptyPhone();
});

const body = { model: 'builtin:illustrator', prompt: 'A cat', source: null, organization_id: null } as unknown as GenerationRecord['body'];
const request = (more: Partial<GenerationRecord> = {}) => ({ id: ID, account: ANA, body, modelName: 'Clip art', ...more });
const drain = () => drainOutbox({ deliverGeneration });
const pending = () => listPendingGenerations(ANA);
/** The next attempt without its backoff. */
const drainNow = async () => {
  await resetBackoffAndNotify(ANA);
  return drain();
};

describe('a generation request', () => {
  it('is stored before it is sent, and removed once the server has it', async () => {
    const heard: OutboxMessage[] = [];
    const unsubscribe = subscribeOutbox((message) => heard.push(message));
    let stored: GenerationRecord[] = [];
    answers = [
      async (sent) => {
        stored = await pending();
        return made(sent);
      },
    ];
    await enqueueGeneration(request(), true);
    expect(await drain()).toMatchObject({ left: 0, halted: null });
    unsubscribe();
    expect(stored).toMatchObject([{ id: ID, refusal: null }]);
    expect(await pending()).toEqual([]);
    expect(heard).toContainEqual({ type: 'generations-changed', account: ANA, stored: { id: ID } });
  });

  it('waits after a lost answer, and is sent again with the same id and account', async () => {
    answers = [networkError, made];
    await enqueueGeneration(request(), true);
    expect(await drain()).toMatchObject({ left: 1 });
    expect(await pending()).toMatchObject([{ id: ID, refusal: null }]);
    expect(await drainNow()).toMatchObject({ left: 0 });
    expect(new Set(keys.map(String))).toEqual(new Set([`${ID},${ANA}`]));
  });

  it('is not confused by the answer of a captive portal', async () => {
    answers = [() => portalPage(), () => json(202, { id: 'of another' }), made];
    await enqueueGeneration(request(), true);
    await drain();
    await drainNow();
    expect(await pending()).toMatchObject([{ id: ID, refusal: null }]);
    await drainNow();
    expect(await pending()).toEqual([]);
  });

  it('is sent once by concurrent drains', async () => {
    await enqueueGeneration(request(), true);
    await Promise.all([drain(), drain()]);
    expect(keys).toHaveLength(1);
  });

  it('is sent by its own account only', async () => {
    await enqueueGeneration(request(), true);
    await signIn(BEN);
    expect(await drain()).toMatchObject({ left: 0 });
    expect(keys).toEqual([]);
    // Another tab signed in to another account, and this device has not noticed yet.
    await signIn(ANA);
    answers = [() => problem(409, 'account_mismatch')];
    expect(await drain()).toMatchObject({ left: 1, halted: 'account' });
    expect(await pending()).toMatchObject([{ id: ID, refusal: null }]);
  });

  it('stays with the reason after a refusal, until the person retries it', async () => {
    answers = [() => problem(402, 'credits_used_up'), made];
    await enqueueGeneration(request({ writtenAt: 5 }), true);
    expect(await drain()).toMatchObject({ left: 0 });
    const [refused] = await pending();
    expect(refused).toMatchObject({ id: ID, writtenAt: 5, refusal: expect.stringMatching(/./) });
    await drainNow();
    expect(keys).toHaveLength(1);
    await enqueueGeneration(refused!, true);
    await drain();
    expect(await pending()).toEqual([]);
  });

  it('waits for its turn when a limit is reached; the first attempt of a watching person is refused instead', async () => {
    answers = [() => problem(429, 'too_many_generations')];
    await enqueueGeneration(request(), false);
    expect(await drain()).toMatchObject({ left: 1 });
    expect(await pending()).toMatchObject([{ id: ID, refusal: null }]);
    await enqueueGeneration(request(), true);
    expect(await drain()).toMatchObject({ left: 0 });
    expect(await pending()).toMatchObject([{ id: ID, refusal: expect.stringMatching(/./) }]);
  });

  it('is refused if the model’s daily limit is used up and the person is watching; else the attempts become rarer', async () => {
    answers = [() => problem(429, 'model_daily_limit')];
    await enqueueGeneration(request(), false);
    await drain();
    await drainNow();
    expect(await pending()).toMatchObject([{ refusal: null, attempts: 2 }]);
    await enqueueGeneration(request(), true);
    expect(await drain()).toMatchObject({ left: 0 });
    expect(await pending()).toMatchObject([{ refusal: expect.stringMatching(/./) }]);
  });

  it('waits for its turn when it was delayed by maintenance, because nobody is watching any more', async () => {
    answers = [() => problem(503, 'maintenance'), () => problem(429, 'too_many_generations', { 'retry-after': '10' })];
    await enqueueGeneration(request(), true);
    expect(await drain()).toMatchObject({ left: 1, halted: 'maintenance' });
    expect(await drain()).toMatchObject({ left: 1 });
    expect(await pending()).toMatchObject([{ refusal: null, attempts: 0 }]);
  });

  it('does not come back once discarded, whatever the server answers', async () => {
    answers = [
      async () => {
        await discardGeneration(ANA, ID);
        return problem(402, 'credits_used_up');
      },
    ];
    await enqueueGeneration(request(), true);
    await drain();
    expect(await pending()).toEqual([]);
  });

  it('follows the order of its creation', async () => {
    const ids = [2, 3, 1].map((number) => `0199aa00-0000-7000-8000-000000000b0${number}`);
    for (const id of ids) await enqueueGeneration(request({ id }), true);
    await drain();
    expect(keys.map(([id]) => id)).toEqual(ids);
  });
});

describe('a request with an event photo as its source', () => {
  const ofPhoto = (id: string) => request({ body: { ...body, source: { kind: 'photo', id, event_id: EVENT } } });
  const unavailable = () => problem(409, 'source_unavailable');
  let state: string;

  beforeEach(() => {
    const { intercept } = server;
    state = 'processing';
    server.intercept = (sent, route) =>
      route === `GET /api/v1/event/${EVENT}/photos/p1` ? json(200, { id: 'p1', state }) : intercept(sent, route);
  });

  it('is sent after its photo, in the same run', async () => {
    const { id } = await enqueuePhoto(shot('one'));
    await enqueueGeneration(ofPhoto(id), true);
    expect(await drain()).toMatchObject({ left: 0 });
    const commit = server.log.indexOf(`POST /api/v1/event/${EVENT}/photos`);
    expect(commit).toBeGreaterThan(-1);
    expect(server.log.indexOf(GENERATIONS)).toBeGreaterThan(commit);
  });

  it('waits for its turn when it had to wait for its photo', async () => {
    answers = [() => problem(429, 'too_many_generations')];
    const { id } = await enqueuePhoto(shot('one'));
    await enqueueGeneration(ofPhoto(id), true);
    expect(await drain()).toMatchObject({ left: 1 });
    expect(await pending()).toMatchObject([{ refusal: null }]);
  });

  it('is tried at once when its photo is discarded', async () => {
    const { id } = await enqueuePhoto(shot('one'));
    await enqueueGeneration(ofPhoto(id), true);
    const heard: string[] = [];
    const unsubscribe = subscribeOutbox(({ type }) => heard.push(type));
    await discard(id);
    unsubscribe();
    expect(heard).toContain('queued');
  });

  it('waits while its photo can not be uploaded', async () => {
    const { id } = await enqueuePhoto(shot('one'));
    const { intercept } = server;
    server.intercept = (sent, route) => (route.startsWith('POST /api/v1/uploads') ? problem(403, 'forbidden') : intercept(sent, route));
    await enqueueGeneration(ofPhoto(id), true);
    expect(await drain()).toMatchObject({ left: 0 });
    expect(keys).toEqual([]);
    expect(await pending()).toMatchObject([{ refusal: null }]);
  });

  it('waits while the photo is processing, and is refused if it can not be decoded', async () => {
    answers = [unavailable];
    await enqueueGeneration(ofPhoto('p1'), true);
    expect(await drain()).toMatchObject({ left: 1 });
    expect(await pending()).toMatchObject([{ refusal: null, attempts: 0 }]);
    state = 'unreadable';
    expect(await drainNow()).toMatchObject({ left: 0 });
    expect(await pending()).toMatchObject([{ refusal: expect.stringMatching(/./) }]);
  });

  it('is retried if the photo became ready, and is refused if that fails too', async () => {
    state = 'ready';
    answers = [unavailable, made];
    await enqueueGeneration(ofPhoto('p1'), true);
    await drain();
    expect(await pending()).toEqual([]);
    answers = [unavailable];
    keys = [];
    await enqueueGeneration(ofPhoto('p1'), true);
    await drain();
    expect(keys).toHaveLength(2);
    expect(await pending()).toMatchObject([{ refusal: expect.stringMatching(/./) }]);
  });

  it('waits if the state of the photo is unknown, and is refused if the photo does not exist', async () => {
    answers = [unavailable];
    const { intercept } = server;
    server.intercept = (sent, route) => (route.endsWith('/photos/p1') ? networkError() : intercept(sent, route));
    await enqueueGeneration(ofPhoto('p1'), true);
    expect(await drain()).toMatchObject({ left: 1 });
    expect(await pending()).toMatchObject([{ refusal: null }]);
    server.intercept = intercept;
    await enqueueGeneration(ofPhoto('p2'), true);
    await drainNow();
    expect(await pending()).toMatchObject([{ refusal: expect.stringMatching(/./) }]);
  });
});

it('requests of earlier releases move from localStorage to the outbox, in order, and a refused one is not sent by itself', async () => {
  const old = (number: number, more: object = {}) => {
    const id = `0199aa00-0000-7000-8000-000000000b0${number}`;
    const saved = { id, body, modelName: 'Clip art', writtenAt: number, refusal: null, ...more };
    return [`waiting-generation:${ANA}:${id}`, JSON.stringify(saved)] as const;
  };
  const notes = new Map([
    old(3),
    old(1),
    old(2, { refusal: 'No credits are left.' }),
    old(4, { body: null }),
    [`waiting-generation:${ANA}:broken`, '{'],
    ['other', 'stays'],
  ]);
  vi.stubGlobal('localStorage', fakeLocalStorage(notes));
  await importLegacyGenerations();
  expect(await pending()).toMatchObject([
    { account: ANA, body, writtenAt: 1, refusal: null },
    { writtenAt: 2, refusal: 'No credits are left.' },
    { writtenAt: 3, refusal: null },
  ]);
  expect([...notes.keys()]).toEqual(['other']);
  expect(await drain()).toMatchObject({ left: 0 });
  expect(keys).toHaveLength(2);
});
