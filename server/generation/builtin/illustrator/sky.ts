// The sky with sun or moon, stars, clouds and weather, and outer space.
import { barren } from '#server/generation/builtin/illustrator/land.ts';
import { hidesStars } from '#server/generation/builtin/illustrator/read-prompt.ts';
import {
  at,
  circle,
  downGradient,
  ellipse,
  glowGradient,
  type Ground,
  mix,
  rect,
  repeat,
  type Scene,
} from '#server/generation/builtin/illustrator/scene.ts';

export function drawSky(scene: Scene, horizon: number): string {
  const { width, height, light, reading } = scene;
  const [high, middle, low] = light.sky;
  const isClear = !hidesStars.some((kind) => reading.weather.has(kind));
  return [
    `<defs>${downGradient('sky', [
      [0, high],
      [0.55, middle],
      [1, low],
    ])}</defs>`,
    // Where the ground falls to one side, the haze goes on behind it.
    rect(0, horizon * height, width, height * (1 - horizon) + 2, light.haze),
    rect(0, 0, width, Math.min(height, horizon * height * 1.12), 'url(#sky)'),
    light.isDark && isClear && !reading.without.has('star') ? stars(scene, horizon * height) : '',
    isClear ? sunOrMoon(scene, horizon) : '',
    reading.weather.has('rainbow') ? rainbow(scene, horizon) : '',
    reading.weather.has('fireworks') ? repeat(scene.random.whole(4, 6), () => firework(scene, horizon)) : '',
    reading.without.has('cloud') ? '' : clouds(scene, horizon),
    reading.weather.has('storm') ? lightning(scene, horizon) : '',
  ].join('');
}

const stars = ({ random, width, unit }: Scene, depth: number) =>
  repeat(random.whole(90, 150), () => {
    const [x, y, size] = [random() * width, random() ** 1.25 * depth, random() ** 3];
    return (
      circle(x, y, unit * (0.1 + size * 0.28), random.chance(0.2) ? '#ffe9c4' : '#ffffff', 0.35 + random() * 0.6) +
      (size > 0.7 ? circle(x, y, unit * 0.9, '#ffffff', 0.1) : '')
    );
  });

function sunOrMoon({ random, width, height, unit, light, reading }: Scene, horizon: number): string {
  const isLow = reading.time === 'sunset' || reading.time === 'dawn';
  const x = width * (random.chance(0.5) ? random.between(0.14, 0.36) : random.between(0.64, 0.86));
  const y = height * horizon * (isLow ? random.between(0.72, 0.86) : random.between(0.18, 0.34));
  if (reading.without.has(light.isDark ? 'moon' : 'sun')) return '';
  const radius = unit * (isLow ? random.between(7, 9.5) : random.between(4.6, 6.4));
  const halo = `<defs>${glowGradient('halo', [
    [0, light.glow, 0.85],
    [0.25, light.glow, 0.4],
    [1, light.glow, 0],
  ])}</defs>${circle(x, y, radius * (isLow ? 5.4 : 4), 'url(#halo)')}`;
  if (!light.isDark) return halo + circle(x, y, radius, mix(light.glow, '#ffffff', 0.45));
  const face = mix('#fff8e2', light.glow, 0.5);
  const craters = (
    [
      [-0.3, -0.2, 0.22],
      [0.25, 0.3, 0.17],
      [0.35, -0.35, 0.12],
      [-0.15, 0.45, 0.1],
    ] as const
  ).map(([dx, dy, size]) => circle(x + dx * radius, y + dy * radius, size * radius, '#c9cbe0', 0.5));
  if (random.chance(0.5)) return halo + circle(x, y, radius, face) + craters.join('');
  // A crescent: the disc with a second one taken off it.
  const side = radius * 0.82;
  return `${halo}<path d="M${at(x - radius * 0.2)} ${at(y - radius)}A${at(radius)} ${at(radius)} 0 1 0 ${at(x + radius)} ${at(y + radius * 0.2)}A${at(side)} ${at(side)} 0 0 1 ${at(x - radius * 0.2)} ${at(y - radius)}Z" fill="${face}"/>`;
}

function clouds(scene: Scene, horizon: number): string {
  const { random, width, height, unit, light, reading } = scene;
  const isThick = ['clouds', 'storm', 'rain', 'snowfall'].some((word) => reading.weather.has(word as 'storm'));
  const spread = random.between(0.8, 1.8);
  const count = isThick ? random.whole(7, 10) : light.isDark ? random.whole(1, 3) : random.whole(2, 5);
  return repeat(count, (index) => {
    const depth = index / count;
    const [x, y] = [random.between(-0.05, 1.05) * width, height * horizon * random.between(0.06, isThick ? 0.62 : 0.58)];
    const size = unit * random.between(5, 11) * spread * (isThick ? 1.5 : 1) * (0.6 + depth * 0.5);
    const top = isThick
      ? mix(light.sky[0], light.isDark ? '#3a4362' : '#aeb8c4', 0.6)
      : mix(light.sky[2], '#ffffff', light.isDark ? 0.08 : 0.65);
    return cloud(scene, x, y, size, top, light.isDark ? 0.55 : isThick ? 0.92 : 0.86);
  });
}

