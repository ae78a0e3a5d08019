import { expect, test } from 'vitest';
import { layoutOf, partnerOf, shapeOf } from './wall-layout.ts';

const television = { width: 1920, height: 1080 };
const poster = { width: 1080, height: 1920 };
const wide = { width: 1600, height: 1067 };
const upright = { width: 1067, height: 1600 };
const square = { width: 1600, height: 1600 };
const unknown = { width: null, height: null };

test('a photo is wide, upright or nearly square', () => {
  expect([wide, upright, square, { width: 1000, height: 1050 }, unknown].map(shapeOf)).toEqual([
    'wide',
    'upright',
    'square',
    'square',
    'square',
  ]);
});

test('two upright photos stand side by side on a wide screen', () => {
  expect(layoutOf(television, [upright, upright])).toBe('side-by-side');
  for (const pair of [
    [wide, wide],
    [upright, wide],
    [upright, square],
    [unknown, upright],
  ])
    expect(layoutOf(television, pair)).toBe('single');
});

test('two wide photos lie on top of each other on an upright screen', () => {
  expect(layoutOf(poster, [wide, wide])).toBe('stacked');
  for (const pair of [
    [upright, upright],
    [upright, wide],
    [wide, square],
  ])
    expect(layoutOf(poster, pair)).toBe('single');
});

test('one photo is alone, and on a square screen each is', () => {
  expect(layoutOf(television, [upright])).toBe('single');
  expect(layoutOf({ width: 1000, height: 1000 }, [upright, upright])).toBe('single');
});

test('the partner is the first that fits', () => {
  const candidates = [
    { id: 'a', ...wide },
    { id: 'b', ...upright },
    { id: 'c', ...upright },
  ];
  expect(partnerOf(television, { id: 'x', ...upright }, candidates)?.id).toBe('b');
  expect(partnerOf(television, { id: 'x', ...wide }, candidates)).toBeUndefined();
  expect(partnerOf(poster, { id: 'x', ...wide }, candidates)?.id).toBe('a');
});
