import { expect, it } from 'vitest';
import { zoneNameIfDifferent } from '#src/lib/time-zone.ts';
import { describeSharedPhoto } from './shared-photo.ts';

it('names the time zone of the event where it is another one than here', () => {
  const at = '2026-11-20T20:00:00.000Z';
  const photo = { photographer: 'Ines', taken_at: at } as Parameters<typeof describeSharedPhoto>[0];
  const far = new Date(at).getTimezoneOffset() === -330 ? 'Pacific/Marquesas' : 'Asia/Kolkata';
  expect(describeSharedPhoto(photo, far)).toMatch(/\(GMT[+-]\d+:30\)$/);
  expect(zoneNameIfDifferent(Date.parse(at), null)).toBeNull();
  expect(describeSharedPhoto(photo, null)).not.toContain('(');
});
