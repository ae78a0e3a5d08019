// What things stand, swim or float on. Where a place has nothing of it, the picture gets some: islands in the sea, and pools on land.
import type { Thing } from '#server/generation/builtin/illustrator/icons.ts';
import { at, circle, ellipse, type Ground, lit, mix, polygon, repeat, type Scene } from '#server/generation/builtin/illustrator/scene.ts';

/** `shore`: on water and on land. */
export type Habitat = 'ground' | 'water' | 'shore' | 'sky';
export type Where = 'air' | 'water' | 'ground';

const named = (names: string) => new Set(names.split(' '));

const flyers = named(
  'bird eagle dove parrot bat blackbird phoenix-bird butterfly honeybee fly mosquito kite balloon baby-angel alien-monster ' +
    'person-fairy man-fairy woman-fairy globe-showing-europe-africa fireworks sparkles',
);
/** Unicode's subgroups of hearts, aircraft, and what is in the sky. */
const skyGroups = new Set([14, 56, 59]);
const notInTheSky = named(
  'love-letter seat thermometer tornado closed-umbrella umbrella umbrella-with-rain-drops umbrella-on-ground snowman snowman-without-snow fire droplet water-wave',
);
/** Unicode's subgroups of marine animals and of vessels. */
const waterGroups = new Set([38, 55]);
const notOnWater = named('spiral-shell coral crab lobster oyster anchor');
const inWater = /(?:surfing|swimming|rowing-boat|playing-water-polo)$/;
const amphibious = named('duck swan goose crocodile turtle frog beaver otter hippopotamus seal penguin lotus ring-buoy pier');

export function habitatOf({ icon, subgroup }: Pick<Thing, 'icon' | 'subgroup'>): Habitat {
  if (amphibious.has(icon) || icon.endsWith('-merpeople')) return 'shore';
  if (inWater.test(icon) || (waterGroups.has(subgroup) && !notOnWater.has(icon))) return 'water';
  return flyers.has(icon) || (skyGroups.has(subgroup) && !notInTheSky.has(icon)) ? 'sky' : 'ground';
}

export function whereOf(thing: Thing, ground: Ground): Where {
  const habitat = habitatOf(thing);
  if (habitat === 'sky') return 'air';
  return habitat === 'water' || (habitat === 'shore' && ground.water !== null) ? 'water' : 'ground';
}

interface Standing {
  where: Where;
  /** On something else. */
  isRaised: boolean;
  x: number;
  y: number;
  width: number;
}

/** An ellipse below a thing, of what the place has none of. */
interface Patch {
  kind: 'island' | 'pool';
  x: number;
  y: number;
  rx: number;
  ry: number;
}

/** Null where it needs none. */
export function patchOf({ where, isRaised, x, y, width }: Standing, ground: Ground, unit: number): Patch | null {
  if (isRaised || ground.floats) return null;
  const kind = where === 'ground' && !ground.hasLand ? 'island' : where === 'water' && ground.water === null ? 'pool' : null;
  if (kind === null) return null;
  const rx = width * 0.66 + unit * 4;
  const ry = rx * 0.2 + unit;
  return { kind, x, y: y + ry * 0.1, rx, ry };
}

/** Whether one thing would be on the patch of another that is on something else. */
export function isOnPatchOf(one: Standing, other: Standing, ground: Ground, unit: number): boolean {
  if (one.isRaised || one.where === other.where || one.where === 'air') return false;
  const patch = patchOf(other, ground, unit);
  if (patch === null) return false;
  const { x, y, rx, ry } = patch;
  return Math.abs(one.x - x) < rx + one.width * 0.5 && Math.abs(one.y - y) < ry + unit;
}

const buildings = { first: 51, last: 53 };

/** Layer by layer, so that patches that touch are one. */
export function drawPatches(scene: Scene, ground: Ground, placed: readonly (Standing & { subject: { thing: Thing } })[]): string {
  const { random, unit, light, reading } = scene;
  const patches = placed.flatMap((one) => {
    const patch = patchOf(one, ground, unit);
    const { subgroup } = one.subject.thing;
    return patch ? [{ ...patch, isRocky: subgroup >= buildings.first && subgroup <= buildings.last }] : [];
  });
  const layer = (kind: Patch['kind'], color: string, opacity: number, grown: number, down = 0) =>
    patches
      .filter((one) => one.kind === kind)
      .map(({ x, y, rx, ry }) => ellipse(x, y + unit * down, rx + unit * grown, ry + unit * grown * 0.4, color, opacity))
      .join('');
  const sand = lit(scene, '#f2d8a4');
  const rocks = patches
    .filter(({ kind, isRocky }) => kind === 'island' && isRocky)
    .map(({ x, y, rx, ry }) =>
      repeat(9, (index) => {
        const turn = Math.PI * (0.06 + (0.88 * index) / 8);
        const size = unit * random.between(1.6, 3.2);
        const [px, py] = [x - Math.cos(turn) * rx * 0.98, y + Math.sin(turn) * ry * 0.95];
        const stone = lit(scene, random.pick(['#8d8794', '#7b7583', '#9d97a3']));
        return (
          polygon(
            [
              [px - size, py + size * 0.4],
              [px - size * 0.7, py - size * 0.5],
              [px, py - size * random.between(0.8, 1.1)],
              [px + size * 0.8, py - size * 0.4],
              [px + size, py + size * 0.4],
            ],
            stone,
          ) +
          polygon(
            [
              [px - size * 0.7, py - size * 0.5],
              [px, py - size * 0.8],
              [px + size * 0.1, py - size * 0.2],
            ],
            mix(stone, light.glow, 0.3),
          )
        );
      }),
    )
    .join('');
  const islands =
    layer('island', lit(scene, '#7fd6d0'), 0.45, 4, 0.8) +
    layer('island', mix(light.glow, '#ffffff', 0.5), 0.75, 1.6, 0.8) +
    layer('island', lit(scene, '#b98f58'), 1, 0.4, 0.9) +
    layer('island', sand, 1, 0) +
    rocks;
  const isInside = reading.place === 'room' || reading.place === 'stage';
  const pools =
    layer('pool', isInside ? lit(scene, '#f6c928') : '#2a2418', isInside ? 1 : 0.2, isInside ? 1.6 : 1, 0.3) +
    layer('pool', lit(scene, '#2f9fc4'), 1, 0) +
    patches
      .filter(({ kind }) => kind === 'pool')
      .map(
        ({ x, y, rx, ry }) =>
          ellipse(x - rx * 0.3, y - ry * 0.45, rx * 0.4, ry * 0.14, '#ffffff', 0.4) +
          circle(x + rx * 0.55, y + ry * 0.3, unit * 0.5, '#ffffff', 0.35) +
          `<path d="M${at(x - rx * 0.5)} ${at(y + ry * 0.5)}q${at(rx * 0.25)} ${at(-ry * 0.2)} ${at(rx * 0.5)} 0" fill="none" stroke="#ffffff" stroke-opacity="0.45" stroke-width="${at(unit * 0.3)}"/>`,
      )
      .join('');
  return islands + pools;
}
