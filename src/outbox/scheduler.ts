// When and in which order records are sent: what an answer means (docs/outbox.md, Outcomes of the commit), backoff, leases, priority, and
// whether the server is reachable.
import { checkHealth } from '#src/transport/client.ts';
import { ApiError, intermediaryError, NetworkError, asksToRetry } from '#src/transport/problem.ts';
import { storedPhotos, updatePhotoRecord, withDb, withDeferredUpdates } from './db.ts';
import { subscribeOutbox } from './messages.ts';
import type { GenerationRecord, Lease, LikeRecord, PhotoRecord } from './record.ts';
import { SMALL_BYTES } from './upload.ts';

// Deadlines are device times, and the clock may be set back later. A deadline further ahead than its own delay was written by a clock that
// ran ahead, and is void (docs/outbox.md, Backoff).

/** The longest backoff. */
const MAX_BACKOFF_MS = 60_000;
/** The longest pause that the server may ask for. */
const MAX_RETRY_AFTER_MS = 15 * 60_000;

interface Deadlines {
  /** Earliest attempt by backoff (device ms). 0: now. */
  nextAttemptAt: number;
  /** Earliest attempt by the server's request (device ms). */
  notBefore?: number;
  /** When these were written (device ms); null in records of earlier releases. */
  scheduledAt?: number | null;
}

/** Milliseconds until a deadline; 0 if it has passed or is void. */
function timeUntil(deadline: number, cap: number, scheduledAt: number | null | undefined, now: number): number {
  const left = deadline - now;
  const clockWasAhead = typeof scheduledAt === 'number' ? left > cap || now < scheduledAt : left > MAX_BACKOFF_MS;
  return clockWasAhead ? 0 : Math.max(0, left);
}

/** Remaining pause requested by the server, in ms. Only a manual retry is sooner. */
export const retryAfterIn = ({ notBefore = 0, scheduledAt }: Deadlines, now: number): number =>
  timeUntil(notBefore, MAX_RETRY_AFTER_MS, scheduledAt, now);

/** Milliseconds until a record may be sent; 0: now. */
export const dueIn = (record: Deadlines, now: number): number =>
  Math.max(timeUntil(record.nextAttemptAt, MAX_BACKOFF_MS, record.scheduledAt, now), retryAfterIn(record, now));

/** The shortest backoff: jitter may be close to zero. */
const MIN_BACKOFF_MS = 250;

/** The backoff in ms: full jitter, up to a minute. */
export const backoff = (attempts: number, random: () => number = Math.random): number =>
  Math.max(MIN_BACKOFF_MS, random() * Math.min(MAX_BACKOFF_MS, 1000 * 2 ** Math.min(attempts, 10)));

/** The deadlines to write after `attempts` failed attempts. */
export function scheduleRetry(
  attempts: number,
  after: number | null,
  hint = 0,
): { nextAttemptAt: number; notBefore: number; scheduledAt: number } {
  const now = Date.now();
  return {
    nextAttemptAt: now + Math.max(backoff(attempts), hint * 1000),
    notBefore: after === null ? 0 : now + Math.min(after * 1000, MAX_RETRY_AFTER_MS),
    scheduledAt: now,
  };
}

/** The same as one deadline, for records without a manual retry: the server's pause is limited to the longest backoff. */
export function scheduleOneDeadline(attempts: number, after: number | null, hint: number): { nextAttemptAt: number; scheduledAt: number } {
  const { nextAttemptAt, notBefore, scheduledAt } = scheduleRetry(attempts, after, hint);
  return { nextAttemptAt: Math.max(nextAttemptAt, Math.min(notBefore, scheduledAt + MAX_BACKOFF_MS)), scheduledAt };
}

export type Outcome =
  /** The server has it, or had it until it was deleted there: the record is deleted. */
  | { kind: 'delivered'; deleted?: true }
  /** Try later. */
  | {
      kind: 'retry';
      code: string;
      message: string;
      /** No answer from the server itself. */
      network: boolean;
      /** Seconds requested by the server. */
      after: number | null;
      /** Seconds requested by an intermediary, at most a minute; the network's return is sooner. */
      hint: number;
    }
  /** The bytes must be uploaded again; the record stays. */
  | { kind: 'restart'; code: string; message: string; mismatch: boolean }
  /** The account is paused: it needs a sign-in, another account is signed in, or the server is in maintenance. */
  | { kind: 'pause'; reason: 'session' | 'account' | 'maintenance'; code: string; message: string }
  /** The user must decide. */
  | { kind: 'park'; code: string; message: string };

