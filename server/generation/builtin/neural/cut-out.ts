// Removes or changes what is behind people.
import sharp from 'sharp';
import { MAX_EDITED_SIDE, NOBODY } from '#server/generation/builtin/models.ts';
import { loadNetwork } from '#server/generation/builtin/neural/engine.ts';
import { refineMask, type RoughMask } from '#server/generation/builtin/neural/matte.ts';
import { clearTransparent, decodeSource, type Pixels } from '#server/generation/builtin/pixels.ts';
import type { Tasks } from '#server/generation/builtin/task-process.ts';
import { GeneratorError } from '#server/generation/generator.ts';
import { isMarked } from '#server/generation/mask.ts';

const MASK_SIDE = 256;
/** A smaller share of the picture doesn't count as a person. */
const LEAST_SHARE = 0.004;
/** Of what is found in a picture or its mirror image, the part that is found in both. */
const LEAST_AGREEMENT = 0.4;
/** People who fill more of the picture are not looked at again. */
const LARGE_SHARE = 0.8;
/** The space around people, as a part of their size. */
const AROUND = 0.15;
const MOST_DIFFERENCE = 0.25;
/** The Gaussian behind people, as a part of the longer side, and that side while it is blurred. */
const BLUR = 0.012;
const BLURRED_SIDE = 1024;

