import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseHours } from '#src/lib/event-duration.ts';
import { buildEvent } from '#tests/support/factories/api.ts';
import { copyValues, eventFormSchema, eventValues, newEventValues, toCreateRequest, toUpdateRequest } from './event-form-values.ts';

const settings = {
  default_type: 'private',
  default_duration: 4,
  require_approval: true,
  auto_gallery: false,
  allow_downloads: false,
} as const;
const now = Date.parse('2026-11-21T12:00:00Z');
const filled = { ...newEventValues(settings, now), name: 'Harbour Lights' };

/** The first issue of each field, as the form shows it. */
const problems = (values: unknown): Record<string, string> => {
  const issues = safeParse(eventFormSchema, values).issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path?.[0].key), issue.message]));
};

describe('newEventValues', () => {
  test("starts as a draft with the organization's defaults", () => {
    expect(toCreateRequest(filled, 'a1')).toMatchObject({
      organization_id: 'a1',
      type: 'private',
      status: 'draft',
      duration: 4,
      require_approval: true,
      auto_gallery: false,
      allow_downloads: false,
      ends_automatically: true,
      join_policy: 'code',
      join_identity: 'name',
    });
  });
  test('requires a name, a start and a duration, with messages', () => {
    expect(problems(filled)).toEqual({});
    expect(problems({ ...filled, name: '  ', starts_at: '', duration: 'long' })).toEqual({
      name: 'Enter a name for the event.',
      starts_at: 'Choose when it starts.',
      duration: 'Enter the duration in hours, such as 2 or 2.5.',
    });
    expect(problems({ ...filled, duration: '0.1' }).duration).toMatch(/0\.25/);
    expect(problems({ ...filled, duration: '337' }).duration).toMatch(/two weeks/);
    expect(problems({ ...filled, starts_at: '2026-02-30T10:00' }).starts_at).toMatch(/doesn’t exist on this date/);
    expect(problems({ ...filled, name: 'x'.repeat(121), description: 'x'.repeat(2001), location: 'x'.repeat(201) })).toMatchObject({
      name: 'At most 120 characters.',
      description: expect.stringMatching(/^At most 2.?000 characters\.$/) as string,
      location: 'At most 200 characters.',
    });
  });
});

test('accepts a decimal point or comma in hours', () => {
  expect(['2', ' 2.5 ', '2,5', '0'].map(parseHours)).toEqual([2, 2.5, 2.5, 0]);
  expect(['', 'two', '1e3', '-1', '2.', '1.2.3'].map(parseHours).every(Number.isNaN)).toBe(true);
});

describe('toUpdateRequest', () => {
  const event = buildEvent({ starts_at: '2026-11-20T18:00:13.500Z', duration: 6 });
  test('contains only the changed fields', () => {
    expect(toUpdateRequest({ ...eventValues(event), name: 'New name', downloads: 'organization' }, event)).toEqual({
      name: 'New name',
      allow_downloads: false,
    });
  });
  test('is null if nothing changed, and preserves seconds', () => {
    expect(toUpdateRequest(eventValues(event), event)).toBeNull();
    expect(toUpdateRequest({ ...eventValues(event), duration: '6.0' }, event)).toBeNull();
  });
  test('ends the time of guests at an hour of the event’s clock, and removes the end', () => {
    const until = buildEvent({ guest_until: '2026-11-21T01:30:07.000Z' });
    expect(eventValues(until).guest_until).toBe('2026-11-21T02:30');
    expect(toUpdateRequest(eventValues(until), until)).toBeNull();
    expect(toUpdateRequest({ ...eventValues(until), guest_until: '' }, until)).toEqual({ guest_until: null });
    expect(toUpdateRequest({ ...eventValues(event), guest_until: '2026-11-21T02:00' }, event)).toEqual({
      guest_until: '2026-11-21T01:00:00.000Z',
    });
    expect(problems({ ...eventValues(event), guest_until: '2026-03-29T02:30' }).guest_until).toMatch(/doesn’t exist on this date/);
    expect(copyValues(until, now).guest_until).toBe('');
  });
});

describe('who may download', () => {
  test.each([
    ['organization', false, false],
    ['organization', false, true],
    ['participants', true, false],
    ['everyone', true, true],
  ] as const)('%s: downloads %s, for guests %s', (downloads, allow_downloads, guest_downloads) => {
    const event = buildEvent({ allow_downloads, guest_downloads });
    expect(eventValues(event).downloads).toBe(downloads);
    expect(toUpdateRequest(eventValues(event), event)).toBeNull();
    expect(toUpdateRequest({ ...eventValues(event), downloads: 'everyone' }, event)).toEqual(
      downloads === 'everyone'
        ? null
        : { ...(!allow_downloads && { allow_downloads: true }), ...(!guest_downloads && { guest_downloads: true }) },
    );
  });
  test('in a new event', () => {
    const sent = (downloads: typeof filled.downloads) => toCreateRequest({ ...filled, downloads }, 'a1');
    expect(sent('organization')).toMatchObject({ allow_downloads: false, guest_downloads: true });
    expect(sent('participants')).toMatchObject({ allow_downloads: true, guest_downloads: false });
    expect(sent('everyone')).toMatchObject({ allow_downloads: true, guest_downloads: true });
  });
});

