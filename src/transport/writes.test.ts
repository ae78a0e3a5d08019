import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, OutboxServer } from '#tests/support/outbox-server.ts';
import { api } from './client.ts';
import { waitForWrites } from './writes.ts';

let server: OutboxServer;
let uninstall: () => void;
/** Of each call, whether it outlives its page. */
let sent: [string, boolean][];
let answers: (() => void)[];
const id = '0199aa00-0000-7000-8000-0000000000e1';

beforeEach(() => {
  // Distinguishes a page from a worker.
  vi.stubGlobal('document', {});
  server = new OutboxServer();
  sent = [];
  answers = [];
  server.intercept = (request, route) => {
    sent.push([route.split(' ')[0]!, request.keepalive]);
    return new Promise((resolve) => answers.push(() => resolve(json(200, {}))));
  };
  uninstall = server.install();
});
afterEach(async () => {
  answers.forEach((answer) => answer());
  await waitForWrites(1000);
  uninstall();
  vi.unstubAllGlobals();
});

const rename = (name: string) => api.PUT('/api/v1/event/{id}', { params: { path: { id } }, body: { name } });
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('a call that changes something', () => {
  test('outlives its page; one that reads does not', async () => {
    void rename('Harbour');
    void api.DELETE('/api/v1/event/{id}', { params: { path: { id } } });
    void api.GET('/api/v1/event/{id}', { params: { path: { id } } });
    await turn();
    expect(sent).toEqual([
      ['PUT', true],
      ['DELETE', true],
      ['GET', false],
    ]);
  });

  test('is sent in the turn in which it was asked for', () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    void rename('Harbour');
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('is an ordinary one where the bodies under way would be more than a browser lets outlive their page', async () => {
    const large = 'x'.repeat(40_000);
    void rename(large);
    void rename(large);
    await turn();
    expect(sent).toEqual([
      ['PUT', true],
      ['PUT', false],
    ]);
    answers.forEach((answer) => answer());
    await waitForWrites(1000);
    void rename(large);
    await turn();
    expect(sent.at(-1)).toEqual(['PUT', true]);
  });

  test('of a worker is an ordinary one', async () => {
    vi.stubGlobal('document', undefined);
    Reflect.deleteProperty(globalThis, 'document');
    void rename('Harbour');
    await turn();
    expect(sent).toEqual([['PUT', false]]);
  });
});

describe('waiting for the changes under way', () => {
  test('ends with the last answer, and with that of what followed it', async () => {
    let done = false;
    void rename('one').then(() => rename('two'));
    await turn();
    void waitForWrites(5000).then(() => (done = true));
    answers[0]!();
    await turn();
    await turn();
    expect([sent.length, done]).toEqual([2, false]);
    answers[1]!();
    await expect.poll(() => done).toBe(true);
  });

  test('ends at once without writes, and after its limit without an answer', async () => {
    await waitForWrites(60_000);
    void rename('one');
    void api.GET('/api/v1/event/{id}', { params: { path: { id } } });
    await turn();
    await waitForWrites(30);
    expect(answers).toHaveLength(2);
  });
});
