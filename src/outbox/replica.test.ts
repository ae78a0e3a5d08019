import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeOpfs } from '#tests/support/fake-opfs.ts';
import { shot } from '#tests/support/outbox-phone.ts';
import { parseReplica, REPLICA_DIRECTORY, type ReplicaResponse, type ReplicaRequest } from './replica-file.ts';

let files: FakeOpfs;
/** Workers that were started. */
let started: number;
/** Workers up to this one answer nothing any more. */
let silent: number;
let fault: ((op: ReplicaRequest['op']) => Error) | null;

/** As the worker, without its care for room: that needs a disk (tests/chaos/full-disk.spec.ts). */
class KeeperWorker extends EventTarget {
  readonly #begun = new Map<number, ArrayBuffer>();
  readonly #number = ++started;
  #ended = false;

  postMessage(sent: ReplicaRequest, transfer: ArrayBuffer[]) {
    const request = structuredClone(sent, { transfer });
    queueMicrotask(() => {
      if (this.#ended || this.#number <= silent) return;
      const error = fault?.(request.op);
      const { id } = request;
      const name = `file-${this.#number}-${request.op === 'end' ? request.of : id}`;
      if (request.op === 'begin') this.#begun.set(id, request.bytes);
      if (request.op === 'end') files.put(REPLICA_DIRECTORY, name, new Blob([this.#begun.get(request.of)!, request.trailer]));
      const data: ReplicaResponse = error ? { id, error: { name: error.name, message: error.message } } : { id, name };
      this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  terminate() {
    this.#ended = true;
  }
}

/** A fresh page on the same phone. */
async function page() {
  vi.resetModules();
  const [enqueue, db, disk, check] = await Promise.all([
    import('./enqueue.ts'),
    import('./db.ts'),
    import('#src/lib/disk.ts'),
    import('./integrity-check.ts'),
  ]);
  close = db.closeOutbox;
  return { ...enqueue, ...db, ...disk, ...check };
}

let close: () => Promise<void>;

beforeEach(() => {
  files = new FakeOpfs();
  started = 0;
  silent = 0;
  fault = null;
  vi.stubGlobal('Worker', KeeperWorker);
  Object.defineProperty(navigator, 'storage', { value: files.storage, configurable: true });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'storage');
  await close();
  await new Promise((resolve) => (indexedDB.deleteDatabase('outbox').onsuccess = resolve));
});

async function copyOf(name: string | null | undefined) {
  const folder = await (await files.storage.getDirectory()).getDirectoryHandle(REPLICA_DIRECTORY);
  return parseReplica(await (await folder.getFileHandle(name!)).getFile());
}

test('an acknowledged photo has a replica, named in its record', async () => {
  const { enqueuePhoto } = await page();
  const record = await enqueuePhoto(shot('one'));
  const copy = await copyOf(record.copy);
  expect(copy?.facts).toMatchObject({ id: record.id, sha256: record.sha256, eventName: 'Harbour Lights' });
  expect(await copy?.blob.text()).toBe('one');
});

test('a worker that falls silent is replaced, and the photo waits for its copy', async () => {
  const { enqueuePhoto } = await page();
  await enqueuePhoto(shot('one'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  silent = 1;
  let kept = false;
  const keeping = enqueuePhoto(shot('two')).then((record) => {
    kept = true;
    return record;
  });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(kept).toBe(false);
  expect(started).toBe(1);
  // The transaction needs real time.
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kept).toBe(true);
  });
  expect(started).toBe(2);
  expect(await (await copyOf((await keeping).copy))?.blob.text()).toBe('two');
});

test('the bytes of an import are read once: the copy takes them, and a second try reads the picture again', async () => {
  const { enqueuePhoto } = await page();
  await enqueuePhoto(shot('one'));
  const imported = (text: string) => {
    const facts = shot(text);
    const bytes = new TextEncoder().encode(text).buffer;
    return { ...facts, file: { sha256: '2'.repeat(64), row: null, unlessSince: null, bytes } };
  };
  const two = imported('two');
  const reading = vi.spyOn(two.blob, 'arrayBuffer');
  expect(await (await copyOf((await enqueuePhoto(two)).copy))?.blob.text()).toBe('two');
  expect(reading).not.toHaveBeenCalled();
  expect(two.file.bytes.byteLength).toBe(0);

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  silent = started;
  let copy: string | null | undefined;
  void enqueuePhoto(imported('three')).then((record) => (copy = record.copy));
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(copy).toBeTruthy();
  });
  expect(await (await copyOf(copy))?.blob.text()).toBe('three');
});

test('if a worker that has worked cannot be restarted, the photo is refused instead of stored once silently', async () => {
  const { enqueuePhoto, StorageFailedError: StorageBrokenError } = await page();
  await enqueuePhoto(shot('one'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  silent = Infinity;
  const refused = expect(enqueuePhoto(shot('two'))).rejects.toBeInstanceOf(StorageBrokenError);
  for (let second = 0; second < 80; second += 1) await vi.advanceTimersByTimeAsync(1_000);
  await refused;
});

test('no room for the copy: the shot is refused as full, and the database is not written', async () => {
  const { enqueuePhoto, StorageFullError } = await page();
  await enqueuePhoto(shot('one'));
  fault = (op) => (op === 'begin' ? new DOMException('No space.', 'QuotaExceededError') : new Error('no reserve'));
  const add = vi.spyOn(IDBObjectStore.prototype, 'add');
  await expect(enqueuePhoto(shot('two'))).rejects.toBeInstanceOf(StorageFullError);
  expect(add).not.toHaveBeenCalled();
});

test('an engine without replicas uses the database alone; its queue gets replicas once supported', async () => {
  Object.defineProperty(navigator, 'storage', { value: {}, configurable: true });
  const before = await page();
  const old = await before.enqueuePhoto({ ...shot('one'), id: '0199aa00-0000-7000-8000-000000000001' });
  expect(old.copy).toBeNull();
  await before.closeOutbox();
  Object.defineProperty(navigator, 'storage', { value: files.storage, configurable: true });
  const { checkIntegrity: checkStore, withDb } = await page();
  await checkStore();
  const record = await withDb((db) => db.get('photos', old.id));
  expect(await (await copyOf(record?.copy))?.blob.text()).toBe('one');
  expect((await copyOf(record?.copy))?.facts).toMatchObject({ id: old.id, fileName: null });
});
