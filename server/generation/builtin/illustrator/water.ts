import { palm } from '#server/generation/builtin/illustrator/land.ts';
// Beach, open sea and underwater scene.
import {
  at,
  below,
  circle,
  downGradient,
  ellipse,
  type Ground,
  lit,
  mix,
  polygon,
  rect,
  repeat,
  ridge,
  type Scene,
} from '#server/generation/builtin/illustrator/scene.ts';

const blueOf = (scene: Scene) => (scene.light.isDark ? '#2f5f96' : scene.random.pick(['#2f9fc4', '#2b8fc9', '#35aab8']));

/** Water from the horizon down, with the light on its waves. */
function water(scene: Scene, top: number, bottom: number, color: string): string {
  const { random, width, height, unit, light } = scene;
  const glints = repeat(80, () => {
    const depth = random() ** 1.4;
    const y = height * (top + (bottom - top) * depth);
    const w = unit * (1.2 + depth * 6) * random.between(0.5, 1.3);
    return ellipse(random() * width, y, w, unit * (0.1 + depth * 0.14), mix(light.glow, '#ffffff', 0.3), 0.16 + random() * 0.28);
  });
  return `<defs>${downGradient('water', [
    [0, mix(lit(scene, color), light.sky[2], 0.5)],
    [0.35, lit(scene, color)],
    [1, lit(scene, mix(color, '#0d3b66', 0.5))],
  ])}</defs>${rect(0, top * height, width, (bottom - top) * height + 2, 'url(#water)')}${glints}`;
}

export function beach(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const sand = random.pick(['#f4d9a4', '#f2d3a0', '#f7dfb4']);
  const isle = polygon(
    below(scene, ridge(scene, height * 0.535, unit * 2.4, 0.8)).map(
      ([x, y]) => [x * 0.5 + (random.chance(0.5) ? 0 : 0), Math.min(y, height * 0.56)] as const,
    ),
    lit(scene, '#6e9f8a', 0.5),
  );
  const shore = ridge(scene, height * 0.735, unit * 1.6, 0.7);
  const foam = (shift: number, opacity: number, color: string) =>
    polygon(
      below(
        scene,
        shore.map(([x, y]) => [x, y + unit * shift] as const),
      ),
      color,
      ` opacity="${opacity}"`,
    );
  const specks = repeat(60, () =>
    circle(random() * width, height * random.between(0.78, 1), unit * random.between(0.08, 0.2), lit(scene, '#c79d63'), 0.6),
  );
  const side = random.chance(0.5);
  const palms =
    scene.reading.without.has('tree') || scene.reading.without.has('palm')
      ? ''
      : palm(scene, width * (side ? 0.06 : 0.94), height * 0.86, unit * random.between(38, 48), side ? 0.5 : -0.5) +
        palm(scene, width * (side ? 0.15 : 0.85), height * 0.81, unit * random.between(26, 33), side ? 0.7 : -0.7);
  return {
    back: `${water(scene, 0.56, 0.8, blueOf(scene))}${isle}${foam(-2.2, 0.4, '#ffffff')}${foam(-1, 0.9, '#ffffff')}${foam(0.2, 1, lit(scene, mix(sand, '#a97f4f', 0.35)))}<defs>${downGradient(
      'sand',
      [
        [0, lit(scene, sand)],
        [1, lit(scene, mix(sand, '#c08a55', 0.45))],
      ],
    )}</defs>${foam(1.6, 1, 'url(#sand)')}${specks}${palms}`,
    front: '',
    far: 0.79,
    near: 0.94,
    water: { far: 0.6, near: 0.67 },
    hasLand: true,
    floats: false,
  };
}

