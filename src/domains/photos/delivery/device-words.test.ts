import { describe, expect, it } from 'vitest';
import { countsByOrigin } from '#src/domains/photos/count-words.ts';
import { failureMessages } from '#src/domains/photos/queue/failures.ts';
import { missingPhotos } from '#src/domains/photos/queue/missing-photos.ts';
import {
  attentionLines,
  attentionReason,
  damagedSentence,
  deviceAdvice,
  deviceBadge,
  deviceSentence,
  deviceTitle,
  inPlace,
  isSettleable,
  statusLabels,
  totalsSentence,
} from './device-words.ts';
import type { EventDevice } from './queries.ts';

const NOW = Date.parse('2026-11-20T22:00:00.000Z');

const device = (changes: Partial<EventDevice> = {}): EventDevice => ({
  id: '0199aa00-0000-7000-8000-0000000000d1',
  person: { id: '0199aa00-0000-7000-8000-0000000000e1', name: 'Ana' },
  name: 'Chrome on Android',
  number: '3F2A',
  kind: 'phone',
  app_version: '0.2.0',
  captured: 412,
  imported: 0,
  stored: 400,
  waiting: 12,
  waiting_bytes: 48_000,
  waiting_photos: [],
  attention: [],
  lost: 0,
  damaged: 0,
  is_storage_low: false,
  first_contact_at: '2026-11-20T18:00:00.000Z',
  last_contact_at: '2026-11-20T21:38:00.000Z',
  status: 'silent',
  replaced_by: null,
  settled_at: null,
  ...changes,
});

describe('deviceSentence', () => {
  it.each<[Partial<EventDevice>, string]>([
    [{}, '12 photos waiting, last heard 22 minutes ago'],
    [{ waiting: 1 }, '1 photo waiting, last heard 22 minutes ago'],
    [{ waiting: 0, status: 'done' }, 'Nothing waiting when last heard, 22 minutes ago'],
    [{ lost: 2, waiting: 0, status: 'lost' }, '2 photos lost, last heard 22 minutes ago'],
    [{ lost: 1, status: 'lost' }, '1 photo lost, 12 photos waiting, last heard 22 minutes ago'],
  ])('says of %o: %s', (changes, sentence) => {
    expect(deviceSentence(device(changes), NOW)).toBe(sentence);
  });
});

it('names the person and the kind of device', () => {
  expect(deviceTitle(device())).toBe('Ana’s phone 3F2A');
  expect(deviceTitle(device({ kind: 'computer' }))).toBe('Ana’s computer 3F2A');
});

it('names the device that is used instead, and says what to do', () => {
  expect(deviceAdvice(device({ status: 'replaced', replaced_by: 'Safari on iPhone' }))).toMatch(
    /^Ana has used another device since \(Safari on iPhone\)\. Open the app on this phone to upload them\./,
  );
  expect(deviceAdvice(device())).toBe('Ask Ana to open the app with a connection.');
  expect(deviceAdvice(device({ status: 'sending' }))).toBeNull();
});

it('says why photos need attention, also for codes of other versions', () => {
  const attention = [
    { reason: 'too_large', count: 2 },
    { reason: 'of_the_future', count: 1 },
  ];
  expect(attentionLines(device({ attention }))).toEqual([
    '2 photos: It’s larger than the server accepts.',
    '1 photo: It needs a decision.',
  ]);
});

it.each(Object.keys(failureMessages))('says of %s what others than the person with the device understand', (code) => {
  expect(attentionReason(code)).not.toMatch(/\byou|\bthis (phone|computer)\b/i);
});

it('offers to settle what may be gone, and nothing else', () => {
  const statuses = ['replaced', 'lost', 'silent', 'attention', 'storage_low', 'sending', 'done'] as const;
  expect(statuses.filter((status) => isSettleable(device({ status })))).toEqual(['replaced', 'lost', 'silent']);
});

