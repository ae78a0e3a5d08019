// Fills a hole in a picture from its surroundings. For each patch at the hole, the most similar patch that is known is searched, from coarse to fine,
// and the patches that overlap vote for each pixel (Wexler, Shechtman and Irani: Space-Time Completion of Video; Barnes et al.: PatchMatch).
import { diffuse } from '#server/generation/builtin/fill/diffuse.ts';
import { clamp, noise, type Pixels } from '#server/generation/builtin/pixels.ts';

/** Patches have 2 × RADIUS + 1 pixels a side. */
const RADIUS = 3;
const SIDE = 2 * RADIUS + 1;
/** The hole is halved until no pixel of it is farther from what is known. */
const COARSEST_DEPTH = 3;
/** No level is smaller: there must be something to choose from. */
const SMALLEST_SIDE = 4 * SIDE;
/** How often patches are searched and vote: on the coarsest level, where the structure is decided, and at full size, where it only needs to be sharp. */
const MOST_ROUNDS = 14;
const LEAST_ROUNDS = 2;
/** For the first guess: how deep a ring is, at most, in pixels. */
const RING = 2.5;
/** How often its patches are searched. */
const PASSES_PER_RING = 6;
/** Of the pixels of a patch, so that what is known of it says something. */
const LEAST_KNOWN = 8;
/** A level with more pixels to fill gets fewer comparisons, so that the time is bounded. */
const MANY_PIXELS = 250_000;
/** Votes of patches farther from what is known count less. */
const CONFIDENCE_BASE = 1.25;
/** Always the same, so that the same request has the same result. */
const SEED = 7;
/** What the same difference in roughness costs, against one in color. */
const ROUGHNESS_WEIGHT = (SIDE * SIDE * 3) / 4;
/** What is at the same height fits best: sky is above, ground below. Costs of a patch that is away by the whole height. */
const HEIGHT_WEIGHT = SIDE * SIDE * 3 * 1600;

interface Level extends Pixels {
  /** 1 where the picture is unknown. */
  hole: Uint8Array;
  /** How much neighbors differ around each pixel of the whole picture: on coarse levels, grass looks as smooth as a wall. */
  roughness: Uint8Array;
}

interface Field {
  /** Centers of the patches that contain a pixel of the hole, as indexes of pixels. */
  targets: Int32Array;
  /** For each pixel: the center of the known patch that is most similar; -1 if it is no target. */
  nearest: Int32Array;
  /** For each pixel: how different the two are. */
  distances: Float32Array;
  /** 1 for the centers in `targets`. */
  isTarget: Uint8Array;
  /** 1 for centers of patches that are known completely. */
  isSource: Uint8Array;
  /** Whether there are enough of them. */
  hasSources: boolean;
}

/**
 * Fills the hole in place; no other pixel changes.
 * @param hole 1 where the picture is to be filled
 * @param onStep is called between the steps with the share that is done
 * @param least for a preview: how large a part of the picture’s size is enough, from 0 to 1. The structure is the same, without the details
 * @returns false if there is too little around the hole to fill it from
 */
