import { expect, test } from 'vitest';
import { withoutWideGamut } from './srgb-plugin.ts';

test('removes wide-gamut duplicates of colors and nothing else', () => {
  const twice =
    '@layer theme{:root{--ink:#111}@supports (color:lab(0% 0 0)){:root{--ink:lab(1% 0 0)}@media print{a{color:lab(1% 0 0)}}}.a{color:red}}';
  expect(withoutWideGamut(twice + twice)).toBe('@layer theme{:root{--ink:#111}.a{color:red}}'.repeat(2));
  expect(withoutWideGamut('.a{color:red}')).toBe('.a{color:red}');
  expect(() => withoutWideGamut('@supports (color:lab(0% 0 0)){.a{')).toThrow('no end');
});
