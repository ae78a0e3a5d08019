// One request at a time uses an upload: by turns within this process, and by leases in the database between processes.
import { randomUUID } from 'node:crypto';
import type { Lock, Locker } from '@tus/server';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import { leaseTopic, releaseLease, renewLease, takeLease, uploadTopic } from '#server/photos/uploads-repository.ts';

interface Turn {
  /** Asks the current writer to stop soon. */
  askToRelease: () => Promise<void> | void;
  done: Promise<void>;
  finish: () => void;
}

const WAIT_MS = 20_000;

export interface UploadLocks extends Locker {
  hold<T>(id: string, act: () => Promise<T>): Promise<T>;
  /** The lease that this process holds; null without one. */
  leaseOf(id: string): string | null;
}

/**
 * @param leases between processes; null if no other process has these uploads
 * @param isUnknown returns true for an upload that nobody else can know yet: it needs no lease
 */
export function createUploadLocks(leases: UploadLeases | null = null, isUnknown: (id: string) => boolean = () => false): UploadLocks {
  const turns = new Map<string, Turn>();
  const held = new Map<string, UploadLease>();

  function newLock(id: string): Lock {
    let mine: Turn | null = null;
    let lease: UploadLease | null = null;
    const leave = () => {
      if (mine !== null && turns.get(id) === mine) turns.delete(id);
      mine?.finish();
      mine = null;
    };
    return {
      async lock(stopSignal, askToRelease) {
        const deadline = performance.now() + WAIT_MS;
        for (let current = turns.get(id); current !== undefined; current = turns.get(id)) {
          await current.askToRelease();
          await settledOr(current.done, stopSignal, deadline - performance.now());
          if (stopSignal.aborted || (turns.get(id) === current && performance.now() >= deadline)) throw uploadBusy();
        }
        let finish = () => {};
        const done = new Promise<void>((resolve) => (finish = resolve));
        mine = { askToRelease, done, finish };
        turns.set(id, mine);
        if (leases === null || isUnknown(id)) return;
        try {
          lease = await leases.take(id, { stopSignal, deadline, askToRelease });
          if (lease) held.set(id, lease);
        } catch (error) {
          leave();
          throw error;
        }
      },
      async unlock() {
        const ended = lease;
        lease = null;
        if (ended) {
          held.delete(id);
          await ended.release();
        }
        leave();
      },
    };
  }

  return {
    newLock,
    leaseOf: (id) => held.get(id)?.token ?? null,
    async hold(id, act) {
      const lock = newLock(id);
      await lock.lock(new AbortController().signal, () => {});
      try {
        return await act();
      } finally {
        await lock.unlock();
      }
    },
  };
}

interface UploadLease {
  /** Writes of its holder name it, so that one who lost it writes nothing. */
  token: string;
  release(): Promise<void>;
}

interface LeaseRequest {
  stopSignal: AbortSignal;
  /** Of `performance.now`: the clock of the machine may be set. */
  deadline: number;
  /** Called when another server waits for the lease, and when it was lost. */
  askToRelease: () => Promise<void> | void;
}

export interface UploadLeases {
  /**
   * Null if there is no such upload.
   * @throws {Problem} 423 `upload_busy`
   */
  take(id: string, request: LeaseRequest): Promise<UploadLease | null>;
}

interface LeaseTimes {
  /** How long a lease outlives a server that was killed. */
  leaseMs: number;
  renewMs: number;
  /** A request that waits tries again after so long, because notifications may be lost, and killed servers send none. */
  retryMs: number;
}

export function createUploadLeases(
  { db, hub, log }: Pick<Deps, 'db' | 'hub' | 'log'>,
  { leaseMs, renewMs, retryMs }: LeaseTimes = { leaseMs: 15_000, renewMs: 5_000, retryMs: 1_000 },
): UploadLeases {
  /** Asks the holder, again and again, and waits for its turn. */
  async function takeTurn(id: string, token: string, { stopSignal, deadline }: LeaseRequest): Promise<boolean> {
    let wake = () => {};
    const unsubscribe = hub.subscribe(uploadTopic(id), () => wake());
    try {
      for (;;) {
        const free = new Promise<void>((resolve) => (wake = resolve));
        const outcome = await takeLease(db, id, token, leaseMs);
        if (outcome !== 'held') return outcome === 'taken';
        await settledOr(free, stopSignal, Math.min(retryMs, deadline - performance.now()));
        if (stopSignal.aborted || performance.now() >= deadline) throw uploadBusy();
      }
    } finally {
      unsubscribe();
    }
  }

  return {
    async take(id, request) {
      const token = randomUUID();
      if (!(await takeTurn(id, token, request))) return null;
      let [isWanted, isOver] = [false, false];
      const unsubscribe = hub.subscribe(leaseTopic(token), (seq) => {
        // A gap says nothing: who waits asks again.
        if (seq === null) return;
        isWanted = true;
        void request.askToRelease();
      });
      const renewal = setInterval(() => {
        renewLease(db, id, token, leaseMs).then(
          (isHeld) => (isHeld || isOver ? undefined : request.askToRelease()),
          (error: unknown) => log.warn({ err: error, id }, 'could not renew the lease of an upload'),
        );
      }, renewMs);
      return {
        token,
        async release() {
          isOver = true;
          clearInterval(renewal);
          unsubscribe();
          try {
            await releaseLease(db, id, token, isWanted);
          } catch (error) {
            // It expires by itself, and what was written counts.
            log.warn({ err: error, id }, 'could not release the lease of an upload');
          }
        },
      };
    },
  };
}

/** Senders repeat it later. */
const uploadBusy = () => new Problem(423, 'upload_busy', 'This upload is being written by another request.');

async function settledOr(done: Promise<void>, signal: AbortSignal, ms: number): Promise<void> {
  if (signal.aborted) return;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const timer = setTimeout(stop, Math.max(0, ms));
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([done, stopped]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}