export async function fillHole(picture: Pixels, hole: Uint8Array, onStep: (share: number) => Promise<void>, least = 1): Promise<boolean> {
  const levels = levelsOf({ ...picture, hole, roughness: roughnessOf(picture, hole) });
  const coarsest = levels.at(-1);
  if (!coarsest) return false;
  const finest = Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log2(1 / least))));
  const work = levels.map(({ hole: part }, at) =>
    at < finest ? 0 : roundsOf(at, levels.length) * part.reduce((sum, one) => sum + one, 1),
  );
  const all = work.reduce((sum, one) => sum + one, 0);
  let done = 0;
  const random = noise(SEED);
  let coarser: { level: Level; field: Field } | null = null;
  for (let at = levels.length - 1; at >= finest; at--) {
    const level = levels[at] ?? coarsest;
    const field = openField(level);
    if (!field.hasSources) return false;
    const confidence = confidenceOf(level);
    const pixels = pixelsOf(level.hole);
    const reach = reachOf(level, field, at, levels.length);
    if (coarser) {
      takeFromCoarser(level, field, coarser, random);
      vote(level, field, confidence, { isSharp: false, pixels });
    } else begin(level, field, confidence, random);
    const rounds = roundsOf(at, levels.length);
    const compare = compareAll(level);
    for (let round = 0; round < rounds; round++) {
      measure(compare, field);
      for (let pass = 0; pass < (coarser ? 1 : 2); pass++)
        search(compare, level, field, { random, isReversed: (round + pass) % 2 === 1, reach });
      // Means of what differs would be smooth, and so is what is found for them next.
      vote(level, field, confidence, { isSharp: round >= rounds / 2, pixels });
      done += (work[at] ?? 0) / rounds;
      await onStep(done / all);
    }
    coarser = { level, field };
  }
  if (coarser) {
    matchColors(coarser.level, coarser.field);
    if (finest > 0) enlarge(coarser.level, picture, hole);
  }
  return true;
}

/** Fills the hole from a coarse level, smoothly. */
function enlarge(coarse: Pixels, { data, width, height }: Pixels, hole: Uint8Array): void {
  for (let y = 0, at = 0; y < height; y++) {
    const rows = between(y, coarse.height, height / coarse.height);
    for (let x = 0; x < width; x++, at++) {
      if (!hole[at]) continue;
      const columns = between(x, coarse.width, width / coarse.width);
      for (let part = 0; part < 3; part++) data[at * 3 + part] = valueBetween(coarse, rows, columns, part) + 0.5;
    }
  }
}

/**
 * The first guess on the coarsest level, from the edge of the hole inward: patches are compared by what is known of them, and set the outermost pixels,
 * which are known then.
 */
function begin(level: Level, field: Field, confidence: Float32Array, random: () => number): void {
  const { width, height } = level;
  const { targets, nearest } = field;
  const unknown = Uint8Array.from(level.hole);
  const remaining = { ...level, hole: unknown };
  const compare = compareKnown(remaining);
  for (const ring of ringsOf(level)) {
    // Only patches that vote for this ring: those of earlier ones would be searched again with each, for minutes in a long, low picture.
    const near = patchesAt(ring, field, level).filter((target) => knownIn(remaining, target) >= LEAST_KNOWN);
    for (const target of near) if (nearest[target] === -1) nearest[target] = anySource(field, random);
    const part = { ...field, targets: near };
    measure(compare, part);
    for (let pass = 0; pass < PASSES_PER_RING; pass++)
      search(compare, level, part, { random, isReversed: pass % 2 === 1, reach: Math.max(width, height) });
    vote(level, part, confidence, { isSharp: true, pixels: ring });
    for (const at of ring) unknown[at] = 0;
  }
  for (const target of targets) if (nearest[target] === -1) nearest[target] = anySource(field, random);
}

function pixelsOf(hole: Uint8Array): Int32Array {
  const pixels = new Int32Array(hole.reduce((sum, one) => sum + one, 0));
  let count = 0;
  for (let at = 0; at < hole.length; at++) if (hole[at]) pixels[count++] = at;
  return pixels;
}

/** The pixels of the hole from its edge inward, in rings that are two deep. */
function ringsOf(level: Level): Int32Array[] {
  const rings = new Map<number, number[]>();
  for (const [at, distance] of distancesOf(level).entries()) {
    if (distance === 0) continue;
    const ring = Math.floor(distance / RING);
    const pixels = rings.get(ring) ?? [];
    pixels.push(at);
    rings.set(ring, pixels);
  }
  return [...rings].toSorted(([one], [other]) => one - other).map(([, pixels]) => Int32Array.from(pixels));
}