function cloud({ random, light }: Scene, x: number, y: number, size: number, fill: string, opacity: number): string {
  const puffs = repeat(random.whole(4, 6), (index) => {
    const dx = (index - 2.2) * size * 0.55;
    const radius = size * (0.62 - Math.abs(index - 2.2) * 0.11) * random.between(0.85, 1.15);
    return circle(x + dx, y - radius * 0.45, radius, fill);
  });
  const flat = rect(x - size * 1.7, y - size * 0.36, size * 3.4, size * 0.46, fill, 1, size * 0.23);
  const shade = ellipse(x, y + size * 0.02, size * 1.35, size * 0.12, mix(fill, light.sky[0], 0.35), 0.5);
  return `<g opacity="${opacity}">${puffs}${flat}${shade}</g>`;
}

function rainbow({ random, width, height, unit }: Scene, horizon: number): string {
  const [x, y, radius] = [width * random.between(0.3, 0.7), height * horizon * 1.08, Math.min(width, height) * random.between(0.52, 0.62)];
  return ['#f4574f', '#f99b3c', '#fbd94b', '#6cc565', '#4aa3e8', '#8d6fd9']
    .map(
      (color, index) =>
        `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius - index * unit * 1.5)}" fill="none" stroke="${color}" stroke-width="${at(unit * 1.6)}" stroke-opacity="0.55"/>`,
    )
    .join('');
}

function firework({ random, width, height, unit }: Scene, horizon: number): string {
  const [x, y, radius] = [random.between(0.1, 0.9) * width, random.between(0.12, 0.55) * height * horizon, unit * random.between(7, 14)];
  const color = random.pick(['#ffd76a', '#ff7e9d', '#7fe3ff', '#b79bff', '#9dff9a', '#ffffff']);
  const rays = random.whole(14, 20);
  const turn = random() * 6;
  return (
    `<defs>${glowGradient(`f${at(x)}`, [
      [0, color, 0.5],
      [1, color, 0],
    ])}</defs>${circle(x, y, radius * 1.25, `url(#f${at(x)})`)}` +
    repeat(rays, (index) => {
      const angle = turn + (index / rays) * Math.PI * 2;
      const reach = radius * random.between(0.8, 1);
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      return (
        `<path d="M${at(x + dx * radius * 0.22)} ${at(y + dy * radius * 0.22)}Q${at(x + dx * reach * 0.7)} ${at(y + dy * reach * 0.7 - radius * 0.04)} ${at(x + dx * reach)} ${at(y + dy * reach + radius * 0.1)}" fill="none" stroke="${color}" stroke-width="${at(unit * 0.28)}" stroke-linecap="round" stroke-opacity="0.85"/>` +
        circle(x + dx * reach, y + dy * reach + radius * 0.1, unit * 0.4, '#ffffff', 0.9)
      );
    })
  );
}

function lightning({ random, width, height, unit }: Scene, horizon: number): string {
  return repeat(random.whole(1, 2), () => {
    let [x, y] = [random.between(0.15, 0.85) * width, height * horizon * 0.2];
    let path = `M${at(x)} ${at(y)}`;
    while (y < height * horizon) {
      x += random.between(-5, 5) * unit;
      y += random.between(4, 9) * unit;
      path += `L${at(x)} ${at(y)}`;
    }
    const bolt = (stroke: string, thickness: number, opacity: number) =>
      `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${at(unit * thickness)}" stroke-linejoin="round" stroke-opacity="${opacity}"/>`;
    return bolt('#cfe0ff', 2.6, 0.18) + bolt('#e6efff', 1.2, 0.35) + bolt('#ffffff', 0.5, 0.95);
  });
}

/** What falls before everything. */
export function drawWeather(scene: Scene): string {
  const { random, width, height, unit, reading, light } = scene;
  const falls = [
    reading.weather.has('rain') || reading.weather.has('storm')
      ? `<g stroke="#e3eefc" stroke-width="${at(unit * 0.16)}" stroke-opacity="0.42">${repeat(190, () => {
          const [x, y, length] = [random.between(-0.1, 1.05) * width, random() * height, unit * random.between(2, 5)];
          return `<path d="M${at(x)} ${at(y)}l${at(length * 0.28)} ${at(length)}"/>`;
        })}</g>`
      : '',
    reading.weather.has('snowfall') || (reading.place === 'snow' && !reading.without.has('snow'))
      ? repeat(170, () =>
          circle(random() * width, random() * height, unit * (0.14 + random() ** 3 * 0.75), '#ffffff', 0.4 + random() * 0.55),
        )
      : '',
    reading.weather.has('fog')
      ? `<defs>${downGradient('fog', [
          [0, light.haze, 0],
          [0.5, light.haze, 0.72],
          [1, light.haze, 0.1],
        ])}</defs>${rect(0, height * 0.3, width, height * 0.62, 'url(#fog)')}`
      : '',
  ];
  return falls.join('');
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
  return { back: deepSky(scene) + small + large, front: '', far: 0.42, near: 0.72, water: null, hasLand: true, floats: true };
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
