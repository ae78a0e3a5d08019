import sharp from 'sharp';
import { expect, it } from 'vitest';
import { diffuse } from '#server/generation/builtin/fill/diffuse.ts';
import { erase, fillMarked } from '#server/generation/builtin/fill/erase.ts';
import { clamp, noise, type Pixels } from '#server/generation/builtin/pixels.ts';

const [width, height] = [240, 180];

/** Bricks in a light that falls off to the right. */
function wall(): Pixels {
  const data = new Uint8Array(width * height * 3);
  const random = noise(5);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / 12);
    for (let x = 0; x < width; x++, at += 3) {
      const isMortar = y % 12 < 2 || (x + (row % 2) * 12) % 24 < 2;
      const light = 1 - (0.3 * x) / width;
      const grain = (random() - 0.5) * 10;
      for (let part = 0; part < 3; part++) data[at + part] = ((isMortar ? [205, 200, 190] : [150, 80, 60])[part] ?? 0) * light + grain;
    }
  }
  return { data, width, height };
}

/** A round thing in front of the wall. */
function withThing({ data }: Pixels, radius: number): { picture: Pixels; hole: Uint8Array } {
  const picture = { data: Uint8Array.from(data), width, height };
  const hole = new Uint8Array(width * height);
  for (let at = 0; at < hole.length; at++) {
    if (Math.hypot((at % width) - 130, Math.floor(at / width) - 85) > radius) continue;
    hole[at] = 1;
    picture.data.set([20, 40, 220], at * 3);
  }
  return { picture, hole };
}

function errorIn(hole: Uint8Array, one: Uint8Array, other: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < hole.length; at++) {
    if (!hole[at]) continue;
    count += 3;
    for (let part = at * 3; part < at * 3 + 3; part++) sum += (one[part]! - other[part]!) ** 2;
  }
  return sum / count;
}

const pictureOf = async ({ data }: Pixels) => ({
  bytes: await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer(),
  contentType: 'image/png' as const,
});
const maskOf = async (hole: Uint8Array) => ({
  bytes: await sharp(
    hole.map((one) => one * 255),
    { raw: { width, height, channels: 1 } },
  )
    .png()
    .toBuffer(),
  contentType: 'image/png' as const,
});

it.each([8, 20, 36])(
  'a thing of radius %i vanishes: what is behind it comes much closer to the truth than a smooth fill',
  async (radius) => {
    const truth = wall();
    const { picture, hole } = withThing(truth, radius);
    const smooth = Uint8Array.from(picture.data);
    diffuse({ data: smooth, width, height }, hole);
    await fillMarked(picture, hole, () => undefined);
    expect(errorIn(hole, picture.data, truth.data)).toBeLessThan(errorIn(hole, smooth, truth.data) * 0.1);
  },
);

/** Marked pixels of an ellipse get another color. */
function withEllipse({ data }: Pixels, [x, y, across, down]: readonly [number, number, number, number]) {
  const picture = { data: Uint8Array.from(data), width, height };
  const hole = new Uint8Array(width * height);
  for (let at = 0; at < hole.length; at++) {
    if (Math.hypot(((at % width) - x) / across, (Math.floor(at / width) - y) / down) > 1) continue;
    hole[at] = 1;
    picture.data.set([220, 20, 200], at * 3);
  }
  return { picture, hole, share: hole.reduce((sum, one) => sum + one, 0) / hole.length };
}

/** The mean difference of a pixel and the next one. */
function roughness(data: Uint8Array, hole: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < hole.length; at++) {
    if (!hole[at] || !hole[at + 1]) continue;
    sum += Math.abs(data[at * 3]! - data[at * 3 + 3]!);
    count++;
  }
  return sum / count;
}

const painted = (colorAt: (x: number, y: number, grain: number) => readonly number[]): Pixels => {
  const [data, random] = [new Uint8Array(width * height * 3), noise(5)];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3)
      data.set(
        colorAt(x, y, random() - 0.5).map((part) => clamp(part)),
        at,
      );
  return { data, width, height };
};

it.each([
  { what: 'beside a wall', isLawn: (x: number) => x < 160 },
  { what: 'below a wall', isLawn: (_x: number, y: number) => y > 75 },
])('a fifth of the picture, a lawn $what of the same color, isn’t smeared', async ({ isLawn }) => {
  const lawn = painted((x, y, grain) => [95, 125, 65].map((part) => part + (isLawn(x, y) ? grain * 110 : 0)));
  const { picture, hole, share } = withEllipse(lawn, isLawn(0, 0) ? [85, 90, 58, 50] : [120, 125, 58, 48]);
  expect(share).toBeGreaterThan(0.19);
  await fillMarked(picture, hole, () => undefined);
  expect(roughness(picture.data, hole)).toBeGreaterThan(roughness(lawn.data, hole) * 0.75);
});