/** The patches that contain any of these pixels. */
function patchesAt(pixels: Int32Array, { isTarget }: Field, { width, height }: Level): Int32Array {
  const found = new Set<number>();
  for (const at of pixels) {
    const x = at % width;
    const y = (at - x) / width;
    for (let row = Math.max(0, y - RADIUS); row <= Math.min(height - 1, y + RADIUS); row++)
      for (let column = Math.max(0, x - RADIUS); column <= Math.min(width - 1, x + RADIUS); column++)
        if (isTarget[row * width + column]) found.add(row * width + column);
  }
  return Int32Array.from(found).sort();
}

function knownIn({ width, hole }: Level, center: number): number {
  let known = 0;
  for (let y = -RADIUS; y <= RADIUS; y++) for (let x = -RADIUS; x <= RADIUS; x++) known += hole[center + y * width + x] ? 0 : 1;
  return known;
}

const roundsOf = (at: number, levels: number): number =>
  Math.max(LEAST_ROUNDS, Math.round(MOST_ROUNDS * 0.65 ** Math.max(0, levels - 1 - at)));

/** The picture and halves of it, until the hole is shallow. */
function levelsOf(whole: Level): Level[] {
  const levels = [whole];
  let depth = depthOf(whole);
  for (;;) {
    const last = levels.at(-1);
    if (!last || depth <= COARSEST_DEPTH || Math.min(last.width, last.height) < 2 * SMALLEST_SIDE) return levels;
    const half = halved(last);
    // A hole that reaches everywhere leaves nothing to fill it from.
    if (!openField(half).hasSources) return levels;
    levels.push(half);
    depth /= 2;
  }
}

/** A pixel that has any part of the hole belongs to it. */
function halved({ data, width, height, hole, roughness }: Level): Level {
  const [across, down] = [Math.floor(width / 2), Math.floor(height / 2)];
  const size = across * down;
  const half = { data: new Uint8Array(size * 3), width: across, height: down, hole: new Uint8Array(size), roughness: new Uint8Array(size) };
  for (let y = 0, to = 0; y < down; y++) {
    for (let x = 0; x < across; x++, to++) {
      const from = 2 * y * width + 2 * x;
      half.roughness[to] = roughness[from] ?? 0;
      half.hole[to] = (hole[from] ?? 0) | (hole[from + 1] ?? 0) | (hole[from + width] ?? 0) | (hole[from + width + 1] ?? 0);
      for (let part = 0; part < 3; part++) {
        const at = from * 3 + part;
        half.data[to * 3 + part] =
          ((data[at] ?? 0) + (data[at + 3] ?? 0) + (data[at + width * 3] ?? 0) + (data[at + width * 3 + 3] ?? 0) + 2) >> 2;
      }
    }
  }
  return half;
}

/** Where roughness is measured: so many pixels on each side, as a part of the longer side, and at least. */
const ROUGHNESS_PART = 1 / 80;
const ROUGHNESS_LEAST = 8;
/** Mean differences are small. */
const ROUGHNESS_GAIN = 4;

function roughnessOf({ data, width, height }: Pixels, hole: Uint8Array): Uint8Array {
  const [edges, known] = [new Uint8Array(hole.length), new Uint8Array(hole.length)];
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0, at = y * width; x < width - 1; x++, at++) {
      if (hole[at] || hole[at + 1] || hole[at + width]) continue;
      known[at] = 1;
      let sum = 0;
      for (let part = at * 3; part < at * 3 + 3; part++) {
        const value = data[part] ?? 0;
        sum += Math.abs((data[part + 3] ?? 0) - value) + Math.abs((data[part + width * 3] ?? 0) - value);
      }
      edges[at] = sum / 6;
    }
  }
  const radius = Math.max(ROUGHNESS_LEAST, Math.round(Math.max(width, height) * ROUGHNESS_PART));
  const [sums, counts] = [rowSums(edges, width, radius), rowSums(known, width, radius)];
  for (let x = 0; x < width; x++) {
    let [sum, count] = [0, 0];
    for (let y = -radius; y < height; y++) {
      if (y + radius < height) {
        sum += sums[(y + radius) * width + x] ?? 0;
        count += counts[(y + radius) * width + x] ?? 0;
      }
      if (y > radius) {
        sum -= sums[(y - radius - 1) * width + x] ?? 0;
        count -= counts[(y - radius - 1) * width + x] ?? 0;
      }
      if (y >= 0) edges[y * width + x] = Math.min(255, (sum / Math.max(1, count)) * ROUGHNESS_GAIN);
    }
  }
  return edges;
}

