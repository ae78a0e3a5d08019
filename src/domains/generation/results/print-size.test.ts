import { describe, expect, test } from 'vitest';
import { isSmallestPaper, PAPERS, preferredLayout, printDpi, printLayout, printQuality, sharpSize, turnedPaper } from './print-size.ts';

const [small, , a4, square] = PAPERS as [(typeof PAPERS)[number], unknown, (typeof PAPERS)[number], (typeof PAPERS)[number]];

describe('a print', () => {
  test('turns the paper like the image', () => {
    expect(turnedPaper(small, { width: 3000, height: 2000 })).toEqual({ width: 150, height: 100 });
    expect(turnedPaper(small, { width: 1000, height: 1000 })).toEqual({ width: 100, height: 150 });
  });

  test('has the pixels of the paper at 300 dpi where the image is large enough', () => {
    const { page, dpi } = printLayout({ width: 4000, height: 6000 }, small, 'crop');
    expect([page, dpi]).toEqual([{ width: 1181, height: 1772 }, 300]);
    expect(printLayout({ width: 8000, height: 8000 }, square, 'fit').page).toEqual({ width: 1535, height: 1535 });
  });

  test('of a small image has its pixels and a lower dpi instead of made-up ones', () => {
    const image = { width: 1024, height: 1024 };
    const cropped = printLayout(image, small, 'crop');
    expect(cropped.dpi).toBe(173);
    expect(cropped.page).toEqual({ width: 681, height: 1022 });
    expect([cropped.height, cropped.y]).toEqual([1022, 0]);
    expect(cropped.x).toBe((681 - 1022) / 2);
    const whole = printLayout(image, small, 'fit');
    expect(whole.dpi).toBe(260);
    expect(whole.x).toBe(0);
    expect(whole.y).toBeGreaterThan(0);
  });

  test('tells how sharp it is', () => {
    expect(sharpSize({ width: 1024, height: 1536 })).toBe('8.6 × 13 cm');
    expect(printDpi({ width: 1024, height: 1536 }, a4, 'crop')).toBeCloseTo(123.9, 1);
    expect(printQuality(300).words).toMatch(/^Sharp/);
    expect(printQuality(299.9).words).toMatch(/^Good: 299/);
    expect(printQuality(151).words).toMatch(/^A little soft/);
    expect(printQuality(123.9)).toMatchObject({
      tone: 'warning',
      words: expect.stringMatching(/^Soft: 123 dpi.*Choose a smaller one/) as string,
    });
  });

  test('is never advised to be smaller than the smallest paper', () => {
    expect(PAPERS.filter(isSmallestPaper)).toEqual([small]);
    expect(printQuality(57, isSmallestPaper(small)).words).toBe('Soft: 57 dpi at this size. Upscale the image first.');
  });

  test.each([
    ['a photo of the shape of the paper', { width: 6000, height: 4000 }, 'crop'],
    ['a photo of nearly this shape', { width: 4000, height: 3000 }, 'crop'],
    ['a square image, of which a third would be cropped', { width: 1024, height: 1024 }, 'fit'],
    ['a panorama', { width: 636, height: 227 }, 'fit'],
    ['a tall image', { width: 227, height: 636 }, 'fit'],
  ] as const)('of %s is laid out so that little is lost', (_what, image, layout) => {
    expect(preferredLayout(image, small)).toBe(layout);
  });

  test('of a square image fills square paper', () => {
    expect(preferredLayout({ width: 1024, height: 1024 }, square)).toBe('crop');
  });
});