/** The server is busy reading uploads: the attempt is not counted. */
export const BUSY = 'busy';
const UPLOAD_LOST: ReadonlySet<string> = new Set(['upload_not_found', 'upload_incomplete']);
const MISMATCH: ReadonlySet<string> = new Set(['hash_mismatch', 'size_mismatch']);
/** A network or disk that corrupts bytes is retried, but not forever. */
export const MAX_MISMATCHES = 3;

/**
 * @param error thrown by the commit
 * @param mismatches how often the server found other bytes before
 */
export function classifyFailure(error: unknown, mismatches: number): Outcome {
  if (error instanceof NetworkError) return networkFailure(error);
  if (!(error instanceof ApiError)) throw error;
  const { code, status, message, retryAfter } = error;
  // Anything but the server's own problem document comes from a captive portal or proxy: it neither parks a photo nor sets the pace.
  if (!error.fromServer) return networkFailure(intermediaryError(status, retryAfter));
  if (code === 'maintenance') return { kind: 'pause', reason: code, code, message };
  if (asksToRetry(status)) return { kind: 'retry', code, message, network: false, after: retryAfter, hint: 0 };
  if (status === 401) return { kind: 'pause', reason: 'session', code, message };
  if (code === 'account_mismatch') return { kind: 'pause', reason: 'account', code, message };
  if (code === 'photo_deleted') return { kind: 'delivered', deleted: true };
  if (UPLOAD_LOST.has(code)) return { kind: 'restart', code, message, mismatch: false };
  if (MISMATCH.has(code) && mismatches + 1 < MAX_MISMATCHES) return { kind: 'restart', code, message, mismatch: true };
  return { kind: 'park', code, message };
}

const networkFailure = ({ reason, message, hint }: NetworkError): Outcome => ({
  kind: 'retry',
  code: reason,
  message,
  network: true,
  after: null,
  hint: Math.min(hint, MAX_BACKOFF_MS / 1000),
});

const PROBE_TIMEOUT_MS = 5000;
/** A successful probe this recent is not repeated. */
const FRESH_MS = 2000;
const MIN_PROBE_DELAY_MS = 1000;
/** The longest wait of a photo after the network is back. */
const MAX_PROBE_DELAY_MS = 8000;

/** Times are `performance.now()`. */
let down = false;
let failedProbes = 0;
let nextProbeAt = 0;
let reachedAt = -Infinity;
let runningProbe: Promise<boolean> | null = null;

/** The network may have changed: probe now. */
subscribeOutbox((message) => {
  if (message.type !== 'line-back') return;
  nextProbeAt = 0;
  failedProbes = 0;
  reachedAt = -Infinity;
});

export const serverReachability = {
  /** Milliseconds until the next probe; 0 unless the server is known to be unreachable. */
  probeIn: (): number => (down ? Math.max(0, nextProbeAt - performance.now()) : 0),
  isDown: (): boolean => down,

  /** The server answered a request. */
  markUp(): void {
    down = false;
    failedProbes = 0;
    reachedAt = performance.now();
  },

  /** Probes without marking the server as unreachable: a saturated network may delay the answer. */
  async probe(): Promise<boolean> {
    const answered = await checkHealth();
    if (answered) serverReachability.markUp();
    return answered;
  },

  /** Probes the server, unless a recent result exists. */
  async check(): Promise<boolean> {
    if (!down && performance.now() - reachedAt < FRESH_MS) return true;
    runningProbe ??= probeWithTimeout().finally(() => (runningProbe = null));
    return runningProbe;
  },
};

async function probeWithTimeout(): Promise<boolean> {
  if (await checkHealth(PROBE_TIMEOUT_MS)) {
    serverReachability.markUp();
    return true;
  }
  down = true;
  nextProbeAt = performance.now() + (0.5 + Math.random() / 2) * Math.min(MAX_PROBE_DELAY_MS, MIN_PROBE_DELAY_MS * 2 ** failedProbes);
  failedProbes += 1;
  return false;
}

export const LEASE_MS = 45_000;
const RENEW_MS = 15_000;

/** A lease that ends later than any lease can was written by a clock that ran ahead. */
const isLeasedByOther = (lease: Lease | null, owner: string, now: number) =>
  lease !== null && lease.owner !== owner && lease.expiresAt > now && lease.expiresAt <= now + LEASE_MS;

