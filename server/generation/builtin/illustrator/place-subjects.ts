import type { Member } from '#server/generation/builtin/illustrator/contents.ts';
import { drawPatches, isOnPatchOf, type Where, whereOf } from '#server/generation/builtin/illustrator/footing.ts';
import type { Box, Icons, Thing } from '#server/generation/builtin/illustrator/icons.ts';
import { colorsOfPart, headOf, mainPartOf, overlayOf } from '#server/generation/builtin/illustrator/parts.ts';
import { isTableware, type Subject } from '#server/generation/builtin/illustrator/read-prompt.ts';
// Places the things of a prompt in a scene: position, size and light.
import {
  at,
  circle,
  ellipse,
  glowGradient,
  type Ground,
  lit,
  mix,
  recolor,
  rect,
  type Scene,
  tint,
} from '#server/generation/builtin/illustrator/scene.ts';
import type { ScenePlace } from '#server/generation/builtin/illustrator/words.ts';

export interface Placed {
  subject: Subject;
  icon: string;
  /** Without a skin tone. */
  kind: string;
  color: string | null;
  /** Center of the base. */
  x: number;
  y: number;
  /** Of the icon's 32 units. */
  size: number;
  width: number;
  top: number;
  where: Where;
  /** 0 is near, 1 is far. */
  distance: number;
  /** On something else. */
  isRaised: boolean;
  isMirrored: boolean;
}

/** In hundredths of the shorter side, by Unicode's subgroups; where a single thing differs, by its name. */
const sizesByGroup: Record<number, number> = {
  11: 24,
  14: 15,
  23: 29,
  25: 29,
  26: 29,
  27: 29,
  28: 28,
  29: 24,
  34: 22,
  35: 15,
  36: 14,
  37: 17,
  38: 20,
  39: 9,
  40: 14,
  41: 15,
  46: 15,
  49: 22,
  50: 34,
  51: 40,
  52: 40,
  53: 36,
  54: 27,
  55: 27,
  56: 23,
  59: 17,
  60: 16,
  62: 12,
  68: 18,
  81: 18,
};
const sizesByName: Record<string, number> = {
  elephant: 32,
  giraffe: 34,
  horse: 27,
  zebra: 26,
  camel: 27,
  'two-hump-camel': 27,
  cow: 24,
  'spouting-whale': 36,
  whale: 34,
  shark: 26,
  dolphin: 24,
  't-rex': 38,
  sauropod: 40,
  dragon: 38,
  mouse: 10,
  rat: 11,
  hamster: 12,
  rabbit: 15,
  chipmunk: 11,
  hedgehog: 11,
  cat: 19,
  'palm-tree': 40,
  'deciduous-tree': 38,
  'evergreen-tree': 38,
  'christmas-tree': 40,
  cactus: 20,
  'birthday-cake': 19,
  table: 26,
  'couch-and-lamp': 26,
  bed: 26,
  chair: 20,
  'musical-keyboard': 20,
  rocket: 28,
  'flying-saucer': 22,
  baby: 15,
  child: 21,
  boy: 15,
  girl: 15,
  balloon: 17,
  bicycle: 20,
  'soccer-ball': 9,
  ring: 10,
  unicorn: 26,
  peacock: 20,
  swan: 17,
  flamingo: 22,
  snowman: 24,
  'ferris-wheel': 44,
  castle: 48,
  'snow-capped-mountain': 44,
  volcano: 48,
  camping: 30,
  fire: 15,
  butterfly: 9,
  crab: 12,
  'tropical-fish': 14,
  fish: 14,
};
const mirrored = new Set([34, 35, 36, 37, 38, 28, 54, 55, 56]);
const tones = ['-light', '-medium-light', '-medium', '-medium-dark', '-dark'] as const;

const sizeOf = ({ thing, scale }: Subject): number => (sizesByName[thing.icon] ?? sizesByGroup[thing.subgroup] ?? 13) * scale;

