// The visitor of a photo booth, on this device: a reload, a crash or an empty battery goes on where they stood, also without a connection. It is
// here from the photo until the picture was sent or given up, and for a day at most, which is as long as the server keeps what it was sent.
import type { DBSchema, IDBPDatabase } from 'idb';
import { useEffect, useMemo, useState } from 'react';
import { withDiskGuard } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';
import { storeBlob, toBlob } from '#src/outbox/bytes.ts';
import type { StoredBytes } from '#src/outbox/db.ts';
import type { BoothChoice, BoothStep } from './booth-step.ts';

export interface SavedVisitor {
  photo: Blob;
  /** The photo at the server. */
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

/** One after the other: what is over is not brought back by a writing that began before. */
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
  last = done.catch(() => undefined); // told to whoever asked
  return done;
}

/** @param stand whose booth at which event: one visitor stands there at a time */
export function visitorStore(stand: { account: string; event: string }) {
  const id = `${stand.account} ${stand.event}`;
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

    /** A photo was taken: whoever stood here before is forgotten. */
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

/** Who stood here when the page was closed. Undefined: still being read; null: nobody, or what is kept cannot be read. */
export function useSavedVisitor(account: string, event: string): SavedVisitor | null | undefined {
  const [found, setFound] = useState<SavedVisitor | null>();
  useEffect(() => {
    let gone = false;
    const show = (visitor: SavedVisitor | null) => !gone && setFound(visitor);
    visitorStore({ account, event })
      .read()
      .then(show, (error: unknown) => {
        console.warn('The photo of the last visitor could not be read', error);
        show(null);
      });
    return () => {
      gone = true;
    };
  }, [account, event]);
  return found;
}

interface SaveStepState {
  /** The photo is on this device, and outlives the page. */
  isSaved: boolean;
  saveSource: (sourceId: string) => Promise<void>;
}

/** Writes down where the visitor stands. A device that keeps nothing is said to; the booth goes on. */
export function useSaveStep(account: string, event: string, step: BoothStep, first: SavedVisitor | null): SaveStepState {
  const kept = useMemo(() => visitorStore({ account, event }), [account, event]);
  const [held, setHeld] = useState<Blob | null>(first?.photo ?? null);
  const blob = step.at === 'looks' || step.at === 'making' ? step.photo.blob : null;
  const choice = step.at === 'making' ? step : null;
  const firstPhoto = first?.photo;
  useEffect(() => {
    if (blob === firstPhoto) return;
    const write = blob ? kept.begin(blob).then(() => setHeld(blob)) : kept.end();
    write.catch((error: unknown) => console.warn('The photo is on this page only', error));
  }, [kept, blob, firstPhoto]);
  useEffect(() => {
    if (!blob) return;
    kept
      .update({ choice: choice && { look: choice.look, requestId: choice.requestId } })
      .catch((error: unknown) => console.warn('What was chosen is on this page only', error));
  }, [kept, blob, choice]);
  const keepSource = useMemo(
    () => (sourceId: string) =>
      kept.update({ sourceId }).catch((error: unknown) => console.warn('A reload would send the photo again', error)),
    [kept],
  );
  return { isSaved: blob !== null && held === blob, saveSource: keepSource };
}