/** Of so many pixels to the left and to the right of each. */
function rowSums(values: Uint8Array, width: number, radius: number): Uint16Array {
  const sums = new Uint16Array(values.length);
  for (let start = 0; start < values.length; start += width) {
    let sum = 0;
    for (let x = -radius; x < width; x++) {
      if (x + radius < width) sum += values[start + x + radius] ?? 0;
      if (x > radius) sum -= values[start + x - radius - 1] ?? 0;
      if (x >= 0) sums[start + x] = sum;
    }
  }
  return sums;
}

/** The largest distance of a pixel of the hole from what is known, in pixels. */
function depthOf(level: Level): number {
  let most = 0;
  for (const distance of distancesOf(level)) most = Math.max(most, distance);
  return most;
}

/** For each pixel of the hole, about how far it is from what is known. Beyond the picture nothing is known. */
function distancesOf({ width, height, hole }: Level): Float32Array {
  const distances = new Float32Array(hole.length);
  const far = width + height;
  for (let at = 0; at < hole.length; at++) if (hole[at]) distances[at] = far;
  const closer = (at: number, neighbor: number, step: number) => {
    const through = (distances[neighbor] ?? far) + step;
    if (through < (distances[at] ?? 0)) distances[at] = through;
  };
  const diagonal = Math.SQRT2;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (!hole[at]) continue;
      if (x > 0) closer(at, at - 1, 1);
      if (y > 0) closer(at, at - width, 1);
      if (x > 0 && y > 0) closer(at, at - width - 1, diagonal);
      if (x < width - 1 && y > 0) closer(at, at - width + 1, diagonal);
    }
  for (let y = height - 1, at = hole.length - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--, at--) {
      if (!hole[at]) continue;
      if (x < width - 1) closer(at, at + 1, 1);
      if (y < height - 1) closer(at, at + width, 1);
      if (x < width - 1 && y < height - 1) closer(at, at + width + 1, diagonal);
      if (x > 0 && y < height - 1) closer(at, at + width - 1, diagonal);
    }
  return distances;
}

/** How much the vote of the patch at a pixel counts. */
function confidenceOf(level: Level): Float32Array {
  const confidence = distancesOf(level);
  for (let at = 0; at < confidence.length; at++) confidence[at] = CONFIDENCE_BASE ** -Math.min(60, confidence[at] ?? 0);
  return confidence;
}

/** 1 for each pixel with part of the hole in the patch around it. Patches that leave the picture are none. */
function touchesHole({ width, height, hole }: Level): Uint8Array {
  const rows = new Uint8Array(hole.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x < width + RADIUS; x++) {
      if (x < width) sum += hole[row + x] ?? 0;
      if (x >= SIDE) sum -= hole[row + x - SIDE] ?? 0;
      if (x >= RADIUS) rows[row + x - RADIUS] = sum > 0 ? 1 : 0;
    }
  }
  const touches = new Uint8Array(hole.length);
  for (let x = 0; x < width; x++) {
    let sum = 0;
    for (let y = 0; y < height + RADIUS; y++) {
      if (y < height) sum += rows[y * width + x] ?? 0;
      if (y >= SIDE) sum -= rows[(y - SIDE) * width + x] ?? 0;
      if (y >= RADIUS) touches[(y - RADIUS) * width + x] = sum > 0 ? 1 : 0;
    }
  }
  return touches;
}

