import { expect, it } from 'vitest';
import { illustratorModel } from '#server/generation/builtin/models.ts';

it('clip art has exactly the formats that photographers use', () => {
  const formats = ['1:1', '3:2', '2:3', '4:3', '3:4', '5:4', '4:5', '16:9', '9:16'];
  const { sizes } = illustratorModel.capabilities;
  expect(sizes).toHaveLength(formats.length);
  for (const [index, { width, height }] of sizes.entries()) {
    const [across, down] = formats[index]!.split(':').map(Number) as [number, number];
    expect(width * down, formats[index]).toBe(height * across);
    expect(width * height, formats[index]).toBeGreaterThan(990_000);
  }
});