/** Subgroups of buildings, landscapes and trees: they stand behind what happens. */
const backdrops = new Set([41, 50, 51, 52, 53]);

/** Those of a small group of people stand side by side. */
const isTogether = ({ members, count }: Subject) => members.length > 1 && count <= 5;

const isBehind = ({ isSetting, thing }: Subject) => isSetting && backdrops.has(thing.subgroup);

/** The places of a row, in any order. */
function shuffled(count: number, random: Scene['random']): number[] {
  const keys = Array.from({ length: count }, (_, index) => ({ slot: (index + 0.5) / count, key: random() }));
  return keys.sort((a, b) => a.key - b.key).map(({ slot }) => slot);
}

/**
 * Where everything is, in the order of the prompt.
 * @param skin chooses the tones of people
 */
export async function arrange(scene: Scene, ground: Ground, icons: Icons, skin = scene.random): Promise<Placed[]> {
  const { random, width, height, unit, reading, camera } = scene;
  const total = reading.subjects.reduce((sum, { count }) => sum + count, 0);
  const crowding = total <= 1 ? 1.4 : total <= 3 ? 1.18 : total <= 6 ? 0.98 : total <= 9 ? 0.8 : 0.66;
  const placed: Placed[] = [];
  const slots = shuffled(
    reading.subjects.filter((one) => isBehind(one)).reduce((sum, { count }) => sum + count, 0),
    random,
  );
  const named = reading.subjects.filter(({ isSetting }) => !isSetting);
  const [first, ...others] = named;
  // A castle would hide the dragons behind it.
  const isBackdrop = first !== undefined && others.length > 0 && sizeOf(first) > 1.1 * Math.max(...others.map(sizeOf));

  const isOnTable = (one: Subject) => !one.isOnPrevious && isTableware(one.thing);
  const laid = reading.subjects.filter(isOnTable).reduce((sum, { count }) => sum + count, 0);
  const hasTable = reading.subjects.some(({ thing }) => thing.icon === 'table');
  let served = 0;
  // What is on it needs to know where the table is.
  const inOrder = [...reading.subjects.entries()].sort(
    ([, a], [, b]) => Number(b.thing.icon === 'table') - Number(a.thing.icon === 'table'),
  );

  for (const [order, subject] of inOrder) {
    const table = hasTable && isOnTable(subject) ? placed.find(({ kind }) => kind === 'table') : undefined;
    const before = placed.findLast((one) => one.subject === reading.subjects[order - 1]);
    const below = subject.isOnPrevious ? before : undefined;
    for (let index = 0; index < subject.count; index++) {
      const toned = skin.pick(tones);
      const member: Member = subject.members[index % Math.max(1, subject.members.length)] ?? { icon: subject.thing.icon, scale: 1 };
      const icon = icons.has(member.icon + toned) ? member.icon + toned : member.icon;
      const box = await icons.box(icon);
      // A bust takes the size of the whole person.
      const more = hasFigure(subject.thing, box) ? figureHeight : 0;
      const base =
        sizeOf(subject) *
        member.scale *
        unit *
        crowding *
        // Many large ones would cover each other.
        (total > 3 ? Math.min(1.1, camera.subjectScale) : camera.subjectScale) *
        (isBehind(subject) ? 0.8 : 1) *
        (subject.thing.icon === 'table' ? Math.min(2.2, Math.max(laid > 0 ? 1.3 : 1, 0.5 + laid * 0.32)) : 1) *
        (more ? 0.66 : 1);
      const where = below ? below.where : whereOf(subject.thing, ground);
      const neighbor = isTogether(subject) && index > 0 ? placed.at(-1) : subject.isBeside && index === 0 ? before : undefined;
      const slot = isBehind(subject) ? (slots.pop() ?? null) : null;
      const ordinal = placed.length;
      const candidate = (shrunk: number) => {
        const spot = spotOf(scene, ground, where, {
          isFirst: placed.length === 0,
          isSole: total === 1,
          isBackdrop,
          slot,
          part: (ordinal + 0.5) / total,
          total,
        });
        const wanted =
          base *
          shrunk *
          (where === 'air' ? random.between(0.85, 1.05) : 1.12 - spot.distance * 0.45) *
          (subject.count > 1 && !neighbor ? random.between(0.9, 1.06) : 1);
        const limit = Math.min(height * 0.62, width * 0.7);
        // What floats stays on its water, and in view.
        const room = where === 'water' && !below ? ((spot.y - unit * 3) * 32) / (box.bottom + more - box.top) : limit;
        const size = Math.min(wanted, limit, room);
        const standing = { ...spot, where, isRaised: below !== undefined, width: (size * (box.right - box.left)) / 32 };
        const isClear = !placed.some((other) => isOnPatchOf(standing, other, ground, unit) || isOnPatchOf(other, standing, ground, unit));
        return { ...spot, size, isClear, fit: roomOf({ ...spot, size }, placed, scene) - (isClear ? 0 : 3) };
      };
      const best = (shrunk: number) =>
        Array.from({ length: 28 }, () => candidate(shrunk)).reduce((found, one) => (one.fit > found.fit ? one : found));
      let chosen = best(1);
      // Where there is no room beside an island, things are smaller.
      for (let shrunk = 0.9; !chosen.isClear && shrunk > 0.5; shrunk -= 0.1) chosen = best(shrunk);
      const beside = neighbor ?? table;
      const free = beside ? base * (1.12 - beside.distance * 0.45) : chosen.size;
      // What is on something else is in view as a whole.
      const above = below ? (Math.max(unit * 8, below.top - unit * 2) * 32) / (box.bottom + more - box.top) : free;
      const size = Math.min(free, above);
      const across = (size * (box.right - box.left)) / 32;
      const tall = (size * (box.bottom + more - box.top)) / 32;
      const reach = neighbor ? (neighbor.width + across) * 0.48 : 0;
      const side = neighbor && neighbor.x + reach + across / 2 > width ? -1 : 1;
      const one = {
        ...chosen,
        // There is room for the others of the group.
        ...(isTogether(subject) && { x: Math.min(chosen.x, width - across * (subject.count - 0.5)) }),
        ...(neighbor && { x: neighbor.x + side * reach, y: neighbor.y, distance: neighbor.distance }),
        ...(table && {
          x: table.x + table.width * 0.88 * ((served++ + 0.5) / laid - 0.5),
          y: table.top + tall * 0.06 + unit * 0.6,
          distance: table.distance,
        }),
        ...(below && index === 0 && onTopOf(below, tall)),
      };
      const x = Math.min(Math.max(one.x, across * 0.55), width - across * 0.55);
      const y = where === 'air' && !below ? Math.max(one.y, tall + unit * 3) : one.y;
      placed.push({
        subject,
        icon,
        kind: member.icon,
        color: subject.colors.length === 0 ? null : (subject.colors[index % subject.colors.length] ?? null),
        x,
        y,
        size,
        width: across,
        top: y - tall,
        where,
        distance: one.distance,
        isRaised: subject.isOnPrevious || table !== undefined,
        isMirrored: mirrored.has(subject.thing.subgroup) && random.chance(0.5),
      });
    }
  }
  return placed;
}

