// One moderator's session, without React: claims photos, applies decisions at once and sends them one call at a time, in order.
import type { components } from '#openapi/api.ts';
import type { Photo, PhotoChange } from '#src/domains/photos/photo.ts';
import { delay } from '#src/lib/delay.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import * as moves from './decisions.ts';
import type { FinalRequest, ModerationState, Status } from './decisions.ts';
import {
  ALL_SENT_MESSAGE,
  conflictMessage,
  decidedByOthersMessage,
  decisionMessage,
  NOT_SENT_MESSAGE,
  undoneMessage,
} from './session-messages.ts';

type Batch = components['schemas']['ModerationBatch'];
type Result = components['schemas']['ModeratePhotosResult'];
export type ModerateRequest = components['schemas']['ModeratePhotosRequest'];

const WANTED = 10;
const MAX_BATCH_SIZE = 50;
/** Claims more when this many are left. */
const FEW = 4;
/** Slightly less than half of the claim's two minutes. */
const RENEW_MS = 50_000;
/** Limits how often changes by others refresh the counts. */
const RECOUNT_MS = 2_500;
/** An unloading page aborts requests before it fires pagehide: a failure waits this long for it. */
const LEAVING_MS = 250;
/** The delay before resending without an answer; doubles with each attempt. */
const RESEND_MS = 3_000;
const RESEND_MAX_MS = 60_000;

export interface SessionDeps {
  take(limit: number): Promise<Batch>;
  moderate(request: ModerateRequest): Promise<Result>;
  /** Updates cached lists with the server's photos. */
  cachePhotos(photos: readonly Photo[]): void;
}

export interface SessionView extends ModerationState {
  /** `resting`: nothing is claimed, because the moderator is idle. */
  phase: 'loading' | 'working' | 'resting';
  /** A claim is under way. */
  isClaiming: boolean;
  /** The position of the first claim, where the stream starts. Null before it. */
  position: number | null;
  /** Why claiming failed. */
  error: Error | null;
  /** The last announcement. Numbered, so that equal texts are announced again. */
  announcement: { text: string; number: number };
  /** Decisions that failed and were reverted. */
  failure: { text: string; requestId: string | null } | null;
}

export interface ModerationSession {
  read(): SessionView;
  subscribe(listener: () => void): () => void;
  /** @param photos all with the same status. Returns false while offline, without deciding. */
  decide(photos: readonly Photo[], to: Status, reason?: string | null): boolean;
  undo(): void;
  /** Starts, or resumes after resting. */
  resume(): void;
  /** Releases claimed photos; unsent decisions are still sent. */
  pause(): void;
  /** Retries after a failure. */
  retry(): void;
  /** The stream cannot continue: restarts it at the position of the next claim. */
  restartStream(): void;
  change(changes: readonly PhotoChange[]): void;
  setOnline(online: boolean): void;
  dismissFailure(): void;
  /** Sends everything as the page unloads. */
  flush(): void;
  close(): void;
}

