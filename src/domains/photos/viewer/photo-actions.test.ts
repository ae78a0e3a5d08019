import { describe, expect, it } from 'vitest';
import { aPhoto } from '#tests/support/photos.ts';
import { downloadRefusal, likeRefusal, shareRefusal } from './photo-actions.tsx';

const can = { like: true, download: true, delete: false, moderate: false, share: true };

describe('reasons for disabled actions', () => {
  it('a visitor has to join', () =>
    expect(downloadRefusal(aPhoto({ can: { ...can, download: false } }), true)).toBe(
      'Only people who joined this event can download its photos.',
    ));
  it('a participant sees that the organizer turned downloads off', () =>
    expect(downloadRefusal(aPhoto({ can: { ...can, download: false } }), false)).toBe('The organizer has turned downloads off.'));
  it('a photo is still processing', () =>
    expect(downloadRefusal(aPhoto({ state: 'processing', can }), false)).toBe('This photo is still processing.'));

  it('a link would not open for others', () => {
    const alone = { ...can, share: false };
    expect(shareRefusal(aPhoto({ status: 'pending', can: alone }))).toMatch(/once it’s approved/);
    expect(shareRefusal(aPhoto({ status: 'rejected', can: alone }))).toMatch(/wasn’t approved/);
    expect(shareRefusal(aPhoto({ state: 'unreadable', can: alone }))).toMatch(/damaged/);
    expect(shareRefusal(aPhoto({ can: alone }))).toMatch(/publishes/);
  });

  it('null if allowed', () => {
    const photo = aPhoto({ can });
    expect([downloadRefusal(photo, false), likeRefusal(photo), shareRefusal(photo)]).toEqual([null, null, null]);
  });
});
