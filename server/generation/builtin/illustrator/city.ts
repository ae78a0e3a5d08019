// A skyline with lit windows, and the street before it.
import { mix } from '#server/generation/builtin/illustrator/color.ts';
import {
  at,
  circle,
  downGradient,
  ellipse,
  glowGradient,
  lit,
  polygon,
  rect,
  repeat,
  type Ground,
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
    floats: false,
  };
}

function skyline(scene: Scene, row: number): string {
  const { random, width, height, unit, light } = scene;
  const base = height * 0.785;
  const distance = 0.66 - row * 0.27;
  let buildings = '';
  let x = -unit * random.between(0, 8);
  while (x < width) {
    const w = unit * random.between(7, 14) * (0.8 + row * 0.24);
    const h = height * (random.between(0.24, 0.5) - row * 0.075) * (random.chance(0.15) ? 1.18 : 1);
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