it('what is at one height goes on at that height: a row of houses between a sky and a sea of one color', async () => {
  const isHouse = (y: number) => y >= 78 && y < 96;
  const bay = painted((x, y, grain) =>
    (isHouse(y) ? (x % 9 < 3 ? [230, 200, 120] : [70, 60, 80]) : [20, 35, 80]).map((part) => part + grain * 8),
  );
  const { picture, hole, share } = withEllipse(bay, [120, 87, 56, 50]);
  expect(share).toBeGreaterThan(0.19);
  await fillMarked(picture, hole, () => undefined);
  const row = hole.map((one, at) => (isHouse(Math.floor(at / width)) ? one : 0));
  const sky = hole.map((one, at) => (one && !row[at] ? 1 : 0));
  const meanOf = (data: Uint8Array, part: Uint8Array) =>
    part.reduce((sum, one, at) => sum + one * data[at * 3]!, 0) / part.reduce((sum, one) => sum + one, 0);
  expect(meanOf(picture.data, row)).toBeGreaterThan(meanOf(bay.data, row) * 0.8);
  expect(meanOf(picture.data, sky)).toBeLessThan(meanOf(bay.data, sky) * 1.5);
});

it('a preview is what the result looks like from further away', async () => {
  const { picture, hole } = withThing(wall(), 36);
  const ask = { source: await pictureOf(picture), mask: await maskOf(hole) };
  const [longest, half] = [width / 2, { width: width / 2, height: height / 2 }];
  const small = async (bytes: Buffer) =>
    new Uint8Array(
      await sharp(bytes)
        .resize({ ...half, fit: 'fill' })
        .removeAlpha()
        .raw()
        .toBuffer(),
    );
  const preview = await erase({ ...ask, longest }, () => undefined);
  expect(await sharp(preview.bytes).metadata()).toMatchObject({ ...half, format: 'jpeg' });
  const filled = new Uint8Array(half.width * half.height).map(
    (_, at) => hole[Math.floor(at / half.width) * 2 * width + (at % half.width) * 2]!,
  );
  const result = await small((await erase(ask, () => undefined)).bytes);
  const error = errorIn(filled, await small(preview.bytes), result);
  expect(error).toBeLessThan(errorIn(filled, await small(ask.source.bytes), result) * 0.02);
});

it('changes no pixel outside the mask, always makes the same, and says how far it is', async () => {
  const { picture, hole } = withThing(wall(), 20);
  const ask = { source: await pictureOf(picture), mask: await maskOf(hole) };
  const told: (number | null)[] = [];
  const result = await erase(ask, ({ progress }) => void told.push(progress));
  const { data } = await sharp(result.bytes).raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < hole.length; at++)
    if (!hole[at]) expect(data.subarray(at * 3, at * 3 + 3)).toEqual(Buffer.from(picture.data.subarray(at * 3, at * 3 + 3)));
  expect((await erase(ask, () => undefined)).bytes.equals(result.bytes)).toBe(true);
  expect(told.at(-1)).toBe(1);
  expect(told).toEqual(told.toSorted((a, b) => a! - b!));
});

it('keeps the transparency of a picture', async () => {
  const { picture, hole } = withThing(wall(), 12);
  const rgba = Buffer.alloc(width * height * 4);
  for (let at = 0; at < hole.length; at++) {
    rgba.set(picture.data.subarray(at * 3, at * 3 + 3), at * 4);
    rgba[at * 4 + 3] = at % width < 40 ? 0 : 255;
  }
  const bytes = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const result = await erase({ source: { bytes, contentType: 'image/png' }, mask: await maskOf(hole) }, () => undefined);
  const { data, info } = await sharp(result.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(4);
  expect(Array.from(data.subarray(0, 4))).toEqual([0, 0, 0, 0]);
  const middle = (85 * width + 130) * 4;
  expect(data[middle + 2]).toBeLessThan(data[middle]!);
});

it('refuses a mask that leaves nothing to fill from', async () => {
  const { picture } = withThing(wall(), 5);
  const stripes = Uint8Array.from({ length: width * height }, (_, at) => (at % 5 < 2 ? 1 : 0));
  await expect(fillMarked(picture, stripes, () => undefined)).rejects.toMatchObject({ code: 'invalid_request' });
});

// With all of the hole searched again for each ring, this took minutes: too long for any preview, and as long as an image may take.
it('fills one end of a long, low picture, whose hole is deep and can’t be made smaller', async () => {
  const size = { width: 1000, height: 28 };
  const picture = { data: new Uint8Array(size.width * size.height * 3), ...size };
  const random = noise(3);
  for (let at = 0; at < picture.data.length; at++) picture.data[at] = 90 + random() * 80;
  const hole = new Uint8Array(size.width * size.height);
  for (let at = 0; at < hole.length; at++) {
    if (at % size.width >= size.width * 0.48) continue;
    hole[at] = 1;
    picture.data.fill(0, at * 3, at * 3 + 3);
  }
  await fillMarked(picture, hole, () => undefined);
  expect(picture.data.every((value) => value >= 80)).toBe(true);
});
