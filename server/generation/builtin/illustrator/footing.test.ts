// Whatever is drawn stands, swims or floats on what it would: nothing stands on water, and no boat lies on land.
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { habitatOf, patchOf } from '#server/generation/builtin/illustrator/footing.ts';
import { type Icons, loadIcons, type Thing } from '#server/generation/builtin/illustrator/icons.ts';
import { layOut } from '#server/generation/builtin/illustrator/illustrate.ts';
import { arrange, type Placed } from '#server/generation/builtin/illustrator/place-subjects.ts';
import { createRandom, type Ground } from '#server/generation/builtin/illustrator/scene.ts';
import type { ScenePlace } from '#server/generation/builtin/illustrator/words.ts';
import { isFullTier } from '#tests/support/tier.ts';

/** A prompt for each place, with one thing. */
const scenes: Record<ScenePlace, string> = {
  hills: 'a dog in a meadow',
  mountains: 'a dog in the mountains',
  forest: 'a dog in the forest',
  beach: 'a dog at the beach',
  sea: 'a dog in the sea',
  underwater: 'a dog underwater',
  city: 'a dog in the city',
  desert: 'a dog in the desert',
  snow: 'a dog in the snow',
  moon: 'a dog on the moon',
  mars: 'a dog on mars',
  space: 'a dog in space',
  room: 'a dog in a room',
  stage: 'a dog on a stage',
};
/** One of each viewpoint. */
const seeds = [40, 41, 42, 43];
const size = { width: 256, height: 256 };
const unit = 2.56;

/** Why a thing can't be where it is; null if it can. */
function faultOf(one: Placed, ground: Ground): string | null {
  if (one.isRaised || ground.floats || one.where === 'air') return null;
  const patch = patchOf(one, ground, unit);
  if (patch) {
    const [left, right] = [one.x - one.width * 0.45, one.x + one.width * 0.45];
    const isInside = [left, right].every((x) => Math.hypot((x - patch.x) / patch.rx, (one.y - patch.y) / patch.ry) < 1);
    return isInside ? null : `is off its ${patch.kind}`;
  }
  const range = one.where === 'water' ? ground.water : ground;
  if (range === null) return 'has no water';
  const share = one.y / size.height;
  return share >= range.far - 0.001 && share <= range.near + 0.001 ? null : `is at ${share.toFixed(2)}, outside the ${one.where}`;
}

let icons: Icons;
let things: Thing[];
beforeAll(() => {
  icons = loadIcons();
  const all = icons.words().flatMap((word) => icons.find(word) ?? []);
  things = [...new Map(all.map((thing) => [thing.icon, thing])).values()];
});

describe('every thing in every place', () => {
  it.each((Object.keys(scenes) as ScenePlace[]).map((place, index) => ({ place, index })))(
    '$place',
    async ({ place, index }) => {
      for (const [viewpoint, seed] of seeds.entries()) {
        const { scene, ground } = await layOut({ prompt: scenes[place], negativePrompt: '', size, seed });
        expect(scene.reading.place).toBe(place);
        const [plain] = scene.reading.subjects.filter(({ isSetting }) => !isSetting);
        // In the core tests each thing from one viewpoint, in each place another.
        const shown = things.filter((_, at) => isFullTier || (at + index) % seeds.length === viewpoint);
        for (const thing of shown) {
          const reading = { ...scene.reading, subjects: [{ ...plain!, thing, word: thing.label }] };
          const [placed] = await arrange({ ...scene, random: createRandom(seed), reading }, ground, icons);
          expect(faultOf(placed!, ground), `${thing.icon} in ${place} at seed ${seed}`).toBeNull();
          if (habitatOf(thing) === 'ground') expect(placed!.where, thing.icon).toBe('ground');
          if (habitatOf(thing) === 'water') expect(placed!.where, thing.icon).toBe('water');
        }
      }
    },
    60_000,
  );
});

it.each([
  ['ground', ['bicycle', 'lighthouse', 'castle', 'house', 'dog', 'man-standing', 'automobile', 'crab', 'anchor', 'birthday-cake', 'table']],
  ['water', ['sailboat', 'fish', 'spouting-whale', 'dolphin', 'shark', 'person-surfing', 'person-swimming', 'ship', 'octopus']],
  ['shore', ['duck', 'swan', 'turtle', 'pier', 'woman-merpeople', 'frog']],
  ['sky', ['bird', 'airplane', 'balloon', 'red-heart', 'rocket', 'butterfly']],
] as const)('%s', (habitat, names) => {
  for (const name of names) expect(habitatOf(icons.byIcon(name)!), name).toBe(habitat);
});

it.each(['a bicycle and a boat on the sea', 'a harbor', 'two dogs and three fish in a meadow', 'a castle and two ships on the ocean'])(
  '%s: no thing is on the patch of another',
  async (prompt) => {
    for (let seed = 40; seed < 56; seed++) {
      const { placed, ground } = await layOut({ prompt, negativePrompt: '', size, seed });
      const patches = placed.map((one) => patchOf(one, ground, unit));
      for (const one of placed) {
        expect(faultOf(one, ground), `${one.icon} at seed ${seed}`).toBeNull();
        for (const [index, patch] of patches.entries())
          if (patch && placed[index]!.where !== one.where)
            expect(Math.hypot((one.x - patch.x) / patch.rx, (one.y - patch.y) / patch.ry), `${one.icon} at seed ${seed}`).toBeGreaterThan(
              1,
            );
      }
    }
  },
);

it('the beach is sand where its things stand, and water where its boats are, from every viewpoint', async () => {
  const side = { width: 128, height: 128 };
  for (const seed of seeds) {
    const { ground } = await layOut({ prompt: 'a dog at the beach without palms', negativePrompt: '', size: side, seed });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128">${ground.back}</svg>`;
    const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
    /** Red less blue: positive for sand. */
    const warmth = (share: number) => {
      const at = Math.min(127, Math.round(share * 128)) * 128 * 3;
      const row = [...pixels.subarray(at, at + 128 * 3)];
      return row.reduce((sum, value, index) => sum + (index % 3 === 0 ? value : index % 3 === 2 ? -value : 0), 0) / 128;
    };
    expect(warmth(ground.far), `sand at seed ${seed}`).toBeGreaterThan(20);
    expect(warmth(ground.near), `sand at seed ${seed}`).toBeGreaterThan(20);
    expect(warmth(ground.water!.far), `water at seed ${seed}`).toBeLessThan(-20);
    expect(warmth(ground.water!.near), `water at seed ${seed}`).toBeLessThan(-20);
  }
});
