// Hills, mountains, forest, desert and snow: ranges that go over into the haze.
import { mix } from '#server/generation/builtin/illustrator/color.ts';
import { cactus, conifer, meadow, roundTree } from '#server/generation/builtin/illustrator/plants.ts';
import {
  at,
  below,
  downGradient,
  ellipse,
  heightAt,
  lit,
  polygon,
  repeat,
  ridge,
  type Ground,
  type Scene,
} from '#server/generation/builtin/illustrator/scene.ts';

const solid = { water: null, floats: false };

export function hills(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const green = random.pick(['#8cc152', '#7db85c', '#9cc45a', '#6fb06b']);
  const layers = [0.56, 0.63, 0.7].map((y, index) => {
    const distance = 0.62 - index * 0.24;
    const line = ridge(scene, y * height, unit * (5 - index), 0.7 + random() * 0.9);
    const trees = repeat(random.whole(4, 8), () => {
      const x = random() * width;
      const size = unit * random.between(4, 7) * (0.7 + index * 0.45);
      const tree = random.chance(0.6) ? roundTree : conifer;
      return tree(scene, x, heightAt(line, x) + unit * 0.6, size, distance * 0.9);
    });
    return trees + polygon(below(scene, line), lit(scene, mix(green, '#4d8f63', 0.4 - index * 0.2), distance));
  });
  const line = ridge(scene, height * 0.76, unit * 1.5, 0.6);
  const near = lit(scene, green);
  return {
    back: `<defs>${downGradient('meadow', [
      [0, near],
      [1, lit(scene, mix(green, '#2f6b45', 0.55))],
    ])}</defs>${layers.join('')}${polygon(below(scene, line), 'url(#meadow)')}${meadow(scene, 0.79, lit(scene, mix(green, '#2d6a3c', 0.7)))}`,
    front: '',
    far: 0.775,
    near: 0.94,
    ...solid,
  };
}

export function mountains(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const ranges = [0.34, 0.45].map((top, index) => {
    const rock = lit(scene, random.pick(['#6d7a94', '#7a7f92', '#66768a', '#85768a']), 0.42 - index * 0.2);
    const shade = mix(rock, lit(scene, '#2e3550', 0.3), 0.45);
    const snow = lit(scene, '#f7faff', 0.18 - index * 0.08);
    const peaks = random.whole(3, 4);
    return repeat(peaks, (peak) => {
      const x = ((peak + random.between(0.15, 0.85)) / peaks) * width;
      const y = height * (top + random.between(-0.1, 0.08));
      const half = width * random.between(0.2, 0.32) * (width > height ? 0.8 : 1.1);
      const base = height * 0.74;
      const ridgeX = x + unit * random.between(-2, 2);
      const down = (part: number, wobble: number): [number, number] => [x + (ridgeX - x) * part + wobble * unit, y + (base - y) * part];
      const spine = [[x, y] as const, down(0.2, 2), down(0.42, -1.5), down(0.7, 2.5), down(1, 0)];
      const cap = random.between(0.2, 0.3);
      const left = (part: number): [number, number] => [x - half * part, y + (base - y) * part];
      const right = (part: number): [number, number] => [x + half * part, y + (base - y) * part];
      return (
        polygon([[x, y], left(1), right(1)], rock) +
        polygon([...spine, right(1)], shade) +
        polygon(
          [
            [x, y],
            left(cap),
            [x - half * cap * 0.5, y + (base - y) * cap * 0.78],
            [x - half * cap * 0.15, y + (base - y) * cap * 1.2],
            [x + half * cap * 0.3, y + (base - y) * cap * 0.82],
            right(cap * 1.05),
          ],
          snow,
        ) +
        polygon(
          [
            [x, y],
            [x + half * cap * 0.06, y + (base - y) * cap * 0.95],
            [x + half * cap * 0.3, y + (base - y) * cap * 0.82],
            right(cap * 1.05),
          ],
          mix(snow, shade, 0.3),
        )
      );
    });
  });
  const green = random.pick(['#6f9f5c', '#7fa65a', '#5f9a68']);
  const feet = ridge(scene, height * 0.7, unit * 2.5, 0.9);
  const line = ridge(scene, height * 0.77, unit * 1.6, 0.6);
  const trees = repeat(random.whole(14, 22), () => {
    const x = random() * width;
    return conifer(scene, x, heightAt(line, x) + unit, unit * random.between(6, 11), 0.14);
  });
  return {
    back: `${ranges.join('')}<defs>${downGradient('meadow', [
      [0, lit(scene, green)],
      [1, lit(scene, mix(green, '#274d3c', 0.6))],
    ])}</defs>${polygon(below(scene, feet), lit(scene, mix(green, '#3f6b5c', 0.4), 0.34))}${trees}${polygon(below(scene, line), 'url(#meadow)')}${meadow(scene, 0.8, lit(scene, mix(green, '#234a35', 0.7)))}`,
    front: '',
    far: 0.785,
    near: 0.94,
    ...solid,
  };
}

export function forest(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const rows = [0.6, 0.66, 0.73].map((y, index) => {
    const distance = 0.62 - index * 0.24;
    const line = ridge(scene, y * height, unit * 2, 0.8);
    const count = 20 - index * 4;
    const trees = repeat(count, (tree) => {
      const x = ((tree + random()) / count) * width;
      return conifer(scene, x, heightAt(line, x) + unit * 1.5, unit * random.between(17, 28) * (0.75 + index * 0.3), distance);
    });
    return trees + polygon(below(scene, line), lit(scene, '#4c7a55', distance));
  });
  const ground = random.pick(['#6f8f52', '#7c8a4e', '#5f8a5c']);
  const line = ridge(scene, height * 0.78, unit * 1.2, 0.6);
  const front = repeat(2, (side) =>
    conifer(
      scene,
      side === 0 ? random.between(-0.02, 0.06) * width : random.between(0.94, 1.02) * width,
      height * random.between(0.95, 1.02),
      unit * random.between(52, 66),
      0,
    ),
  );
  return {
    back: `${rows.join('')}<defs>${downGradient('floor', [
      [0, lit(scene, ground)],
      [1, lit(scene, mix(ground, '#21382a', 0.65))],
    ])}</defs>${polygon(below(scene, line), 'url(#floor)')}${meadow(scene, 0.8, lit(scene, mix(ground, '#24472f', 0.7)))}`,
    front,
    far: 0.795,
    near: 0.93,
    ...solid,
  };
}

