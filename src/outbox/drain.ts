// Emptying the outbox: one drainer at a time over all tabs and the worker, several photos at once, none held up by another.
// One run over the queue: who is sent when, and who gives way to whom. Several photos are under way at once; work that comes in meanwhile is
// taken up; nothing waits for what hangs (docs/outbox.md, Sending 6 and 11).
import { isQuotaError } from '#src/lib/disk.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { finishPendingLogout } from '#src/transport/refresh.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { storedPhotos, updatePhotoRecord } from './db.ts';
import { deliverLike } from './like-delivery.ts';
import { publish, subscribeOutbox } from './messages.ts';
import { deliverPhoto, type DeliveryControl, PreemptedError, StaleRequestError } from './photo-delivery.ts';
import { resetBackoff, unparkPhotosOfEvents } from './queue.ts';
import { offsetBySteadyClock, type PhotoRecord } from './record.ts';
import {
  claimNext,
  hasOtherDrainer,
  LEASE_MS,
  neverFailed,
  nextLike,
  nextTrialIn,
  type Outcome,
  pendingWork,
  recordTrial,
  releaseLease,
  remainingWork,
  serverReachability,
  unclaim,
  withLease,
} from './scheduler.ts';
import { SMALL_BYTES } from './upload.ts';

/** Under way at once. The rest of a browser's six connections to one server are the page's own. */
const SLOTS = 4;
/** Of them, what large photos may take, and what failed before: one place is left to small ones, and to what never failed. */
const SLOTS_FOR_LARGE = 3;
const SLOTS_FOR_FAILED = 3;
/** Without an answer for so long a request hangs; one that carries bytes may take longer. */
const HANG_TIMEOUT_MS = 5000;
const HANG_TIMEOUT_WITH_BYTES_MS = 9000;
/** When the person or the network comes back, this is enough. */
const HANG_TIMEOUT_ON_RETURN_MS = 4000;
/** At the first try; twice as long at the second, until the limit of every call. */
const LOST_ANSWER_MS = 10_000;
/** How often it is looked whether a request hangs; and, while nobody waits for its place, whether the line is the reason. */
const WATCH_INTERVAL_MS = 1000;
const PROBE_INTERVAL_MS = 4000;
/** A photo in the middle of its bytes gives way to one that never failed and is so many times smaller than what is left of it. */
const PREEMPTION_RATIO = 4;

interface DrainRunResult {
  halted: 'line' | 'account' | null;
}

interface DrainRunOptions {
  account: string;
  owner: string;
  exclusive: boolean;
  /** No photo is begun after this (ms of the steady clock). */
  startUntil?: number;
  signal?: AbortSignal;
}

interface InFlight {
  /** Null: a wished like. */
  record: PhotoRecord | null;
  control: AbortController;
  /** When its last request left, on the steady clock. */
  since: number;
  timeout: number;
}

class DrainRun {
  readonly #options: DrainRunOptions;
  readonly #inFlight = new Map<string, InFlight>();
  /** What failed beyond all expectation is left to the next pass, and told at the end: it holds up no other. */
  readonly #skipped = new Set<string>();
  readonly #failures: unknown[] = [];
  readonly #seen = new Set<string>();
  #halted: DrainRunResult['halted'] = null;
  #stopped = false;
  #starved: PhotoRecord | null = null;
  #serverSuspect = false;
  #isWatching = false;
  #nextProbeAt = 0;
  #resolvePause: () => void = () => undefined;
  #woken = false;

  constructor(options: DrainRunOptions) {
    this.#options = options;
  }

