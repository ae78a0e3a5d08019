import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from './open-database.ts';
import { UserFacingError } from './user-facing-error.ts';

const unheard = vi.fn();
beforeEach(() => void process.on('unhandledRejection', unheard));
afterEach(() => void process.off('unhandledRejection', unheard));

test('an aborted read rejects only for its caller, without an unhandled rejection', async () => {
  const db = await openDatabase<{ things: { key: string; value: string } }>('things', 1, {
    upgrade: (made) => void made.createObjectStore('things'),
  });
  const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(function (this: IDBObjectStore, key) {
    const request = this.get(key);
    this.transaction.abort();
    return request;
  });
  await expect(db.get('things', 'one')).rejects.toMatchObject({ name: 'AbortError' });
  expect(broken).toHaveBeenCalled();
  // A later read ends after the broken one has.
  expect(await db.get('things', 'one')).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve));
  expect(unheard).not.toHaveBeenCalled();
  db.close();
});

test.each([
  ['has no database', () => vi.stubGlobal('indexedDB', undefined)],
  [
    'allows no site data',
    () =>
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError');
      }),
  ],
])('a browser that %s gets a helpful message instead of an error of the app', async (_what, refuse) => {
  refuse();
  const opening = openDatabase('things', 1, {});
  await expect(opening).rejects.toBeInstanceOf(UserFacingError);
  await expect(opening).rejects.toThrow(/Allow cookies and site data/);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
