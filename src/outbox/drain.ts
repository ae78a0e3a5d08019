// Emptying the outbox: one drainer at a time over all tabs and the worker, several photos at once, none held up by another.
import { uuid7 } from '#src/lib/uuid7.ts';
import { finishPendingLogout } from '#src/transport/refresh.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { storedPhotos, withDb } from './db.ts';
import { claimNext, LEASE_MS, release, someoneElseWorks, whileLeased } from './lease.ts';
import { deliverLike } from './like-delivery.ts';
import { publish } from './messages.ts';
import type { Outcome } from './outcome.ts';
import { deliverPhoto } from './photo-delivery.ts';
import type { LikeRecord, PhotoRecord } from './record.ts';

const LOCK = 'outbox-drain';
const AT_ONCE = 3;
/** After so many failures of the line in a row, with nothing between, it is down: the rest would fail too. */
const LINE_DOWN_AFTER = 3;

export interface DrainResult {
  /** Someone else drains. */
  busy: boolean;
  /** Photos and wishes of the signed-in account that are still to be sent (parked ones are not). */
  left: number;
  /** When the next of them is due (device ms, 0: at once); null when none is left. */
  nextAt: number | null;
  /** Why it stopped before all that was due was tried: nothing answers, or the account waits for a sign-in. */
  halted: 'line' | 'account' | null;
}

export interface DrainOptions {
  /** No photo is begun after this (device ms). */
  startUntil?: number;
  signal?: AbortSignal;
}

const owner = uuid7();

/**
 * Sends what is due for the signed-in account until nothing is, the line is down, or it is told to stop.
 * Safe to call at any time from anywhere.
 */
export async function drain(options: DrainOptions = {}): Promise<DrainResult> {
  const account = await deliveringAccount();
  if (account === null) return { busy: false, left: 0, nextAt: null, halted: null };
  const run = (exclusive: boolean) => new Pass(account, exclusive, options).run();
  const busy = async (): Promise<DrainResult> => ({ busy: true, halted: null, ...(await remaining(account)) });
  if (!('locks' in navigator)) return (await someoneElseWorks(account, owner)) ? busy() : run(false);
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) return run(true);
    return (await holderIsFrozen(account)) ? run(false) : busy();
  });
}

/** Since when something is due and nobody works on it, though the lock is held (device ms). */
let idleSince: number | null = null;

/** A frozen page may hold the lock for hours. Its leases tell, for they are renewed only while it lives; so does work that nobody takes up. */
async function holderIsFrozen(account: string): Promise<boolean> {
  const { nextAt } = await remaining(account);
  if (nextAt === null || nextAt > Date.now() || (await someoneElseWorks(account, owner))) {
    idleSince = null;
    return false;
  }
  idleSince ??= Date.now();
  return Date.now() - idleSince > LEASE_MS || (await stale(account));
}

/** Whose photos may be sent: the account signed in on this device, while its session lives. A logout made offline comes first. */
async function deliveringAccount(): Promise<string | null> {
  if ((await finishPendingLogout()) === 'unreachable') return null;
  const snapshot = await readSessionValue('snapshot');
  return snapshot && !snapshot.expired ? snapshot.user.id : null;
}

/** What can be sent now or later. A like waits for its photo, parked or not. */
async function allOf(account: string): Promise<{ photos: PhotoRecord[]; likes: LikeRecord[] }> {
  const photos = await storedPhotos(account);
  const queued = new Set(photos.map((photo) => photo.id));
  const likes = await withDb((db) => db.getAll('likes'));
  return {
    photos: photos.filter((photo) => photo.state !== 'parked'),
    likes: likes.filter((like) => like.account === account && !queued.has(like.photoId)),
  };
}

async function remaining(account: string): Promise<{ left: number; nextAt: number | null }> {
  const { photos, likes } = await allOf(account);
  const all = [...photos, ...likes];
  return { left: all.length, nextAt: all.length === 0 ? null : Math.min(...all.map((record) => record.nextAttemptAt)) };
}

/** A lease that ran out means its owner stopped in the middle; no lease at all means nobody begun: the holder is merely between two. */
async function stale(account: string): Promise<boolean> {
  return (await allOf(account)).photos.some((photo) => photo.lease && photo.lease.expiresAt < Date.now());
}

/** One run over the queue. */
class Pass {
  readonly #account: string;
  readonly #exclusive: boolean;
  readonly #options: DrainOptions;
  readonly #stop = new AbortController();
  /** Tried in this run: each at most once, so that a failing one cannot keep the run alive. */
  readonly #tried = new Set<string>();
  readonly #failures: unknown[] = [];
  #lineFailures = 0;
  #halted: DrainResult['halted'] = null;

  constructor(account: string, exclusive: boolean, options: DrainOptions) {
    this.#account = account;
    this.#exclusive = exclusive;
    this.#options = options;
  }

  async run(): Promise<DrainResult> {
    const abort = () => this.#stop.abort(this.#options.signal?.reason);
    if (this.#options.signal?.aborted) abort();
    this.#options.signal?.addEventListener('abort', abort, { once: true });
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.#photos().catch(this.#note)));
      await this.#likes();
      // Told at the end only: what fails beyond all expectation holds up no other, and the lock is kept while any of them is sent.
      if (this.#failures.length > 0) throw this.#failures[0];
    } finally {
      this.#options.signal?.removeEventListener('abort', abort);
    }
    return { busy: false, halted: this.#halted, ...(await remaining(this.#account)) };
  }

  readonly #note = (error: unknown) => void this.#failures.push(error);

  get #over(): boolean {
    return this.#halted !== null || this.#stop.signal.aborted;
  }

  async #photos(): Promise<void> {
    while (!this.#over && Date.now() < (this.#options.startUntil ?? Infinity)) {
      const record = await claimNext(this.#account, owner, this.#exclusive, this.#tried);
      if (!record) return;
      this.#tried.add(record.id);
      publish({ type: 'changed', photoIds: [record.id] });
      try {
        const outcome = await whileLeased(record.id, owner, () => deliverPhoto(record, this.#stop.signal));
        if (outcome) await this.#heed(outcome);
      } catch (error) {
        await release(record.id, owner);
        if (!this.#stop.signal.aborted) this.#note(error);
      }
    }
  }

  async #likes(): Promise<void> {
    const { likes } = await allOf(this.#account);
    for (const wish of likes.sort((a, b) => a.seq - b.seq)) {
      if (this.#over) return;
      if (wish.nextAttemptAt > Date.now()) continue;
      await this.#heed(await deliverLike(wish));
    }
  }

  /** What one outcome means for the others. */
  async #heed(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'pause') {
      this.#halted = 'account';
      publish({ type: 'paused', account: this.#account, reason: outcome.reason });
    } else if (outcome.kind === 'retry' && outcome.network) {
      this.#lineFailures += 1;
      if (this.#lineFailures >= LINE_DOWN_AFTER) this.#halted = 'line';
    } else {
      this.#lineFailures = 0;
    }
  }
}
