// Landscapes with their plants: hills, mountains, forest, desert and snow.
import {
  at,
  below,
  circle,
  downGradient,
  ellipse,
  type Ground,
  heightAt,
  lit,
  mix,
  polygon,
  rect,
  repeat,
  ridge,
  type Scene,
} from '#server/generation/builtin/illustrator/scene.ts';

const solid = { water: null, hasLand: true, floats: false };

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
  const sides = random.pick([[0, 1], [0], [1]] as const);
  const front = sides
    .map((side) =>
      conifer(
        scene,
        side === 0 ? random.between(-0.02, 0.06) * width : random.between(0.94, 1.02) * width,
        height * random.between(0.95, 1.02),
        unit * random.between(52, 66),
        0,
      ),
    )
    .join('');
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

function conifer(scene: Scene, x: number, y: number, size: number, distance: number, hasSnow = false): string {
  const green = lit(scene, scene.random.pick(['#2f6b4f', '#37775a', '#2a5f55', '#3c7d4e']), distance);
  const dark = mix(green, lit(scene, '#10302c', distance), 0.35);
  const snow = lit(scene, '#f4f8ff', distance * 0.6);
  const tier = (top: number, bottom: number, half: number) =>
    polygon(
      [
        [x, y - size * top],
        [x + size * half, y - size * bottom],
        [x - size * half, y - size * bottom],
      ],
      green,
    ) +
    polygon(
      [
        [x, y - size * top],
        [x + size * half, y - size * bottom],
        [x, y - size * bottom],
      ],
      dark,
    ) +
    (hasSnow
      ? polygon(
          [
            [x, y - size * top],
            [x + size * half * 0.52, y - size * (top + bottom) * 0.5],
            [x - size * half * 0.1, y - size * (top * 0.62 + bottom * 0.38)],
            [x - size * half * 0.52, y - size * (top + bottom) * 0.5],
          ],
          snow,
        )
      : '');
  return (
    rect(x - size * 0.035, y - size * 0.16, size * 0.07, size * 0.18, lit(scene, '#5b4334', distance)) +
    tier(0.62, 0.12, 0.27) +
    tier(0.82, 0.34, 0.22) +
    tier(1, 0.58, 0.16)
  );
}

function roundTree(scene: Scene, x: number, y: number, size: number, distance: number): string {
  const { random } = scene;
  const green = lit(scene, random.pick(['#5fa052', '#74ad4e', '#4f9460', '#86b755']), distance);
  const light = mix(green, lit(scene, '#e9f2a0', distance), 0.28);
  return (
    rect(x - size * 0.045, y - size * 0.42, size * 0.09, size * 0.44, lit(scene, '#7a573c', distance)) +
    circle(x, y - size * 0.66, size * 0.3, green) +
    circle(x - size * 0.2, y - size * 0.52, size * 0.2, green) +
    circle(x + size * 0.21, y - size * 0.5, size * 0.19, green) +
    circle(x - size * 0.07, y - size * 0.74, size * 0.17, light, 0.55)
  );
}

/** Grass, with flowers in it, along the lower edge. */
function meadow(scene: Scene, top: number, color: string, hasFlowers = true): string {
  const { random, width, height, unit } = scene;
  const blades = repeat(70, () => {
    const y = random.between(top, 1.0) * height;
    const [x, size] = [random() * width, unit * (0.5 + ((y / height - top) / (1 - top)) * 2)];
    return `<path d="M${at(x)} ${at(y)}q${at(-size * 0.4)} ${at(-size)} ${at(-size * 0.7)} ${at(-size * 1.2)}M${at(x)} ${at(y)}q0 ${at(-size)} ${at(size * 0.1)} ${at(-size * 1.5)}M${at(x)} ${at(y)}q${at(size * 0.4)} ${at(-size)} ${at(size * 0.8)} ${at(-size * 1.1)}"/>`;
  });
  const petals = random.pick([
    ['#ffffff', '#ffd84d', '#f48fb1'],
    ['#ff9aa2', '#ffffff', '#c9a7eb'],
    ['#ffd84d', '#ff8a65', '#ffffff'],
  ] as const);
  const flowers = hasFlowers
    ? repeat(random.whole(16, 30), () => {
        const y = random.between(top + 0.03, 0.99) * height;
        const [x, size] = [random() * width, unit * (0.22 + ((y / height - top) / (1 - top)) * 0.55)];
        const petal = lit(scene, random.pick(petals));
        return (
          repeat(5, (index) => circle(x + Math.cos(index * 1.257) * size, y + Math.sin(index * 1.257) * size * 0.8, size * 0.68, petal)) +
          circle(x, y, size * 0.5, lit(scene, '#f7b733'))
        );
      })
    : '';
  return `<g fill="none" stroke="${color}" stroke-width="${at(unit * 0.22)}" stroke-linecap="round">${blades}</g>${flowers}`;
}

function cactus(scene: Scene, x: number, y: number, size: number, distance: number): string {
  const green = lit(scene, '#4f8f5b', distance);
  const arm = (side: number, from: number, reach: number) =>
    `<path d="M${at(x)} ${at(y - size * from)}h${at(side * size * 0.22)}v${at(-size * reach)}" fill="none" stroke="${green}" stroke-width="${at(size * 0.11)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  return (
    ellipse(x, y, size * 0.3, size * 0.04, '#3a2a22', 0.22) +
    rect(x - size * 0.08, y - size, size * 0.16, size, green, 1, size * 0.08) +
    arm(-1, 0.35, 0.3) +
    arm(1, 0.5, 0.25)
  );
}

export function palm(scene: Scene, x: number, y: number, size: number, lean: number): string {
  const trunk = lit(scene, '#9a7250');
  const [tx, ty] = [x + lean * size * 0.35, y - size];
  const leaf = (angle: number, reach: number, color: string) => {
    const [dx, dy] = [Math.cos(angle) * size * reach, Math.sin(angle) * size * reach * 0.6];
    return `<path d="M${at(tx)} ${at(ty)}Q${at(tx + dx * 0.55)} ${at(ty + dy - size * 0.26)} ${at(tx + dx)} ${at(ty + dy + size * 0.1)}Q${at(tx + dx * 0.5)} ${at(ty + dy - size * 0.06)} ${at(tx)} ${at(ty)}Z" fill="${color}"/>`;
  };
  const [dark, light] = [lit(scene, '#2f7d57'), lit(scene, '#4fa564')];
  return (
    `<path d="M${at(x - size * 0.045)} ${at(y)}Q${at(x + lean * size * 0.02)} ${at(y - size * 0.6)} ${at(tx - size * 0.02)} ${at(ty)}L${at(tx + size * 0.025)} ${at(ty)}Q${at(x + lean * size * 0.1 + size * 0.05)} ${at(y - size * 0.55)} ${at(x + size * 0.055)} ${at(y)}Z" fill="${trunk}"/>` +
    [-2.7, -0.45, 2.95, 0.2].map((angle) => leaf(angle, 0.52, dark)).join('') +
    [-2.2, -1, 2.5, 0.65].map((angle) => leaf(angle, 0.46, light)).join('') +
    circle(tx - size * 0.03, ty + size * 0.03, size * 0.035, lit(scene, '#6b4a30')) +
    circle(tx + size * 0.035, ty + size * 0.04, size * 0.035, lit(scene, '#7b5637'))
  );
}
