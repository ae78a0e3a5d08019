// One account's capturing in one event: shutter, imports and the last picture. It outlives the screen, so that leaving for the gallery neither
// breaks an import off nor loses a shot that the storage refused.
import { beginBusy } from '#src/lib/busy.ts';
import { enqueuePhoto, setThumb } from '#src/outbox/enqueue.ts';
import { listPhotos, readBlob, readThumb, requestPersistence } from '#src/outbox/queue.ts';
import type { ImportProgress } from './import.ts';
import { NoPictureError, type StillTaker } from './shoot.ts';
import { createShutter, type Shot, type Shutter } from './shutter.ts';
import { makeThumbnail } from './thumbnail.ts';
import { haptic } from './wake-lock.ts';
import type { QuarterTurn } from './orientation.ts';

export interface CaptureTarget {
  account: string;
  accountEmail: string;
  eventId: string;
  eventName: string;
}

/** The camera as it is now, as far as taking a picture needs it. */
export interface Lens {
  taker: StillTaker;
  turn(): QuarterTurn;
}

export interface CaptureFacts {
  /** Object URL of the last shot's thumbnail. */
  lastThumb: string | null;
  /** Grows by one with each picture that is being taken: the flash over the viewfinder. */
  flashes: number;
  /** Why the last press gave no picture, until the next one does. */
  missed: string | null;
  importing: (ImportProgress & { running: boolean }) | null;
}

export interface CaptureSession {
  readonly shutter: Shutter;
  getFacts(): CaptureFacts;
  subscribe(listener: () => void): () => void;
  setLens(lens: Lens | null): void;
  importFiles(files: readonly File[]): void;
  cancelImport(): void;
  dismissImport(): void;
}

/** How long a flawless import stands on the screen. */
const doneMs = 5_000;

const sessions = new Map<string, CaptureSession>();

/** The session of this account in this event; always the same one. */
export function captureSession(target: CaptureTarget): CaptureSession {
  const key = `${target.account} ${target.eventId}`;
  const existing = sessions.get(key);
  if (existing) return existing;
  const made = createCaptureSession(target);
  sessions.set(key, made);
  return made;
}

function createCaptureSession(target: CaptureTarget): CaptureSession {
  let facts: CaptureFacts = { lastThumb: null, flashes: 0, missed: null, importing: null };
  let lens: Lens | null = null;
  let control = new AbortController();
  let imports: Promise<void> = Promise.resolve();
  let persistenceAsked = false;
  const listeners = new Set<() => void>();
  const set = (part: Partial<CaptureFacts>) => {
    facts = { ...facts, ...part };
    for (const listener of listeners) listener();
  };

  async function keep(shot: Shot, source: 'camera' | 'import', fileName: string | null) {
    const { id, blob, contentType, takenAt, tzOffset, orientation } = shot;
    await enqueuePhoto({ ...target, id, blob, contentType, takenAt, tzOffset, orientation, source, fileName, thumb: null });
    if (persistenceAsked) return;
    persistenceAsked = true;
    void requestPersistence();
  }

  async function thumb(shot: Shot) {
    const made = await makeThumbnail(shot.blob, shot.orientation);
    if (!made) return;
    showLast(made);
    try {
      await setThumb(shot.id, made);
    } catch (error) {
      // The shot itself is safe: what is missing is its small picture in the queue.
      console.warn('A thumbnail could not be kept.', error);
    }
  }

  function showLast(picture: Blob) {
    if (facts.lastThumb) URL.revokeObjectURL(facts.lastThumb);
    set({ lastThumb: URL.createObjectURL(picture) });
  }

  async function readLast() {
    const last = (await listPhotos(target.account, target.eventId)).at(-1);
    const picture = last && (await readThumb(last.id));
    if (picture && !facts.lastThumb) showLast(picture);
  }

  const shutter = createShutter({
    async take(turn, quick) {
      if (!lens) throw new NoPictureError('The camera is not ready yet.');
      return lens.taker.take(turn, quick);
    },
    turn: () => lens?.turn() ?? 0,
    keep: (shot) => keep(shot, 'camera', null),
    isKept: async (id) => (await readBlob(id)) !== null,
    after: thumb,
    onTaken: () => set({ flashes: facts.flashes + 1, missed: null }),
    onSaved: () => haptic('shot'),
    onMissed(error) {
      haptic('missed');
      set({ missed: error instanceof NoPictureError ? error.message : 'The camera gave no picture.' });
    },
  });
  holdOffUpdates(shutter);
  // What was taken before this page was opened shows as well; without it the place is simply empty.
  readLast().catch((error: unknown) => console.warn('The last shot could not be shown.', error));

  async function runImport(files: readonly File[], signal: AbortSignal) {
    const endBusy = beginBusy('shutter');
    set({ importing: { total: files.length, done: 0, saved: 0, refused: [], running: true } });
    try {
      const { importFiles } = await import('./import.ts');
      const result = await importFiles(files, {
        keep: (shot, fileName) => keep(shot, 'import', fileName),
        after: thumb,
        onProgress: (progress) => set({ importing: { ...progress, running: true } }),
        signal,
      });
      const importing = { ...result, running: false };
      set({ importing });
      // Nothing left to read or do: it makes way for the picture by itself.
      if (result.saved === result.total) setTimeout(() => facts.importing === importing && set({ importing: null }), doneMs);
    } finally {
      endBusy();
    }
  }

  return {
    shutter,
    getFacts: () => facts,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setLens(next) {
      lens = next;
    },
    importFiles(files) {
      if (files.length === 0) return;
      const { signal } = control;
      // One that broke off must not keep the next from being taken in.
      imports = imports
        .then(() => runImport(files, signal))
        .catch((error: unknown) => {
          console.error('An import broke off', error);
          set({ importing: facts.importing && { ...facts.importing, running: false } });
        });
    },
    cancelImport() {
      control.abort();
      control = new AbortController();
    },
    dismissImport: () => set({ importing: null }),
  };
}

/** While a shot is in hand no update may take over, and closing the page asks first. */
function holdOffUpdates(shutter: Shutter) {
  let endBusy: (() => void) | null = null;
  let refusedBefore = false;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  shutter.subscribe(() => {
    const { inHand, bursting, refused } = shutter.getState();
    const busy = inHand > 0 || bursting || refused !== null;
    if (busy && !endBusy) {
      endBusy = beginBusy('shutter');
      window.addEventListener('beforeunload', warn);
    } else if (!busy && endBusy) {
      endBusy();
      endBusy = null;
      window.removeEventListener('beforeunload', warn);
    }
    if (refused && !refusedBefore) haptic('refused');
    refusedBefore = refused !== null;
  });
}