function eachInside({ width, height }: Level, visit: (at: number) => void): void {
  for (let y = RADIUS; y < height - RADIUS; y++) for (let x = RADIUS, at = y * width + RADIUS; x < width - RADIUS; x++, at++) visit(at);
}

/** With fewer known patches, as a share of all, there is nothing to choose from. */
const LEAST_SOURCES = 0.002;

function openField(level: Level): Field {
  const isSource = touchesHole(level);
  let [inside, count] = [0, 0];
  eachInside(level, (at) => {
    inside++;
    count += isSource[at] ?? 0;
  });
  const targets = new Int32Array(count);
  let target = 0;
  const [found, isTarget] = [new Uint8Array(isSource.length), new Uint8Array(isSource.length)];
  eachInside(level, (at) => {
    if (isSource[at]) targets[target++] = at;
    isTarget[at] = isSource[at] ?? 0;
    found[at] = isSource[at] ? 0 : 1;
  });
  const nearest = new Int32Array(isSource.length).fill(-1);
  return {
    targets,
    isTarget,
    isSource: found,
    hasSources: inside - count > inside * LEAST_SOURCES,
    nearest,
    distances: new Float32Array(isSource.length),
  };
}

function anySource({ isSource }: Field, random: () => number): number {
  for (;;) {
    const at = Math.floor(random() * isSource.length);
    if (isSource[at]) return at;
  }
}

/** Each patch begins where the coarser level found something similar. */
function takeFromCoarser(level: Level, field: Field, coarser: { level: Level; field: Field }, random: () => number): void {
  const { width, height } = level;
  const { level: half, field: found } = coarser;
  const inside = (place: number, length: number) => Math.min(length - 1 - RADIUS, Math.max(RADIUS, place));
  for (const target of field.targets) {
    const [x, y] = [target % width, Math.floor(target / width)];
    const from = inside(y >> 1, half.height) * half.width + inside(x >> 1, half.width);
    const near = found.nearest[from] ?? -1;
    const like = near < 0 ? from : near;
    const place = inside(2 * Math.floor(like / half.width) + (y & 1), height) * width + inside(2 * (like % half.width) + (x & 1), width);
    field.nearest[target] = field.isSource[place] ? place : anySource(field, random);
  }
}

/** How different two patches are, or more than `most`: by colors, roughness and height. */
type Compare = (one: number, other: number, most: number) => number;

const compareAll = ({ data, width, height, roughness }: Level): Compare => {
  const stride = width * 3;
  const reach = RADIUS * stride + RADIUS * 3;
  const heightWeight = HEIGHT_WEIGHT / height ** 2;
  return (one, other, most) => {
    const rougher = (roughness[one] ?? 0) - (roughness[other] ?? 0);
    const higher = Math.floor(one / width) - Math.floor(other / width);
    let sum = rougher * rougher * ROUGHNESS_WEIGHT + higher * higher * heightWeight;
    if (sum >= most) return sum;
    let a = one * 3 - reach;
    let b = other * 3 - reach;
    for (let row = 0; row < SIDE; row++) {
      for (const end = a + SIDE * 3; a < end; a++, b++) {
        const difference = (data[a] ?? 0) - (data[b] ?? 0);
        sum += difference * difference;
      }
      if (sum >= most) return sum;
      a += stride - SIDE * 3;
      b += stride - SIDE * 3;
    }
    return sum;
  };
};

/** Of pixels outside the hole only, scaled to the whole patch. For the beginning, when nothing in the hole means anything. */
const compareKnown = ({ data, width, height, hole, roughness }: Level): Compare => {
  return (one, other) => {
    let [sum, known] = [0, 0];
    for (let y = -RADIUS; y <= RADIUS; y++) {
      for (let x = -RADIUS; x <= RADIUS; x++) {
        const offset = y * width + x;
        if (hole[one + offset]) continue;
        known++;
        const [a, b] = [(one + offset) * 3, (other + offset) * 3];
        for (let part = 0; part < 3; part++) sum += ((data[a + part] ?? 0) - (data[b + part] ?? 0)) ** 2;
        sum += ((roughness[one + offset] ?? 0) - (roughness[other + offset] ?? 0)) ** 2 * (ROUGHNESS_WEIGHT / SIDE / SIDE);
      }
    }
    const higher = (Math.floor(one / width) - Math.floor(other / width)) / height;
    return known === 0 ? Infinity : (sum * SIDE * SIDE) / known + higher ** 2 * HEIGHT_WEIGHT;
  };
};

