import type { Icons, Thing } from '#server/generation/builtin/illustrator/icons.ts';
import type { Subject } from '#server/generation/builtin/illustrator/read-prompt.ts';
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

interface Placed {
  subject: Subject;
  icon: string;
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
  isMirrored: boolean;
}

type Where = 'air' | 'water' | 'ground';

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
const flyers = new Set(
  'bird eagle dove parrot bat butterfly honeybee flying-saucer rocket kite balloon star shooting-star glowing-star comet ringed-planet satellite red-heart helicopter airplane small-airplane parachute globe-showing-europe-africa alien-monster fairy'.split(
    ' ',
  ),
);
const swimmers = new Set('person-surfing man-surfing woman-surfing person-swimming person-rowing-boat duck swan'.split(' '));
const mirrored = new Set([34, 35, 36, 37, 38, 28, 54, 55, 56]);
const rainbowColors = ['#e23b3b', '#f6c928', '#2f7de1', '#3fa34d', '#f06fa8', '#8a4fd3', '#f28c28'];
const tones = ['-light', '-medium-light', '-medium', '-medium-dark', '-dark'] as const;

function whereOf({ icon, subgroup }: Thing, ground: Ground): Where {
  if (ground.water && (subgroup === 55 || subgroup === 38 || swimmers.has(icon)) && icon !== 'crab') return 'water';
  return flyers.has(icon) || subgroup === 56 ? 'air' : 'ground';
}

const sizeOf = ({ thing, scale }: Subject): number => (sizesByName[thing.icon] ?? sizesByGroup[thing.subgroup] ?? 13) * scale;

export async function placeSubjects(scene: Scene, ground: Ground, icons: Icons): Promise<string> {
  const { random, width, height, unit, reading, camera } = scene;
  const total = reading.subjects.reduce((sum, { count }) => sum + count, 0);
  const crowding = total <= 1 ? 1.4 : total <= 3 ? 1.18 : total <= 6 ? 0.98 : 0.8;
  const placed: Placed[] = [];
  const [first, ...others] = reading.subjects;
  // A castle would hide the dragons behind it.
  const isBackdrop = first !== undefined && others.length > 0 && sizeOf(first) > 1.1 * Math.max(...others.map(sizeOf));

  for (const [order, subject] of reading.subjects.entries()) {
    const below = subject.isOnPrevious ? placed.findLast((one) => one.subject === reading.subjects[order - 1]) : undefined;
    for (let index = 0; index < subject.count; index++) {
      const toned = random.pick(tones);
      const icon = icons.has(subject.thing.icon + toned) ? subject.thing.icon + toned : subject.thing.icon;
      const box = await icons.box(icon);
      // A bust takes the size of the whole person.
      const more = hasFigure(subject.thing, box) ? figureHeight : 0;
      const base =
        sizeOf(subject) *
        unit *
        crowding *
        // Many large ones would cover each other.
        (total > 3 ? Math.min(1.1, camera.subjectScale) : camera.subjectScale) *
        (more ? 0.66 : 1);
      const where = below ? below.where : whereOf(subject.thing, ground);
      const candidates = Array.from({ length: 28 }, () => {
        const spot = spotOf(scene, ground, where, { isFirst: placed.length === 0, isSole: total === 1, isBackdrop });
        const size =
          base *
          (where === 'air' ? random.between(0.85, 1.05) : 1.12 - spot.distance * 0.45) *
          (subject.count > 1 ? random.between(0.9, 1.06) : 1);
        return { ...spot, size: Math.min(size, height * 0.62, width * 0.7) };
      });
      const spot = candidates.reduce((best, one) => (roomOf(one, placed, scene) > roomOf(best, placed, scene) ? one : best));
      const across = (spot.size * (box.right - box.left)) / 32;
      const tall = (spot.size * (box.bottom + more - box.top)) / 32;
      const stacked = below && index === 0 ? { x: below.x, y: below.top + tall * 0.14, distance: below.distance } : {};
      const one = { ...spot, ...stacked };
      const x = Math.min(Math.max(one.x, across * 0.55), width - across * 0.55);
      const y = where === 'air' && !below ? Math.max(one.y, tall + unit * 3) : one.y;
      placed.push({
        subject,
        icon,
        x,
        y,
        size: spot.size,
        width: across,
        top: y - tall,
        where,
        distance: one.distance,
        isMirrored: mirrored.has(subject.thing.subgroup) && random.chance(0.5),
      });
    }
  }

  // Draws from back to front; a thing on another comes right after it.
  const order = (one: Placed) => (one.where === 'air' ? -1 : one.y + (one.subject.isOnPrevious ? height : 0));
  const sorted = [...placed].sort((a, b) => order(a) - order(b));
  const drawn = await Promise.all(sorted.map((one, index) => draw(scene, ground, icons, one, index)));
  const shadow = `<defs>${glowGradient('shadow', [
    [0, scene.light.isDark ? '#070a1c' : '#2b2a3a', 0.5],
    [0.6, '#2b2a3a', 0.22],
    [1, '#2b2a3a', 0],
  ])}</defs>`;
  return shadow + drawn.join('');
}

