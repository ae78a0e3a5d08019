// What an account has to send still, and when the next of it is due.
// Who works on a record. The drain lock makes leases stand unopposed; they matter where there is no lock, or where its holder is frozen
// and does not let go (docs/outbox.md, Sending 8).
// Whether the server can be reached at all, as delivery sees it. Failures of photos are not a dead line: a look at the server decides. While
// it is dead only such looks are made, a few seconds apart.
// What an answer means for a record: the classes of docs/outbox.md, Sending 4. Pure.
import { checkHealth } from '#src/transport/client.ts';
import { ApiError, intermediaryError, NetworkError } from '#src/transport/problem.ts';
import { storedPhotos, updatePhotoRecord, withDb, withDeferredUpdates } from './db.ts';
import { subscribeOutbox } from './messages.ts';
import type { Lease, LikeRecord, PhotoRecord } from './record.ts';
import { SMALL_BYTES } from './upload.ts';

// When a record may be tried again: how long to wait is decided, written and read here. Deadlines are device times, and a device's clock may be set back under them: one that lies further ahead than
// its own delay was written by a clock that ran ahead, and is void (docs/outbox.md, Sending 10).

/** The longest back-off. */
export const MAX_BACKOFF_MS = 60_000;
/** The longest pause that a server may ask for. */
const MAX_RETRY_AFTER_MS = 15 * 60_000;

interface Deadlines {
  /** Not before, by our own back-off (device ms). 0: at once. */
  nextAttemptAt: number;
  /** Not before, because our server asked (device ms). */
  notBefore?: number;
  /** When these were written (device ms); null in records of earlier releases. */
  scheduledAt?: number | null;
}

/** Milliseconds until a deadline; 0 when it has passed or is void. */
function timeUntil(deadline: number, cap: number, scheduledAt: number | null | undefined, now: number): number {
  const left = deadline - now;
  const clockWasAhead = typeof scheduledAt === 'number' ? left > cap || now < scheduledAt : left > MAX_BACKOFF_MS;
  return clockWasAhead ? 0 : Math.max(0, left);
}

/** How long our server asked to wait still, in ms: only the person's own "Retry" is sooner. */
export const retryAfterIn = ({ notBefore = 0, scheduledAt }: Deadlines, now: number): number =>
  timeUntil(notBefore, MAX_RETRY_AFTER_MS, scheduledAt, now);

/** Milliseconds until a record may be tried; 0: at once. */
export const dueIn = (record: Deadlines, now: number): number =>
  Math.max(timeUntil(record.nextAttemptAt, MAX_BACKOFF_MS, record.scheduledAt, now), retryAfterIn(record, now));

/** Nothing is tried again sooner: jitter may be next to nothing. */
const MIN_BACKOFF_MS = 250;

/** Our own delay before the next try, in ms: full jitter up to a minute. */
export const backoff = (attempts: number, random: () => number = Math.random): number =>
  Math.max(MIN_BACKOFF_MS, random() * Math.min(MAX_BACKOFF_MS, 1000 * 2 ** Math.min(attempts, 10)));

/** The deadlines that an attempt which failed `attempts` times writes into its record. */
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

export type Outcome =
  /** The server holds it (or someone deleted it since): the record goes. */
  | { kind: 'delivered' }
  /** Try later. */
  | {
      kind: 'retry';
      code: string;
      message: string;
      /** Nothing that could be the server answered. */
      network: boolean;
      /** Seconds our server asked for. */
      after: number | null;
      /** Seconds a stranger asked for, at most a minute: the line's coming back is sooner. */
      hint: number;
    }
  /** Its bytes must travel again; the record stays. */
  | { kind: 'restart'; code: string; message: string; mismatch: boolean }
  /** The account waits: for a sign-in, because another account is signed in, or because nobody may change anything now. */
  | { kind: 'pause'; reason: 'session' | 'account' | 'maintenance'; code: string; message: string }
  /** The person must decide. */
  | { kind: 'park'; code: string; message: string };

/** The server takes no more reads for a moment: no attempt is counted. */
export const BUSY = 'busy';
const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 423, 425, 429]);
const UPLOAD_LOST: ReadonlySet<string> = new Set(['upload_not_found', 'upload_incomplete']);
const MISMATCH: ReadonlySet<string> = new Set(['hash_mismatch', 'size_mismatch']);
/** A line or disk that changes bytes is tried again, but not for ever. */
export const MAX_MISMATCHES = 3;