function measure(compare: Compare, { targets, nearest, distances }: Field): void {
  for (const target of targets) distances[target] = compare(target, nearest[target] ?? 0, Infinity);
}

/** How far patches are searched around the best one. The whole picture where the structure is decided. */
function reachOf({ width, height }: Level, { targets }: Field, at: number, levels: number): number {
  if (at >= levels - 2) return Math.max(width, height);
  if (at === 0) return targets.length > MANY_PIXELS ? 1 : 4;
  return targets.length > MANY_PIXELS ? 4 : 32;
}

/** Improves the field: by what neighbors found, and by chance around the best. */
function search(
  compare: Compare,
  { width, height }: Level,
  field: Field,
  { random, isReversed, reach }: { random: () => number; isReversed: boolean; reach: number },
): void {
  const { targets, nearest, distances, isSource } = field;
  const step = isReversed ? -1 : 1;
  const count = targets.length;
  for (let order = 0; order < count; order++) {
    const target = targets[isReversed ? count - 1 - order : order] ?? 0;
    let best = nearest[target] ?? 0;
    let least = distances[target] ?? 0;
    for (let side = 0; side < 2; side++) {
      const back = side === 0 ? step : step * width;
      const found = nearest[target - back] ?? -1;
      const candidate = found + back;
      if (found < 0 || candidate === best || !isSource[candidate]) continue;
      const difference = compare(target, candidate, least);
      if (difference < least) {
        best = candidate;
        least = difference;
      }
    }
    for (let radius = reach; radius >= 1; radius /= 2) {
      const x = (best % width) + Math.round((random() * 2 - 1) * radius);
      const y = Math.floor(best / width) + Math.round((random() * 2 - 1) * radius);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const candidate = y * width + x;
      if (candidate === best || !isSource[candidate]) continue;
      const difference = compare(target, candidate, least);
      if (difference < least) {
        best = candidate;
        least = difference;
      }
    }
    nearest[target] = best;
    distances[target] = least;
  }
}

/** Sets these pixels of the hole, and their roughness, to what the patches around them have there. `isSharp`: only the most similar ones count. */
function vote(
  level: Level,
  { targets, nearest, distances }: Field,
  confidence: Float32Array,
  { isSharp, pixels }: { isSharp: boolean; pixels: Int32Array },
): void {
  const { data, width, height, hole, roughness } = level;
  const spread = spreadOf(targets, distances) * (isSharp ? 0.15 : 1);
  const weights = new Float32Array(hole.length);
  for (const target of targets) weights[target] = (confidence[target] ?? 0) * Math.exp(-(distances[target] ?? 0) / spread) + 1e-12;
  for (const at of pixels) {
    const x = at % width;
    const y = (at - x) / width;
    let [red, green, blue, rough, sum] = [0, 0, 0, 0, 0];
    const [top, bottom] = [Math.max(0, y - RADIUS), Math.min(height - 1, y + RADIUS)];
    const [left, right] = [Math.max(0, x - RADIUS), Math.min(width - 1, x + RADIUS)];
    for (let row = top; row <= bottom; row++) {
      for (let center = row * width + left; center <= row * width + right; center++) {
        const found = nearest[center] ?? -1;
        if (found < 0) continue;
        const weight = weights[center] ?? 0;
        const from = (found + at - center) * 3;
        red += weight * (data[from] ?? 0);
        green += weight * (data[from + 1] ?? 0);
        blue += weight * (data[from + 2] ?? 0);
        rough += weight * (roughness[found + at - center] ?? 0);
        sum += weight;
      }
    }
    if (sum === 0) continue;
    data[at * 3] = red / sum + 0.5;
    data[at * 3 + 1] = green / sum + 0.5;
    data[at * 3 + 2] = blue / sum + 0.5;
    roughness[at] = rough / sum + 0.5;
  }
}

