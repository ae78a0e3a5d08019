import { expect, test } from 'vitest';
import { parseJoinCode } from '#src/domains/events/joining/join-code.ts';
import { formatEventHours, readableCode } from './event.ts';

test.each([
  ['HARBOUR26', 'HARBOUR-26'],
  ['STUDIO26', 'STUDIO-26'],
  ['GALA2027', 'GALA-2027'],
  ['REGATTA6', 'REGATTA-6'],
  ['K7PM2XWA', 'K7PM-2XWA'],
  ['ABCDEFGH', 'ABCD-EFGH'],
  ['26HARBOUR', '26HA-RBOU-R'],
  ['PIER', 'PIER'],
  ['ÅNGSTRÖM7', 'ÅNGSTRÖM-7'],
])('%s is displayed as %s and parses back to the same code', (code, written) => {
  expect(readableCode(code)).toBe(written);
  expect(parseJoinCode(written)).toBe(code);
});

test.each([
  [6, '7:00\u00a0PM–1:00\u00a0AM'],
  [60, '7:00\u00a0PM–Mon, Nov 23, 7:00\u00a0AM'],
])('the hours of an event of %i hours never break between a time and its PM', (duration, written) => {
  expect(formatEventHours({ starts_at: '2026-11-20T18:00:00Z', duration, time_zone: 'Europe/Berlin' })).toBe(written);
});
