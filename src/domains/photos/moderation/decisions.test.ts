import { describe, expect, it } from 'vitest';
import type { Photo } from '#src/domains/photos/photo.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import {
  decide,
  initialModerationState,
  finalRequests,
  removeFromQueue,
  MAX_PER_CALL,
  nextCall,
  sendingDone,
  sendingFailed,
  sendingStarted,
  sendingUnanswered,
  undoLastDecision,
  mergeBatch,
  type ModerationState,
} from './decisions.ts';

const photo = (id: string, more: Partial<Photo> = {}): Photo => buildPhoto({ id, status: 'pending', ...more });
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => photo(id)) as [Photo, Photo, Photo, Photo];
const batch = (items: Photo[], pending = items.length) => ({ items, pending, with_others: 0, moderators: 0, stream_position: 1 });
const deskOf = (...photos: Photo[]): ModerationState => mergeBatch(initialModerationState, batch(photos));
const queue = (state: ModerationState) => state.queue.map(({ id }) => id);
const calls = (state: ModerationState) =>
  state.unsent.map(({ photos, from, to }) => `${photos.map(({ id }) => id).join('')} ${from} → ${to}`);
const approve = (state: ModerationState, ...photos: Photo[]) => decide(state, photos, 'approved', null);
const reject = (state: ModerationState, one: Photo, reason: string | null = null) => decide(state, [one], 'rejected', reason);
/** Sends the next call to the server. */
const told = (state: ModerationState, lost: string[] = []) =>
  sendingDone(sendingStarted(state, nextCall(state)?.count ?? 0), new Set(lost));

describe('decide', () => {
  it('shows the next photo at once and leaves the call unsent', () => {
    const state = approve(deskOf(a, b), a);
    expect(queue(state)).toEqual(['b']);
    expect(calls(state)).toEqual(['a pending → approved']);
    expect(state.pending).toBe(1);
  });

  it('merges adjacent calls with the same decision, in order', () => {
    let state = approve(approve(deskOf(a, b, c, d), a), b);
    state = approve(reject(state, c), d);
    const first = nextCall(state);
    expect(first?.call.photos).toEqual([a, b]);
    expect(first?.count).toBe(2);
    const second = nextCall(told(state));
    expect(second?.call).toMatchObject({ photos: [c], to: 'rejected' });
  });

  it('does not merge calls with different reasons', () => {
    const state = reject(reject(deskOf(a, b), a, 'Blurred.'), b, 'Dark.');
    expect(nextCall(state)?.call.photos).toEqual([a]);
  });

  it('splits a decision above the limit of one call, but undoes it as one', () => {
    const many = Array.from({ length: MAX_PER_CALL + 5 }, (_, index) => photo(`p${index}`));
    const state = approve(deskOf(...many), ...many);
    expect(state.unsent.map((sending) => sending.photos.length)).toEqual([MAX_PER_CALL, 5]);
    expect(state.decided).toHaveLength(1);
    const back = undoLastDecision(state);
    expect(back.unsent).toEqual([]);
    expect(back.queue).toHaveLength(MAX_PER_CALL + 5);
  });
});

describe('undoLastDecision', () => {
  it('restores the photo and drops unsent calls', () => {
    const state = undoLastDecision(approve(deskOf(a, b), a));
    expect(queue(state)).toEqual(['a', 'b']);
    expect(state.unsent).toEqual([]);
    expect(state.pending).toBe(2);
    expect(state.decided).toEqual([]);
  });

  it('sends the inverse if the call was sent or is under way', () => {
    const known = undoLastDecision(told(approve(deskOf(a, b), a)));
    expect(calls(known)).toEqual(['a approved → pending']);
    const underWay = undoLastDecision(sendingStarted(approve(deskOf(a, b), a), 1));
    expect(calls(underWay)).toEqual(['a pending → approved', 'a approved → pending']);
  });

  it('undoes step by step', () => {
    const state = reject(approve(deskOf(a, b, c), a), b);
    expect(queue(undoLastDecision(state))).toEqual(['b', 'c']);
    expect(queue(undoLastDecision(undoLastDecision(state)))).toEqual(['a', 'b', 'c']);
    expect(undoLastDecision(undoLastDecision(undoLastDecision(state))).decided).toEqual([]);
  });

  it("restores each rejected photo's reason", () => {
    const blurred = photo('x', { status: 'rejected', rejection_reason: 'Blurred.' });
    const dark = photo('y', { status: 'rejected', rejection_reason: 'Dark.' });
    const state = undoLastDecision(told(decide(initialModerationState, [blurred, dark], 'approved', null)));
    expect(state.unsent.map(({ photos, to, reason }) => [photos[0]?.id, to, reason])).toEqual([
      ['x', 'rejected', 'Blurred.'],
      ['y', 'rejected', 'Dark.'],
    ]);
    expect(queue(state)).toEqual([]);
  });
});