const MOST_SAMPLES = 5000;

/** Most patches are less different than this. */
function spreadOf(targets: Int32Array, distances: Float32Array): number {
  const step = Math.max(1, Math.floor(targets.length / MOST_SAMPLES));
  const samples: number[] = [];
  for (let at = 0; at < targets.length; at += step) samples.push(distances[targets[at] ?? 0] ?? 0);
  samples.sort((a, b) => a - b);
  return 2 * Math.max(SIDE * SIDE, samples[Math.floor(samples.length * 0.75)] ?? 0);
}

/** How much of the difference in color at the edge is corrected: textures differ there without being darker or lighter. */
const MOST_CORRECTION = 24;
/** Differences are compared as means of squares of so many pixels: single pixels differ. */
const BLOCK = 8;

/** Patches from elsewhere may be lighter or darker. At the edge the difference is known, and it is taken away from there inward. */
function matchColors(level: Level, { nearest }: Field): void {
  const { data, width, height, hole } = level;
  const [across, down] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const blockOf = (at: number) => Math.floor(at / width / BLOCK) * across + Math.floor((at % width) / BLOCK);
  const off = { data: new Float32Array(across * down * 3), width: across, height: down };
  const counts = new Uint8Array(across * down);
  eachInside(level, (at) => {
    const found = nearest[at] ?? -1;
    if (hole[at] || found < 0) return;
    const block = blockOf(at);
    counts[block] = (counts[block] ?? 0) + 1;
    for (let part = 0; part < 3; part++)
      off.data[block * 3 + part] = (off.data[block * 3 + part] ?? 0) + (data[at * 3 + part] ?? 0) - (data[found * 3 + part] ?? 0);
  });
  for (let at = 0; at < off.data.length; at++) {
    const mean = (off.data[at] ?? 0) / Math.max(1, counts[Math.floor(at / 3)] ?? 0);
    off.data[at] = Math.max(-MOST_CORRECTION, Math.min(MOST_CORRECTION, mean));
  }
  diffuse(
    off,
    counts.map((count) => (count === 0 ? 1 : 0)),
  );
  for (let y = 0, at = 0; y < height; y++) {
    const rows = between(y, down, BLOCK);
    for (let x = 0; x < width; x++, at++) {
      if (!hole[at]) continue;
      const columns = between(x, across, BLOCK);
      for (let part = 0; part < 3; part++)
        data[at * 3 + part] = clamp((data[at * 3 + part] ?? 0) + valueBetween(off, rows, columns, part) + 0.5);
    }
  }
}

/** First, second, and how close to the second, from 0 to 1. */
type Between = readonly [number, number, number];

/** The two blocks whose centers a pixel is between. @param size of a block, in pixels */
function between(place: number, blocks: number, size: number): Between {
  const exact = Math.min(blocks - 1, Math.max(0, (place + 0.5) / size - 0.5));
  const first = Math.floor(exact);
  return [first, Math.min(blocks - 1, first + 1), exact - first];
}

function valueBetween(
  { data, width }: { data: Uint8Array | Float32Array; width: number },
  [top, low, under]: Between,
  [left, right, beside]: Between,
  part: number,
): number {
  const [above, below] = [top * width, low * width];
  const upper = (data[(above + left) * 3 + part] ?? 0) * (1 - beside) + (data[(above + right) * 3 + part] ?? 0) * beside;
  const lower = (data[(below + left) * 3 + part] ?? 0) * (1 - beside) + (data[(below + right) * 3 + part] ?? 0) * beside;
  return upper * (1 - under) + lower * under;
}
