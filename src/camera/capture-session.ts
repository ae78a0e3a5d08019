// Capturing of one account in one event: shutter, imports, last photo. It outlives the screen, so that visiting the gallery neither
// interrupts an import nor loses a shot that could not be stored.
import { beginBusy } from '#src/lib/busy.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { diskState, retryDisk, subscribeDisk, type DiskState } from '#src/lib/disk.ts';
import { NewerDatabaseError } from '#src/outbox/db.ts';
import { enqueuePhoto, storeThumb, StorageFullError } from '#src/outbox/enqueue.ts';
import { hasImports, findLastPhoto, readBlob, readThumb, requestPersistence } from '#src/outbox/queue.ts';
import type { CaptureTarget, NewShot } from '#src/outbox/record.ts';
import { allocateReserve } from '#src/outbox/replica.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { toast } from '#src/ui/toast.ts';
import type { ImportProgress, ImportQueue } from './import-queue.ts';
import { haptic } from './media.ts';
import type { QuarterTurn } from './orientation.ts';
import { CaptureError, type StillTaker } from './shoot.ts';
import { createShutter, type Shot, type Shutter } from './shutter.ts';
import { makeThumbnail } from './thumbnail.ts';

/** What taking a picture needs of the current camera. */
export interface Lens {
  taker: StillTaker;
  turn(): QuarterTurn;
}

export interface CaptureStatus {
  /** The last photo, also from before this page was opened. `thumb`: URL of its thumbnail; null if it cannot be drawn. */
  last: { id: string; thumb: string | null } | null;
  /** Incremented with each shot; triggers the flash effect. */
  flashes: number;
  /** Why the last press failed, until the next photo is taken. */
  error: string | null;
  importing: ImportProgress | null;
}

export interface CaptureSession {
  readonly shutter: Shutter;
  getStatus(): CaptureStatus;
  subscribe(listener: () => void): () => void;
  setLens(lens: Lens | null): void;
  /** @param taken with this device's own camera app, just now */
  importFiles(files: readonly File[], taken?: boolean): void;
  /** Loads the imports. */
  openImports(): Promise<ImportQueue>;
  /** Actions on the import in `importing`; null without one. */
  imports(): ImportQueue | null;
}

const sessions = new Map<string, { target: CaptureTarget; session: CaptureSession }>();

/** Returns the same session for the same account and event. Details of the event may be updated. */
export function captureSession(now: CaptureTarget): CaptureSession {
  const key = `${now.account} ${now.eventId}`;
  const existing = sessions.get(key);
  if (existing) {
    Object.assign(existing.target, now);
    return existing.session;
  }
  const target = { ...now };
  const session = createCaptureSession(target);
  sessions.set(key, { target, session });
  return session;
}

