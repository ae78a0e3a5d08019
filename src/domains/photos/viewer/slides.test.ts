import { describe, expect, it } from 'vitest';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import { slideKey } from '#src/shell/stage/slide.ts';
import { aPhoto } from '#tests/support/photos.ts';
import { slideOf } from './slides.ts';

const none = { local: undefined, fetched: undefined, zone: null };
const item = (changed: Parameters<typeof aPhoto>[0]): FeedItem => {
  const photo = aPhoto(changed);
  return { kind: 'stored', id: photo.id, photo };
};

describe('a slide', () => {
  it('is the preview, in the shape of the photo', () => {
    const slide = slideOf(item({ width: 3000, height: 4000 }), none);
    expect(slide).toMatchObject({ kind: 'picture', data: { width: 1200, height: 1600 } });
    expect(slide.kind === 'picture' && slide.data.src).toMatch(/\/preview$/);
  });

  it('never makes a small photo larger', () =>
    expect(slideOf(item({ width: 640, height: 480 }), none)).toMatchObject({ data: { width: 640, height: 480 } }));

  it('says why there is no picture', () => {
    expect(slideOf(item({ state: 'unreadable', unreadable_reason: 'The file ends early.' }), none)).toEqual({
      kind: 'message',
      words: 'The file ends early.',
    });
    expect(slideOf(item({ state: 'processing' }), none).kind).toBe('message');
  });

  it('is an empty place for a photo that was not read', () => expect(slideOf(undefined, none)).toEqual({ kind: 'unread' }));

  it('is drawn again when it looks different, and only then', () => {
    const processing = item({ state: 'processing' });
    const ready = item({ state: 'ready' });
    const liked = item({ state: 'ready', likes: 3 });
    const key = (each: FeedItem) => slideKey(each.id, slideOf(each, none));
    expect(key(processing)).not.toBe(key(ready));
    expect(key(ready)).toBe(key(liked));
    expect(slideKey(null, slideOf(undefined, none))).not.toBe(key(ready));
  });
});
