// The decisions of a moderator before and after the server has them: the queue, unsent calls and the undo history. Pure.
import type { components } from '#openapi/api.ts';
import type { Photo } from '#src/domains/photos/photo.ts';

type Batch = components['schemas']['ModerationBatch'];
export type Status = Photo['status'];
export type Verdict = Exclude<Status, 'pending'>;

/** The contract's limit per call. */
export const MAX_PER_CALL = 200;

/** A decision in the undo history. Its photos have the status from before. */
export interface Decision {
  id: number;
  photos: readonly Photo[];
  from: Status;
  to: Status;
  reason: string | null;
}

/** A call that is unsent or under way. */
export interface PendingCall extends Decision {
  /** For an undo: the decision that is restored if the call fails. */
  undoes: Decision | null;
  /** The call was sent without an answer, so the server may have applied it. Sending it again is idempotent. */
  tried?: true;
}

/** A request sent as the page unloads. */
export interface FinalRequest {
  photos: readonly Photo[];
  /** Null for any status. */
  from: Status | null;
  to: Status;
  reason: string | null;
}

export interface ModerationState {
  /** Claimed by this moderator; the first is shown. */
  queue: readonly Photo[];
  /** Calls in the order in which the server must receive them. The first `inFlight` are under way. */
  unsent: readonly PendingCall[];
  inFlight: number;
  /** The undo history, latest last. */
  decided: readonly Decision[];
  /** The id of the last decision. */
  lastDecisionId: number;
  pending: number;
  withOthers: number;
  moderators: number;
}

export const initialModerationState: ModerationState = {
  queue: [],
  unsent: [],
  inFlight: 0,
  decided: [],
  lastDecisionId: 0,
  pending: 0,
  withOthers: 0,
  moderators: 0,
};

const idsOf = (photos: readonly Photo[]): Set<string> => new Set(photos.map((photo) => photo.id));
const without = (photos: readonly Photo[], ids: ReadonlySet<string>): readonly Photo[] =>
  photos.some((photo) => ids.has(photo.id)) ? photos.filter((photo) => !ids.has(photo.id)) : photos;

function inChunks(photos: readonly Photo[]): (readonly Photo[])[] {
  const chunks: (readonly Photo[])[] = [];
  for (let at = 0; at < photos.length; at += MAX_PER_CALL) chunks.push(photos.slice(at, at + MAX_PER_CALL));
  return chunks;
}

/** The change of the number of pending photos. */
const pendingBy = (count: number, from: Status, to: Status): number =>
  from === to ? 0 : (to === 'pending' ? count : 0) - (from === 'pending' ? count : 0);

/** @param photos all with the status `from` */
export function decide(state: ModerationState, photos: readonly Photo[], to: Status, reason: string | null): ModerationState {
  const from = photos[0]?.status;
  if (from === undefined) return state;
  const id = state.lastDecisionId + 1;
  const decision: Decision = { id, photos, from, to, reason };
  return {
    ...state,
    queue: without(state.queue, idsOf(photos)),
    unsent: [...state.unsent, ...inChunks(photos).map((chunk) => ({ ...decision, photos: chunk, undoes: null }))],
    decided: [...state.decided, decision],
    lastDecisionId: id,
    pending: Math.max(0, state.pending + pendingBy(photos.length, from, to)),
  };
}

/** Undoes the latest decision. Drops unsent calls and appends the inverse of the others. */
export function undoLastDecision(state: ModerationState): ModerationState {
  const decision = state.decided.at(-1);
  if (!decision) return state;
  const isUnsent = (sending: PendingCall, index: number) =>
    index >= state.inFlight && !sending.tried && sending.id === decision.id && !sending.undoes;
  const unsentIds = idsOf(state.unsent.filter(isUnsent).flatMap((sending) => sending.photos));
  const remaining = state.unsent.filter((sending, index) => !isUnsent(sending, index));
  return {
    ...state,
    queue: decision.from === 'pending' ? [...decision.photos, ...without(state.queue, idsOf(decision.photos))] : state.queue,
    unsent: [...remaining, ...inverse(decision, without(decision.photos, unsentIds))],
    decided: state.decided.slice(0, -1),
    pending: state.pending + pendingBy(decision.photos.length, decision.to, decision.from),
  };
}

/** The calls that restore the photos; rejected ones with their reasons. */
function inverse(decision: Decision, photos: readonly Photo[]): PendingCall[] {
  const byReason = new Map<string | null, Photo[]>();
  for (const photo of photos) {
    const reason = decision.from === 'rejected' ? photo.rejection_reason : null;
    byReason.set(reason, [...(byReason.get(reason) ?? []), photo]);
  }
  return [...byReason].flatMap(([reason, group]) =>
    inChunks(group).map((chunk) => ({
      id: decision.id,
      photos: chunk,
      from: decision.to,
      to: decision.from,
      reason,
      undoes: { ...decision, photos: chunk },
    })),
  );
}

/** The next call, merged with equal neighbors. `count` is the number of merged entries of `unsent`. */
export function nextCall(state: ModerationState): { call: PendingCall; count: number } | null {
  const [first, ...rest] = state.unsent;
  if (!first) return null;
  const ids = idsOf(first.photos);
  let photos = first.photos;
  let count = 1;
  for (const next of rest) {
    const same = next.from === first.from && next.to === first.to && next.reason === first.reason;
    if (!same || photos.length + next.photos.length > MAX_PER_CALL || next.photos.some((photo) => ids.has(photo.id))) break;
    for (const photo of next.photos) ids.add(photo.id);
    photos = [...photos, ...next.photos];
    count += 1;
  }
  return { call: { ...first, photos }, count };
}

export const sendingStarted = (state: ModerationState, count: number): ModerationState => ({ ...state, inFlight: count });