export async function cutOut({ source, background, longest }: Tasks['cut-out']['ask']): Promise<Tasks['cut-out']['answer']> {
  // The network sees the same in a small copy, so a preview has the same edges.
  const { isSmaller, ...picture } = await decodeSource(source, longest ?? MAX_EDITED_SIDE);
  const rough = await findPeople(picture);
  if (!rough) throw new GeneratorError('empty_result', NOBODY);
  const { width, height } = picture;
  const photo = background === 'blurred' ? Buffer.from(picture.data) : null;
  const alpha = await refineMask(picture, rough);
  const rgba = Buffer.alloc(width * height * 4);
  for (let at = 0; at < alpha.length; at++) {
    rgba[at * 4] = picture.data[at * 3] ?? 0;
    rgba[at * 4 + 1] = picture.data[at * 3 + 1] ?? 0;
    rgba[at * 4 + 2] = picture.data[at * 3 + 2] ?? 0;
    rgba[at * 4 + 3] = alpha[at] ?? 0;
  }
  clearTransparent(rgba);
  const cut = sharp(rgba, { raw: { width, height, channels: 4 } });
  if (background === null || background === 'transparent')
    return { bytes: await cut.png({ compressionLevel: 6 }).toBuffer(), contentType: 'image/png', isSmaller };
  const whole = photo
    ? sharp(await blurBehind({ data: photo, width, height }, alpha), { raw: { width, height, channels: 3 } }).composite([
        { input: rgba, raw: { width, height, channels: 4 } },
      ])
    : cut.flatten({ background });
  return {
    bytes: await whole.removeAlpha().jpeg({ quality: 93, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer(),
    contentType: 'image/jpeg',
    isSmaller,
  };
}

/** Quickly: before anything is charged. */
export async function hasPeople({ source }: Tasks['find-people']['ask']): Promise<Tasks['find-people']['answer']> {
  return { isAnybody: (await findPeople(await decodeSource(source, MAX_EDITED_SIDE))) !== null };
}

/** Longer side of the picture while people are looked for who are cut: their masks are smaller. */
const LOOKED_AT = 1024;
/** Of the edge of the marked area, the part that runs through people, and its least length as a part of the mask's side. */
const MOST_CUT = 0.08;
const LEAST_CUT = 0.04;

/** Whether the edge of the marked area runs through a person. Quickly: before anything is charged. */
export async function cutsPeople({ source, mask }: Tasks['find-cut-people']['ask']): Promise<Tasks['find-cut-people']['answer']> {
  const picture = await decodeSource(source, LOOKED_AT);
  const people = await findPeople(picture);
  if (!people) return { isAnybody: false };
  const { values, side, area } = people;
  const scaled = await sharp(mask.bytes)
    .flatten({ background: '#000000' })
    .resize({ width: picture.width, height: picture.height, fit: 'fill' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer();
  const marked = Uint8Array.from({ length: side * side }, (_, at) => {
    const x = area.left + Math.floor((((at % side) + 0.5) / side) * area.width);
    const y = area.top + Math.floor(((Math.floor(at / side) + 0.5) / side) * area.height);
    return isMarked(scaled[y * picture.width + x] ?? 0) ? 1 : 0;
  });
  let [edge, cut] = [0, 0];
  for (let at = 0; at < marked.length - side; at++) {
    if (at % side === side - 1) continue;
    for (const next of [at + 1, at + side]) {
      if (marked[at] === marked[next]) continue;
      edge++;
      if (isPerson(values[at] ?? 0) && isPerson(values[next] ?? 0)) cut++;
    }
  }
  return { isAnybody: cut >= side * LEAST_CUT && cut > edge * MOST_CUT };
}

/** Where people are; null: nowhere. */
export async function findPeople(picture: Pixels): Promise<RoughMask | null> {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  const first = await maskOf(picture, whole);
  if (!first) return null;
  const area = areaOf(first);
  if (area.width * area.height > whole.width * whole.height * LARGE_SHARE) return first;
  // Closer, the edge is finer. Where the network sees something else there, the whole picture is right.
  const closer = await maskOf(picture, area);
  return closer && differenceOf(first, closer) < MOST_DIFFERENCE ? closer : first;
}

const isPerson = (part: number) => part > 0.5;

/** Null where there is nobody: what the network takes for a person, such as bright letters, it doesn't find again in the mirrored picture. */
async function maskOf({ data, width, height }: Pixels, area: RoughMask['area']): Promise<RoughMask | null> {
  const network = await loadNetwork('selfie');
  const size = { width: MASK_SIDE, height: MASK_SIDE };
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract(area)
    .resize(MASK_SIDE, MASK_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  const mirrored = await sharp(small, { raw: { ...size, channels: 3 } })
    .flop()
    .raw()
    .toBuffer();
  const seen = await network.run(small, size);
  const mirror = await network.run(mirrored, size);
  const values = new Float32Array(MASK_SIDE * MASK_SIDE);
  let [either, both] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const other = mirror[at - 2 * (at % MASK_SIDE) + MASK_SIDE - 1] ?? 0;
    const one = seen[at] ?? 0;
    values[at] = Math.min(1, Math.max(0, (one + other) / 2));
    if (isPerson(one) || isPerson(other)) either++;
    if (isPerson(one) && isPerson(other)) both++;
  }
  if (both < values.length * LEAST_SHARE || both < either * LEAST_AGREEMENT) return null;
  return { values, side: MASK_SIDE, area };
}

/** The part of the picture that has people, and some space around them. */
function areaOf({ values, area }: RoughMask): RoughMask['area'] {
  let [left, top, right, bottom] = [MASK_SIDE, MASK_SIDE, 0, 0];
  for (let at = 0; at < values.length; at++) {
    if (!isPerson(values[at] ?? 0)) continue;
    const [x, y] = [at % MASK_SIDE, Math.floor(at / MASK_SIDE)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  const [across, down] = [(right - left) * AROUND, (bottom - top) * AROUND];
  const place = (part: number, length: number) => Math.round((Math.min(MASK_SIDE, Math.max(0, part)) / MASK_SIDE) * length);
  const [from, above] = [place(left - across, area.width), place(top - down, area.height)];
  return {
    left: from,
    top: above,
    width: Math.max(1, place(right + across, area.width) - from),
    height: Math.max(1, place(bottom + down, area.height) - above),
  };
}

/** The share of the people of both that only one has. */
function differenceOf(first: RoughMask, closer: RoughMask): number {
  let [either, both] = [0, 0];
  for (let at = 0; at < closer.values.length; at++) {
    const x = closer.area.left + (((at % MASK_SIDE) + 0.5) / MASK_SIDE) * closer.area.width;
    const y = closer.area.top + ((Math.floor(at / MASK_SIDE) + 0.5) / MASK_SIDE) * closer.area.height;
    const place = Math.floor((y / first.area.height) * MASK_SIDE) * MASK_SIDE + Math.floor((x / first.area.width) * MASK_SIDE);
    const [here, there] = [isPerson(closer.values[at] ?? 0), isPerson(first.values[place] ?? 0)];
    if (here || there) either++;
    if (here && there) both++;
  }
  return either === 0 ? 1 : 1 - both / either;
}

/** The blurred background alone: of people, nothing is in it. */
async function blurBehind({ data, width, height }: Pixels, alpha: Uint8Array): Promise<Buffer> {
  const scale = Math.min(1, BLURRED_SIDE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const behind = Buffer.alloc(width * height * 4);
  for (let at = 0; at < alpha.length; at++) {
    behind[at * 4] = data[at * 3] ?? 0;
    behind[at * 4 + 1] = data[at * 3 + 1] ?? 0;
    behind[at * 4 + 2] = data[at * 3 + 2] ?? 0;
    behind[at * 4 + 3] = 255 - (alpha[at] ?? 0);
  }
  // libvips weighs colors by their alpha, so those of people don't spread.
  const small = await sharp(behind, { raw: { width, height, channels: 4 } })
    .resize({ ...size, fit: 'fill' })
    .blur(Math.max(0.5, Math.max(size.width, size.height) * BLUR))
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(small, { raw: { ...size, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}
