// A street with a skyline, a room and a stage.
import {
  at,
  circle,
  downGradient,
  ellipse,
  glowGradient,
  type Ground,
  lit,
  mix,
  polygon,
  rect,
  repeat,
  type Scene,
} from '#server/generation/builtin/illustrator/scene.ts';

export function city(scene: Scene): Ground {
  const { random, width, height, unit, light } = scene;
  const rows = [0, 1, 2].map((row) => skyline(scene, row)).join('');
  const curb = height * 0.78;
  const pavement = lit(scene, '#b9bcc6');
  const lamps = repeat(Math.round(width / (unit * 36)), (index) => lamp(scene, (index + 0.5) * unit * 36, curb + unit * 1.4));
  const road = height * 0.945;
  const lines = repeat(Math.ceil(width / (unit * 12)) + 1, (index) =>
    rect((index - random() * 0.2) * unit * 12, road + unit * 2, unit * 6, unit * 0.6, lit(scene, '#f2e7c0'), 0.8),
  );
  const tiles = repeat(7, (index) =>
    rect(0, curb + unit * (1.4 + index * (1.6 + index * 0.28)), width, unit * 0.14, lit(scene, '#7d8190'), 0.35),
  );
  return {
    back: `${rows}<defs>${downGradient('pavement', [
      [0, mix(pavement, light.haze, 0.2)],
      [1, mix(pavement, '#565b6e', 0.4)],
    ])}</defs>${rect(0, curb, width, height - curb, 'url(#pavement)')}${tiles}${rect(0, curb, width, unit * 0.7, mix(pavement, '#ffffff', 0.3))}${lamps}${rect(0, road, width, height - road, lit(scene, '#4a4e5c'))}${rect(0, road, width, unit * 0.5, mix(pavement, '#ffffff', 0.25))}${lines}`,
    front: '',
    far: 0.815,
    near: 0.93,
    water: null,
    hasLand: true,
    floats: false,
  };
}