export async function drawSubjects(scene: Scene, ground: Ground, placed: readonly Placed[], icons: Icons): Promise<string> {
  const { height } = scene;
  // Draws from back to front; a thing on another comes right after it.
  const order = (one: Placed) => (one.where === 'air' ? -1 : one.y + (one.isRaised ? height : 0));
  const sorted = [...placed].sort((a, b) => order(a) - order(b));
  const drawn = await Promise.all(sorted.map((one, index) => draw(scene, ground, icons, one, index)));
  const shadow = `<defs>${glowGradient('shadow', [
    [0, scene.light.isDark ? '#070a1c' : '#2b2a3a', 0.5],
    [0.6, '#2b2a3a', 0.22],
    [1, '#2b2a3a', 0],
  ])}</defs>`;
  return shadow + drawPatches(scene, ground, placed) + drawn.join('');
}

interface Slot {
  isFirst: boolean;
  isSole: boolean;
  /** The first one is larger than the others, and behind them. */
  isBackdrop: boolean;
  /** Of what belongs to the place: where in the row, from 0 to 1. */
  slot: number | null;
  /** Which one of all things it is, from 0 to 1. */
  part: number;
  /** How many things there are. */
  total: number;
}

function spotOf({ random, width, height, camera }: Scene, ground: Ground, where: Where, one: Slot) {
  const { isFirst, isSole, slot } = one;
  const x =
    width *
    (slot !== null
      ? 0.04 + 0.92 * slot + random.between(-0.04, 0.04)
      : isSole || (isFirst && camera.layout === 'scattered')
        ? camera.x + random.between(-0.06, 0.06)
        : alongLayout(camera, one, random));
  if (where === 'air')
    return { x, y: height * random.between(0.2, Math.max(0.34, Math.min(0.5, ground.far - 0.18))), distance: random.between(0, 0.35) };
  const { far, near } = where === 'water' && ground.water ? ground.water : ground;
  const depth = depthOf(camera, random, one);
  return { x, y: height * (far + (near - far) * depth), distance: 1 - depth };
}

