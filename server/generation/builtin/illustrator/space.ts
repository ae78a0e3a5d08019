// Outer space, and the sky above the moon and Mars.
import { mix } from '#server/generation/builtin/illustrator/color.ts';
import { barren } from '#server/generation/builtin/illustrator/land.ts';
import {
  at,
  circle,
  downGradient,
  ellipse,
  glowGradient,
  rect,
  repeat,
  type Ground,
  type Scene,
} from '#server/generation/builtin/illustrator/scene.ts';
import { stars } from '#server/generation/builtin/illustrator/sky.ts';

function deepSky(scene: Scene): string {
  const { random, width, height, unit } = scene;
  const [high, low, first, second] = random.pick([
    ['#070a24', '#1c1b52', '#5a3fb0', '#c2468f'],
    ['#050b1e', '#0f2c52', '#2a6fb0', '#3fb8a8'],
    ['#0b0720', '#341a55', '#a03f9c', '#e0705f'],
  ] as const);
  const clouds = repeat(7, (index) => {
    const [x, y, size] = [random() * width, random() * height * 0.8, unit * random.between(20, 46)];
    return `<defs>${glowGradient(`nebula${index}`, [
      [0, index % 2 ? first : second, 0.34],
      [1, index % 2 ? first : second, 0],
    ])}</defs>${ellipse(x, y, size * 1.5, size, `url(#nebula${index})`)}`;
  });
  return `<defs>${downGradient('deep', [
    [0, high],
    [1, low],
  ])}</defs>${rect(0, 0, width, height, 'url(#deep)')}${clouds}${stars(scene, height)}${stars(scene, height * 0.8)}`;
}

function planet(scene: Scene, x: number, y: number, radius: number, index: number): string {
  const { random } = scene;
  const color = random.pick(['#e58f5a', '#6fb7c9', '#c07fd0', '#e8c06a', '#7f8fe0', '#d9677a']);
  const id = `planet${index}`;
  const bands = repeat(random.whole(3, 5), () =>
    ellipse(
      x,
      y + random.between(-0.85, 0.85) * radius,
      radius * 1.05,
      radius * random.between(0.05, 0.13),
      mix(color, random.chance(0.5) ? '#ffffff' : '#2a1a4a', 0.3),
      0.55,
    ),
  );
  const ring = random.chance(0.45)
    ? `<g fill="none" stroke="${mix(color, '#ffffff', 0.45)}" transform="rotate(-16 ${at(x)} ${at(y)})"><path d="M${at(x - radius * 1.75)} ${at(y)}a${at(radius * 1.75)} ${at(radius * 0.42)} 0 0 0 ${at(radius * 3.5)} 0" stroke-width="${at(radius * 0.14)}" opacity="0.9"/></g>`
    : '';
  return `<defs><clipPath id="${id}c">${circle(x, y, radius, '#fff')}</clipPath>${glowGradient(`${id}g`, [
    [0.6, color, 0.3],
    [1, color, 0],
  ])}</defs>${circle(x, y, radius * 1.4, `url(#${id}g)`)}<g clip-path="url(#${id}c)">${circle(x, y, radius, color)}${bands}${circle(x - radius * 0.5, y - radius * 0.45, radius * 1.55, 'none')}<path d="M${at(x + radius * 1.2)} ${at(y - radius * 1.2)}A${at(radius * 1.6)} ${at(radius * 1.6)} 0 0 1 ${at(x - radius * 0.9)} ${at(y + radius * 1.2)}L${at(x + radius * 1.3)} ${at(y + radius * 1.3)}Z" fill="#0b0a24" opacity="0.42"/></g>${ring}`;
}

export function space(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const side = random.chance(0.5);
  const large = planet(
    scene,
    width * (side ? random.between(0.02, 0.2) : random.between(0.8, 0.98)),
    height * random.between(0.78, 0.95),
    unit * random.between(26, 36),
    0,
  );
  const small = repeat(2, (index) =>
    planet(
      scene,
      width * (side ? random.between(0.62, 0.92) : random.between(0.08, 0.38)),
      height * (index === 0 ? random.between(0.1, 0.22) : random.between(0.55, 0.8)),
      unit * random.between(3.5, 8),
      index + 1,
    ),
  );
  return { back: deepSky(scene) + small + large, front: '', far: 0.42, near: 0.72, water: null, floats: true };
}

export function moon(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const ground = barren(scene, random.pick(['#b9bccb', '#c6c2c8', '#aab4c8']));
  const [x, y, radius] = [
    width * (random.chance(0.5) ? random.between(0.14, 0.32) : random.between(0.68, 0.86)),
    height * random.between(0.16, 0.3),
    unit * random.between(9, 14),
  ];
  const lands = repeat(6, () =>
    ellipse(
      x + random.between(-0.8, 0.8) * radius,
      y + random.between(-0.8, 0.8) * radius,
      radius * random.between(0.14, 0.42),
      radius * random.between(0.1, 0.26),
      '#5fae6b',
      0.9,
    ),
  );
  const whites = repeat(5, () =>
    ellipse(
      x + random.between(-0.8, 0.8) * radius,
      y + random.between(-0.9, 0.9) * radius,
      radius * random.between(0.2, 0.5),
      radius * 0.07,
      '#ffffff',
      0.75,
    ),
  );
  const earth = `<defs><clipPath id="earth">${circle(x, y, radius, '#fff')}</clipPath>${glowGradient('air', [
    [0.62, '#8fd0ff', 0.55],
    [1, '#8fd0ff', 0],
  ])}</defs>${circle(x, y, radius * 1.35, 'url(#air)')}<g clip-path="url(#earth)">${circle(x, y, radius, '#2f7fd0')}${lands}${whites}${ellipse(x + radius * 0.75, y + radius * 0.5, radius * 0.9, radius * 1.3, '#08122e', 0.4)}</g>`;
  return { ...ground, back: deepSky(scene) + earth + ground.back };
}

export function mars(scene: Scene): Ground {
  const { width, height } = scene;
  const ground = barren(scene, '#c9684a');
  return {
    ...ground,
    back: `<defs>${downGradient('deep', [
      [0, '#4a2c3f'],
      [0.6, '#c27a5c'],
      [1, '#efc09a'],
    ])}</defs>${rect(0, 0, width, height, 'url(#deep)')}${stars(scene, height * 0.3)}${ground.back}`,
  };
}
