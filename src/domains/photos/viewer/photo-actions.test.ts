import { describe, expect, it } from 'vitest';
import { aPhoto } from '#tests/support/photos.ts';
import { downloadRefusal, likeRefusal, shareRefusal } from './photo-actions.tsx';

const can = { like: true, download: true, delete: false, moderate: false, share: true };

describe('what cannot be done says why', () => {
  it('to a visitor: joining is what is missing, whatever the event allows', () =>
    expect(downloadRefusal(aPhoto({ can: { ...can, download: false } }), true)).toBe(
      'Only people who joined this event can download its photos.',
    ));
  it('to a participant: the organizer has turned it off', () =>
    expect(downloadRefusal(aPhoto({ can: { ...can, download: false } }), false)).toBe('The organizer has turned downloads off.'));
  it('of a photo that is not ready yet', () =>
    expect(downloadRefusal(aPhoto({ state: 'processing', can }), false)).toBe('This photo is still processing.'));

  it('of a link that would open for nobody', () => {
    const alone = { ...can, share: false };
    expect(shareRefusal(aPhoto({ status: 'pending', can: alone }))).toMatch(/once it’s approved/);
    expect(shareRefusal(aPhoto({ status: 'rejected', can: alone }))).toMatch(/wasn’t approved/);
    expect(shareRefusal(aPhoto({ state: 'unreadable', can: alone }))).toMatch(/damaged/);
    expect(shareRefusal(aPhoto({ can: alone }))).toMatch(/publishes/);
  });

  it('and nothing where all is allowed', () => {
    const photo = aPhoto({ can });
    expect([downloadRefusal(photo, false), likeRefusal(photo), shareRefusal(photo)]).toEqual([null, null, null]);
  });
});