/** 0 is far, 1 is near. */
function depthOf(
  { layout, depth }: Scene['camera'],
  random: Scene['random'],
  { isFirst, isSole, isBackdrop, slot, part, total }: Slot,
): number {
  if (slot !== null) return random.between(0, 0.3);
  if (isBackdrop) return isFirst ? random.between(0.05, 0.2) : random.between(0.6, 1);
  if (isSole) return depth + random.between(-0.1, 0.1);
  if (layout === 'row' && total <= 6) return Math.min(1, depth + random.between(-0.25, 0.1));
  if (layout === 'diagonal' && total <= 6) return Math.min(1, Math.max(0, part + random.between(-0.15, 0.15)));
  // The first is before the others.
  return isFirst ? Math.max(0.68, depth) + random.between(-0.1, 0.1) : random() ** 0.8;
}

/** Where one sits: from the middle and from the top, as shares of the width and the height. */
const seats: Record<string, { across: number; down: number }> = {
  'couch-and-lamp': { across: -0.14, down: 0.68 },
  bed: { across: 0.1, down: 0.5 },
  chair: { across: 0, down: 0.52 },
  bench: { across: 0, down: 0.52 },
};

function onTopOf(below: Placed, tall: number): { x: number; y: number; distance: number } {
  const seat = seats[below.kind];
  const y = seat ? below.top + (below.y - below.top) * seat.down : below.top + tall * 0.14;
  return { x: below.x + (seat?.across ?? 0) * below.width * (below.isMirrored ? -1 : 1), y, distance: below.distance };
}

/** Where one of several things stands, as a share of the width. */
function alongLayout({ layout, x, isMirrored }: Scene['camera'], { isBackdrop, part, total }: Slot, random: Scene['random']): number {
  // Large ones in front, and crowds, need the whole ground.
  if (layout === 'scattered' || isBackdrop || total > 6) return random.between(0.07, 0.93);
  // Three have room on one side.
  if (layout === 'close' && total <= 3) return Math.min(0.93, Math.max(0.07, x + random.between(-0.34, 0.34)));
  if (layout === 'close') return random.between(0.07, 0.93);
  const along = isMirrored ? 1 - part : part;
  return 0.08 + 0.84 * along + random.between(-0.08, 0.08);
}

