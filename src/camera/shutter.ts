// From the press to the acknowledgement. A shot counts only once it is durable; until then it is in progress, and at most three may be.
import { DiskFullError } from '#src/lib/disk.ts';
import { monotonicNow, type MonotonicTime } from '#src/lib/monotonic-clock.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { NewerDatabaseError } from '#src/outbox/db.ts';
import { StorageFailedError, StorageFullError } from '#src/outbox/enqueue.ts';
import type { QuarterTurn } from './orientation.ts';
import { CaptureError, type Still } from './shoot.ts';

/** A still with the facts of the moment of the press. */
export interface Shot extends Still {
  /** UUIDv7 of the press: the photo's permanent identity. */
  id: string;
  /** Device clock, ms since 1970. */
  takenAt: number;
  /** The press on the monotonic clock; null for an existing picture. */
  moment: MonotonicTime | null;
  /** Minutes east of UTC. */
  tzOffset: number;
}

/** `newer`: another tab runs a later release, which has upgraded the database. */
export type RefusedReason = 'full' | 'broken' | 'newer';

export interface ShutterState {
  /** Shots in progress: waiting presses, in the camera, in memory. */
  pending: number;
  /** Acknowledged by this shutter. */
  saved: number;
  bursting: boolean;
  /** The current or last burst: number of saved shots, and whether it has ended. */
  burst: { count: number; over: boolean } | null;
  /** The storage refused: shooting pauses until `unsaved` is stored or discarded. */
  refused: { reason: RefusedReason; unsaved: Shot[] } | null;
}

export interface ShutterDeps {
  take(turn: QuarterTurn, quick: boolean): Promise<Still>;
  turn(): QuarterTurn;
  /** Resolves when the shot is durable. Throws StorageFullError or StorageFailedError. */
  store(shot: Shot): Promise<void>;
  /** Whether a shot that `keep` failed on is stored after all (only the answer was lost). */
  isStored(id: string): Promise<boolean>;
  /** The user retries: rejects while the storage would still refuse. */
  checkDisk?(): Promise<void>;
  /** Runs after an acknowledgement (thumbnail); the shot counts as in progress until it settles, to limit undecoded pictures. */
  after(shot: Shot): Promise<void>;
  /** A press was accepted: triggers light, sound and vibration. */
  onTaken?(): void;
  onSaved?(shot: Shot): void;
  /** A press that gave no picture, or came while as many shots as fit were in progress. */
  onMissed?(error: unknown): void;
}

export interface Shutter {
  getState(): ShutterState;
  subscribe(listener: () => void): () => void;
  press(): void;
  /** Takes shots until `release`. */
  hold(): void;
  release(): void;
  /** The storage reports that it is full before a shot is lost. */
  close(reason: RefusedReason): void;
  /** Retries the refused shots. */
  retry(): Promise<void>;
  /** Discards the refused shots: the user has exported them or does not want them. */
  discard(): void;
}

/** Undecoded shots in memory (docs/outbox.md, Camera): a small phone can bear three of 12 megapixels. */
export const maxInMemory = 3;
/** Queued presses. More would be taken long after the intended moment. */
const maxQueuedPresses = 2;

/** The failure behind a storage error. */
function reasonOf(error: unknown): RefusedReason {
  if (error instanceof StorageFullError || error instanceof DiskFullError) return 'full';
  return error instanceof NewerDatabaseError || (error instanceof Error && error.cause instanceof NewerDatabaseError) ? 'newer' : 'broken';
}

export function createShutter(parts: ShutterDeps): Shutter {
  let state: ShutterState = { pending: 0, saved: 0, bursting: false, burst: null, refused: null };
  let inMemoryNow = 0;
  let waiting = 0;
  let taking = false;
  let writing: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();

  /** Saved before the press that may start a burst. */
  let before = 0;

  const set = (part: Partial<ShutterState>) => {
    state = { ...state, ...part };
    const { burst, bursting, pending, saved } = state;
    if (burst && !burst.over) state.burst = { count: saved - before, over: !bursting && pending === 0 };
    for (const listener of listeners) listener();
  };
  const count = () => set({ pending: inMemoryNow + waiting });

  function pump() {
    if (taking || state.refused || inMemoryNow >= maxInMemory) return;
    if (waiting === 0 && state.bursting) waiting = 1;
    if (waiting === 0) return;
    waiting -= 1;
    inMemoryNow += 1;
    count();
    void takeOne(state.bursting);
  }

  async function takeOne(quick: boolean) {
    taking = true;
    const now = new Date();
    const press = {
      id: uuid7(now.getTime()),
      takenAt: now.getTime(),
      moment: monotonicNow(),
      tzOffset: -now.getTimezoneOffset() || 0,
    };
    const turn = parts.turn();
    parts.onTaken?.();
    let still: Still;
    try {
      still = await parts.take(turn, quick);
    } catch (error) {
      taking = false;
      inMemoryNow -= 1;
      // A burst ends with its first failure: the next would fail too.
      set({ bursting: false, pending: inMemoryNow + waiting });
      parts.onMissed?.(error);
      pump();
      return;
    }
    taking = false;
    // Writes are sequential, so that acknowledgements follow the order of presses.
    writing = writing.then(() => store({ ...still, ...press }));
    pump();
  }

  async function store(shot: Shot, again = false) {
    if (state.refused) return refuse(state.refused.reason, shot);
    try {
      if (!again || !(await parts.isStored(shot.id))) await parts.store(shot);
    } catch (error) {
      // On any failure: this is the only copy, and the next shots must have their turn.
      const reason = reasonOf(error);
      if (reason === 'broken' && !(error instanceof StorageFailedError)) console.error('A shot could not be stored', error);
      return refuse(reason, shot);
    }
    acknowledge(shot);
  }

  function acknowledge(shot: Shot) {
    set({ saved: state.saved + 1 });
    parts.onSaved?.(shot);
    void parts.after(shot).finally(() => {
      inMemoryNow -= 1;
      count();
      pump();
    });
  }

  function refuse(reason: RefusedReason, ...shots: Shot[]) {
    waiting = 0;
    set({
      bursting: false,
      burst: null,
      pending: inMemoryNow,
      refused: { reason, unsaved: [...(state.refused?.unsaved ?? []), ...shots] },
    });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    press() {
      if (state.refused) return;
      if (state.pending === 0) {
        before = state.saved;
        set({ burst: null });
      }
      if (waiting >= maxQueuedPresses + (inMemoryNow < maxInMemory ? 1 : 0)) return parts.onMissed?.(new CaptureError('Too fast.'));
      waiting += 1;
      count();
      pump();
    },
    hold() {
      if (state.refused || state.bursting) return;
      set({ bursting: true, burst: { count: 0, over: false } });
      pump();
    },
    release() {
      if (state.bursting) set({ bursting: false });
    },
    close(reason) {
      if (!state.refused) refuse(reason);
    },
    async retry() {
      if (!state.refused) return;
      try {
        await parts.checkDisk?.();
      } catch (error) {
        const reason = reasonOf(error);
        if (state.refused) set({ refused: { ...state.refused, reason } });
        return;
      }
      const unsaved = state.refused?.unsaved ?? [];
      set({ refused: null });
      for (const shot of unsaved) writing = writing.then(() => store(shot, true));
      await writing;
      pump();
    },
    discard() {
      inMemoryNow -= state.refused?.unsaved.length ?? 0;
      set({ refused: null, pending: inMemoryNow + waiting });
    },
  };
}