describe('sendingFailed', () => {
  it('reverts the decision and restores the order', () => {
    let state = approve(reject(approve(deskOf(a, b, c, d), a), b), c);
    state = sendingFailed(sendingStarted(state, 1), true);
    expect(queue(state)).toEqual(['a', 'b', 'c', 'd']);
    expect(state).toMatchObject({ unsent: [], decided: [], pending: 4, inFlight: 0 });
  });

  it('retains the other calls if only one failed', () => {
    const state = sendingFailed(sendingStarted(reject(approve(deskOf(a, b), a), b), 1), false);
    expect(queue(state)).toEqual(['a']);
    expect(calls(state)).toEqual(['b pending → rejected']);
    expect(state.decided.map(({ photos }) => photos)).toEqual([[b]]);
  });

  it('reverts an undo, which can then be undone again', () => {
    let state = undoLastDecision(told(approve(deskOf(a, b), a)));
    state = sendingFailed(sendingStarted(reject(state, a), 1), true);
    expect(queue(state)).toEqual(['b']);
    expect(state.decided).toMatchObject([{ photos: [a], from: 'pending', to: 'approved' }]);
    expect(state.pending).toBe(1);
  });
});

describe('sendingUnanswered', () => {
  it('retains the decision, and sends its undo, because the server may have applied it', () => {
    const state = sendingUnanswered(sendingStarted(approve(deskOf(a, b), a), 1));
    expect(queue(state)).toEqual(['b']);
    expect(calls(state)).toEqual(['a pending → approved']);
    expect(calls(undoLastDecision(state))).toEqual(['a pending → approved', 'a approved → pending']);
  });
});

describe('finalRequests', () => {
  const wishes = (state: ModerationState) =>
    finalRequests(state).map(({ photos, from, to, reason }) => [photos.map(({ id }) => id).join(''), from, to, reason]);

  it('contain the unsent decisions, merged, without calls under way', () => {
    const state = sendingStarted(approve(reject(approve(approve(deskOf(a, b, c, d), a), b), c, 'Dark.'), d), 1);
    expect(wishes(state)).toEqual([
      ['bd', 'pending', 'approved', null],
      ['c', 'pending', 'rejected', 'Dark.'],
    ]);
  });

  it('contain one request per photo, based on the last status sent', () => {
    const back = undoLastDecision(told(approve(deskOf(a, b), a)));
    expect(wishes(back)).toEqual([['a', 'approved', 'pending', null]]);
    expect(wishes(reject(back, a))).toEqual([['a', 'approved', 'rejected', null]]);
  });

  it('expect no status if a call under way may arrive before or after', () => {
    const back = undoLastDecision(sendingStarted(approve(deskOf(a, b), a), 1));
    expect(wishes(reject(back, a))).toEqual([['a', null, 'rejected', null]]);
  });

  it('restore only photos that this moderator decided', () => {
    const started = sendingStarted(approve(deskOf(a, b), a), 1);
    expect(wishes(undoLastDecision(started))).toEqual([['a', 'approved', 'pending', null]]);
    expect(wishes(undoLastDecision(sendingUnanswered(started)))).toEqual([['a', 'approved', 'pending', null]]);
  });

  it('include calls without an answer', () => {
    const state = sendingUnanswered(sendingStarted(approve(deskOf(a, b), a), 1));
    expect(wishes(state)).toEqual([['a', 'pending', 'approved', null]]);
  });
});

describe('a decision by another moderator', () => {
  it('cannot be undone here', () => {
    const state = told(approve(deskOf(a, b, c), a, b), ['a']);
    expect(state.decided).toMatchObject([{ photos: [b] }]);
    expect(told(approve(deskOf(a), a), ['a']).decided).toEqual([]);
  });

  it('removes only that photo from the queue', () => {
    expect(queue(removeFromQueue(deskOf(a, b), 'a'))).toEqual(['b']);
    const state = deskOf(a, b);
    expect(removeFromQueue(state, 'z')).toBe(state);
  });
});

describe('mergeBatch', () => {
  it('appends new photos and retains the first', () => {
    expect(queue(mergeBatch(deskOf(b, c), batch([a, b, c, d])))).toEqual(['b', 'c', 'a', 'd']);
  });

  it('does not return photos with unsent decisions', () => {
    const state = mergeBatch(approve(deskOf(a, b), a), batch([a, b, c], 3));
    expect(queue(state)).toEqual(['b', 'c']);
    expect(state.pending).toBe(2);
  });

  it('removes photos claimed by others', () => expect(queue(mergeBatch(deskOf(a, b), batch([b])))).toEqual(['b']));

  it('retains photos whose undo is unsent', () => {
    const state = mergeBatch(undoLastDecision(told(approve(deskOf(a, b), a))), batch([b], 1));
    expect(queue(state)).toEqual(['a', 'b']);
    expect(state.pending).toBe(2);
  });
});