/**
 * @param error what the commit threw
 * @param mismatches how often the server has found other bytes than ours before
 */
export function classifyFailure(error: unknown, mismatches: number): Outcome {
  if (error instanceof NetworkError) return networkFailure(error);
  if (!(error instanceof ApiError)) throw error;
  const { code, status, message, retryAfter } = error;
  // Whatever is not the server's own problem document is a portal's or a proxy's: it neither parks a photo nor sets its pace.
  if (!error.fromServer) return networkFailure(intermediaryError(status, retryAfter));
  if (code === 'maintenance') return { kind: 'pause', reason: code, code, message };
  if (status >= 500 || RETRY_STATUSES.has(status)) return { kind: 'retry', code, message, network: false, after: retryAfter, hint: 0 };
  if (status === 401) return { kind: 'pause', reason: 'session', code, message };
  if (code === 'account_mismatch') return { kind: 'pause', reason: 'account', code, message };
  if (code === 'photo_deleted') return { kind: 'delivered' };
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
/** A look this young need not be repeated. */
const FRESH_MS = 2000;
const MIN_PROBE_DELAY_MS = 1000;
/** No photo waits much longer than this once the line is back. */
const MAX_PROBE_DELAY_MS = 8000;

/** All times here are of the steady clock. */
let down = false;
let failedProbes = 0;
let nextProbeAt = 0;
let reachedAt = -Infinity;
let runningProbe: Promise<boolean> | null = null;

/** The network may be another now: the next look is made at once. */
subscribeOutbox((message) => {
  if (message.type !== 'line-back') return;
  nextProbeAt = 0;
  failedProbes = 0;
  reachedAt = -Infinity;
});

export const serverReachability = {
  /** Milliseconds until it is looked at again; 0 while it is not known to be dead. */
  probeIn: (): number => (down ? Math.max(0, nextProbeAt - performance.now()) : 0),
  isDown: (): boolean => down,

  /** Our server answered something. */
  markUp(): void {
    down = false;
    failedProbes = 0;
    reachedAt = performance.now();
  },

  /** One look, by which no line is called dead: one that is full of bytes may keep it waiting. */
  async probe(): Promise<boolean> {
    const answered = await checkHealth();
    if (answered) serverReachability.markUp();
    return answered;
  },

  /** Asks the server whether it is there, unless that was asked just now. */
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

/** One that ends later than any lease can was written by a clock that ran ahead. */
const isLeasedByOther = (lease: Lease | null, owner: string, now: number) =>
  lease !== null && lease.owner !== owner && lease.expiresAt > now && lease.expiresAt <= now + LEASE_MS;

/** True while another drainer works on any of this account's photos. */
export async function hasOtherDrainer(account: string, owner: string): Promise<boolean> {
  return (await storedPhotos(account)).some((photo) => isLeasedByOther(photo.lease, owner, Date.now()));
}

/** How large, coarsely: photos of one kind keep the order they were taken in. */
const sizeClass = ({ bytes }: PhotoRecord) => Math.max(0, Math.ceil(Math.log2(bytes / SMALL_BYTES) / 2));

/** Fewest attempts first, then small, then in the order of taking (docs/outbox.md, Sending 11). */
const byPriority = (a: PhotoRecord, b: PhotoRecord) => a.attempts - b.attempts || sizeClass(a) - sizeClass(b) || a.seq - b.seq;

interface ClaimOptions {
  account: string;
  owner: string;
  /** The caller holds the drain lock: leases of others are leftovers of the dead. */
  exclusive: boolean;
  /** Not these: they are being sent, or failed in a way that waiting does not mend. */
  skip: { has(id: string): boolean };
  /** Whether there is a place for it now. */
  hasSlot(record: PhotoRecord): boolean;
  /** One that waits in back-off may go now, whatever it waits for: it finds out whether its trouble is over. */
  trial: boolean;
}

interface ClaimResult {
  record: PhotoRecord | null;
  /** The first that is due, has never failed, and finds no place. */
  starved: PhotoRecord | null;
}

/** Takes the next photo whose turn it is, and counts the attempt. */
export async function claimNext({ account, owner, exclusive, skip, hasSlot, trial }: ClaimOptions): Promise<ClaimResult> {
  const now = Date.now();
  const free = (record: PhotoRecord) =>
    record.state !== 'parked' && !skip.has(record.id) && (exclusive || !isLeasedByOther(record.lease, owner, now));
  const waiting = (await storedPhotos(account)).map(withDeferredUpdates).filter(free).toSorted(byPriority);
  const due = waiting.filter((record) => dueIn(record, now) === 0);
  const next =
    due.find(hasSlot) ??
    (trial ? waiting.find((record) => !neverFailed(record) && retryAfterIn(record, now) === 0 && hasSlot(record)) : undefined);
  const crowdedOut = due.find((record) => neverFailed(record) && !hasSlot(record)) ?? null;
  if (!next) return { record: null, starved: crowdedOut };
  const claim = ({ attempts }: PhotoRecord) => ({ attempts: attempts + 1, lease: { owner, expiresAt: now + LEASE_MS } });
  // Discarded or parked meanwhile: the caller looks again.
  const record = await updatePhotoRecord(next.id, (current) => (free(current) ? claim(current) : null));
  return { record, starved: crowdedOut };
}

/** One whose proof found no room has no error, and waits as if it had. */
export const neverFailed = ({ lastError, scheduledAt }: PhotoRecord): boolean => !lastError && !scheduledAt;

/** Keeps the lease alive while `work` runs. */
export async function withLease<T>(id: string, owner: string, work: () => Promise<T>): Promise<T> {
  const renew = () => setLease(id, owner, { owner, expiresAt: Date.now() + LEASE_MS });
  const timer = setInterval(() => renew().catch((error: unknown) => console.warn('A lease was not renewed', error)), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Gives a record back, unfinished. */
export const releaseLease = (id: string, owner: string) => setLease(id, owner, null);

/** Gives a record back as if it had not been begun: it only made way. */
export async function unclaim(id: string): Promise<void> {
  await updatePhotoRecord(id, ({ attempts }) => ({ attempts: Math.max(0, attempts - 1), lease: null }));
}

async function setLease(id: string, owner: string, lease: Lease | null): Promise<void> {
  await updatePhotoRecord(id, (current) => (current.lease?.owner === owner ? { lease } : null));
}

/** So often at least, one of those in back-off finds out whether its trouble is over. */
const TRIAL_INTERVAL_MS = 8000;

/** When one that has failed was last tried, on the steady clock. */
let lastTrialAt = -Infinity;

export const recordTrial = (): void => void (lastTrialAt = performance.now());
export const nextTrialIn = (): number => Math.max(0, lastTrialAt + TRIAL_INTERVAL_MS - performance.now());

/** What can be sent now or later. A like waits for its photo, parked or not. */
export async function pendingWork(account: string): Promise<{ photos: PhotoRecord[]; likes: LikeRecord[] }> {
  const photos = await storedPhotos(account);
  const queued = new Set(photos.map((photo) => photo.id));
  const likes = await withDb((db) => db.getAll('likes'));
  return {
    photos: photos.filter((photo) => photo.state !== 'parked'),
    likes: likes.filter((like) => like.account === account && !queued.has(like.photoId)),
  };
}

/**
 * The wish whose turn it is, and how long until then; null without any. What meets all of them holds all of them: a hundred wishes share one
 * back-off.
 */
export function nextLike(wishes: readonly LikeRecord[], now: number): { wish: LikeRecord; dueIn: number } | null {
  const shared = Math.max(0, ...wishes.filter((wish) => wish.holdsOthers).map((wish) => dueIn(wish, now)));
  const [first] = wishes
    .map((wish) => ({ wish, dueIn: Math.max(shared, dueIn(wish, now)) }))
    .toSorted((a, b) => a.dueIn - b.dueIn || a.wish.attempts - b.wish.attempts || a.wish.seq - b.wish.seq);
  return first ?? null;
}

/** What is left for an account, and how long until there is something to do about it (ms; null when nothing is left). */
export async function remainingWork(account: string): Promise<{ left: number; nextIn: number | null }> {
  const { photos, likes } = await pendingWork(account);
  const now = Date.now();
  const scouted = (photo: PhotoRecord) => (neverFailed(photo) ? Infinity : Math.max(retryAfterIn(photo, now), nextTrialIn()));
  const waits = photos.map(withDeferredUpdates).map((photo) => Math.min(dueIn(photo, now), scouted(photo)));
  const wish = nextLike(likes, now);
  if (wish) waits.push(wish.dueIn);
  return {
    left: photos.length + likes.length,
    nextIn: waits.length === 0 ? null : Math.max(serverReachability.probeIn(), Math.min(...waits)),
  };
}
