// What the demo scenes are put together from: repeatable chance, and shapes as SVG text.

export interface SeededRandom {
  /** From `least` (inclusive) to `most` (exclusive). */
  between(least: number, most: number): number;
  whole(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

/** The same seed gives the same photo on every machine (mulberry32). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (least: number, most: number) => least + next() * (most - least);
  return {
    between,
    whole: (least, most) => Math.floor(between(least, most)),
    pick(from) {
      const found = from[Math.floor(next() * from.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
    chance: (probability) => next() < probability,
  };
}

const n = (value: number) => value.toFixed(1);

export const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => make(index)).join('');

let gradients = 0;

/** A vertical gradient over the whole picture; stops are `[offset 0..1, color]`. */
export function sky(width: number, height: number, stops: readonly (readonly [number, string])[]): string {
  const id = `g${gradients++}`;
  const list = stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('');
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${list}</linearGradient></defs><rect width="${n(width)}" height="${n(height)}" fill="url(#${id})"/>`;
}

/** A light with its halo. */
export function glow(x: number, y: number, radius: number, colour: string, strength = 1): string {
  const id = `g${gradients++}`;
  return (
    `<defs><radialGradient id="${id}"><stop offset="0" stop-color="#fff" stop-opacity="${strength}"/><stop offset=".12" stop-color="${colour}" stop-opacity="${strength}"/>` +
    `<stop offset=".4" stop-color="${colour}" stop-opacity="${strength * 0.28}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs>` +
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="url(#${id})"/>`
  );
}

/** A light out of focus: an even disc with a brighter rim. */
export function bokeh(x: number, y: number, radius: number, colour: string, opacity: number): string {
  const id = `g${gradients++}`;
  return (
    `<defs><radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${opacity * 0.75}"/><stop offset=".82" stop-color="${colour}" stop-opacity="${opacity}"/>` +
    `<stop offset=".95" stop-color="#fff" stop-opacity="${opacity * 0.7}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs>` +
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="url(#${id})"/>`
  );
}

/** A cone of light from a lamp, fading on its way. */
export function beam(x: number, y: number, angle: number, length: number, spread: number, colour: string, strength: number): string {
  const id = `g${gradients++}`;
  const at = (turn: number) => `${n(x + Math.sin(angle + turn) * length)},${n(y + Math.cos(angle + turn) * length)}`;
  const end = { x: n(x + Math.sin(angle) * length), y: n(y + Math.cos(angle) * length) };
  return (
    `<defs><linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(x)}" y1="${n(y)}" x2="${end.x}" y2="${end.y}"><stop offset="0" stop-color="#fff" stop-opacity="${strength}"/>` +
    `<stop offset=".15" stop-color="${colour}" stop-opacity="${strength * 0.8}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></linearGradient></defs>` +
    `<polygon points="${n(x)},${n(y)} ${at(-spread)} ${at(spread)}" fill="url(#${id})"/>`
  );
}

/** Head and shoulders, `size` pixels from crown to chest, the middle of the head's top at (x, y). */
export function bust(x: number, y: number, size: number, fill: string, hair: number): string {
  const s = size / 100;
  const p = (dx: number, dy: number) => `${n(x + dx * s)},${n(y + dy * s)}`;
  const shape =
    `<ellipse cx="${n(x)}" cy="${n(y + 30 * s)}" rx="${n(21 * s)}" ry="${n(29 * s)}"/>` +
    `<path d="M${p(-10, 48)} L${p(-11, 66)} C${p(-34, 72)} ${p(-58, 78)} ${p(-64, 130)} L${p(64, 130)} C${p(58, 78)} ${p(34, 72)} ${p(11, 66)} L${p(10, 48)} Z"/>`;
  const styles = [
    `<path d="M${p(-22, 34)} C${p(-26, -10)} ${p(26, -10)} ${p(22, 34)} C${p(14, 8)} ${p(-14, 8)} ${p(-22, 34)} Z"/>`,
    `<path d="M${p(-25, 66)} C${p(-34, -16)} ${p(34, -16)} ${p(25, 66)} C${p(24, 30)} ${p(-24, 30)} ${p(-25, 66)} Z"/>`,
    `<circle cx="${n(x + 4 * s)}" cy="${n(y - 5 * s)}" r="${n(11 * s)}"/><path d="M${p(-22, 32)} C${p(-25, -8)} ${p(25, -8)} ${p(22, 32)} Z"/>`,
  ];
  return `<g fill="${fill}">${shape}${styles[hair % styles.length] ?? ''}</g>`;
}

