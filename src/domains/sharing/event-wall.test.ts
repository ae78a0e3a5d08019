import { expect, it } from 'vitest';
import { buildEvent } from '#tests/support/factories/api.ts';
import { showsGallery } from './event-wall.ts';

const event = (changes: Partial<ReturnType<typeof buildEvent>> = {}, viewOthers = true) => {
  const built = buildEvent({ relation: 'participant', auto_gallery: true, published_at: null, reveals_at: null, ...changes });
  return { ...built, can: { ...built.can, view_others: viewOthers } };
};

it('shows the gallery to people who see photos of others, while it is open', () => {
  expect(showsGallery(event())).toBe(true);
  expect(showsGallery(event({ auto_gallery: false, published_at: '2026-11-20T20:00:00.000Z' }))).toBe(true);
  expect(showsGallery(event({ auto_gallery: false }))).toBe(false);
  expect(showsGallery(event({ reveals_at: '2099-06-30T20:00:00.000Z' }))).toBe(false);
  expect(showsGallery(event({}, false))).toBe(false);
  expect(showsGallery(event({ relation: 'organization', auto_gallery: false }, false))).toBe(true);
});
