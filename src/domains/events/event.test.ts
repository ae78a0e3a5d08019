import { expect, test } from 'vitest';
import { parseJoinCode } from '#src/domains/events/joining/join-code.ts';
import { readableCode } from './event.ts';

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
