import { expect, it } from 'vitest';
import { readRange } from './byte-range.ts';

const file = { bytes: 1000, etag: '"a-0"', lastModified: new Date('2026-11-20T21:14:07.400Z') };
const whole = null;

it.each([
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=600-', { start: 600, end: 999 }],
  ['bytes=600-699', { start: 600, end: 699 }],
  ['bytes=999-5000', { start: 999, end: 999 }],
  ['bytes=-1', { start: 999, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['Bytes = 5 - 6 ', { start: 5, end: 6 }],
  // Several ranges, other units and malformed ones are ignored.
  ['bytes=0-1,5-6', whole],
  ['items=0-1', whole],
  ['bytes=9-8', whole],
  ['bytes=-', whole],
  ['bytes=a-b', whole],
  [undefined, whole],
])('%s', (range, expected) => {
  expect(readRange({ range }, file)).toEqual(expected);
});

it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0'])('%s lies outside', (range) => {
  expect(() => readRange({ range }, file)).toThrow(
    expect.objectContaining({ status: 416, headers: { 'content-range': 'bytes */1000' } }) as Error,
  );
});

it.each([
  ['"a-0"', true],
  ['Fri, 20 Nov 2026 21:14:07 GMT', true],
  ['"a-1"', false],
  ['W/"a-0"', false],
  ['Fri, 20 Nov 2026 21:14:06 GMT', false],
])('If-Range: %s', (known, isCurrent) => {
  expect(readRange({ range: 'bytes=5-', 'if-range': known }, file)).toEqual(isCurrent ? { start: 5, end: 999 } : whole);
});
