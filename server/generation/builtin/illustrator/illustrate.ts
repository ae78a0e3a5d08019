// Draws a picture from a prompt and a seed. The same prompt and seed produce the same bytes.
import sharp from 'sharp';
import { city, concertStage, room } from '#server/generation/builtin/illustrator/buildings.ts';
import { cameraOf, framed, groundInView, openSky, seenAt, turnedTo, variedCamera } from '#server/generation/builtin/illustrator/camera.ts';
import { type Icons, loadIcons } from '#server/generation/builtin/illustrator/icons.ts';
import { desert, forest, hills, mountains, snow } from '#server/generation/builtin/illustrator/land.ts';
import { arrange, drawSubjects, type Placed } from '#server/generation/builtin/illustrator/place-subjects.ts';
import { namesSky, placeOf, readPrompt } from '#server/generation/builtin/illustrator/read-prompt.ts';
import {
  at,
  type Camera,
  circle,
  createRandom,
  downGradient,
  ellipse,
  glowGradient,
  type Ground,
  type Light,
  lightOf,
  polygon,
  rect,
  repeat,
  type Scene,
} from '#server/generation/builtin/illustrator/scene.ts';
import { drawSky, drawWeather, mars, moon, space } from '#server/generation/builtin/illustrator/sky.ts';
import { beach, sea, underwater } from '#server/generation/builtin/illustrator/water.ts';
import type { ScenePlace } from '#server/generation/builtin/illustrator/words.ts';
import type { Tasks } from '#server/generation/builtin/task-process.ts';
import { pictureOf, variationOf } from '#server/generation/builtin/variation.ts';

type Draw = (scene: Scene) => Ground;

/** Places under the open sky, with the horizon as a share of the height. */
const outdoors: Partial<Record<ScenePlace, { draw: Draw; horizon: number }>> = {
  hills: { draw: hills, horizon: 0.58 },
  mountains: { draw: mountains, horizon: 0.66 },
  forest: { draw: forest, horizon: 0.6 },
  beach: { draw: beach, horizon: 0.56 },
  sea: { draw: sea, horizon: 0.52 },
  city: { draw: city, horizon: 0.7 },
  desert: { draw: desert, horizon: 0.6 },
  snow: { draw: snow, horizon: 0.58 },
};

/** Places with their own light. */
const enclosed: Partial<Record<ScenePlace, { draw: Draw; tint: string; isDark: boolean | null }>> = {
  underwater: { draw: underwater, tint: '#d8f2fa', isDark: false },
  moon: { draw: moon, tint: '#e6e9fb', isDark: true },
  mars: { draw: mars, tint: '#ffe3d2', isDark: false },
  space: { draw: space, tint: '#f0edff', isDark: true },
  room: { draw: room, tint: '#fff6ea', isDark: null },
  stage: { draw: concertStage, tint: '#f3e2fb', isDark: true },
};

let icons: Icons | undefined;

type Ask = Tasks['illustrate']['ask'];

export async function illustrate(ask: Ask): Promise<Tasks['illustrate']['answer']> {
  return { bytes: await render(await compose(await layOut(ask)), ask.size, ask.seed), contentType: 'image/jpeg' };
}

/** What is to be drawn, and where. */
interface Layout {
  scene: Scene;
  ground: Ground;
  /** Null in places with their own light. */
  horizon: number | null;
  placed: Placed[];
  icons: Icons;
}

export async function layOut({ prompt, negativePrompt, size: { width, height }, seed }: Ask): Promise<Layout> {
  icons ??= loadIcons();
  const reading = readPrompt(prompt, negativePrompt, icons);
  const random = createRandom(pictureOf(seed));
  const given = variedCamera(cameraOf(pictureOf(seed), random), variationOf(seed));
  const place = placeOf(reading);
  const time = reading.time ?? (reading.weather.has('fireworks') ? 'night' : given.time);
  const isGloomy = reading.weather.has('storm') || reading.weather.has('rain');
  const own = enclosed[place];
  const open = outdoors[place] ?? { draw: hills, horizon: 0.58 };
  // All of the sky is in view, so that what is named there isn't cut off.
  const camera = namesSky(reading) ? openSky(given, open.horizon) : given;
  const light = own ? enclosedLight(lightOf(time, false, random), own) : lightOf(time, isGloomy, random);
  const drawn = { width, height, unit: Math.min(width, height) / 100, random, light, reading: { ...reading, time, place }, camera };
  const whole = (own ?? open).draw(drawn);
  // A variation places everything anew, and shows the same people.
  const isVaried = variationOf(seed) > 0;
  const scene: Scene = { ...drawn, camera: turnedTo(whole, camera), random: isVaried ? createRandom(seed) : random };
  const ground = groundInView(whole, scene.camera, scene);
  const placed = await arrange(scene, ground, icons, isVaried ? random : scene.random);
  return { scene, ground, horizon: own ? null : open.horizon, placed, icons };
}

