import { describe, expect, it } from 'vitest';
import type { FeedItem } from '#src/domains/photos/photo-list.ts';
import { slideKey } from '#src/shell/stage/lightbox.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { slideOf } from './slides.ts';

const none = { local: undefined, fetched: undefined, zone: null };
const item = (changed: Parameters<typeof buildPhoto>[0]): FeedItem => {
  const photo = buildPhoto(changed);
  return { kind: 'stored', id: photo.id, photo };
};

describe('slideOf', () => {
  it("returns the preview in the photo's aspect ratio", () => {
    const slide = slideOf(item({ width: 3000, height: 4000 }), none);
    expect(slide).toMatchObject({ kind: 'picture', data: { width: 1200, height: 1600 } });
    expect(slide.kind === 'picture' && slide.data.src).toMatch(/\/preview$/);
  });

  it('never enlarges a small photo', () =>
    expect(slideOf(item({ width: 640, height: 480 }), none)).toMatchObject({ data: { width: 640, height: 480 } }));

  it('explains a missing image', () => {
    expect(slideOf(item({ state: 'unreadable', unreadable_reason: 'The file ends early.' }), none)).toEqual({
      kind: 'message',
      words: 'The file ends early.',
    });
    expect(slideOf(item({ state: 'processing' }), none).kind).toBe('message');
  });

  it('returns an empty slide for a photo that is not loaded', () => expect(slideOf(undefined, none)).toEqual({ kind: 'unread' }));

  it('changes only if the slide looks different', () => {
    const processing = item({ state: 'processing' });
    const ready = item({ state: 'ready' });
    const liked = item({ state: 'ready', likes: 3 });
    const key = (each: FeedItem) => slideKey(each.id, slideOf(each, none));
    expect(key(processing)).not.toBe(key(ready));
    expect(key(ready)).toBe(key(liked));
    expect(slideKey(null, slideOf(undefined, none))).not.toBe(key(ready));
  });
});