export function sea(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const color = blueOf(scene);
  const wave = (y: number, part: number) => {
    const length = unit * random.between(9, 13);
    const shift = random() * length;
    let path = `M${at(-length + shift - length)} ${at(height * y)}`;
    for (let x = -length * 2 + shift; x < width + length; x += length)
      path += `q${at(length * 0.25)} ${at(-unit * 2.6)} ${at(length * 0.5)} 0t${at(length * 0.5)} 0`;
    return `<path d="${path}V${at(height + 2)}H${at(-length * 2)}Z" fill="${lit(scene, mix(color, '#0b3a63', part))}" opacity="0.82"/>`;
  };
  // A lake, a river and a harbor have another shore.
  const isInland = scene.reading.words.some(
    ({ role, word }) => role === 'scene' && /^(?:lakes?|river|bay|harbou?r|marina|port)$/.test(word),
  );
  const shore = isInland
    ? [0.485, 0.505].map((y, index) =>
        polygon(
          below(scene, ridge(scene, height * y, unit * (3 - index), 1.2)),
          lit(scene, index ? '#6fa860' : '#5f9070', 0.55 - index * 0.2),
        ),
      )
    : [];
  return {
    back: `${shore.join('')}${water(scene, 0.52, 1, color)}${wave(0.68, 0.1)}${wave(0.76, 0.24)}`,
    front: `${wave(0.885, 0.4)}${wave(0.945, 0.55)}`,
    far: 0.7,
    near: 0.86,
    water: { far: 0.7, near: 0.91 },
    hasLand: false,
    floats: false,
  };
}

export function underwater(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const [top, bottom] = random.pick([
    ['#5fd0e0', '#0b3f78'],
    ['#63c6ea', '#123a7c'],
    ['#6fdcd0', '#0b5674'],
  ] as const);
  const rays = repeat(6, () => {
    const x = random() * width;
    const w = unit * random.between(3, 9);
    return polygon(
      [
        [x, -2],
        [x + w, -2],
        [x + w * 3 - unit * 14, height],
        [x - w - unit * 16, height],
      ],
      '#ffffff',
      ` opacity="${random.between(0.04, 0.11).toFixed(2)}"`,
    );
  });
  const floor = ridge(scene, height * 0.84, unit * 2, 0.9);
  const reef = ridge(scene, height * 0.76, unit * 4.5, 1.6);
  const corals = repeat(random.whole(8, 12), () => {
    const [x, y, size] = [random() * width, height * random.between(0.86, 0.98), unit * random.between(5, 11)];
    const color = random.pick(['#ff7f6e', '#f7a35c', '#d96fae', '#8e6fd8', '#f25f7a', '#ffd166']);
    const branch = (dx: number, h: number) =>
      `<path d="M${at(x)} ${at(y)}Q${at(x + dx * size * 0.3)} ${at(y - h * size * 0.5)} ${at(x + dx * size)} ${at(y - h * size)}"/>`;
    return `<g fill="none" stroke="${mix(color, bottom, 0.18)}" stroke-width="${at(size * 0.17)}" stroke-linecap="round">${branch(-0.6, 0.8)}${branch(-0.22, 1)}${branch(0.25, 0.95)}${branch(0.62, 0.7)}</g>`;
  });
  const weeds = repeat(random.whole(6, 10), () => {
    const [x, h] = [random() * width, unit * random.between(12, 26)];
    return `<path d="M${at(x)} ${at(height)}q${at(-unit * 4)} ${at(-h * 0.33)} 0 ${at(-h * 0.6)}t${at(unit)} ${at(-h * 0.5)}" fill="none" stroke="${mix('#3fae7a', bottom, 0.3)}" stroke-width="${at(unit * 1.1)}" stroke-linecap="round"/>`;
  });
  const bubbles = repeat(34, () => {
    const [x, y, size] = [random() * width, random() * height * 0.9, unit * (0.25 + random() ** 3 * 1.5)];
    return circle(x, y, size, '#ffffff', 0.2) + circle(x - size * 0.3, y - size * 0.3, size * 0.28, '#ffffff', 0.7);
  });
  return {
    back: `<defs>${downGradient('deep', [
      [0, top],
      [1, bottom],
    ])}${downGradient('bed', [
      [0, mix('#e9d3a0', bottom, 0.25)],
      [1, mix('#b08a5c', bottom, 0.5)],
    ])}</defs>${rect(0, 0, width, height, 'url(#deep)')}${rays}${polygon(below(scene, reef), mix(bottom, '#1f6f8f', 0.45), ' fill-opacity="0.75"')}${polygon(below(scene, floor), 'url(#bed)')}${corals}${weeds}`,
    front: bubbles,
    far: 0.86,
    near: 0.95,
    water: { far: 0.25, near: 0.78 },
    hasLand: true,
    floats: false,
  };
}