async function compose({ scene, ground, horizon, placed, icons }: Layout): Promise<string> {
  const { width, height, light } = scene;
  const sky = horizon === null ? '' : skyOf(scene, horizon);
  const festive = drawOccasion(scene, ground, placed);
  const subjects = await drawSubjects(scene, ground, placed, icons);
  const vignette = `<defs><radialGradient id="vignette" cx="0.5" cy="0.46" r="0.78"><stop offset="0.6" stop-color="#120a24" stop-opacity="0"/><stop offset="1" stop-color="#120a24" stop-opacity="${light.isDark ? 0.5 : 0.27}"/></radialGradient>${downGradient(
    'floor-shade',
    [
      [0, '#120a24', 0],
      [1, '#120a24', 0.16],
    ],
  )}</defs>${rect(0, height * 0.8, width, height * 0.2, 'url(#floor-shade)')}${rect(0, 0, width, height, 'url(#vignette)')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${sky}${ground.back}${festive.back}${subjects}${ground.front}${horizon === null ? '' : drawWeather(scene)}${festive.front}${vignette}</svg>`;
}

/** Where something in it is named, the whole sky is in view, down to the horizon of the ground. */
const skyOf = (scene: Scene, horizon: number): string =>
  namesSky(scene.reading)
    ? framed(drawSky(scene, seenAt(horizon, scene.camera)), { ...scene.camera, scale: 1 }, scene)
    : framed(drawSky(scene, horizon), scene.camera, scene);

const enclosedLight = (light: Light, { tint, isDark }: { tint: string; isDark: boolean | null }): Light => ({
  ...light,
  tint,
  isDark: isDark ?? light.isDark,
});