/** @param lost photos that did not change, because another moderator decided on them or they are deleted. They leave the undo history. */
export function sendingDone(state: ModerationState, lost: ReadonlySet<string>): ModerationState {
  const unsent = state.unsent.slice(state.inFlight);
  if (lost.size === 0) return { ...state, unsent, inFlight: 0 };
  const stillSent = unsent
    .map((sending) => ({ ...sending, photos: without(sending.photos, lost) }))
    .filter((sending) => sending.photos.length > 0);
  return { ...state, unsent: stillSent, inFlight: 0, queue: without(state.queue, lost), decided: removeFromDecisions(state.decided, lost) };
}

/** Without an answer the result is unknown: the decision stays and is sent again. */
export const sendingUnanswered = (state: ModerationState): ModerationState => ({
  ...state,
  unsent: state.unsent.map((sending, index) => (index < state.inFlight ? { ...sending, tried: true } : sending)),
  inFlight: 0,
});

/**
 * The requests to send as the page unloads, when no call can wait for another: the last decision for each photo. Parallel calls may
 * overtake each other; each photo has at most one call under way and this one.
 * An expected status would lose the request if the two differ: after approve, undo and reject nobody knows whether the photo is pending or
 * approved when the rejection arrives. Without an expected status both orders are right, because the call under way then finds another
 * status than it expects. If the photo returns to its status from before the call under way, the request expects the status that this call
 * sets. That loses nothing and preserves decisions by others; if it overtakes, no single call can be right, but the other call was sent
 * first.
 */
export function finalRequests(state: ModerationState): FinalRequest[] {
  const requests = new Map<string, FinalRequest>();
  /** Photos with a call that may have arrived, and their status before it. */
  const before = new Map<string, Status>();
  state.unsent.forEach((sending, index) => {
    const { from, to, reason } = sending;
    for (const photo of sending.photos) {
      const was = before.get(photo.id);
      const isUnsent = was === undefined ? (requests.get(photo.id)?.from ?? from) : null;
      if (index >= state.inFlight) requests.set(photo.id, { photos: [photo], from: was === to ? from : isUnsent, to, reason });
      if (index < state.inFlight || sending.tried) before.set(photo.id, from);
    }
  });
  const grouped = new Map<string, FinalRequest>();
  for (const request of requests.values()) {
    const key = JSON.stringify([request.from, request.to, request.reason]);
    grouped.set(key, { ...request, photos: [...(grouped.get(key)?.photos ?? []), ...request.photos] });
  }
  return [...grouped.values()].flatMap((request) => inChunks(request.photos).map((photos) => ({ ...request, photos })));
}

function removeFromDecisions(decided: readonly Decision[], ids: ReadonlySet<string>): readonly Decision[] {
  if (!decided.some((decision) => decision.photos.some((photo) => ids.has(photo.id)))) return decided;
  return decided
    .map((decision) => ({ ...decision, photos: without(decision.photos, ids) }))
    .filter((decision) => decision.photos.length > 0);
}

/**
 * Reverts calls that failed.
 * @param all also reverts the calls queued behind them
 */
export function sendingFailed(state: ModerationState, all: boolean): ModerationState {
  const failed = all ? state.unsent : state.unsent.slice(0, state.inFlight);
  let next: ModerationState = { ...state, unsent: all ? [] : state.unsent.slice(state.inFlight), inFlight: 0 };
  // Latest first, so that each reverts its own change.
  for (const sending of failed.toReversed()) next = revert(next, sending);
  return next;
}

function revert(state: ModerationState, sending: PendingCall): ModerationState {
  const ids = idsOf(sending.photos);
  const pending = Math.max(0, state.pending + pendingBy(sending.photos.length, sending.to, sending.from));
  if (sending.undoes) {
    return { ...state, pending, queue: without(state.queue, ids), decided: [...state.decided, sending.undoes] };
  }
  const decided = state.decided
    .map((decision) => (decision.id === sending.id ? { ...decision, photos: without(decision.photos, ids) } : decision))
    .filter((decision) => decision.photos.length > 0);
  const queue = sending.from === 'pending' ? [...sending.photos, ...without(state.queue, ids)] : state.queue;
  return { ...state, pending, queue, decided };
}

/** The number of photos the server will return again because their decisions are unsent. */
export const unacknowledgedCount = (state: ModerationState): number =>
  state.unsent.reduce((sum, sending) => sum + (sending.from === 'pending' ? sending.photos.length : 0), 0);

/** Replaces the queue by the batch, except for photos with unsent decisions or undos. The current photo stays first. */
export function mergeBatch(state: ModerationState, batch: Batch): ModerationState {
  const isUnsent = new Map(state.unsent.flatMap((sending) => sending.photos.map((photo) => [photo.id, sending.to] as const)));
  const received = new Map(batch.items.map((photo) => [photo.id, photo]));
  const queued = state.queue.flatMap((photo) => {
    if (isUnsent.get(photo.id) === 'pending') return [photo];
    const again = received.get(photo.id);
    return again ? [again] : [];
  });
  const known = idsOf(queued);
  const added = batch.items.filter((photo) => !known.has(photo.id) && !isUnsent.has(photo.id));
  const moved = state.unsent.reduce((sum, sending) => sum + pendingBy(sending.photos.length, sending.from, sending.to), 0);
  return {
    ...state,
    queue: [...queued, ...added],
    pending: Math.max(0, batch.pending + moved),
    withOthers: batch.with_others,
    moderators: batch.moderators,
  };
}

/** Removes a photo that this moderator can no longer decide on. */
export function removeFromQueue(state: ModerationState, photoId: string): ModerationState {
  const ids = new Set([photoId]);
  const queue = without(state.queue, ids);
  return queue === state.queue ? state : { ...state, queue };
}