/** Distance of a spot from the nearest thing, capped at the thing's size. */
function roomOf(spot: { x: number; y: number; size: number }, placed: readonly Placed[], { width }: Scene): number {
  const gaps = placed.map((other) => {
    const reach = (spot.size + other.size) * 0.44;
    const [dx, dy] = [(spot.x - other.x) / reach, ((spot.y - spot.size * 0.4 - (other.y - other.size * 0.4)) / reach) * 0.8];
    return Math.hypot(dx, dy);
  });
  const edge = Math.min(spot.x, width - spot.x) < spot.size * 0.45 ? 0.35 : 0;
  return Math.min(1.25, ...gaps) - edge - Math.abs(spot.x / width - 0.5) * 0.25;
}

/** Subgroups of people and of creatures. */
const hasFigure = ({ subgroup }: Thing, { cut }: { cut: object | null }) =>
  cut !== null && ((subgroup >= 23 && subgroup <= 27) || subgroup === 11);

async function draw(scene: Scene, ground: Ground, icons: Icons, one: Placed, index: number): Promise<string> {
  const { light, unit } = scene;
  const box = await icons.box(one.icon);
  const scale = one.size / 32;
  const { thing, headwear } = one.subject;
  const figure = hasFigure(thing, box) && box.cut ? drawFigure(one.icon, box.cut, box.bottom) : '';
  const foot = box.bottom + (figure ? figureHeight : 0);
  const distance = one.where === 'air' || ground.floats ? one.distance * 0.1 : one.distance * 0.2;
  const colorOf = coloring(one, scene.reading.place);
  const over = one.subject.parts.map(({ word, color }) => overlayOf(one.kind, word, lit(scene, color, distance))).join('');
  const body = recolor(figure + prefixed(icons.body(one.icon), `i${index}`), (own) => lit(scene, colorOf(own), distance)) + over;
  const head = headwear && headOf(one.kind);
  const hat =
    head &&
    recolor(await wornOn(head, headwear.icon, icons), (own) => lit(scene, headwear.color ? tint(own, headwear.color) : own, distance));
  const middle = (box.left + box.right) / 2;
  const transform = `translate(${at(one.x)} ${at(one.y)}) scale(${((one.isMirrored ? -1 : 1) * scale).toFixed(3)} ${scale.toFixed(3)}) translate(${at(-middle)} ${at(-foot)})`;
  const isGrounded = one.where === 'ground' && !ground.floats && !one.isRaised;
  const shade = isGrounded ? ellipse(one.x, one.y - unit * 0.1, one.width * 0.62, one.width * 0.13, 'url(#shadow)') : '';
  // On the water, its own colors on the waves.
  const mirrorImage =
    one.where === 'water' && scene.reading.place !== 'underwater'
      ? ellipse(one.x, one.y + unit * 0.4, one.width * 0.52, unit * 1.1, mix(light.sky[2], '#ffffff', 0.5), 0.35)
      : '';
  const glow =
    light.isDark && index < 3 && !isGrounded
      ? `<defs>${glowGradient(`g${index}`, [
          [0, light.glow, 0.22],
          [1, light.glow, 0],
        ])}</defs>${circle(one.x, (one.y + one.top) / 2, one.size * 0.75, `url(#g${index})`)}`
      : '';
  return `${glow}${shade}${mirrorImage}<g transform="${transform}">${body}${hat ?? ''}</g>`;
}

/** The colors of a thing, its parts and its whole. */
function coloring({ kind, subject, color }: Placed, place: ScenePlace | null): (own: string) => string {
  const parts = new Map(
    subject.parts.flatMap(({ word, color: wanted }) =>
      (colorsOfPart(kind, word) ?? []).map((own, index): [string, string] => [own, index === 0 ? wanted : mix(wanted, '#15131f', 0.2)]),
    ),
  );
  const main = mainPartOf(kind);
  const lawn = place === null ? undefined : lawns[place];
  return (own) =>
    lawn !== undefined && own === LAWN
      ? lawn
      : (parts.get(own) ?? (color !== null && (main?.includes(own) ?? true) ? tint(own, color) : own));
}

/** The lawn below the icons of houses, where there is no grass. */
const LAWN = '#00f397';
const lawns: Partial<Record<ScenePlace, string>> = {
  snow: '#eef4fb',
  beach: '#e8cf9a',
  sea: '#e8cf9a',
  desert: '#dca866',
  city: '#a9adb8',
  room: '#a98467',
  stage: '#4a3a66',
  moon: '#9a9cad',
  mars: '#b35f45',
};

/** In the units of the drawing that wears it. */
async function wornOn({ x, top, width }: { x: number; top: number; width: number }, icon: string, icons: Icons): Promise<string> {
  const box = await icons.box(icon);
  const scale = (width * 1.25) / (box.right - box.left);
  const [left, bottom] = [x - ((box.left + box.right) / 2) * scale, top + width * 0.2 - box.bottom * scale];
  return `<g transform="translate(${left.toFixed(2)} ${bottom.toFixed(2)}) scale(${scale.toFixed(3)})">${prefixed(icons.body(icon), 'hat')}</g>`;
}

/** Two icons' gradients may be called the same. */
const prefixed = (body: string, prefix: string) =>
  body
    .replace(/\bid="([^"]+)"/g, `id="${prefix}$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${prefix}$1"`);