/** Renders the drawing with some grain, so that gradients show no banding. */
async function render(svg: string, { width, height }: { width: number; height: number }, seed: number): Promise<Buffer> {
  const pixels = await sharp(Buffer.from(svg), { limitInputPixels: 4096 * 4096 })
    .flatten({ background: '#000' })
    .removeAlpha()
    .raw()
    .toBuffer();
  let state = (seed ^ 0x51f15e) | 1;
  for (let pixel = 0; pixel < pixels.length; pixel += 3) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const grain = ((state & 15) + ((state >>> 4) & 15) - 15) >> 2;
    for (let part = pixel; part < pixel + 3; part++) pixels[part] = Math.min(255, Math.max(0, (pixels[part] ?? 0) + grain));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

const bright: [string, ...string[]] = ['#f4545f', '#ffb03a', '#ffd94f', '#57c078', '#3fa4ee', '#9a6ae0', '#f57fb6'];

/** @returns behind and before the subjects */
function drawOccasion(scene: Scene, ground: Ground, placed: readonly Placed[]): { back: string; front: string } {
  const { reading } = scene;
  const isWanted = (...words: string[]) => !words.some((word) => reading.without.has(word));
  if (reading.occasion === 'party') {
    return {
      back:
        (reading.hasLights ? fairyLights(scene, 0.05) : '') +
        (isWanted('bunting', 'garland', 'flag') ? buntings(scene) : '') +
        (isWanted('balloon') ? balloons(scene) : ''),
      front: isWanted('confetti') ? confetti(scene) : '',
    };
  }
  if (reading.occasion === 'wedding') {
    return {
      back:
        (isWanted('light') ? fairyLights(scene, 0.06) + fairyLights(scene, 0.12) : '') +
        around(carpet(scene, ground), placed, scene) +
        (isWanted('arch', 'flower') ? around(arch(scene, ground), placed, scene) : '') +
        (isWanted('petal', 'confetti') ? petals(scene) : ''),
      front: '',
    };
  }
  return {
    back:
      (reading.occasion === 'concert' || reading.hasLights) && isWanted('light') ? fairyLights(scene, 0.05) + fairyLights(scene, 0.11) : '',
    front: '',
  };
}

/** What is drawn for the middle, around those who are named first; without people where the first thing would stand. */
function around(svg: string, placed: readonly Placed[], { width, camera }: Scene): string {
  const people = placed.filter(({ subject }) => subject.members.length > 0).slice(0, 2);
  const middle =
    people.length === 0 ? width * Math.min(0.7, Math.max(0.3, camera.x)) : people.reduce((sum, { x }) => sum + x, 0) / people.length;
  return `<g transform="translate(${at(middle - width / 2)} 0)">${svg}</g>`;
}

/** One to three lines, the lower ones in larger pictures of a party. */
function buntings(scene: Scene): string {
  const top = scene.random.between(0.02, 0.1);
  return repeat(scene.random.whole(1, 3), (index) => bunting(scene, top + index * scene.random.between(0.07, 0.13)));
}

/** From how many points more it hangs. */
const hungSpans = { scattered: 1, row: 0, diagonal: 2, close: 1 } as const;

function hanging({ random, width, height, unit, camera }: Scene, y: number): { path: string; points: [number, number][] } {
  const spans = (width > height ? 2 : 1) + hungSpans[camera.layout];
  const sag = (unit * random.between(10, 18)) / spans;
  const points: [number, number][] = [];
  let path = `M0 ${at(y * height)}`;
  for (let span = 0; span < spans; span++) {
    const [from, to] = [(span / spans) * width, ((span + 1) / spans) * width];
    path += `Q${at((from + to) / 2)} ${at(y * height + sag * 2)} ${at(to)} ${at(y * height)}`;
    const each = Math.round(16 / spans);
    for (let index = 0.5; index < each; index++) {
      const part = index / each;
      points.push([from + (to - from) * part, y * height + 4 * sag * part * (1 - part)]);
    }
  }
  return { path, points };
}

function bunting(scene: Scene, y: number): string {
  const { unit, random } = scene;
  const { path, points } = hanging(scene, y);
  const start = random.whole(0, 6);
  const flags = points.map(
    ([x, top], index) =>
      polygon(
        [
          [x - unit * 1.9, top],
          [x + unit * 1.9, top],
          [x, top + unit * 4.4],
        ],
        bright[(index + start) % bright.length] ?? bright[0],
      ) +
      polygon(
        [
          [x, top],
          [x + unit * 1.9, top],
          [x, top + unit * 4.4],
        ],
        '#000000',
        ' fill-opacity="0.09"',
      ),
  );
  return `<path d="${path}" fill="none" stroke="#ffffff" stroke-width="${at(unit * 0.3)}" stroke-opacity="0.9"/>${flags.join('')}`;
}

function fairyLights(scene: Scene, y: number): string {
  const { unit } = scene;
  const { path, points } = hanging(scene, y);
  const bulbs = points.map(
    ([x, top]) => circle(x, top + unit * 0.8, unit * 3, 'url(#bulb)') + circle(x, top + unit * 0.8, unit * 0.75, '#fff6d6'),
  );
  return `<defs>${glowGradient('bulb', [
    [0, '#ffe7a3', 0.75],
    [1, '#ffe7a3', 0],
  ])}</defs><path d="${path}" fill="none" stroke="#5a5268" stroke-width="${at(unit * 0.2)}" stroke-opacity="0.7"/>${bulbs.join('')}`;
}

function balloons({ random, width, height, unit }: Scene): string {
  const bunches = random.pick([[0.09, 0.91], [0.1], [0.9], [0.12, 0.3, 0.88], [0.1, 0.7, 0.9]] as const);
  const base = random.between(0.58, 0.78);
  const large = random.between(0.9, 1.5);
  return bunches
    .map((side) => {
      const anchor = [width * side, height * base] as const;
      return repeat(random.whole(5, 6), (index) => {
        const [x, y, size] = [
          anchor[0] + random.between(-9, 9) * unit * large,
          height * (base - 0.42 + index * 0.05) + random.between(-3, 3) * unit,
          unit * random.between(4.6, 6) * large,
        ];
        const color = bright[(index * 3 + random.whole(0, 6)) % bright.length] ?? bright[0];
        return `<path d="M${at(x)} ${at(y + size * 1.2)}Q${at(x + unit * 2)} ${at(y + size * 2.6)} ${at(anchor[0])} ${at(anchor[1])}" fill="none" stroke="#ffffff" stroke-width="${at(unit * 0.18)}" stroke-opacity="0.65"/>${polygon(
          [
            [x - size * 0.16, y + size * 1.3],
            [x + size * 0.16, y + size * 1.3],
            [x, y + size * 1.1],
          ],
          color,
        )}${ellipse(x, y, size, size * 1.18, color)}${ellipse(x + size * 0.22, y + size * 0.3, size * 0.72, size * 0.8, '#000000', 0.07)}${ellipse(x - size * 0.36, y - size * 0.48, size * 0.2, size * 0.32, '#ffffff', 0.6)}`;
      });
    })
    .join('');
}

function confetti({ random, width, height, unit }: Scene): string {
  return repeat(120, () => {
    const [x, y, size] = [random() * width, random() ** 1.3 * height, unit * random.between(0.4, 1)];
    const turn = random.whole(0, 179);
    return `<rect x="${at(x)}" y="${at(y)}" width="${at(size)}" height="${at(size * 0.55)}" fill="${random.pick(bright)}" opacity="0.85" transform="rotate(${turn} ${at(x)} ${at(y)})"/>`;
  });
}

function petals({ random, width, height, unit }: Scene): string {
  return repeat(46, () => {
    const [x, y, size] = [random() * width, random() * height, unit * random.between(0.5, 1.1)];
    return `<ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(size)}" ry="${at(size * 0.55)}" fill="${random.pick(['#ffd3dc', '#ffffff', '#f9b8c8', '#ffe9e0'])}" opacity="0.85" transform="rotate(${random.whole(0, 179)} ${at(x)} ${at(y)})"/>`;
  });
}

function carpet({ width, height, unit }: Scene, ground: Ground): string {
  const top = height * (ground.far - 0.012);
  return polygon(
    [
      [width / 2 - unit * 9, top],
      [width / 2 + unit * 9, top],
      [width / 2 + unit * 24, height],
      [width / 2 - unit * 24, height],
    ],
    '#fdf6f2',
    ' fill-opacity="0.82"',
  );
}

/** As near as the people below it. */
const archSize = ({ subjectScale }: Camera) => Math.min(1.35, Math.max(0.8, subjectScale));

function arch({ random, width, height, unit, camera }: Scene, ground: Ground): string {
  const base = height * (ground.far + 0.015);
  const size = archSize(camera);
  const [rx, ry] = [unit * 19 * size, unit * 44 * size];
  const frame = `<path d="M${at(width / 2 - rx)} ${at(base)}V${at(base - ry * 0.55)}A${at(rx)} ${at(rx)} 0 0 1 ${at(width / 2 + rx)} ${at(base - ry * 0.55)}V${at(base)}" fill="none" stroke="#fffaf0" stroke-width="${at(unit * 1.3)}"/>`;
  const roses = random.pick([
    ['#f6a8bb', '#ffffff', '#e8738f'],
    ['#ffffff', '#ffe4d2', '#f3b49a'],
    ['#d8b4ea', '#ffffff', '#b48ad6'],
  ] as const);
  const flowers = repeat(64, (index) => {
    const part = index / 63;
    const turn = Math.PI * (1 - part);
    const isPost = part < 0.16 || part > 0.84;
    const side = part < 0.5 ? -1 : 1;
    const x = isPost ? width / 2 + side * rx : width / 2 + Math.cos(Math.PI * (1 - (part - 0.16) / 0.68)) * rx;
    const y = isPost
      ? base - ry * 0.55 * ((part < 0.5 ? part : 1 - part) / 0.16)
      : base - ry * 0.55 - Math.sin(Math.PI * (1 - (part - 0.16) / 0.68)) * rx;
    const [dx, dy, size] = [random.between(-1.4, 1.4) * unit, random.between(-1.4, 1.4) * unit, unit * random.between(1, 1.9)];
    const leaf = `<ellipse cx="${at(x - dx)}" cy="${at(y - dy)}" rx="${at(size * 1.2)}" ry="${at(size * 0.6)}" fill="#7fa877" transform="rotate(${Math.round((turn * 180) / Math.PI)} ${at(x - dx)} ${at(y - dy)})"/>`;
    return leaf + circle(x + dx, y + dy, size, random.pick(roses)) + circle(x + dx, y + dy, size * 0.45, '#000000', 0.08);
  });
  return (
    frame +
    rect(width / 2 - rx - unit * 1.4, base - unit, unit * 2.8, unit * 1.4, '#efe6dc', 1, unit * 0.4) +
    rect(width / 2 + rx - unit * 1.4, base - unit, unit * 2.8, unit * 1.4, '#efe6dc', 1, unit * 0.4) +
    flowers
  );
}
