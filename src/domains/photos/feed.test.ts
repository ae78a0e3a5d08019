import { describe, expect, it } from 'vitest';
import { buildPhoto, buildQueuedPhoto } from '#tests/support/factories/api.ts';
import { mergeFeed, overlayLike } from './feed.ts';
import type { Photo } from './photo.ts';

const minute = (value: number): number => Date.UTC(2026, 10, 20, 20, value);
const stored = (id: string, at: number, more: Partial<Photo> = {}): Photo =>
  buildPhoto({ id, taken_at: new Date(minute(at)).toISOString(), ...more });
const NO_WISHES = new Map<string, boolean>();

const shown = (...args: Parameters<typeof mergeFeed>): string[] => mergeFeed(...args).map((item) => `${item.kind} ${item.id}`);

describe('mergeFeed', () => {
  it("sorts local photos by capture time among the server's", () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: minute(3) })];
    expect(shown([stored('b', 5), stored('a', 1)], waiting, NO_WISHES)).toEqual(['stored b', 'waiting w', 'stored a']);
  });

  it('uses the corrected time of a phone with a wrong clock', () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: minute(0), clockOffset: 4 * 60_000 })];
    expect(shown([stored('b', 5), stored('a', 1)], waiting, NO_WISHES)).toEqual(['stored b', 'waiting w', 'stored a']);
  });

  it('shows a delivered photo once, as stored, while its record still exists', () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: minute(3) })];
    const feed = shown([stored('b', 5), stored('w', 3), stored('a', 1)], waiting, NO_WISHES);
    expect(feed).toEqual(['stored b', 'stored w', 'stored a']);
  });

  it('does not move a photo while it is delivered', () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: minute(3) })];
    const others = [stored('b', 5), stored('a', 1)];
    const before = mergeFeed(others, waiting, NO_WISHES).findIndex((item) => item.id === 'w');
    const after = mergeFeed([stored('b', 5), stored('w', 3), stored('a', 1)], [], NO_WISHES).findIndex((item) => item.id === 'w');
    expect(after).toBe(before);
  });

  it('shows a photo on two pages once', () => {
    expect(shown([stored('b', 5), stored('a', 1), stored('a', 1)], [], NO_WISHES)).toEqual(['stored b', 'stored a']);
  });

  it("shows local photos before the server's are loaded", () => {
    expect(shown([], [buildQueuedPhoto({ id: 'w' })], NO_WISHES)).toEqual(['waiting w']);
  });
});

describe('a pending like', () => {
  const photo = buildPhoto({ likes: 3, is_liked: false });

  it('counts at once', () => expect(overlayLike(photo, true)).toMatchObject({ likes: 4, is_liked: true }));

  it('can be removed at once', () => {
    expect(overlayLike({ ...photo, is_liked: true }, false)).toMatchObject({ likes: 2, is_liked: false });
  });

  it('is not counted twice once the server has it', () => {
    expect(overlayLike({ ...photo, likes: 4, is_liked: true }, true)).toMatchObject({ likes: 4, is_liked: true });
  });

  it('never results in a negative count', () => expect(overlayLike({ ...photo, likes: 0, is_liked: true }, false).likes).toBe(0));

  it('is applied in the feed', () => {
    const [item] = mergeFeed([photo], [], new Map([[photo.id, true]]));
    expect(item).toMatchObject({ kind: 'stored', photo: { likes: 4, is_liked: true } });
  });
});
