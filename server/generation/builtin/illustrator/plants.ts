// Trees and tufts that belong to a land rather than to the prompt.
import { mix } from '#server/generation/builtin/illustrator/color.ts';
import { at, circle, ellipse, lit, polygon, rect, repeat, type Scene } from '#server/generation/builtin/illustrator/scene.ts';

export function conifer(scene: Scene, x: number, y: number, size: number, distance: number, hasSnow = false): string {
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

export function roundTree(scene: Scene, x: number, y: number, size: number, distance: number): string {
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
export function meadow(scene: Scene, top: number, color: string, hasFlowers = true): string {
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

export function cactus(scene: Scene, x: number, y: number, size: number, distance: number): string {
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