/** Whether another drainer works on any photo of this account. */
export async function hasOtherDrainer(account: string, owner: string): Promise<boolean> {
  return (await storedPhotos(account)).some((photo) => isLeasedByOther(photo.lease, owner, Date.now()));
}

/** A coarse size class, so that similar photos stay in capture order. */
const sizeClass = ({ bytes }: PhotoRecord) => Math.max(0, Math.ceil(Math.log2(bytes / SMALL_BYTES) / 2));

/** Fewest attempts first, then small, then in capture order (docs/outbox.md, Fairness). */
export const byPriority = (a: PhotoRecord, b: PhotoRecord) => a.attempts - b.attempts || sizeClass(a) - sizeClass(b) || a.seq - b.seq;

/** An original that takes so many seconds is shown by its proof first: by itself, and with those ahead of it. */
const PROOF_OWN_S = 1;
const PROOF_TOTAL_S = 2;
/** Proofs on a slower line would not arrive in the time that the server gives a request. */
const PROOF_MIN_SPEED = 12_000;

/**
 * Whether a photo is worth a proof. On a fast line none is: it would cost a request and the making of it.
 * @param ahead bytes of the photos that go first
 */
export function needsProof(bytes: number, ahead: number, bytesPerSecond: number): boolean {
  const own = bytes / bytesPerSecond;
  const isSlow = own >= PROOF_OWN_S && own + ahead / bytesPerSecond >= PROOF_TOTAL_S;
  return bytes > SMALL_BYTES && isSlow && bytesPerSecond >= PROOF_MIN_SPEED;
}

/** The photos that are to be shown by a proof, of those that wait, in the order in which they are sent. */
export function listWithoutProof(waiting: readonly PhotoRecord[], bytesPerSecond: number): PhotoRecord[] {
  let ahead = 0;
  return waiting.filter(({ bytes, state, source, proofSent, uploaded, askFirst, awaitedAs, lastError }) => {
    const isOpen = state === 'waiting' && source !== 'generated' && !proofSent && !uploaded && !awaitedAs && !(askFirst && lastError);
    const needed = isOpen && needsProof(bytes, ahead, bytesPerSecond);
    ahead += bytes;
    return needed;
  });
}

/** Another device may deliver the same file after the server was asked. */
export const ANSWER_FRESH_MS = 30_000;

/** Whether the server need not be asked about a photo before it is sent. */
export const isAnswered = ({ askFirst, lackedAt = 0, state }: PhotoRecord): boolean =>
  !askFirst || state !== 'waiting' || Math.abs(Date.now() - lackedAt) < ANSWER_FRESH_MS;

interface ClaimOptions {
  account: string;
  owner: string;
  /** The caller has the drain lock, so leases of others are leftovers of dead contexts. */
  exclusive: boolean;
  /** Photos to skip: being sent, or failed for a reason that waiting does not fix. */
  skip: { has(id: string): boolean };
  /** Called with all that wait, in order, before one is chosen. */
  onWaiting(waiting: readonly PhotoRecord[]): void;
  /** Whether a slot is free for it. */
  hasSlot(record: PhotoRecord): boolean;
  /** Whether a photo in backoff may be tried early, to find out if the cause is gone. */
  trial: boolean;
}

interface ClaimResult {
  record: PhotoRecord | null;
  /** The first due photo that never failed and finds no slot. */
  starved: PhotoRecord | null;
}

/** Claims the next photo to send and counts the attempt. */
export async function claimNext({ account, owner, exclusive, skip, onWaiting, hasSlot, trial }: ClaimOptions): Promise<ClaimResult> {
  const now = Date.now();
  const free = (record: PhotoRecord) =>
    record.state !== 'parked' && !skip.has(record.id) && (exclusive || !isLeasedByOther(record.lease, owner, now));
  const waiting = (await storedPhotos(account)).map(withDeferredUpdates).filter(free).toSorted(byPriority);
  onWaiting(waiting.filter((record) => retryAfterIn(record, now) === 0));
  const due = waiting.filter((record) => dueIn(record, now) === 0);
  const next =
    due.find(hasSlot) ??
    (trial ? waiting.find((record) => !neverFailed(record) && retryAfterIn(record, now) === 0 && hasSlot(record)) : undefined);
  const crowdedOut = due.find((record) => neverFailed(record) && !hasSlot(record)) ?? null;
  if (!next) return { record: null, starved: crowdedOut };
  const claim = ({ attempts }: PhotoRecord) => ({ attempts: attempts + 1, lease: { owner, expiresAt: now + LEASE_MS } });
  // Discarded or parked in the meantime: the caller tries again.
  const record = await updatePhotoRecord(next.id, (current) => (free(current) ? claim(current) : null));
  return { record, starved: crowdedOut };
}

