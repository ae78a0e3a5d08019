// Saves the current booth visitor in IndexedDB, so that a reload, a crash or an empty battery doesn't lose their step, even offline.
// Entries are deleted when the visit ends, and after one day at the latest: the server deletes uploaded sources after a day too.
import type { DBSchema, IDBPDatabase } from 'idb';
import { useEffect, useMemo, useState } from 'react';
import { withDiskGuard } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';
import { storeBlob, type StoredBytes, toBlob } from '#src/outbox/db.ts';
import type { BoothChoice, BoothStep } from './booth-step.ts';

export interface SavedVisitor {
  photo: Blob;
  /** Upload id of the photo. */
  sourceId: string | null;
  choice: BoothChoice | null;
}

type Progress = Pick<SavedVisitor, 'sourceId' | 'choice'>;

interface Schema extends DBSchema {
  photos: { key: string; value: StoredBytes & { keptAt: number } };
  progress: { key: string; value: Progress };
}

const MAX_AGE_MS = 24 * 3600 * 1000;
const INITIAL_PROGRESS: Progress = { sourceId: null, choice: null };

/** Serializes access, so that an earlier write can't restore a finished visit. */
let last: Promise<unknown> = Promise.resolve();

function withStore<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, needs?: 'much'): Promise<T> {
  const done = last.then(() =>
    withDiskGuard(async () => {
      const db = await openDatabase<Schema>('photo-booth', 1, {
        upgrade(opened) {
          opened.createObjectStore('photos', { keyPath: 'id' });
          opened.createObjectStore('progress');
        },
      });
      try {
        return await work(db);
      } finally {
        db.close();
      }
    }, needs),
  );
  last = done.catch(() => undefined); // the caller handles the error
  return done;
}

/** One visitor per booth: the key is account and event. */
export function visitorStore(booth: { account: string; event: string }) {
  const id = `${booth.account} ${booth.event}`;
  return {
    read: (): Promise<SavedVisitor | null> =>
      withStore(async (db) => {
        const tx = db.transaction(['photos', 'progress'], 'readwrite');
        let found: SavedVisitor | null = null;
        for (const stored of await tx.objectStore('photos').getAll()) {
          if (Date.now() - stored.keptAt > MAX_AGE_MS) {
            await tx.objectStore('photos').delete(stored.id);
            await tx.objectStore('progress').delete(stored.id);
          } else if (stored.id === id) {
            found = { photo: toBlob(stored), ...INITIAL_PROGRESS, ...(await tx.objectStore('progress').get(id)) };
          }
        }
        await tx.done;
        return found;
      }),

    /** Saves a new photo and replaces the previous visitor. */
    begin: (photo: Blob): Promise<void> =>
      withStore(
        (db) =>
          storeBlob(photo, async (data) => {
            const tx = db.transaction(['photos', 'progress'], 'readwrite');
            const written = [
              tx.objectStore('photos').put({ id, type: photo.type, data, keptAt: Date.now() }),
              tx.objectStore('progress').put(INITIAL_PROGRESS, id),
            ];
            await Promise.all([...written, tx.done]);
          }),
        'much',
      ),

    update: (change: Partial<Progress>): Promise<void> =>
      withStore(async (db) => {
        const tx = db.transaction('progress', 'readwrite');
        const before = await tx.store.get(id);
        if (before) await tx.store.put({ ...before, ...change }, id);
        await tx.done;
      }),

    end: (): Promise<void> =>
      withStore(async (db) => {
        const tx = db.transaction(['photos', 'progress'], 'readwrite');
        await Promise.all([tx.objectStore('photos').delete(id), tx.objectStore('progress').delete(id), tx.done]);
      }),
  };
}

/** Reads the saved visitor. Undefined while loading; null if there is none or it can't be read. */
export function useSavedVisitor(account: string, event: string): SavedVisitor | null | undefined {
  const [found, setFound] = useState<SavedVisitor | null>();
  useEffect(() => {
    let gone = false;
    const show = (visitor: SavedVisitor | null) => !gone && setFound(visitor);
    visitorStore({ account, event })
      .read()
      .then(show, (error: unknown) => {
        console.warn('The saved visitor could not be read', error);
        show(null);
      });
    return () => {
      gone = true;
    };
  }, [account, event]);
  return found;
}

interface SaveStepState {
  /** The photo is saved on this device and survives a reload. */
  isSaved: boolean;
  saveSource: (sourceId: string) => Promise<void>;
}

/** Saves the visitor's step. If the device can't save it, logs a warning and continues. */
export function useSaveStep(account: string, event: string, step: BoothStep, first: SavedVisitor | null): SaveStepState {
  const store = useMemo(() => visitorStore({ account, event }), [account, event]);
  const [savedBlob, setSavedBlob] = useState<Blob | null>(first?.photo ?? null);
  const blob = step.at === 'looks' || step.at === 'making' ? step.photo.blob : null;
  const choice = step.at === 'making' ? step : null;
  const firstPhoto = first?.photo;
  useEffect(() => {
    if (blob === firstPhoto) return;
    const write = blob ? store.begin(blob).then(() => setSavedBlob(blob)) : store.end();
    write.catch((error: unknown) => console.warn('The photo could not be saved', error));
  }, [store, blob, firstPhoto]);
  useEffect(() => {
    if (!blob) return;
    store
      .update({ choice: choice && { look: choice.look, requestId: choice.requestId } })
      .catch((error: unknown) => console.warn('The chosen style could not be saved', error));
  }, [store, blob, choice]);
  const saveSource = useMemo(
    () => (sourceId: string) =>
      store
        .update({ sourceId })
        .catch((error: unknown) => console.warn('The upload id could not be saved: a reload uploads the photo again', error)),
    [store],
  );
  return { isSaved: blob !== null && savedBlob === blob, saveSource };
}