function spotOf(
  { random, width, height, camera }: Scene,
  ground: Ground,
  where: Where,
  { isFirst, isSole, isBackdrop }: { isFirst: boolean; isSole: boolean; isBackdrop: boolean },
) {
  const x = width * (isSole || isFirst ? camera.x + random.between(-0.06, 0.06) : random.between(0.07, 0.93));
  if (where === 'air')
    return { x, y: height * random.between(0.2, Math.max(0.34, Math.min(0.5, ground.far - 0.18))), distance: random.between(0, 0.35) };
  const { far, near } = where === 'water' && ground.water ? ground.water : ground;
  // With others, the first is before them, unless it would hide them.
  const depth = isBackdrop
    ? isFirst
      ? random.between(0.05, 0.2)
      : random.between(0.6, 1)
    : isFirst
      ? Math.max(isSole ? 0 : 0.68, camera.depth) + random.between(-0.1, 0.1)
      : random() ** 0.8;
  return { x, y: height * (far + (near - far) * depth), distance: 1 - depth };
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

const hasFigure = ({ subgroup }: Thing, { cut }: { cut: object | null }) => cut !== null && subgroup >= 23 && subgroup <= 27;

async function draw(scene: Scene, ground: Ground, icons: Icons, one: Placed, index: number): Promise<string> {
  const { light, unit } = scene;
  const box = await icons.box(one.icon);
  const scale = one.size / 32;
  const { color, thing } = one.subject;
  const figure = hasFigure(thing, box) && box.cut ? drawFigure(one.icon, box.cut, box.bottom) : '';
  const foot = box.bottom + (figure ? figureHeight : 0);
  const distance = one.where === 'air' || ground.floats ? one.distance * 0.1 : one.distance * 0.2;
  const wanted = color === 'any' ? (rainbowColors[index % rainbowColors.length] ?? null) : color;
  const body = recolor(figure + prefixed(icons.body(one.icon), `i${index}`), (own) =>
    lit(scene, wanted ? tint(own, wanted) : own, distance),
  );
  const middle = (box.left + box.right) / 2;
  const transform = `translate(${at(one.x)} ${at(one.y)}) scale(${((one.isMirrored ? -1 : 1) * scale).toFixed(3)} ${scale.toFixed(3)}) translate(${at(-middle)} ${at(-foot)})`;
  const isGrounded = one.where === 'ground' && !ground.floats && !one.subject.isOnPrevious;
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
  return `${glow}${shade}${mirrorImage}<g transform="${transform}">${body}</g>`;
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
function drawFigure(icon: string, cut: { left: number; right: number; color: string }, bottom: number): string {
  const { left, right, color } = cut;
  const [top, foot] = [bottom - 0.4, bottom + figureHeight];
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
  const hip = top + 5.5;
  const body = `<path d="M${at(left)} ${at(top)}H${at(right)}L${at(right - half * 0.18)} ${at(hip)}Q${at(middle)} ${at(hip + 1.4)} ${at(left + half * 0.18)} ${at(hip)}Z" fill="${color}"/>`;
  const legs = [middle - leg * 1.12, middle + leg * 0.12]
    .map((x) => rect(x, hip - 0.8, leg, foot - hip - 0.4, shorts, 1, 0.9) + ellipse(x + leg / 2, foot - 0.8, leg * 0.66, 0.9, '#2b2530'))
    .join('');
  return legs + body;
}
