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

it('says “uploaded” where the camera’s clock can’t be right, as the gallery does', () => {
  const photo = { photographer: 'Ines', taken_at: '2026-11-20T20:00:00.000Z', taken_at_claimed: null } as Parameters<
    typeof describeSharedPhoto
  >[0];
  expect(describeSharedPhoto(photo, null)).toMatch(/^Photo by Ines, Nov 20, 2026/);
  expect(describeSharedPhoto({ ...photo, taken_at_claimed: '2008-12-30T12:00:00.000Z' }, null)).toMatch(
    /^Photo by Ines, uploaded Nov 20, 2026/,
  );
});
