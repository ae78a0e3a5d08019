// One writer per upload: a PATCH that was sent twice, or a commit that meets a PATCH, waits for the other. tus asks for its lock through this.
import type { Lock, Locker } from '@tus/server';
import { Problem } from '#server/http/problem.ts';

interface Turn {
  /** Asks whoever writes now to stop soon. */
  askToRelease: () => Promise<void> | void;
  done: Promise<void>;
  finish: () => void;
}

const WAIT_MS = 20_000;

/** Locks within this process; an upload's requests are to reach the process that holds its files. */
export function createUploadLocks(): Locker & { hold<T>(id: string, act: () => Promise<T>): Promise<T> } {
  const turns = new Map<string, Turn>();

  function newLock(id: string): Lock {
    let mine: Turn | null = null;
    return {
      async lock(stopSignal, askToRelease) {
        const deadline = Date.now() + WAIT_MS;
        for (let current = turns.get(id); current !== undefined; current = turns.get(id)) {
          await current.askToRelease();
          await settledOr(current.done, stopSignal, deadline - Date.now());
          if (stopSignal.aborted || (turns.get(id) === current && Date.now() >= deadline)) throw uploadBusy();
        }
        let finish = () => {};
        const done = new Promise<void>((resolve) => (finish = resolve));
        mine = { askToRelease, done, finish };
        turns.set(id, mine);
      },
      unlock() {
        if (mine !== null && turns.get(id) === mine) turns.delete(id);
        mine?.finish();
        mine = null;
        return Promise.resolve();
      },
    };
  }

  return {
    newLock,
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

/** Senders repeat it later. */
const uploadBusy = () => new Problem(423, 'upload_busy', 'This upload is being written by another request.');

async function settledOr(done: Promise<void>, signal: AbortSignal, ms: number): Promise<void> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const timer = setTimeout(stop, Math.max(0, ms));
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([done, stopped]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}