export function desert(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const sand = random.pick(['#efc27a', '#e8b36b', '#f0c98c']);
  const mesas = repeat(random.whole(1, 3), () => {
    const [x, w, h] = [random() * width, unit * random.between(10, 22), unit * random.between(8, 16)];
    const y = height * 0.62;
    return (
      polygon(
        [
          [x - w * 0.62, y],
          [x - w * 0.5, y - h],
          [x + w * 0.5, y - h],
          [x + w * 0.62, y],
        ],
        lit(scene, '#c47a55', 0.4),
      ) +
      polygon(
        [
          [x + w * 0.1, y],
          [x + w * 0.14, y - h],
          [x + w * 0.5, y - h],
          [x + w * 0.62, y],
        ],
        lit(scene, '#9d5b45', 0.4),
      )
    );
  });
  const dunes = [0.58, 0.65, 0.74].map((y, index) => {
    const line = ridge(scene, y * height, unit * (3.4 - index * 0.4), 0.6 + random() * 0.6);
    const color = lit(scene, mix(sand, '#c9824f', 0.35 - index * 0.1), 0.4 - index * 0.2);
    const shaded = line.map(([x, top]) => [x, top + unit * (3 + 2.5 * Math.sin(x / (unit * 17) + index))] as const);
    const plants = repeat(index === 0 ? 0 : 2, () => {
      const x = random() * width;
      return cactus(scene, x, heightAt(line, x) + unit * 1.2, unit * random.between(5, 9) * (0.6 + index * 0.4), 0.3 - index * 0.15);
    });
    return polygon(below(scene, line), mix(color, lit(scene, '#fff0cf'), 0.3)) + polygon(below(scene, shaded), color) + plants;
  });
  const ripples = repeat(26, () => {
    const [x, y] = [random() * width, height * random.between(0.8, 0.99)];
    return ellipse(x, y, unit * random.between(2, 8), unit * 0.16, lit(scene, '#b97c4c'), 0.35);
  });
  return { back: mesas + dunes.join('') + ripples, front: '', far: 0.77, near: 0.94, ...solid };
}

export function snow(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const white = '#f3f8ff';
  const layers = [0.56, 0.63, 0.71].map((y, index) => {
    const distance = 0.5 - index * 0.18;
    const line = ridge(scene, y * height, unit * (4.4 - index), 0.7 + random() * 0.8);
    const trees = repeat(random.whole(5, 9), () => {
      const x = random() * width;
      return conifer(scene, x, heightAt(line, x) + unit, unit * random.between(7, 11) * (0.7 + index * 0.5), distance, true);
    });
    return trees + polygon(below(scene, line), lit(scene, mix(white, '#a9c2e4', 0.42 - index * 0.14), distance * 0.6));
  });
  const line = ridge(scene, height * 0.78, unit * 1.6, 0.7);
  const drifts = repeat(16, () =>
    ellipse(random() * width, height * random.between(0.82, 0.99), unit * random.between(5, 15), unit * 0.7, lit(scene, '#c4d8f1'), 0.45),
  );
  return {
    back: `${layers.join('')}<defs>${downGradient('drift', [
      [0, lit(scene, white)],
      [1, lit(scene, '#bcd1ee')],
    ])}</defs>${polygon(below(scene, line), 'url(#drift)')}${drifts}`,
    front: '',
    far: 0.79,
    near: 0.94,
    ...solid,
  };
}

/** A bare ground under stars, with craters; the moon's, or that of Mars. */
export function barren(scene: Scene, color: string): Ground {
  const { random, width, height, unit } = scene;
  const layers = [0.6, 0.68].map((y, index) =>
    polygon(below(scene, ridge(scene, y * height, unit * (4 - index * 1.5), 1.1 + random())), mix(color, '#12142c', 0.62 - index * 0.26)),
  );
  const line = ridge(scene, height * 0.75, unit * 1.3, 0.5);
  const craters = repeat(random.whole(11, 16), () => {
    const y = random.between(0.79, 0.99);
    const [x, size] = [random() * width, unit * random.between(2, 5.5) * (0.4 + (y - 0.77) * 5)];
    return (
      ellipse(x, y * height, size, size * 0.34, mix(color, '#15172e', 0.45)) +
      ellipse(x, y * height + size * 0.07, size * 0.86, size * 0.26, mix(color, '#15172e', 0.22)) +
      `<path d="M${at(x - size)} ${at(y * height)}a${at(size)} ${at(size * 0.34)} 0 0 0 ${at(size * 2)} 0" fill="none" stroke="${mix(color, '#ffffff', 0.5)}" stroke-width="${at(unit * 0.2)}" opacity="0.6"/>`
    );
  });
  return {
    back: `${layers.join('')}<defs>${downGradient('dust', [
      [0, mix(color, '#ffffff', 0.14)],
      [1, mix(color, '#1a1c38', 0.5)],
    ])}</defs>${polygon(below(scene, line), 'url(#dust)')}${craters}`,
    front: '',
    far: 0.78,
    near: 0.92,
    ...solid,
  };
}
