// What a moderator decides, before the server knows of it and after: the queue, what is still to be sent, and what can be taken back. Pure.
import type { components } from '#openapi/api.ts';
import type { Photo } from '#src/domains/photos/photo.ts';

type Batch = components['schemas']['ModerationBatch'];
export type Status = Photo['status'];
export type Verdict = Exclude<Status, 'pending'>;

/** The contract's most for one call. */
export const MAX_PER_CALL = 200;

/** Something decided, as it can be taken back. Its photos stand as they were before. */
export interface Decision {
  id: number;
  photos: readonly Photo[];
  from: Status;
  to: Status;
  reason: string | null;
}

/** One call to the server that is still to be made, or under way. */
export interface PendingCall extends Decision {
  /** Set when the call takes a decision back: what is restored to the list of decisions when it fails. */
  undoes: Decision | null;
  /** It was sent, and no answer came: the server may have heard of it. It is sent again, which changes nothing if it has. */
  tried?: true;
}

/** What is asked for as the page goes. */
export interface FinalRequest {
  photos: readonly Photo[];
  /** Null: whatever they are. */
  from: Status | null;
  to: Status;
  reason: string | null;
}

export interface ModerationState {
  /** Set aside for this moderator; the first is looked at. */
  queue: readonly Photo[];
  /** Not known to the server yet, in the order in which it must hear of them. The first `inFlight` are being sent. */
  unsent: readonly PendingCall[];
  inFlight: number;
  /** What can be taken back, the latest last. */
  decided: readonly Decision[];
  /** How many decisions were numbered so far. */
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

/** How the number of waiting photos moves when so many go from one status to another. */
const pendingBy = (count: number, from: Status, to: Status): number =>
  from === to ? 0 : (to === 'pending' ? count : 0) - (from === 'pending' ? count : 0);

/** @param photos all of the status `from` */
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

/** Takes the latest decision back. What the server has not heard of is never sent; the rest is asked to be as it was. */
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

/** The calls that put photos back as they were: those that were rejected with their own reasons. */
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

/** The next call: neighbours that say the same go together. `count` is how many of `unsent` it holds. */
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

/** @param lost photos that did not move: somebody else decided on them, or they are deleted. Nothing of them can be taken back. */
export function sendingDone(state: ModerationState, lost: ReadonlySet<string>): ModerationState {
  const unsent = state.unsent.slice(state.inFlight);
  if (lost.size === 0) return { ...state, unsent, inFlight: 0 };
  const stillSent = unsent
    .map((sending) => ({ ...sending, photos: without(sending.photos, lost) }))
    .filter((sending) => sending.photos.length > 0);
  return { ...state, unsent: stillSent, inFlight: 0, queue: without(state.queue, lost), decided: removeFromDecisions(state.decided, lost) };
}

/** No answer came: whether it happened is unknown. It stands, and waits to be sent again. */
export const sendingUnanswered = (state: ModerationState): ModerationState => ({
  ...state,
  unsent: state.unsent.map((sending, index) => (index < state.inFlight ? { ...sending, tried: true } : sending)),
  inFlight: 0,
});

/**
 * What waits, as it is asked for when the page goes and no call can wait for the one before: one wish for each photo, the last. Calls that are
 * under way at the same time may overtake each other; of one photo there is then no more than what is under way already and this.
 *
 * With an expectation it would be lost where the two differ (approved, taken back, rejected: whether the photo is pending or approved when the
 * rejection arrives, nobody knows). Without one it is right in both orders: what is under way finds something else than it expected when it
 * comes second. Where the photo shall be again as it was before what is under way, an expectation loses nothing, and spares what somebody else
 * decided; no single call can be right there if it overtakes, since it finds nothing to change. What is under way was sent first, though.
 */
export function finalRequests(state: ModerationState): FinalRequest[] {
  const requests = new Map<string, FinalRequest>();
  /** Of photos that the server may have heard of meanwhile: as they were before. */
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
 * What was being sent did not arrive: it is as if it had not been decided.
 * @param all true: nothing that waits behind it will arrive either
 */
export function sendingFailed(state: ModerationState, all: boolean): ModerationState {
  const failed = all ? state.unsent : state.unsent.slice(0, state.inFlight);
  let next: ModerationState = { ...state, unsent: all ? [] : state.unsent.slice(state.inFlight), inFlight: 0 };
  // The latest first: each meets the state that it had made.
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

/** How many more than wanted must be asked for: the server hands out again what it has not heard of. */
export const unacknowledgedCount = (state: ModerationState): number =>
  state.unsent.reduce((sum, sending) => sum + (sending.from === 'pending' ? sending.photos.length : 0), 0);

/**
 * What the server handed out is what is set aside for this moderator. What was decided here since, or is being taken back, stands as it is
 * here; the photo that is looked at stays the first.
 */
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

/** A photo that is no longer this moderator's to decide on. */
export function removeFromQueue(state: ModerationState, photoId: string): ModerationState {
  const ids = new Set([photoId]);
  const queue = without(state.queue, ids);
  return queue === state.queue ? state : { ...state, queue };
}