  async run(): Promise<DrainRunResult> {
    const { signal, account } = this.#options;
    const stop = () => {
      this.#stopped = true;
      for (const { control } of this.#inFlight.values()) control.abort(signal?.reason);
      this.#wake();
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const unsubscribe = subscribeOutbox(({ type }) => {
      if (type === 'line-back') this.#abortStale(HANG_TIMEOUT_ON_RETURN_MS);
      if (type === 'line-back' || type === 'queued') this.#wake();
    });
    try {
      await correctClockOffsets(await storedPhotos(account));
      if (serverReachability.isDown()) await this.#probeServer();
      await this.#work();
      await correctClockOffsets(await storedPhotos(account));
      if (this.#failures.length > 0) throw this.#failures[0];
    } finally {
      unsubscribe();
      signal?.removeEventListener('abort', stop);
    }
    return { halted: this.#halted };
  }

  async #work(): Promise<void> {
    for (;;) {
      this.#woken = false;
      await this.#fill();
      if (this.#inFlight.size === 0) {
        if (this.#woken && !this.#isDone) continue;
        return;
      }
      await this.#pause(WATCH_INTERVAL_MS);
      if (!this.#isWatching) void this.#watchHanging();
    }
  }

  get #isDone(): boolean {
    return this.#halted !== null || this.#stopped || performance.now() >= (this.#options.startUntil ?? Infinity);
  }

  /** Begins whatever may begin now. */
  async #fill(): Promise<void> {
    while (!this.#isDone) {
      const { account, owner, exclusive } = this.#options;
      const scout = nextTrialIn() === 0;
      const skip = { has: (id: string) => this.#inFlight.has(id) || this.#skipped.has(id) };
      const hasPlace = (record: PhotoRecord) => this.#hasSlot(record);
      const { record, starved } = await claimNext({ account, owner, exclusive, skip, hasSlot: hasPlace, trial: scout });
      this.#starved = starved;
      if (!record) break;
      if (!neverFailed(record)) recordTrial();
      this.#start(record.id, record, (sending) => this.#sendPhoto(record, sending));
    }
    if (!this.#isDone && !this.#inFlight.has('likes')) await this.#beginLike();
  }

  #hasSlot(record: PhotoRecord): boolean {
    const others = [...this.#inFlight.values()].flatMap((one) => one.record ?? []);
    const isLarge = ({ bytes }: PhotoRecord) => bytes > SMALL_BYTES;
    return (
      others.length < SLOTS &&
      (!isLarge(record) || others.filter(isLarge).length < SLOTS_FOR_LARGE) &&
      (neverFailed(record) || others.filter((other) => !neverFailed(other)).length < SLOTS_FOR_FAILED)
    );
  }

  #start(key: string, record: PhotoRecord | null, work: (sending: DeliveryControl) => Promise<void>): void {
    const control = new AbortController();
    const one: InFlight = { record, control, since: performance.now(), timeout: HANG_TIMEOUT_MS };
    this.#inFlight.set(key, one);
    const sending: DeliveryControl = {
      signal: control.signal,
      onRequest(bytes) {
        one.since = performance.now();
        one.timeout = bytes > 0 ? HANG_TIMEOUT_WITH_BYTES_MS : HANG_TIMEOUT_MS;
      },
      onChunk: (left) => {
        if (this.#starved && this.#starved.bytes * PREEMPTION_RATIO < left) throw new PreemptedError();
      },
    };
    void work(sending)
      .catch((error: unknown) => {
        this.#skipped.add(key);
        if (!this.#stopped) this.#failures.push(error);
      })
      .finally(() => {
        this.#inFlight.delete(key);
        this.#wake();
      });
  }

  async #sendPhoto(record: PhotoRecord, sending: DeliveryControl): Promise<void> {
    const { owner, account } = this.#options;
    publish({ type: 'changed', photoIds: [record.id] });
    try {
      const outcome = await withLease(record.id, owner, () => deliverPhoto(record, sending));
      if (sending.signal.reason instanceof StaleRequestError) await updatePhotoRecord(record.id, () => ({ nextAttemptAt: 0 }));
      if (!outcome) return;
      await this.#applyOutcome(outcome);
      if (outcome.kind !== 'delivered') return;
      // What kept this one away is over: it may be for the others too.
      if (!neverFailed(record)) await resetBackoff(account);
      if (!this.#seen.has(record.eventId)) await unparkPhotosOfEvents([record.eventId], Date.now());
      this.#seen.add(record.eventId);
    } catch (error) {
      if (error instanceof PreemptedError) return unclaim(record.id);
      await releaseLease(record.id, owner);
      throw error;
    }
  }

  /** One wish after the other: each is small, and what meets one meets all. */
  async #beginLike(): Promise<void> {
    const { likes } = await pendingWork(this.#options.account);
    const next = nextLike(
      likes.filter(({ photoId }) => !this.#skipped.has(photoId)),
      Date.now(),
    );
    if (!next || next.dueIn > 0) return;
    const { wish } = next;
    this.#start('likes', null, async ({ signal }) => {
      try {
        await this.#applyOutcome(await deliverLike(wish, signal));
      } catch (error) {
        this.#skipped.add(wish.photoId);
        // A storage without room: photos make it.
        if (!isQuotaError(error)) throw error;
      }
    });
  }

  /** What one outcome means for the others. */
  async #applyOutcome(outcome: Outcome): Promise<void> {
    if (outcome.kind !== 'delivered') recordTrial();
    if (outcome.kind === 'pause') {
      this.#halted = 'account';
      // The session is as it was.
      if (outcome.reason !== 'maintenance') publish({ type: 'paused', account: this.#options.account, reason: outcome.reason });
    } else if (outcome.kind === 'retry' && outcome.network) {
      if (!(await serverReachability.check()) && this.#halted === null) this.#halted = 'line';
    } else {
      serverReachability.markUp();
      if (this.#halted === 'line') this.#halted = null;
    }
  }

  /** Beside the work: a look may take seconds, and nobody waits for it. */
  async #watchHanging(): Promise<void> {
    this.#isWatching = true;
    try {
      await this.#handleHanging();
    } catch (error) {
      this.#failures.push(error);
    } finally {
      this.#isWatching = false;
    }
  }

  /** Looks after what hangs. A look at the server that is answered says that the line is not the reason. */
  async #handleHanging(): Promise<void> {
    if (this.#halted === 'line') return this.#probeServer();
    if (this.#stopped || this.#hangingRequests().length === 0 || performance.now() < this.#nextProbeAt) return;
    const stands = await serverReachability.probe();
    const hanging = this.#hangingRequests();
    this.#nextProbeAt = performance.now() + (this.#starved ? 0 : PROBE_INTERVAL_MS);
    if (stands && this.#serverSuspect) this.#abortStale(HANG_TIMEOUT_ON_RETURN_MS);
    else if (stands) {
      const given = this.#starved ? hanging : hanging.filter((one) => this.#isLost(one));
      for (const { control } of given) control.abort(new NetworkError('timeout'));
    }
    this.#serverSuspect = !stands;
  }

  /** Of a dead line, as often as it is worth it. Once it is back, all go on at once. */
  async #probeServer(): Promise<void> {
    this.#halted = 'line';
    if (serverReachability.probeIn() > 0 || !(await serverReachability.check())) return;
    this.#halted = null;
    this.#abortStale(HANG_TIMEOUT_ON_RETURN_MS);
    await resetBackoff(this.#options.account);
    this.#wake();
  }

  /** The server is there and says nothing to this: the answer is lost, or it needs the time it gets at the next try. Bytes are left to arrive. */
  #isLost({ record, since, timeout }: InFlight): boolean {
    return timeout === HANG_TIMEOUT_MS && performance.now() - since >= LOST_ANSWER_MS * (record?.attempts ?? 1);
  }

  /** Longest first. */
  #hangingRequests(): InFlight[] {
    const now = performance.now();
    return [...this.#inFlight.values()].filter((one) => now - one.since >= one.timeout).toSorted((a, b) => a.since - b.since);
  }

  /** Whatever stands still for so long is sent again at once, on a line of today. */
  #abortStale(after: number): void {
    const now = performance.now();
    for (const { since, control } of this.#inFlight.values()) if (now - since >= after) control.abort(new StaleRequestError());
  }

  #wake(): void {
    this.#woken = true;
    this.#resolvePause();
  }

  /** Until something changes, or so long. */
  async #pause(ms: number): Promise<void> {
    if (this.#woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#resolvePause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** What this page now knows of its own shots, written to them: another page, or the worker, may be the one to deliver them. */
async function correctClockOffsets(photos: readonly PhotoRecord[]): Promise<void> {
  for (const { id, takenAt, moment, clockOffset: written } of photos) {
    const offset = offsetBySteadyClock({ takenAt, moment });
    if (offset === null || (written !== null && Math.abs(written - offset) < 1000)) continue;
    await updatePhotoRecord(id, () => ({ clockOffset: offset }));
  }
}

const LOCK = 'outbox-drain';

export interface DrainResult extends DrainRunResult {
  /** Someone else drains. */
  busy: boolean;
  /** Photos and wishes of the signed-in account that are still to be sent (parked ones are not). */
  left: number;
  /** Milliseconds until there is something to do about them (0: at once); null when none is left. */
  nextIn: number | null;
}

type DrainOptions = Pick<DrainRunOptions, 'startUntil' | 'signal'>;

const owner = uuid7();

/**
 * Sends what is due for the signed-in account until nothing is, the line is down, or it is told to stop.
 * Safe to call at any time from anywhere.
 */
export async function drain(options: DrainOptions = {}): Promise<DrainResult> {
  const account = await deliveringAccount();
  if (account === null) return { busy: false, left: 0, nextIn: null, halted: null };
  const run = async (exclusive: boolean): Promise<DrainResult> => {
    const { halted } = await new DrainRun({ ...options, account, owner, exclusive }).run();
    return { busy: false, halted, ...(await remainingWork(account)) };
  };
  const busy = async (): Promise<DrainResult> => ({ busy: true, halted: null, ...(await remainingWork(account)) });
  if (!('locks' in navigator)) return (await hasOtherDrainer(account, owner)) ? busy() : run(false);
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) return run(true);
    return (await isHolderFrozen(account)) ? run(false) : busy();
  });
}

/** Since when something is due and nobody works on it, though the lock is held (device ms). */
let idleSince: number | null = null;

/** A frozen page may hold the lock for hours. Its leases tell, for they are renewed only while it lives; so does work that nobody takes up. */
async function isHolderFrozen(account: string): Promise<boolean> {
  const now = Date.now();
  const { nextIn } = await remainingWork(account);
  if (nextIn === null || nextIn > 0 || (await hasOtherDrainer(account, owner))) {
    idleSince = null;
    return false;
  }
  // A clock that was set back begins anew.
  if (idleSince === null || idleSince > now) idleSince = now;
  return now - idleSince > LEASE_MS || (await hasExpiredLease(account));
}

/**
 * Whose photos may be sent: the account signed in on this device, while its session lives and nobody looks at the app as somebody else. A logout
 * made offline comes first.
 */
async function deliveringAccount(): Promise<string | null> {
  if ((await finishPendingLogout()) === 'unreachable') return null;
  const snapshot = await readSessionValue('snapshot');
  return snapshot && !snapshot.expired && !snapshot.user.viewing ? snapshot.user.id : null;
}

/** A lease that ran out means its owner stopped in the middle; no lease at all means nobody begun: the holder is merely between two. */
async function hasExpiredLease(account: string): Promise<boolean> {
  return (await pendingWork(account)).photos.some((photo) => photo.lease && photo.lease.expiresAt < Date.now());
}
