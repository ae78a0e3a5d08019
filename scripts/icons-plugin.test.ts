import { expect, test } from 'vitest';
import { shapesOf } from './icons-plugin.ts';

test('preserves the shapes of an icon and omits their common attributes', () => {
  const stroke = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
  expect(shapesOf(`<path ${stroke} d="M1 2v3"/>`)).toEqual([['path', { d: 'M1 2v3' }]]);
  expect(
    shapesOf(`<g ${stroke}><path d="M1 2"/><circle cx="4" cy="5" r=".5" fill="currentColor"/><rect rx="2" fill-rule="evenodd"/></g>`),
  ).toEqual([
    ['path', { d: 'M1 2' }],
    ['circle', { cx: '4', cy: '5', r: '.5', fill: 'currentColor' }],
    ['rect', { rx: '2', fillRule: 'evenodd' }],
  ]);
});