function createCaptureSession(target: CaptureTarget): CaptureSession {
  let facts: CaptureStatus = { last: null, flashes: 0, error: null, importing: null };
  let lens: Lens | null = null;
  let imports: ImportQueue | null = null;
  let persistenceAsked = false;
  const listeners = new Set<() => void>();
  const set = (part: Partial<CaptureStatus>) => {
    facts = { ...facts, ...part };
    for (const listener of listeners) listener();
  };

  async function keep(shot: Shot, origin: Pick<NewShot, 'source' | 'fileName' | 'file'>) {
    const { id, blob, contentType, takenAt, moment, tzOffset, orientation } = shot;
    await enqueuePhoto({ ...target, id, blob, contentType, takenAt, moment, tzOffset, orientation, thumb: null, ...origin });
    if (persistenceAsked) return;
    persistenceAsked = true;
    void requestPersistence();
  }

  async function thumb(shot: Pick<Shot, 'id' | 'blob' | 'orientation'>) {
    try {
      const made = await makeThumbnail(shot.blob, shot.orientation);
      // A later photo may be shown by now.
      if ((facts.last?.id ?? '') <= shot.id) showLast(shot.id, made && URL.createObjectURL(made));
      if (!made) return;
      await storeThumb(shot.id, made);
    } catch (error) {
      // The shot itself is safe; only its thumbnail in the queue is missing.
      console.warn('A thumbnail was not stored', error);
    }
  }

  function showLast(id: string, thumb: string | null) {
    // No effect on URLs of the server.
    if (facts.last?.thumb) URL.revokeObjectURL(facts.last.thumb);
    set({ last: { id, thumb } });
  }

  async function readLast() {
    const last = await findLastPhoto(target.account, target.eventId);
    if (!last) return;
    const picture = last.isStored ? null : await readThumb(last.id);
    const atServer = apiUrl(`/api/v1/event/${target.eventId}/photos/${last.id}/thumb`);
    if (!facts.last) showLast(last.id, picture ? URL.createObjectURL(picture) : last.isStored ? atServer : null);
  }

  const shutter = createShutter({
    async take(turn, quick) {
      if (!lens) throw new CaptureError('The camera isn’t ready yet.');
      return lens.taker.take(turn, quick);
    },
    turn: () => lens?.turn() ?? 0,
    async store(shot) {
      await keep(shot, { source: 'camera', fileName: null });
      // The previous thumbnail stays until the new one is ready; pressed in the meantime, it opens the new shot.
      set({ last: { thumb: null, ...facts.last, id: shot.id } });
    },
    isStored: async (id) => (await readBlob(id)) !== null,
    async checkDisk() {
      await retryDisk();
      if (diskState() !== 'fine') throw new StorageFullError(`This ${deviceLabel} is out of space.`);
    },
    after: thumb,
    onTaken: () => set({ flashes: facts.flashes + 1, error: null }),
    onSaved: () => haptic('shot'),
    onMissed(error) {
      haptic('missed');
      set({ error: error instanceof CaptureError ? error.message : 'The camera didn’t return a photo.' });
    },
  });
  blockUpdatesWhileBusy(shutter);
  closeOnFullDisk(shutter);
  // Photos from before this page was opened are shown as well; without them the place stays empty.
  readLast().catch((error: unknown) => {
    if (error instanceof NewerDatabaseError) shutter.close('newer');
    else console.warn('The last shot could not be shown', error);
  });

  /** Thumbnails of imports, one at a time after the import; photos delivered earlier need none. */
  let thumbs: Promise<void> = Promise.resolve();
  const thumbLater = ({ id, orientation }: Shot) => {
    thumbs = thumbs
      .then(async () => {
        const blob = await readBlob(id);
        if (blob) await thumb({ id, blob, orientation });
      })
      .catch((error: unknown) => console.warn('A thumbnail could not be made', error));
  };

  async function openImports(): Promise<ImportQueue> {
    const late = await import('./import-queue.ts');
    imports ??= late.createImportQueue({
      target,
      store: (shot, fileName, file, source = 'import') => keep(shot, { source, fileName, file }),
      after: thumbLater,
      onProgress: (importing) => set({ importing }),
    });
    return imports;
  }
  // Files missing from earlier imports are listed until dismissed.
  hasImports(target)
    .then(async (has) => has && (await openImports()).restore())
    .catch((error: unknown) => console.warn('Earlier imports could not be read', error));

  return {
    shutter,
    getStatus: () => facts,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setLens(next) {
      lens = next;
    },
    importFiles(files, taken) {
      openImports().then(
        (loaded) => loaded.add(files, { taken }),
        () => toast.error('Couldn’t import photos', { detail: 'Check your connection, then choose them again.' }),
      );
    },
    openImports,
    imports: () => imports,
  };
}

/** A full phone refuses before a shot is lost; once there is space, refused shots are stored automatically. */
function closeOnFullDisk(shutter: Shutter) {
  const heed = (state: DiskState) => {
    if (state !== 'fine') shutter.close('full');
    else if (shutter.getState().refused?.reason === 'full') void shutter.retry();
  };
  heed(diskState());
  subscribeDisk(heed);
  allocateReserve().catch((error: unknown) => console.warn('No disk reserve', error));
}

/** While a shot is in progress, updates wait and closing the page asks first. */
function blockUpdatesWhileBusy(shutter: Shutter) {
  let endBusy: (() => void) | null = null;
  let refusedBefore = false;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  shutter.subscribe(() => {
    const { pending, bursting, refused } = shutter.getState();
    const busy = pending > 0 || bursting;
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