/** Height of the drawn figure below the icon, in icon units. */
const figureHeight = 19;

const gowned = /^(?:woman-with-veil|princess|mermaid|mrs-claus|woman-in-tuxedo|fairy|woman-fairy|woman-mage|person-with-veil)/;

/** In the icon's units, from its lower edge down. */
function drawFigure(icon: string, cut: NonNullable<Box['cut']>, bottom: number): string {
  const { left, right, color, isHead } = cut;
  const [top, foot] = [bottom - (isHead ? 2 : 0.4), bottom + figureHeight];
  const middle = (left + right) / 2;
  const half = (right - left) / 2;
  const dark = mix(color, '#15131f', 0.22);
  if (gowned.test(icon)) {
    const gown = (spread: number) =>
      `M${at(middle - half * 0.96)} ${at(top)}C${at(middle - half * 0.86)} ${at(top + 6)} ${at(middle - half * (spread - 0.1))} ${at(foot - 7)} ${at(middle - half * spread)} ${at(foot - 0.8)}Q${at(middle)} ${at(foot + 1)} ${at(middle + half * spread)} ${at(foot - 0.8)}C${at(middle + half * (spread - 0.1))} ${at(foot - 7)} ${at(middle + half * 0.86)} ${at(top + 6)} ${at(middle + half * 0.96)} ${at(top)}Z`;
    const fold = (x: number) =>
      `<path d="M${at(middle + half * x * 0.5)} ${at(top + 4)}Q${at(middle + half * x)} ${at(foot - 8)} ${at(middle + half * x * 1.15)} ${at(foot - 1)}" stroke="${dark}" stroke-opacity="0.35" stroke-width="0.5" fill="none"/>`;
    return `<path d="${gown(1.25)}" fill="${color}"/>${[-0.6, 0, 0.6].map(fold).join('')}`;
  }
  const shorts = mix(color, '#23263a', 0.55);
  const leg = half * 0.5;
  const hip = top + (isHead ? 8.5 : 5.5);
  const body = `<path d="M${at(left)} ${at(top)}H${at(right)}L${at(right - half * 0.18)} ${at(hip)}Q${at(middle)} ${at(hip + 1.4)} ${at(left + half * 0.18)} ${at(hip)}Z" fill="${color}"/>`;
  const legs = [middle - leg * 1.12, middle + leg * 0.12]
    .map((x) => rect(x, hip - 0.8, leg, foot - hip - 0.4, shorts, 1, 0.9) + ellipse(x + leg / 2, foot - 0.8, leg * 0.66, 0.9, '#2b2530'))
    .join('');
  const arms = isHead ? [left - 2, right - 0.6].map((x) => rect(x, top + 1.6, 2.6, 7.4, dark, 1, 1.3)).join('') : '';
  return legs + arms + body;
}
