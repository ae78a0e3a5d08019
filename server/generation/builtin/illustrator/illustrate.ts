// From a prompt and a seed to a picture: the same ones give the same bytes.
import sharp from 'sharp';
import { city } from '#server/generation/builtin/illustrator/city.ts';
import { drawOccasion } from '#server/generation/builtin/illustrator/festive.ts';
import { loadIcons, type Icons } from '#server/generation/builtin/illustrator/icons.ts';
import { concertStage, room } from '#server/generation/builtin/illustrator/indoor.ts';
import { desert, forest, hills, mountains, snow } from '#server/generation/builtin/illustrator/land.ts';
import { placeSubjects } from '#server/generation/builtin/illustrator/place-subjects.ts';
import { createRandom, type Random } from '#server/generation/builtin/illustrator/random.ts';
import { readPrompt, type PromptReading } from '#server/generation/builtin/illustrator/read-prompt.ts';
import { downGradient, lightOf, rect, type Ground, type Light, type Scene } from '#server/generation/builtin/illustrator/scene.ts';
import { drawSky, drawWeather } from '#server/generation/builtin/illustrator/sky.ts';
import { mars, moon, space } from '#server/generation/builtin/illustrator/space.ts';
import type { Occasion, ScenePlace } from '#server/generation/builtin/illustrator/vocabulary.ts';
import { beach, sea, underwater } from '#server/generation/builtin/illustrator/water.ts';
import type { Tasks } from '#server/generation/builtin/tasks.ts';

type Draw = (scene: Scene) => Ground;

/** Under the open sky, whose horizon is at this part of the height. */
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

/** They have a light of their own. */
const enclosed: Partial<Record<ScenePlace, { draw: Draw; tint: string; isDark: boolean | null }>> = {
  underwater: { draw: underwater, tint: '#d8f2fa', isDark: false },
  moon: { draw: moon, tint: '#e6e9fb', isDark: true },
  mars: { draw: mars, tint: '#ffe3d2', isDark: false },
  space: { draw: space, tint: '#f0edff', isDark: true },
  room: { draw: room, tint: '#fff6ea', isDark: null },
  stage: { draw: concertStage, tint: '#f3e2fb', isDark: true },
};

/** What an occasion has in it where the prompt names nothing. */
const defaultSubjects: Record<Occasion, string[]> = {
  party: ['birthday cake', 'wrapped gift'],
  wedding: ['bride', 'groom'],
  concert: ['singer', 'guitar', 'drum'],
};
const defaultPlaces: Record<Occasion, ScenePlace> = { party: 'room', wedding: 'hills', concert: 'stage' };

let icons: Icons | undefined;

/** `undrawn`: words of the prompt that stand for nothing it can draw. */
export async function illustrate({
  prompt,
  negativePrompt,
  size,
  seed,
}: Tasks['illustrate']['ask']): Promise<Tasks['illustrate']['answer']> {
  icons ??= loadIcons();
  const reading = readPrompt(prompt, negativePrompt, icons);
  const svg = await compose(reading, size, createRandom(seed), icons);
  return { bytes: await render(svg, size, seed), contentType: 'image/jpeg', undrawn: reading.undrawn };
}

async function compose(
  reading: PromptReading,
  { width, height }: { width: number; height: number },
  random: Random,
  known: Icons,
): Promise<string> {
  const { occasion } = reading;
  const place = reading.place ?? (occasion ? defaultPlaces[occasion] : 'hills');
  if (occasion && reading.subjects.length === 0) reading.subjects.push(...defaultSubjectsOf(occasion, reading, known));
  const time = reading.time ?? (reading.weather.has('fireworks') ? 'night' : 'day');
  const isGloomy = reading.weather.has('storm') || reading.weather.has('rain');
  const own = enclosed[place];
  const open = outdoors[place] ?? { draw: hills, horizon: 0.58 };
  const light = own ? enclosedLight(lightOf(time, false, random), own) : lightOf(time, isGloomy, random);
  const scene: Scene = { width, height, unit: Math.min(width, height) / 100, random, light, reading: { ...reading, time, place } };
  const ground = (own ?? open).draw(scene);
  const sky = own ? '' : drawSky(scene, open.horizon);
  const festive = drawOccasion(scene, ground);
  const subjects = await placeSubjects(scene, ground, known);
  const vignette = `<defs><radialGradient id="vignette" cx="0.5" cy="0.46" r="0.78"><stop offset="0.6" stop-color="#120a24" stop-opacity="0"/><stop offset="1" stop-color="#120a24" stop-opacity="${light.isDark ? 0.5 : 0.27}"/></radialGradient>${downGradient(
    'floor-shade',
    [
      [0, '#120a24', 0],
      [1, '#120a24', 0.16],
    ],
  )}</defs>${rect(0, height * 0.8, width, height * 0.2, 'url(#floor-shade)')}${rect(0, 0, width, height, 'url(#vignette)')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${sky}${ground.back}${festive.back}${subjects}${ground.front}${own ? '' : drawWeather(scene)}${festive.front}${vignette}</svg>`;
}

const enclosedLight = (light: Light, { tint, isDark }: { tint: string; isDark: boolean | null }): Light => ({
  ...light,
  tint,
  isDark: isDark ?? light.isDark,
});

const defaultSubjectsOf = (occasion: Occasion, reading: PromptReading, known: Icons) =>
  defaultSubjects[occasion].flatMap((words) => {
    const thing = known.find(words);
    return thing && !words.split(' ').some((word) => reading.without.has(word))
      ? [{ thing, count: 1, scale: 1, color: null, isOnPrevious: false }]
      : [];
  });

/** The drawing as a picture, with a little grain: it keeps gradients from showing steps. */
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