describe('totalsSentence', () => {
  const totals = { captured: 412, stored: 400, waiting: 12, lost: 0, settled: 0, damaged: 0 };

  it('names each kind, so that they add up', () => {
    expect(totalsSentence(totals, [device()])).toBe('412 captured, 400 stored, 12 waiting when last heard');
    expect(totalsSentence({ captured: 1415, stored: 1400, waiting: 9, lost: 2, settled: 4, damaged: 1 }, [device({ imported: 2 })])).toBe(
      '1,415 captured or imported, 1,400 stored (1 damaged), 9 waiting when last heard, 2 lost, 4 settled as missing',
    );
  });

  it('says only "imported" where nobody captured a photo', () =>
    expect(totalsSentence({ ...totals, captured: 3, stored: 3, waiting: 0 }, [device({ captured: 3, imported: 3 })])).toBe(
      '3 imported, 3 stored, 0 waiting when last heard',
    ));
});

describe('deviceBadge', () => {
  const heard = (seconds: number) => ({ status: 'sending' as const, last_contact_at: new Date(NOW - seconds * 1000).toISOString() });

  it.each<[Partial<EventDevice>, string]>([
    [heard(119), 'Uploading'],
    [heard(125), 'Silent for 2 minutes'],
    [heard(200), 'Silent for 3 minutes'],
    [{ ...heard(200), settled_at: '2026-11-20T22:00:00.000Z' }, 'Settled'],
    [{ ...heard(200), status: 'done', waiting: 0 }, 'Up to date at last contact'],
    [{ ...heard(700), status: 'silent' }, 'Not heard from'],
  ])('says of %o: %s', (changes, name) => {
    expect(deviceBadge(device(changes), NOW).name).toBe(name);
  });
});

it('names damaged photos', () => {
  expect(damagedSentence(device())).toBeNull();
  expect(damagedSentence(device({ damaged: 1 }))).toMatch(/^1 photo is damaged: stored as it arrived, but can’t be shown\./);
  expect(damagedSentence(device({ damaged: 3 }))).toMatch(/^3 photos are damaged: stored as they arrived/);
});

it('doesn’t call a device fine of which it can’t know', () =>
  expect(statusLabels.done).toEqual({ name: 'Up to date at last contact', tone: 'neutral' }));

describe('inPlace', () => {
  const ids = (devices: EventDevice[]) => devices.map(({ id }) => id).join('');
  const of = (id: string, settled = false) => device({ id, settled_at: settled ? '2026-11-20T22:00:00.000Z' : null });

  it.each([
    ['a settled one stays under the pointer', ['b', 'c', 'A'], 'abc', 'Abc'],
    ['two of them', ['c', 'A', 'B'], 'abc', 'ABc'],
    ['one that was settled earlier is where the server has it', ['b', 'c', 'A'], '', 'bcA'],
    ['a new one is first, if it is the most urgent', ['n', 'b', 'A'], 'ab', 'Anb'],
  ])('%s', (_what, server, shown, expected) => {
    const devices = server.map((id) => of(id.toLowerCase(), id !== id.toLowerCase()));
    expect(ids(inPlace(devices, shown.split('')))).toBe(expected.toLowerCase());
  });
});

it('names missing photos by file or time', () => {
  const photo = (name: string | null) => ({ file_name: name, taken_at: '2026-11-20T21:12:00Z' });
  expect(missingPhotos([photo('IMG_1.JPG')], 1, 'UTC')).toBe('IMG_1.JPG');
  expect(missingPhotos([photo('IMG_1.JPG'), photo(null)], 2, 'UTC')).toMatch(/^IMG_1\.JPG and a photo taken .*9:12/);
  expect(
    missingPhotos(
      Array.from({ length: 20 }, (_, index) => photo(`${index}`)),
      25,
      'UTC',
    ),
  ).toBe('0, 1, 2, 3 and 21 more');
});

it('counts by origin in the words of the queue', () => {
  expect(countsByOrigin({ captured: 25, imported: 10 })).toBe('15 captured, 10 imported');
  expect(countsByOrigin({ captured: 5, imported: 5 })).toBe('5 imported');
});