export function openModerationSession(deps: SessionDeps): ModerationSession {
  let view: SessionView = {
    ...moves.initialModerationState,
    phase: 'loading',
    isClaiming: false,
    position: null,
    error: null,
    announcement: { text: '', number: 0 },
    failure: null,
  };
  const listeners = new Set<() => void>();
  const touched = new Set<string>();
  /** Stream changes of photos decided and undone here: an echo, or a decision by others. The next claim shows which. */
  const unconfirmedEchoes = new Map<string, Photo>();
  let online = true;
  let running = false;
  let isActive = false;
  let hasClaim = false;
  let shouldTake = false;
  let shouldRelease = false;
  /** An answer was lost: unsent calls wait for the retry. */
  let isWaitingToResend = false;
  let resendDelay = RESEND_MS;
  let resendTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts pagehide events; the page may return. */
  let flushes = 0;
  let recountTimer: ReturnType<typeof setTimeout> | undefined;
  let renewTimer: ReturnType<typeof setInterval> | undefined;

  const set = (changed: Partial<SessionView>) => {
    view = { ...view, ...changed };
    for (const listener of listeners) listener();
  };
  const announce = (text: string): Pick<SessionView, 'announcement'> => ({ announcement: { text, number: view.announcement.number + 1 } });

  const want = () => {
    if (!isActive) return;
    shouldTake = true;
    void run();
  };
  const recount = () => {
    recountTimer ??= setTimeout(() => {
      recountTimer = undefined;
      want();
    }, RECOUNT_MS);
  };

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    let hasSent = false;
    for (;;) {
      // Decisions are sent first, unless the queue is running out.
      const isRunningOut: boolean = shouldTake && hasSent && view.queue.length <= FEW;
      hasSent = view.unsent.length > 0 && !isWaitingToResend && !isRunningOut;
      if (hasSent) await send();
      else if (shouldTake) await take();
      else if (shouldRelease) await release();
      else break;
    }
    running = false;
  }

  async function take(): Promise<void> {
    shouldTake = false;
    set({ isClaiming: true });
    try {
      const batch = await deps.take(Math.min(MAX_BATCH_SIZE, WANTED + moves.unacknowledgedCount(view)));
      hasClaim = true;
      // If the session paused in the meantime, the claim is released.
      const position = view.position ?? batch.stream_position;
      const before = view.queue;
      if (isActive) set({ ...moves.mergeBatch(view, batch), phase: 'working', isClaiming: false, error: null, position });
      else set({ isClaiming: false });
      const gone = before.find((photo) => unconfirmedEchoes.has(photo.id) && !view.queue.some((each) => each.id === photo.id));
      if (gone) set(announce(decidedByOthersMessage(gone, unconfirmedEchoes.get(gone.id) ?? null)));
      unconfirmedEchoes.clear();
    } catch (error) {
      set({ isClaiming: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  const post = (call: FinalRequest): Promise<Result> =>
    deps.moderate({
      ids: call.photos.map((photo) => photo.id),
      status: call.to,
      ...(call.from ? { expected: call.from } : {}),
      ...(call.to === 'rejected' && call.reason ? { reason: call.reason } : {}),
    });

  async function send(): Promise<void> {
    const next = moves.nextCall(view);
    if (!next) return;
    const { call, count } = next;
    set(moves.sendingStarted(view, count));
    const ids = call.photos.map((photo) => photo.id);
    const wasTried = view.unsent[0]?.tried;
    const flushed = flushes;
    try {
      const result = await post(call);
      const moved = new Set(result.moderated.map((photo) => photo.id));
      const lost = new Set(ids.filter((id) => !moved.has(id)));
      const conflictText = conflictMessage(call.photos, result.conflicts, call.to, lost.size);
      deps.cachePhotos([...result.moderated, ...result.conflicts.map((conflict) => conflict.photo)]);
      resendDelay = RESEND_MS;
      const after = moves.sendingDone(view, lost);
      const announcementText = conflictText ?? (wasTried && after.unsent.length === 0 ? ALL_SENT_MESSAGE : null);
      set({ ...after, failure: null, ...(announcementText ? announce(announcementText) : {}) });
      if (view.queue.length <= FEW) shouldTake = isActive;
    } catch (error) {
      if (!(error instanceof NetworkError)) return fail(error);
      await delay(LEAVING_MS);
      if (flushes === flushed) return sendLater();
      // The page unloaded and returned: its final requests replaced this call, so resending would overwrite them.
      set({ ...moves.sendingDone(view, new Set()), failure: failureOf(error, maybeLost) });
      shouldTake = isActive;
    }
  }

  /** The server may have applied the call: sends it again. */
  function sendLater(): void {
    isWaitingToResend = true;
    set({ ...moves.sendingUnanswered(view), ...announce(NOT_SENT_MESSAGE) });
    clearTimeout(resendTimer);
    resendTimer = setTimeout(resend, resendDelay);
    resendDelay = Math.min(resendDelay * 2, RESEND_MAX_MS);
  }

  function resend(): void {
    clearTimeout(resendTimer);
    isWaitingToResend = false;
    void run();
  }

  function fail(error: unknown): void {
    // Some refusals concern only one call; without permission all calls fail.
    const onlyThis = error instanceof ApiError && ![401, 403, 404, 409, 410].includes(error.status);
    const before = view.unsent.length;
    set(moves.sendingFailed(view, !onlyThis));
    const count = before - view.unsent.length;
    const what = count === 1 ? 'Couldn’t save the decision' : 'Couldn’t save the decisions';
    set({ failure: failureOf(error, `${what}. Nothing has changed.`) });
    // Refreshes the queue from the server.
    shouldTake = isActive;
  }

  async function release(): Promise<void> {
    shouldRelease = false;
    if (!hasClaim) return;
    hasClaim = false;
    try {
      await deps.take(0);
    } catch (error) {
      // Claims expire after two minutes anyway.
      if (!(error instanceof NetworkError || error instanceof ApiError)) throw error;
    }
  }

  function changed(change: PhotoChange): void {
    const { photo_id: id, photo, kind } = change;
    if (id === null || kind === 'likes') return;
    const queued = view.queue.find((each) => each.id === id);
    if (view.unsent.some((sending) => sending.photos.some((each) => each.id === id))) return;
    const decided = photo !== null && photo.status !== 'pending';
    if (queued && (kind === 'removed' || decided)) {
      // May be the echo of a decision that was undone here.
      if (touched.has(id) && decided) {
        unconfirmedEchoes.set(id, photo);
        return want();
      }
      set({ ...moves.removeFromQueue(view, id), ...announce(decidedByOthersMessage(queued, photo)) });
    } else if (queued && photo) {
      set({ queue: view.queue.map((each) => (each.id === id ? { ...photo, is_liked: each.is_liked } : each)) });
      return;
    }
    if (touched.has(id) && decided) return;
    if (view.queue.length <= FEW && photo?.status === 'pending' && photo.state !== 'processing') want();
    else recount();
  }

  const deactivate = () => {
    isActive = false;
    shouldTake = false;
    shouldRelease = true;
    clearInterval(renewTimer);
    clearTimeout(recountTimer);
    recountTimer = undefined;
    void run();
  };

  return {
    read: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    decide(photos, to, reason = null) {
      if (photos.length === 0) return false;
      if (!online) {
        set(announce('Not saved. You’re offline.'));
        return false;
      }
      for (const photo of photos) touched.add(photo.id);
      const next = moves.decide(view, photos, to, reason);
      set({ ...next, ...announce(decisionMessage(photos.length, to, next.pending)) });
      if (view.queue.length <= FEW) shouldTake = isActive;
      void run();
      return true;
    },
    undo() {
      const last = view.decided.at(-1);
      if (!last) return;
      if (!online) {
        set(announce('Not undone. You’re offline.'));
        return;
      }
      set({ ...moves.undoLastDecision(view), ...announce(undoneMessage(last.photos.length, last.from)) });
      void run();
    },
    resume() {
      if (isActive) return;
      isActive = true;
      shouldRelease = false;
      set({ phase: 'loading' });
      clearInterval(renewTimer);
      renewTimer = setInterval(want, RENEW_MS);
      want();
    },
    pause() {
      if (!isActive) return;
      deactivate();
      set({ phase: 'resting' });
    },
    retry: () => {
      set({ error: null });
      want();
    },
    restartStream: () => {
      set({ position: null });
      want();
    },
    change: (changes) => changes.forEach(changed),
    setOnline(now) {
      const isBack = now && !online;
      online = now;
      if (!isBack) return;
      set(announce('Back online.'));
      resendDelay = RESEND_MS;
      resend();
      want();
    },
    dismissFailure: () => set({ failure: null }),
    flush() {
      flushes += 1;
      for (const request of moves.finalRequests(view))
        post(request).catch((error: unknown) => set({ failure: failureOf(error, maybeLost) }));
      set({ unsent: view.unsent.slice(0, view.inFlight) });
    },
    close: deactivate,
  };
}

const maybeLost = 'Some decisions may not have been saved. Check the photos once the server can be reached.';

function failureOf(error: unknown, what: string): SessionView['failure'] {
  const { detail, requestId } = describeFailure(error);
  return { text: `${detail} ${what}`, requestId };
}