test("uses the event's time zone", () => {
  const event = buildEvent({ starts_at: '2026-11-20T18:00:13.500Z', time_zone: 'America/New_York' });
  const values = eventValues(event);
  expect(values).toMatchObject({ starts_at: '2026-11-20T13:00', time_zone: 'America/New_York' });
  expect(toUpdateRequest(values, event)).toBeNull();
  // The wall-clock hour stays the same in another zone.
  expect(toUpdateRequest({ ...values, time_zone: 'Europe/Berlin' }, event)).toEqual({
    time_zone: 'Europe/Berlin',
    starts_at: '2026-11-20T12:00:00.000Z',
  });
  expect(problems({ ...values, starts_at: '2026-03-08T02:30' })).toEqual({ starts_at: expect.stringMatching(/clock change/) as string });
  expect(problems({ ...values, starts_at: '2026-03-08T02:30', time_zone: 'Europe/Berlin' })).toEqual({});
});

test('the reveal is optional, follows the event’s time zone, keeps its seconds, and is not copied', () => {
  expect(toCreateRequest(filled, 'a1').reveals_at).toBeNull();
  const event = buildEvent({ reveals_at: '2026-11-21T20:00:13.000Z', time_zone: 'America/New_York' });
  const values = eventValues(event);
  expect(values.reveals_at).toBe('2026-11-21T15:00');
  expect(toUpdateRequest(values, event)).toBeNull();
  expect(toUpdateRequest({ ...values, reveals_at: '' }, event)).toEqual({ reveals_at: null });
  expect(toUpdateRequest({ ...values, reveals_at: '2026-11-22T09:30' }, event)).toEqual({ reveals_at: '2026-11-22T14:30:00.000Z' });
  expect(problems({ ...values, reveals_at: '2026-03-08T02:30' })).toEqual({ reveals_at: expect.stringMatching(/clock change/) as string });
  expect(copyValues(event, now).reveals_at).toBe('');
});

test('keeps photos forever, for an offered number of days, or for another', () => {
  expect(toCreateRequest(filled, 'a1')).toMatchObject({ photo_retention_days: null, photo_retention_scope: 'originals' });
  const kept = buildEvent({ photo_retention_days: 90, photo_retention_scope: 'everything' });
  expect(eventValues(kept)).toMatchObject({ retention: '90', retention_days: '', photo_retention_scope: 'everything' });
  expect(toUpdateRequest(eventValues(kept), kept)).toBeNull();
  expect(toUpdateRequest({ ...eventValues(kept), retention: 'forever' }, kept)).toEqual({ photo_retention_days: null });
  const other = buildEvent({ photo_retention_days: 45 });
  const values = eventValues(other);
  expect(values).toMatchObject({ retention: 'other', retention_days: '45' });
  expect(toUpdateRequest({ ...values, retention_days: ' 3650 ' }, other)).toEqual({ photo_retention_days: 3650 });
  for (const retention_days of ['', '0', '3651', '1.5', '-1', 'ten'])
    expect(problems({ ...values, retention_days }).retention_days).toMatch(/whole number of days, from 1 to 3.?650/);
  // Of no interest while an offered number is chosen.
  expect(problems({ ...values, retention: '30', retention_days: 'ten' })).toEqual({});
});

test('leaves the zone unset until one is chosen', () => {
  const event = buildEvent({ time_zone: null });
  expect(toUpdateRequest(eventValues(event), event)).toBeNull();
  expect(toUpdateRequest({ ...eventValues(event), time_zone: 'Asia/Kolkata' }, event)).toMatchObject({ time_zone: 'Asia/Kolkata' });
});

test('a copy is named as such within the length limit, and starts in the future', () => {
  const event = buildEvent({ name: 'Ä'.repeat(120), location: 'Pier 4', time_zone: 'UTC', starts_at: '2026-11-20T18:00:00.000Z' });
  const copy = copyValues(event, now);
  expect(copy.name).toBe(`Copy of ${'Ä'.repeat(112)}`);
  expect(copy.location).toBe('Pier 4');
  expect(toCreateRequest(copy, 'a1').starts_at).toBe('2026-11-27T18:00:00.000Z');
  expect(problems(copy)).toEqual({});
});
