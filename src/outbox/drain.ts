// Drains the outbox: one drainer at a time across tabs and the worker.
// A run sends several photos at once, picks up new work, and never waits for a hanging request (docs/outbox.md, Fairness).
import { isQuotaError } from '#src/lib/disk.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { finishPendingLogout } from '#src/transport/refresh.ts';
import { readSessionValue } from '#src/transport/session-db.ts';
import { storedPhotos, updatePhotoRecord } from './db.ts';
import { publish, subscribeOutbox } from './messages.ts';
import { deliverPhoto, type DeliveryControl, PreemptedError, StaleRequestError } from './photo-delivery.ts';
import type { ProofOutcome } from './proofs.ts';
import { resetBackoff, unparkPhotosOfEvents } from './queue.ts';
import { type GenerationRecord, type LikeRecord, offsetBySteadyClock, type PhotoRecord } from './record.ts';
import {
  claimNext,
  hasOtherDrainer,
  isAnswered,
  LEASE_MS,
  listWithoutProof,
  neverFailed,
  nextGeneration,
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
import { chunkSize, SMALL_BYTES } from './upload.ts';

const LOCK = 'outbox-drain';

export interface DrainResult extends DrainRunResult {
  /** Another context is draining. */
  busy: boolean;
  /** Photos, likes and generation requests of the signed-in account left to send, without parked and refused ones. */
  left: number;
  /** Milliseconds until the next attempt (0: now); null if nothing is left. */
  nextIn: number | null;
}

type DrainOptions = Pick<DrainRunOptions, 'startUntil' | 'signal' | 'deliverLike' | 'deliverGeneration' | 'sendProof' | 'askAhead'>;

const owner = uuid7();

/**
 * Sends everything due for the signed-in account until nothing is due, the server is unreachable, or the signal aborts. Safe to call
 * anytime, anywhere.
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

/** Since when work is due and idle although the lock is taken (device ms). */
let idleSince: number | null = null;

/**
 * A frozen page may block the lock for hours. Expired leases reveal it, since only a live page renews them; so does due work that stays
 * idle.
 */
async function isHolderFrozen(account: string): Promise<boolean> {
  const now = Date.now();
  const { nextIn } = await remainingWork(account);
  if (nextIn === null || nextIn > 0 || (await hasOtherDrainer(account, owner))) {
    idleSince = null;
    return false;
  }
  // Start over if the clock was set back.
  if (idleSince === null || idleSince > now) idleSince = now;
  return now - idleSince > LEASE_MS || (await hasExpiredLease(account));
}

/**
 * The account whose photos may be sent: signed in on this device, with a live session and no impersonation. Finishes an offline logout
 * first.
 */
export async function deliveringAccount(): Promise<string | null> {
  if ((await finishPendingLogout()) === 'unreachable') return null;
  const snapshot = await readSessionValue('snapshot');
  return snapshot && !snapshot.expired && !snapshot.user.viewing ? snapshot.user.id : null;
}

/** An expired lease means that its owner stopped midway. Without any lease, the lock's owner is merely between two photos. */
async function hasExpiredLease(account: string): Promise<boolean> {
  return (await pendingWork(account)).photos.some((photo) => photo.lease && photo.lease.expiresAt < Date.now());
}

/** Concurrent deliveries. The page needs the other two of a browser's six connections per server. */
const SLOTS = 4;
/** Limits for large and for previously failed photos: one slot stays free for small photos and for photos that never failed. */
const SLOTS_FOR_LARGE = 3;
const SLOTS_FOR_FAILED = 3;
/** A request without an answer for this long counts as hanging; requests with a body get more time. */
const HANG_TIMEOUT_MS = 5000;
const HANG_TIMEOUT_WITH_BYTES_MS = 9000;
/** The limit when the network or the user returns. */
const HANG_TIMEOUT_ON_RETURN_MS = 4000;
/** For the first attempt; doubled on each further attempt, up to the limit of every call. */
const LOST_ANSWER_MS = 10_000;
/** Proofs that are sent at once: while one is sent, another one is drawn. */
const PROOFS_AT_ONCE = 2;
/** What of a proof fails so often is left: its photo is shown by its original. */
const MAX_PROOF_TRIES = 3;
/** Originals wait no longer for a proof than this. */
const PROOF_PATIENCE_MS = 12_000;
/** A part of an original without an answer for this long shows how slow the line is at most. */
const SLOW_MS = 2000;
/** By photo, the failures of its proof on this page or worker. */
const proofTries = new Map<string, number>();
const proofKey = (id: string): string => `proof ${id}`;
/** How often to check for hanging requests, and, while no photo waits for a slot, to probe the server. */
const WATCH_INTERVAL_MS = 1000;
const PROBE_INTERVAL_MS = 4000;
/** A photo yields between chunks to one that never failed and is this many times smaller than its remaining bytes. */
const PREEMPTION_RATIO = 4;

interface DrainRunResult {
  /** `account`: it needs a sign-in, or another account is signed in. */
  halted: 'line' | 'account' | 'maintenance' | null;
}

interface DrainRunOptions {
  account: string;
  owner: string;
  exclusive: boolean;
  /** Starts no photo after this time (ms, `performance.now()`). */
  startUntil?: number;
  signal?: AbortSignal;
  /** `deliverLike` of like-delivery.ts. Pages load it on first use: photos do not wait for it. Without it, likes stay queued. */
  deliverLike?: (wish: LikeRecord, signal: AbortSignal) => Promise<Outcome>;
  /** `deliverGeneration` of generations.ts; as above. */
  deliverGeneration?: (request: GenerationRecord, signal: AbortSignal) => Promise<Outcome>;
  /** `sendProof` of proofs.ts. Without it, photos appear with their originals. */
  sendProof?: (record: PhotoRecord, sending: DeliveryControl) => Promise<ProofOutcome>;
  /** `askAhead` of known-files.ts. Without it, files that the server was not asked about stay queued. */
  askAhead?: (next: PhotoRecord, signal: AbortSignal) => Promise<Outcome>;
}

interface InFlight {
  /** Null: a like, a generation request or a proof. */
  record: PhotoRecord | null;
  isProof: boolean;
  /** Of the body of its last request. */
  bytes: number;
  control: AbortController;
  /** When its last request was sent (`performance.now()`). */
  since: number;
  timeout: number;
}

class DrainRun {
  readonly #options: DrainRunOptions;
  readonly #inFlight = new Map<string, InFlight>();
  /** Unexpected failures. They are skipped for the rest of this run and reported at its end, so they do not block others. */
  readonly #skipped = new Set<string>();
  readonly #failures: unknown[] = [];
  readonly #seen = new Set<string>();
  #halted: DrainRunResult['halted'] = null;
  #stopped = false;
  #starved: PhotoRecord | null = null;
  /** Waiting photos that are shown by their proofs first. */
  #proofs: PhotoRecord[] = [];
  /** No original is sent before the proofs are. */
  #proofsFirst = false;
  /** The next photo that waits for the server's answer whether it has it. */
  #unanswered: PhotoRecord | null = null;
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
      if (type === 'line-back') {
        this.#abortStale(HANG_TIMEOUT_ON_RETURN_MS);
        proofTries.clear();
      }
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

  /** Starts every delivery that may start now. */
  async #fill(): Promise<void> {
    this.#unanswered = null;
    while (!this.#isDone) {
      const { account, owner, exclusive } = this.#options;
      const scout = nextTrialIn() === 0;
      const skip = { has: (id: string) => this.#inFlight.has(id) || this.#skipped.has(id) };
      const hasPlace = (record: PhotoRecord) => this.#hasSlot(record);
      const onWaiting = (waiting: readonly PhotoRecord[]) => this.#planProofs(waiting);
      const { record, starved } = await claimNext({ account, owner, exclusive, skip, onWaiting, hasSlot: hasPlace, trial: scout });
      // Those that wait for proofs or an answer don't lack a slot.
      this.#starved = this.#proofsFirst || this.#unanswered ? null : starved;
      if (!record) break;
      if (!neverFailed(record)) recordTrial();
      this.#start(record.id, record, (sending) => this.#sendPhoto(record, sending));
    }
    if (this.#isDone) return;
    this.#beginProofs();
    await this.#beginOthers();
  }

  /** Chooses the photos to show by a proof before the next original is sent. */
  #planProofs(waiting: readonly PhotoRecord[]): void {
    if (!this.#options.sendProof) return;
    const now = performance.now();
    const all = [...this.#inFlight.values()];
    const isSlow = ({ record, bytes, since }: InFlight) => record !== null && bytes > 0 && now - since >= SLOW_MS;
    const slow = all.filter(isSlow);
    const speed = Math.min(chunkSize.bytesPerSecond, ...slow.map(({ bytes, since }) => (bytes * 1000) / (now - since)));
    const isOpen = ({ id }: PhotoRecord) => (proofTries.get(id) ?? 0) < MAX_PROOF_TRIES;
    const wanted = listWithoutProof([...all.flatMap(({ record }) => record ?? []), ...waiting], speed).filter(isOpen);
    // What has arrived of them stays on the server.
    for (const { record, control, bytes, since } of slow) {
      if (!wanted.some(({ id }) => id === record?.id)) continue;
      chunkSize.onMeasured(bytes, now - since);
      control.abort(new PreemptedError());
    }
    this.#proofs = wanted.filter(({ id }) => !this.#inFlight.has(id) && !this.#inFlight.has(proofKey(id)));
    this.#proofsFirst = this.#proofs.length > 0 || all.some(({ isProof, since }) => isProof && now - since < PROOF_PATIENCE_MS);
  }

  #beginProofs(): void {
    for (const record of this.#proofs) {
      if ([...this.#inFlight.values()].filter(({ isProof }) => isProof).length >= PROOFS_AT_ONCE) return;
      if (this.#lacksAnswer(record)) continue;
      this.#start(proofKey(record.id), null, (sending) => this.#sendProof(record, sending));
    }
  }

  /** Whether the server is asked about it first. */
  #lacksAnswer(record: PhotoRecord): boolean {
    if (isAnswered(record)) return false;
    this.#unanswered ??= record;
    return true;
  }

  /** Its failures are no failures of the photo, but tell of the line and the session. */
  async #sendProof(record: PhotoRecord, sending: DeliveryControl): Promise<void> {
    const fail = (tries: number) => void proofTries.set(record.id, (proofTries.get(record.id) ?? 0) + tries);
    try {
      const outcome = await this.#options.sendProof?.(record, sending);
      if (outcome === 'sent') return serverReachability.markUp();
      fail(outcome !== undefined && outcome !== 'never' && outcome.kind === 'retry' && outcome.network ? 1 : MAX_PROOF_TRIES);
      if (outcome !== undefined && outcome !== 'never') await this.#applyOutcome(outcome);
    } catch (error) {
      if (this.#stopped) return;
      fail(MAX_PROOF_TRIES);
      console.warn('A proof was not sent', error);
    }
  }

  #hasSlot(record: PhotoRecord): boolean {
    const others = [...this.#inFlight.values()].flatMap((one) => one.record ?? []);
    const isLarge = ({ bytes }: PhotoRecord) => bytes > SMALL_BYTES;
    if (this.#proofsFirst && isLarge(record) && record.state !== 'discarding') return false;
    return (
      others.length < SLOTS &&
      (!isLarge(record) || others.filter(isLarge).length < SLOTS_FOR_LARGE) &&
      (neverFailed(record) || others.filter((other) => !neverFailed(other)).length < SLOTS_FOR_FAILED) &&
      !this.#lacksAnswer(record)
    );
  }

  #start(key: string, record: PhotoRecord | null, work: (sending: DeliveryControl) => Promise<void>): void {
    const control = new AbortController();
    const isProof = key.startsWith(proofKey(''));
    // A proof is drawn first.
    const one: InFlight = { record, isProof, bytes: 0, control, since: performance.now(), timeout: isProof ? Infinity : HANG_TIMEOUT_MS };
    this.#inFlight.set(key, one);
    const sending: DeliveryControl = {
      signal: control.signal,
      onRequest(bytes) {
        one.since = performance.now();
        one.bytes = bytes;
        one.timeout = bytes > 0 ? HANG_TIMEOUT_WITH_BYTES_MS : HANG_TIMEOUT_MS;
      },
      onChunk: (left) => {
        if (this.#proofsFirst && left > SMALL_BYTES) throw new PreemptedError();
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
      if (outcome.kind !== 'delivered') recordTrial();
      await this.#applyOutcome(outcome);
      if (outcome.kind !== 'delivered') return;
      // The cause of the earlier failure is gone; other photos may have waited for the same cause.
      if (!neverFailed(record)) await resetBackoff(account);
      if (!this.#seen.has(record.eventId)) await unparkPhotosOfEvents([record.eventId], Date.now());
      this.#seen.add(record.eventId);
    } catch (error) {
      if (error instanceof PreemptedError) return unclaim(record.id);
      await releaseLease(record.id, owner);
      throw error;
    }
  }

  /** One question about files, one like and one generation request at a time: each is small, and a failure affects all of its kind. */
  async #beginOthers(): Promise<void> {
    const { account, deliverLike, deliverGeneration, askAhead } = this.#options;
    if (this.#unanswered && askAhead && !this.#skipped.has('question'))
      this.#beginOther('question', { record: this.#unanswered, dueIn: 0 }, askAhead);
    const { likes, generations } = await pendingWork(account);
    const now = Date.now();
    const openLikes = likes.filter(({ photoId }) => !this.#skipped.has(photoId));
    const openGenerations = generations.filter(({ id }) => !this.#skipped.has(id));
    if (deliverLike) this.#beginOther('likes', nextLike(openLikes, now), deliverLike);
    if (deliverGeneration) this.#beginOther('generations', nextGeneration(openGenerations, now), deliverGeneration);
  }

  #beginOther<Item extends LikeRecord | GenerationRecord | PhotoRecord>(
    kind: string,
    next: { record: Item; dueIn: number } | null,
    deliver: (record: Item, signal: AbortSignal) => Promise<Outcome>,
  ): void {
    if (!next || next.dueIn > 0 || this.#inFlight.has(kind)) return;
    const { record } = next;
    this.#start(kind, null, async ({ signal }) => {
      try {
        await this.#applyOutcome(await deliver(record, signal));
      } catch (error) {
        this.#skipped.add('photoId' in record ? record.photoId : record.id);
        // The disk is full; delivering photos frees space.
        if (!isQuotaError(error)) throw error;
      }
    });
  }

  /** Applies the consequences of one outcome for the other deliveries. */
  async #applyOutcome(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'pause') {
      this.#halted = outcome.reason === 'session' ? 'account' : outcome.reason;
      // Maintenance does not change the session.
      if (outcome.reason !== 'maintenance') publish({ type: 'paused', account: this.#options.account, reason: outcome.reason });
    } else if (outcome.kind === 'retry' && outcome.network) {
      if (!(await serverReachability.check()) && this.#halted === null) this.#halted = 'line';
    } else {
      serverReachability.markUp();
      if (this.#halted === 'line') this.#halted = null;
    }
  }

  /** Runs next to the deliveries, which do not wait for a probe. */
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

  /** Handles hanging requests. If a probe is answered, the connection is not the cause. */
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

  /** Probes an unreachable server with backoff. Once it answers, all deliveries resume. */
  async #probeServer(): Promise<void> {
    this.#halted = 'line';
    if (serverReachability.probeIn() > 0 || !(await serverReachability.check())) return;
    this.#halted = null;
    this.#abortStale(HANG_TIMEOUT_ON_RETURN_MS);
    await resetBackoff(this.#options.account);
    this.#wake();
  }

  /**
   * The server is reachable but did not answer this request: the answer was lost, or the next attempt gives it more time. Bodies are left
   * to finish.
   */
  #isLost({ record, since, timeout }: InFlight): boolean {
    return timeout === HANG_TIMEOUT_MS && performance.now() - since >= LOST_ANSWER_MS * (record?.attempts ?? 1);
  }

  /** Longest first. */
  #hangingRequests(): InFlight[] {
    const now = performance.now();
    return [...this.#inFlight.values()].filter((one) => now - one.since >= one.timeout).toSorted((a, b) => a.since - b.since);
  }

  /** Aborts requests without progress for this long; they are sent again at once on a new connection. */
  #abortStale(after: number): void {
    const now = performance.now();
    for (const { since, control } of this.#inFlight.values()) if (now - since >= after) control.abort(new StaleRequestError());
  }

  #wake(): void {
    this.#woken = true;
    this.#resolvePause();
  }

  /** Resolves on a change, or after the time has passed. */
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

/** Writes the clock offsets that this page knows into its photos: another page or the worker may deliver them. */
async function correctClockOffsets(photos: readonly PhotoRecord[]): Promise<void> {
  for (const { id, takenAt, moment, clockOffset: written } of photos) {
    const offset = offsetBySteadyClock({ takenAt, moment });
    if (offset === null || (written !== null && Math.abs(written - offset) < 1000)) continue;
    await updatePhotoRecord(id, () => ({ clockOffset: offset }));
  }
}