function skyline(scene: Scene, row: number): string {
  const { random, width, height, unit, light, camera } = scene;
  const base = height * 0.785;
  const distance = 0.66 - row * 0.27;
  let buildings = '';
  let x = -unit * random.between(0, 8);
  while (x < width) {
    const w = unit * random.between(7, 14) * (0.8 + row * 0.24);
    const h = height * (random.between(0.24, 0.5) - row * 0.075) * (random.chance(0.15) ? 1.18 : 1) * (0.7 + 0.3 * camera.relief.swing);
    const wall = lit(scene, random.pick(['#6f86a8', '#8a7f9e', '#a9808a', '#5f7d92', '#b0917f', '#7a8f9c', '#c4a58e']), distance);
    buildings += building(scene, { x, y: base - h, w, h, wall, distance, isNear: row > 0 });
    x += w + (row === 2 ? unit * random.between(0, 3) : -unit * 0.2);
  }
  return (
    buildings +
    `<defs>${downGradient(`mist${row}`, [
      [0, light.haze, 0],
      [1, light.haze, 0.42 - row * 0.1],
    ])}</defs>${rect(0, base - height * 0.3, width, height * 0.3, `url(#mist${row})`)}`
  );
}

interface Building {
  x: number;
  y: number;
  w: number;
  h: number;
  wall: string;
  distance: number;
  isNear: boolean;
}

function building({ random, unit, light }: Scene, { x, y, w, h, wall, distance, isNear }: Building): string {
  const dark = mix(wall, '#141a33', 0.3);
  const lamps = ['#ffe3a0', '#ffd27a', '#fff1c9'] as const;
  const glass = light.isDark ? mix(wall, '#0c1230', 0.45) : mix(wall, '#ffffff', 0.35);
  const roof = random();
  const top =
    roof < 0.25
      ? rect(x + w * 0.2, y - unit * 1.8, w * 0.6, unit * 2, wall) + rect(x + w * 0.48, y - unit * 6, unit * 0.35, unit * 5, dark)
      : roof < 0.45
        ? polygon(
            [
              [x, y + 0.5],
              [x + w / 2, y - w * 0.34],
              [x + w, y + 0.5],
            ],
            wall,
          ) +
          polygon(
            [
              [x + w / 2, y + 0.5],
              [x + w / 2, y - w * 0.34],
              [x + w, y + 0.5],
            ],
            dark,
          )
        : roof < 0.6
          ? rect(x + w * 0.12, y - unit * 1.2, w * 0.28, unit * 1.4, dark)
          : '';
  const step = unit * (isNear ? 2.5 : 2);
  const columns = Math.max(2, Math.floor((w - unit) / step));
  const gap = (w - unit * 0.6) / columns;
  // One path for all panes of a color: thousands of elements would take a second to draw.
  const panes = new Map<string, string>();
  for (let wy = y + unit * 1.4; wy < y + h - unit * 4; wy += step * 1.15) {
    for (let column = 0; column < columns; column++) {
      const isLit = light.isDark ? random.chance(0.48) : random.chance(0.05);
      const pane = isLit ? mix(random.pick(lamps), light.haze, distance * 0.5) : glass;
      const [left, w1, h1] = [x + unit * 0.3 + (column + 0.24) * gap, gap * 0.52, step * 0.55];
      panes.set(pane, `${panes.get(pane) ?? ''}M${at(left)} ${at(wy)}h${at(w1)}v${at(h1)}h${at(-w1)}Z`);
    }
  }
  const windows = [...panes].map(([fill, path]) => `<path d="${path}" fill="${fill}" fill-opacity="0.85"/>`).join('');
  return top + rect(x, y, w, h + 2, wall) + rect(x + w * 0.78, y, w * 0.22, h + 2, dark, 0.55) + windows;
}

function lamp({ unit, light }: Scene, x: number, y: number): string {
  const pole = light.isDark ? '#232842' : '#4c5266';
  const glow = light.isDark
    ? `<defs>${glowGradient(`lamp${at(x)}`, [
        [0, '#ffe6a8', 0.75],
        [1, '#ffd98a', 0],
      ])}</defs>${circle(x, y - unit * 18.5, unit * 8, `url(#lamp${at(x)})`)}${ellipse(x, y + unit * 0.6, unit * 9, unit * 1.8, '#ffdf9a', 0.2)}`
    : '';
  return (
    rect(x - unit * 0.25, y - unit * 18, unit * 0.5, unit * 18, pole) +
    rect(x - unit * 0.7, y - unit * 0.8, unit * 1.4, unit, pole) +
    glow +
    circle(x, y - unit * 18.5, unit * 1.05, light.isDark ? '#fff3cf' : '#f4efe2')
  );
}

const solid = { water: null, hasLand: true, floats: false, front: '' };

export function room(scene: Scene): Ground {
  const { random, width, height, unit, light, reading } = scene;
  const isParty = reading.occasion !== null;
  const [wall, floor] = random.pick([
    ['#f0d9c8', '#b98a62'],
    ['#cfe0e3', '#a98467'],
    ['#f3e2b8', '#a7745a'],
    ['#d9d3ea', '#8f7a92'],
    ['#e9c9c6', '#9b7059'],
  ] as const);
  const dim = light.isDark ? 0.35 : 0;
  const shade = (color: string, part = 0) => mix(mix(color, '#1a1a3c', dim), '#3a2a3a', part);
  const edge = height * 0.7;
  const stripes = repeat(Math.ceil(width / (unit * 8)), (index) => rect(index * unit * 8, 0, unit * 4, edge, shade(wall, 0.08), 0.35));
  const boards = repeat(9, (index) => {
    const y = edge + (height - edge) * (index / 9) ** 1.5;
    return rect(0, y, width, unit * 0.18, shade(floor, 0.45), 0.5);
  });
  const joints = repeat(11, (index) => {
    const x = width * (index / 10);
    return `<path d="M${at(width / 2 + (x - width / 2) * 0.75)} ${at(edge)}L${at(width / 2 + (x - width / 2) * 1.5)} ${at(height)}" stroke="${shade(floor, 0.45)}" stroke-width="${at(unit * 0.16)}" stroke-opacity="0.4"/>`;
  });
  const panes = repeat(2, (index) =>
    window(scene, width * (index === 0 ? random.between(0.1, 0.16) : random.between(0.64, 0.7)), height * 0.17, width * 0.2, height * 0.32),
  );
  const lampX = width / 2 + random.between(-4, 4) * unit;
  const lamp = `<defs>${glowGradient('lamp', [
    [0, '#fff0c4', 0.75],
    [1, '#fff0c4', 0],
  ])}</defs>${rect(lampX - unit * 0.15, 0, unit * 0.3, height * 0.13, shade('#6a5660'))}${circle(lampX, height * 0.17, unit * 26, 'url(#lamp)')}${polygon(
    [
      [lampX - unit * 2, height * 0.13],
      [lampX + unit * 2, height * 0.13],
      [lampX + unit * 5, height * 0.175],
      [lampX - unit * 5, height * 0.175],
    ],
    shade('#d9685c'),
  )}`;
  const rug =
    ellipse(width / 2, height * 0.87, width * 0.4, height * 0.085, shade(random.pick(['#c7605a', '#4f7f9f', '#7a9f6a', '#8a68a8'])), 0.9) +
    ellipse(width / 2, height * 0.87, width * 0.35, height * 0.07, shade('#f1e3c8'), 0.25);
  return {
    back: `<defs>${downGradient('wall', [
      [0, shade(wall, 0.12)],
      [1, shade(wall)],
    ])}${downGradient('boards', [
      [0, shade(floor, 0.12)],
      [1, shade(floor, 0.32)],
    ])}</defs>${rect(0, 0, width, height, 'url(#wall)')}${stripes}${isParty ? '' : panes}${rect(0, edge, width, height - edge, 'url(#boards)')}${boards}${joints}${rect(0, edge - unit * 2, width, unit * 2.2, shade('#fbf4ea'))}${rug}${lamp}`,
    far: 0.77,
    near: 0.93,
    ...solid,
  };
}

function window({ unit, light }: Scene, x: number, y: number, w: number, h: number): string {
  const frame = light.isDark ? '#b9b1b4' : '#fffaf2';
  return `<defs>${downGradient(`pane${at(x)}`, [
    [0, light.sky[0]],
    [1, light.sky[2]],
  ])}</defs>${rect(x - unit, y - unit, w + unit * 2, h + unit * 2, frame, 1, unit * 0.5)}${rect(x, y, w, h, `url(#pane${at(x)})`)}${circle(x + w * 0.7, y + h * 0.26, unit * 2.2, light.glow, 0.9)}<path d="M${at(x)} ${at(y + h)}v${at(-h * 0.12)}Q${at(x + w * 0.35)} ${at(y + h * 0.62)} ${at(x + w)} ${at(y + h * 0.92)}V${at(y + h)}Z" fill="${light.isDark ? '#243a4a' : '#7fb36c'}"/>${rect(x + w / 2 - unit * 0.35, y, unit * 0.7, h, frame)}${rect(x, y + h * 0.45, w, unit * 0.7, frame)}${rect(x - unit * 2, y + h + unit * 0.6, w + unit * 4, unit * 1.4, frame, 1, unit * 0.5)}`;
}

export function concertStage(scene: Scene): Ground {
  const { random, width, height, unit } = scene;
  const [deep, glow] = random.pick([
    ['#160f35', '#7a3fc4'],
    ['#0d1738', '#2f6fd0'],
    ['#2a0f2e', '#d03f86'],
    ['#10202f', '#21a59a'],
  ] as const);
  const beams = repeat(random.whole(6, 8), (index) => {
    const x = ((index + 0.5) / 7) * width;
    const to = x + random.between(-34, 34) * unit;
    const color = random.pick(['#ff5fa8', '#5fd0ff', '#ffd166', '#9b7bff', '#6fffb0', '#ff8a5c']);
    return `<defs>${downGradient(`beam${index}`, [
      [0, color, 0.62],
      [1, color, 0],
    ])}</defs>${polygon(
      [
        [x - unit * 0.8, height * 0.06],
        [x + unit * 0.8, height * 0.06],
        [to + unit * 9, height * 0.82],
        [to - unit * 9, height * 0.82],
      ],
      `url(#beam${index})`,
    )}${circle(x, height * 0.058, unit * 1.7, '#1b1b2b')}${circle(x, height * 0.066, unit * 1.1, mix(color, '#ffffff', 0.6))}`;
  });
  const truss =
    rect(0, height * 0.03, width, unit * 0.6, '#3a3d55') +
    rect(0, height * 0.055, width, unit * 0.6, '#3a3d55') +
    repeat(
      40,
      (index) =>
        `<path d="M${at((index / 40) * width)} ${at(height * 0.035)}l${at(width / 80)} ${at(height * 0.022)}l${at(width / 80)} ${at(-height * 0.022)}" fill="none" stroke="#3a3d55" stroke-width="${at(unit * 0.25)}"/>`,
    );
  const screen = repeat(20, (index) => {
    const h = height * 0.24 * (0.25 + 0.75 * Math.abs(Math.sin(index * 0.9 + random() * 1.2)));
    return rect(
      width * 0.24 + (index / 20) * width * 0.52,
      height * 0.5 - h / 2,
      width * 0.016,
      h,
      mix(glow, '#ffffff', 0.35),
      0.5,
      unit * 0.4,
    );
  });
  const speakers = [0.06, 0.82]
    .map((x) =>
      repeat(
        3,
        (index) =>
          rect(width * x, height * (0.4 + index * 0.105), width * 0.12, height * 0.1, '#191a2c', 1, unit) +
          circle(width * (x + 0.06), height * (0.45 + index * 0.105), unit * 3.4, '#2a2c45') +
          circle(width * (x + 0.06), height * (0.45 + index * 0.105), unit * 1.6, '#11121f'),
      ),
    )
    .join('');
  const heads = Math.round(width / (unit * 6.4)) + 1;
  const crowd = [0.95, 0.985]
    .map((y, row) =>
      repeat(heads, (index) => {
        const [x, size] = [(index + (row ? 0.5 : 0) + random.between(-0.25, 0.25)) * unit * 6.4, unit * random.between(2.1, 2.8)];
        const top = height * y - random.between(0, 2.4) * unit;
        const fill = row === 0 ? mix(deep, glow, 0.24) : mix(deep, '#000000', 0.45);
        const arm = random.chance(0.34)
          ? `<path d="M${at(x + size * 1.3)} ${at(top + size * 2.6)}Q${at(x + size * 1.9)} ${at(top)} ${at(x + size * 1.5)} ${at(top - size * 1.7)}" stroke="${fill}" stroke-width="${at(size * 0.62)}" stroke-linecap="round" fill="none"/>`
          : '';
        return arm + circle(x, top, size, fill) + rect(x - size * 1.6, top + size * 1.1, size * 3.2, size * 6, fill, 1, size * 1.2);
      }),
    )
    .join('');
  return {
    back: `<defs>${downGradient('hall', [
      [0, deep],
      [0.75, mix(deep, glow, 0.5)],
      [1, mix(deep, glow, 0.3)],
    ])}${glowGradient('heart', [
      [0, mix(glow, '#ffffff', 0.25), 0.8],
      [1, glow, 0],
    ])}${downGradient('boards', [
      [0, mix(glow, deep, 0.5)],
      [1, mix(deep, '#000000', 0.2)],
    ])}</defs>${rect(0, 0, width, height, 'url(#hall)')}${rect(width * 0.21, height * 0.3, width * 0.58, height * 0.38, mix(deep, '#000000', 0.3), 0.8, unit)}${ellipse(width / 2, height * 0.56, width * 0.5, height * 0.36, 'url(#heart)')}${screen}${speakers}${truss}${beams}${rect(0, height * 0.72, width, height * 0.28, 'url(#boards)')}${rect(0, height * 0.72, width, unit * 0.5, mix(glow, '#ffffff', 0.5), 0.6)}`,
    far: 0.765,
    near: 0.865,
    water: null,
    hasLand: true,
    floats: false,
    front: crowd,
  };
}
