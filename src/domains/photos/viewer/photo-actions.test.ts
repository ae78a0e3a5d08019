import { describe, expect, it } from 'vitest';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { downloadRefusal, likeRefusal, shareRefusal } from './photo-actions.tsx';

const can = { like: true, download: true, delete: false, moderate: false, share: true };

describe('reasons for disabled actions', () => {
  it('a visitor has to join', () =>
    expect(downloadRefusal(buildPhoto({ can: { ...can, download: false } }), true)).toBe(
      'Only people who joined this event can download its photos.',
    ));
  it('a participant sees that the organizer turned downloads off', () =>
    expect(downloadRefusal(buildPhoto({ can: { ...can, download: false } }), false)).toBe('The organizer has turned downloads off.'));
  it('a photo’s original is on its way, or was not received', () => {
    const awaited = { can: { ...can, download: false }, awaits_original: true };
    expect(downloadRefusal(buildPhoto(awaited), false)).toMatch(/hasn’t arrived yet/);
    expect(downloadRefusal(buildPhoto({ ...awaited, original_overdue: true }), false)).toMatch(/hasn’t been received/);
    expect(downloadRefusal(buildPhoto(awaited), true)).toMatch(/people who joined/);
  });
  it('a photo is still processing', () =>
    expect(downloadRefusal(buildPhoto({ state: 'processing', can }), false)).toBe('This photo is still processing.'));

  it('a link would not open for others', () => {
    const alone = { ...can, share: false };
    expect(shareRefusal(buildPhoto({ status: 'pending', can: alone }))).toMatch(/once it’s approved/);
    expect(shareRefusal(buildPhoto({ status: 'rejected', can: alone }))).toMatch(/wasn’t approved/);
    expect(shareRefusal(buildPhoto({ state: 'unreadable', can: alone }))).toMatch(/damaged/);
    expect(shareRefusal(buildPhoto({ can: alone }))).toMatch(/publishes or reveals/);
  });

  it('null if allowed', () => {
    const photo = buildPhoto({ can });
    expect([downloadRefusal(photo, false), likeRefusal(photo), shareRefusal(photo)]).toEqual([null, null, null]);
  });
});
