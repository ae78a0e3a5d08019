// A phone for unit tests of the outbox: who is signed in on it, what is shot, and time that passes as fast as the test likes.
import './outbox-server.ts';
import { setImmediate as tick } from 'node:timers/promises';
import { vi } from 'vitest';
import { closeOutbox } from '#src/outbox/db.ts';
import { drain } from '#src/outbox/drain.ts';
import { deliverGeneration } from '#src/outbox/generations.ts';
import { askAhead } from '#src/outbox/known-files.ts';
import { deliverLike } from '#src/outbox/like-delivery.ts';
import { publish } from '#src/outbox/messages.ts';
import type { NewShot } from '#src/outbox/record.ts';
import { writeSessionValue } from '#src/transport/session-db.ts';
import { buildUser } from '#tests/support/factories/api.ts';

export const ANA = '0199aa00-0000-7000-8000-00000000000a';
export const BEN = '0199aa00-0000-7000-8000-00000000000b';
export const EVENT = '0199aa00-0000-7000-8000-0000000000e1';

export async function newPhone(): Promise<void> {
  publish({ type: 'line-back' }); // what one story's line did is not another's
  await signIn(ANA);
}

export async function emptyPhone(): Promise<void> {
  await closeOutbox();
  await new Promise((resolve) => (indexedDB.deleteDatabase('outbox').onsuccess = resolve));
  await writeSessionValue('pendingLogout', undefined);
}

export async function signIn(account: string): Promise<void> {
  await writeSessionValue('snapshot', {
    user: buildUser({ id: account, email: `${account.slice(-1)}@x.test` }),
    selectedOrganizationId: null,
    expired: false,
  });
}

export const shot = (text: string, more: Partial<NewShot> = {}): NewShot => ({
  account: ANA,
  accountEmail: 'a@x.test',
  eventId: EVENT,
  eventName: 'Harbour Lights',
  blob: new Blob([text], { type: 'image/jpeg' }),
  contentType: 'image/jpeg',
  takenAt: Date.now(),
  tzOffset: 60,
  orientation: 0,
  source: 'camera',
  fileName: null,
  thumb: null,
  ...more,
});

/** A photo of so many bytes, unlike any other. */
export function shotOfSize(bytes: number): NewShot {
  const data = new Uint8Array(bytes);
  crypto.getRandomValues(data.subarray(0, 64));
  return shot('', { blob: new Blob([data]) });
}

/** The line is cut before anything is heard. */
export const networkError = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

/** Nothing ever comes back. */
export const neverAnswers = ({ signal }: Request): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Answers after so long. */
export const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

/** How far the steady clock has come: it never goes back, from one story to the next either. */
let reached = 0;

/** Time stands still from here on, but for `elapse`. Storage and hashing go on. */
export function installFakeClock(): void {
  reached = Math.max(reached, performance.now());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  vi.advanceTimersByTime(reached);
  vi.spyOn(globalThis, 'setImmediate');
  vi.spyOn(SubtleCrypto.prototype, 'digest').mockImplementation(async function hash(this: SubtleCrypto, ...given) {
    hashing += 1;
    return digest.apply(this, given).finally(() => (hashing -= 1));
  });
}

export function removeFakeClock(): void {
  reached = Math.max(reached, performance.now());
  vi.useRealTimers();
}

const STEP_MS = 250;

const { digest } = SubtleCrypto.prototype;

/** What other threads hash: on a busy machine they take longer than storage does. */
let hashing = 0;

/** Until storage, which works by setImmediate, and hashing have nothing to do any more. */
async function settle(): Promise<void> {
  const { calls } = vi.mocked(setImmediate).mock;
  for (let idle = 0; idle < 8; idle += 1) {
    const before = calls.length;
    await tick();
    if (calls.length > before || hashing > 0) idle = 0;
  }
  calls.length = 0;
}

/** So much time passes, and all that falls due in it is done. */
export async function advanceClock(ms: number, until: () => boolean = () => false): Promise<void> {
  for (let left = ms; left > 0 && !until(); left -= STEP_MS) {
    vi.advanceTimersByTime(Math.min(left, STEP_MS));
    await settle();
  }
}

/** What an open page does all the time. Returns the end of it. */
export function openPage(options: Pick<NonNullable<Parameters<typeof drain>[0]>, 'sendProof'> = {}): () => Promise<void> {
  const page = new AbortController();
  let wake = () => {};
  let closed = false;
  const life = async () => {
    while (!page.signal.aborted) {
      const { nextIn } = await drain({
        ...options,
        signal: page.signal,
        deliverLike,
        deliverGeneration,
        askAhead,
      });
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, Math.min(30_000, Math.max(250, nextIn ?? 1000)));
      });
    }
    closed = true;
  };
  const living = life();
  return async () => {
    page.abort();
    wake();
    await advanceClock(60_000, () => closed);
    await living;
  };
}

/** `localStorage` over `notes`, as far as the outbox uses it. Each is a page of its own. */
export const fakeLocalStorage = (notes: Map<string, string>) => ({
  get length() {
    return notes.size;
  },
  key: (index: number) => [...notes.keys()][index] ?? null,
  getItem: (key: string) => notes.get(key) ?? null,
  setItem: (key: string, value: string) => void notes.set(key, value),
  removeItem: (key: string) => void notes.delete(key),
});