/** A person in the distance, upright or dancing, feet at (x, y). */
export function figure(x: number, y: number, height: number, fill: string, chance: SeededRandom): string {
  const s = height / 100;
  const arm = (side: 1 | -1) => {
    const lift = chance.between(-40, 60);
    const elbow = `${n(x + side * 17 * s)},${n(y - (62 + lift * 0.3) * s)}`;
    return `<path d="M${n(x + side * 9 * s)},${n(y - 78 * s)} L${elbow} L${n(x + side * chance.between(12, 24) * s)},${n(y - (62 + lift) * s)}" fill="none" stroke="${fill}" stroke-width="${n(5 * s)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  };
  const lean = chance.between(-4, 4) * s;
  return (
    `<g fill="${fill}"><circle cx="${n(x + lean)}" cy="${n(y - 92 * s)}" r="${n(7.5 * s)}"/>` +
    `<path d="M${n(x - 11 * s)},${n(y - 80 * s)} Q${n(x)},${n(y - 87 * s)} ${n(x + 11 * s)},${n(y - 80 * s)} L${n(x + 8 * s)},${n(y - 46 * s)} L${n(x + 11 * s)},${n(y)} L${n(x + 3 * s)},${n(y)} L${n(x)},${n(y - 40 * s)} L${n(x - 4 * s)},${n(y)} L${n(x - 11 * s)},${n(y)} L${n(x - 8 * s)},${n(y - 46 * s)} Z"/>` +
    `${arm(1)}${arm(-1)}</g>`
  );
}

/** A crowd from behind along the lower edge, some hands up. */
export function crowd(width: number, height: number, size: number, fill: string, chance: SeededRandom): string {
  const heads = times(width / (size * 0.55), (index) => {
    const x = index * size * 0.55 + chance.between(-0.2, 0.2) * size;
    const y = height - size * chance.between(0.75, 1.25);
    const hand = chance.chance(0.3)
      ? `<path d="M${n(x)},${n(y + size)} L${n(x + size * chance.between(-0.3, 0.3))},${n(y - size * chance.between(0.5, 1.1))}" stroke="${fill}" stroke-width="${n(size * 0.13)}" stroke-linecap="round"/>`
      : '';
    return bust(x, y, size * 0.7, fill, chance.whole(0, 3)) + hand;
  });
  return heads + `<rect y="${n(height - size * 0.35)}" width="${n(width)}" height="${n(size)}" fill="${fill}"/>`;
}

/** Lights doubled in the water as broken streaks. */
export function reflections(
  lights: readonly { x: number; colour: string }[],
  base: number,
  height: number,
  width: number,
  chance: SeededRandom,
): string {
  return lights
    .map(({ x, colour }) =>
      times(26, (index) => {
        const t = index / 26;
        const w = width * (0.006 + t * 0.03) * chance.between(0.4, 1.3);
        const y = base + (height - base) * Math.pow(t, 1.2) + chance.between(0, 6);
        return `<ellipse cx="${(x + chance.between(-1, 1) * width * 0.012 * (1 + t * 2)).toFixed(0)}" cy="${y.toFixed(0)}" rx="${w.toFixed(0)}" ry="${(2 + t * 5).toFixed(1)}" fill="${colour}" opacity="${((1 - t) * chance.between(0.3, 0.9)).toFixed(2)}"/>`;
      }),
    )
    .join('');
}
