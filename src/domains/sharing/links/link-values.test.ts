import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import type { GalleryLink } from '#src/domains/sharing/queries.ts';
import { endOfDay, lastDayOf, linkSchema, linkSchemaOf, newLinkValues, toCreateLink, toUpdateLink, valuesOf } from './link-values.ts';

const ZONE = 'Europe/Berlin';
const link: GalleryLink = {
  id: 'l1',
  event_id: 'e1',
  name: 'Album',
  token: 'Qm9yZWFsaXMtV2VkZGluZw',
  scope: 'gallery',
  photographer: null,
  section: null,
  selected_count: null,
  has_password: true,
  expires_at: '2027-03-28T22:00:00.000Z',
  downloads: 'web',
  watermark: true,
  picks_limit: 40,
  state: 'open',
  views_count: 0,
  downloads_count: 0,
  visitors_count: 0,
  submitted_count: 0,
  last_viewed_at: null,
  created_at: '2026-11-20T18:04:00.000Z',
  revoked_at: null,
};
const errorsOf = (values: object) =>
  safeParse(linkSchema, { ...newLinkValues('gallery'), name: 'Album', ...values }).issues?.map((issue) => issue.message);

test('a link works until the end of its last day in the event’s time zone, also when clocks change', () => {
  expect(endOfDay('2027-03-28', ZONE)).toBe('2027-03-28T22:00:00.000Z');
  expect(endOfDay('2027-01-10', ZONE)).toBe('2027-01-10T23:00:00.000Z');
  expect(endOfDay('', ZONE)).toBeNull();
  expect(lastDayOf('2027-03-28T22:00:00.000Z', ZONE)).toBe('2027-03-28');
  expect(lastDayOf(null, ZONE)).toBe('');
});

test('a password is required where there is none yet, and an empty field keeps the one there is', () => {
  expect(errorsOf({ is_protected: true })).toEqual(['Use at least 4 characters.']);
  expect(errorsOf({ is_protected: true, password: 'abc' })).toEqual(['Use at least 4 characters.']);
  expect(errorsOf({ is_protected: true, has_password: true })).toBeUndefined();
  expect(errorsOf({ is_protected: true, has_password: true, password: 'abc' })).toEqual(['Use at least 4 characters.']);
  expect(errorsOf({ is_protected: true, password: 'harbour' })).toBeUndefined();
});

test.each(['', '0', '1001', '2.5', 'many'])('“%s” is no number of picks', (limit) => {
  expect(errorsOf({ takes_picks: true, picks_limit: limit })).toEqual(['Enter a number from 1 to 1000.']);
  expect(errorsOf({ takes_picks: false, picks_limit: limit })).toBeUndefined();
});

test('one section must be chosen, and one that was deleted since keeps nothing from being saved', () => {
  expect(errorsOf({ scope: 'section' })).toEqual(['Choose a section.']);
  expect(errorsOf({ scope: 'section', section_id: 's1' })).toBeUndefined();
  expect(toCreateLink({ ...newLinkValues('section'), name: 'Album', section_id: 's1' }, ZONE, [])).toMatchObject({
    scope: 'section',
    section_id: 's1',
  });
  expect(safeParse(linkSchema, valuesOf({ ...link, scope: 'section' }, ZONE)).success).toBe(true);
});

test('one photographer must be chosen', () => {
  expect(errorsOf({ scope: 'photographer' })).toEqual(['Choose a photographer.']);
});

test('a new link sends what its scope needs', () => {
  const values = { ...newLinkValues('selection'), name: ' Album ', password: 'not on' };
  expect(toCreateLink(values, ZONE, ['p1', 'p2'])).toEqual({
    name: 'Album',
    scope: 'selection',
    photo_ids: ['p1', 'p2'],
    expires_at: null,
    downloads: 'web',
    watermark: true,
    picks_limit: null,
  });
});

test('a change sends only what differs', () => {
  const values = valuesOf(link, ZONE);
  expect(toUpdateLink(values, link, ZONE)).toBeNull();
  expect(toUpdateLink({ ...values, last_day: '' }, link, ZONE)).toEqual({ expires_at: null });
  expect(toUpdateLink({ ...values, is_protected: false }, link, ZONE)).toEqual({ password: null });
  expect(toUpdateLink({ ...values, password: 'lighthouse' }, link, ZONE)).toEqual({ password: 'lighthouse' });
  expect(toUpdateLink({ ...values, takes_picks: false }, link, ZONE)).toEqual({ picks_limit: null });
});

test('a link works until a day that isn’t over yet, or until the one that it has', () => {
  const lastDayErrors = (last_day: string, saved = '') =>
    safeParse(linkSchemaOf(ZONE, saved), { ...newLinkValues('gallery'), name: 'Album', last_day }).issues?.map(({ message, path }) => [
      path?.[0]?.key,
      message,
    ]);
  expect(lastDayErrors('2020-01-01')).toEqual([['last_day', 'Choose a day that isn’t over yet.']]);
  expect(lastDayErrors('2020-01-01', '2020-01-01')).toBeUndefined();
  expect(lastDayErrors('2099-01-01')).toBeUndefined();
  expect(lastDayErrors('')).toBeUndefined();
});