/** A photo whose receipt found no space has no error, but waits as if it had. */
export const neverFailed = ({ lastError, scheduledAt }: PhotoRecord): boolean => !lastError && !scheduledAt;

/** Renews the lease while `work` runs. */
export async function withLease<T>(id: string, owner: string, work: () => Promise<T>): Promise<T> {
  const renew = () => setLease(id, owner, { owner, expiresAt: Date.now() + LEASE_MS });
  const timer = setInterval(() => renew().catch((error: unknown) => console.warn('A lease was not renewed', error)), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Releases an unfinished record. */
export const releaseLease = (id: string, owner: string) => setLease(id, owner, null);

/** Releases a preempted record without counting the attempt. */
export async function unclaim(id: string): Promise<void> {
  await updatePhotoRecord(id, ({ attempts }) => ({ attempts: Math.max(0, attempts - 1), lease: null }));
}

async function setLease(id: string, owner: string, lease: Lease | null): Promise<void> {
  await updatePhotoRecord(id, (current) => (current.lease?.owner === owner ? { lease } : null));
}

/** At least this often, one photo in backoff is tried early. */
const TRIAL_INTERVAL_MS = 8000;

/** The last attempt of a previously failed photo (`performance.now()`). */
let lastTrialAt = -Infinity;

export const recordTrial = (): void => void (lastTrialAt = performance.now());
export const nextTrialIn = (): number => Math.max(0, lastTrialAt + TRIAL_INTERVAL_MS - performance.now());

interface PendingWork {
  photos: PhotoRecord[];
  likes: LikeRecord[];
  generations: GenerationRecord[];
}

/** Everything to send now or later. A like or generation of a queued photo waits for it, parked or not. */
export async function pendingWork(account: string): Promise<PendingWork> {
  const photos = await storedPhotos(account);
  const queued = new Set(photos.map((photo) => photo.id));
  const likes = await withDb((db) => db.getAll('likes'));
  const generations = await withDb((db) => db.getAll('generations'));
  return {
    photos: photos.filter((photo) => photo.state !== 'parked'),
    likes: likes.filter((like) => like.account === account && !queued.has(like.photoId)),
    generations: generations.filter(
      (one) => one.account === account && one.refusal === null && !(one.body.source && queued.has(one.body.source.id)),
    ),
  };
}

interface NextItem<Item> {
  record: Item;
  /** Milliseconds. 0: now. */
  dueIn: number;
}

/**
 * The next like and the milliseconds until it is due; null without any. Likes share one backoff when the failure affects all of them.
 */
export function nextLike(wishes: readonly LikeRecord[], now: number): NextItem<LikeRecord> | null {
  const shared = Math.max(0, ...wishes.filter((wish) => wish.holdsOthers).map((wish) => dueIn(wish, now)));
  const [first] = wishes
    .map((record) => ({ record, dueIn: Math.max(shared, dueIn(record, now)) }))
    .toSorted((a, b) => a.dueIn - b.dueIn || a.record.attempts - b.record.attempts || a.record.seq - b.record.seq);
  return first ?? null;
}

/** The next generation request and the milliseconds until it is due; null without any. */
export function nextGeneration(generations: readonly GenerationRecord[], now: number): NextItem<GenerationRecord> | null {
  const [first] = generations
    .map((record) => ({ record, dueIn: dueIn(record, now) }))
    .toSorted((a, b) => a.dueIn - b.dueIn || a.record.seq - b.record.seq);
  return first ?? null;
}

/** What is left for an account, and the milliseconds until the next attempt (null if nothing is left). */
export async function remainingWork(account: string): Promise<{ left: number; nextIn: number | null }> {
  const { photos, likes, generations } = await pendingWork(account);
  const now = Date.now();
  const scouted = (photo: PhotoRecord) => (neverFailed(photo) ? Infinity : Math.max(retryAfterIn(photo, now), nextTrialIn()));
  const waits = photos.map(withDeferredUpdates).map((photo) => Math.min(dueIn(photo, now), scouted(photo)));
  for (const next of [nextLike(likes, now), nextGeneration(generations, now)]) if (next) waits.push(next.dueIn);
  return {
    left: photos.length + likes.length + generations.length,
    nextIn: waits.length === 0 ? null : Math.max(serverReachability.probeIn(), Math.min(...waits)),
  };
}
