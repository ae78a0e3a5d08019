// From a prompt to what the scene is to hold.
import { languages, singularsOf, type Icons, type Thing } from '#server/generation/builtin/illustrator/icons.ts';
import {
  colors,
  counts,
  fillers,
  foreignFillers,
  negations,
  occasions,
  places,
  plurals,
  qualities,
  sizes,
  timesOfDay,
  weathers,
  young,
  type Occasion,
  type ScenePlace,
  type Time,
  type Weather,
} from '#server/generation/builtin/illustrator/vocabulary.ts';

export interface Subject {
  thing: Thing;
  count: number;
  scale: number;
  /** `any`: each has one of its own. */
  color: string | null;
  /** Stands on the subject before it. */
  isOnPrevious: boolean;
}

export interface PromptReading {
  place: ScenePlace | null;
  occasion: Occasion | null;
  time: Time | null;
  weather: Set<Weather>;
  /** Of the scene: `sky`, `stars`, `clouds` and the like that are not wanted. */
  without: Set<string>;
  subjects: Subject[];
  undrawn: string[];
}

/** Things that are really places, times or weather: words of other languages come to them this way. */
const scenery: Record<string, Partial<{ place: ScenePlace; time: Time; weather: Weather }>> = {
  'beach-with-umbrella': { place: 'beach' },
  'desert-island': { place: 'beach' },
  'water-wave': { place: 'sea' },
  desert: { place: 'desert' },
  mountain: { place: 'mountains' },
  'snow-capped-mountain': { place: 'mountains' },
  'mount-fuji': { place: 'mountains' },
  cityscape: { place: 'city' },
  'cityscape-at-dusk': { place: 'city', time: 'dusk' },
  'night-with-stars': { place: 'city', time: 'night' },
  'milky-way': { place: 'space' },
  sunrise: { time: 'dawn' },
  'sunrise-over-mountains': { time: 'dawn', place: 'mountains' },
  sunset: { time: 'sunset' },
  sun: { time: 'day' },
  'sun-with-face': { time: 'day' },
  'crescent-moon': { time: 'night' },
  'full-moon': { time: 'night' },
  star: { time: 'night' },
  cloud: { weather: 'clouds' },
  'cloud-with-rain': { weather: 'rain' },
  'cloud-with-lightning-and-rain': { weather: 'storm' },
  'cloud-with-snow': { weather: 'snowfall' },
  snowflake: { weather: 'snowfall' },
  fog: { weather: 'fog' },
  rainbow: { weather: 'rainbow' },
  fireworks: { weather: 'fireworks' },
};

const mostThings = 14;
/** Places that are stood on, before those that are seen: on the moon is not under it. */
const strength: ScenePlace[] = [
  'moon',
  'mars',
  'space',
  'underwater',
  'stage',
  'room',
  'desert',
  'beach',
  'snow',
  'mountains',
  'forest',
  'city',
  'sea',
  'hills',
];

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-]\p{L}+)*/gu) ?? [];

export function readPrompt(prompt: string, negativePrompt: string, icons: Icons): PromptReading {
  const { wanted, unwanted } = split(wordsOf(prompt));
  const without = new Set([...unwanted, ...wordsOf(negativePrompt)].flatMap(singularsOf));
  const reading: PromptReading = { place: null, occasion: null, time: null, weather: new Set(), without, subjects: [], undrawn: [] };
  const unwantedIcons = new Set([...without].map((word) => icons.find(word)?.icon));
  const takePlace = (place: ScenePlace) => {
    if (reading.place === null || strength.indexOf(place) < strength.indexOf(reading.place)) reading.place = place;
  };
  const next = { count: 1, scale: 1, color: null as string | null, isOnPrevious: false };
  const unknown: string[] = [];

  const add = (thing: Thing, word: string) => {
    const part = scenery[thing.icon];
    if (part) {
      if (part.place) takePlace(part.place);
      reading.time ??= part.time ?? null;
      if (part.weather) reading.weather.add(part.weather);
    } else if (!unwantedIcons.has(thing.icon) && !without.has(word)) {
      const isMany =
        next.count === 1 &&
        (plurals.has(word) ||
          (word.endsWith('s') && singularsOf(word).some((one) => one !== word && icons.find(one)?.icon === thing.icon)));
      const subject = {
        thing,
        count: isMany ? 3 : next.count,
        scale: next.scale * (young.has(word) ? 0.72 : 1),
        color: next.color,
        isOnPrevious: false,
      };
      const upper = next.isOnPrevious ? reading.subjects.pop() : undefined;
      reading.subjects.push(subject, ...(upper ? [{ ...upper, isOnPrevious: true }] : []));
    }
    Object.assign(next, { count: 1, scale: 1, color: null, isOnPrevious: false });
  };

  for (let at = 0; at < wanted.length; at++) {
    const word = wanted[at] ?? '';
    if (/^(?:on|over) the moon$/.test(wanted.slice(at, at + 3).join(' '))) {
      takePlace('moon');
      at += 2;
      continue;
    }
    // Names of several words, the longer ones first.
    const named = [3, 2].map((length) => wanted.slice(at, at + length)).find((words) => labelled(words.join(' '), icons) !== null);
    const thingNamed = named && labelled(named.join(' '), icons);
    if (named && thingNamed) {
      add(thingNamed, named.at(-1) ?? word);
      at += named.length - 1;
      continue;
    }
    // A digit, or a word for a number.
    const count = /^\d{1,2}$/.test(word) ? Number(word) : counts.get(word);
    if (word === 'colourful' || word === 'colorful') next.color = 'any';
    else if (count !== undefined) next.count = Math.min(Math.max(count, 1), mostThings);
    else if (sizes.has(word)) next.scale = sizes.get(word) ?? 1;
    else if (colors.has(word) && word !== 'gold') next.color = colors.get(word) ?? null;
    else if (word === 'on' || word === 'riding') next.isOnPrevious = true;
    else if (fillers.has(word)) {
      if (!['a', 'an', 'the'].includes(word)) next.isOnPrevious = false;
      continue;
    } else if (!scene(word)) {
      const thing = qualities.has(word) ? null : icons.find(word);
      if (thing) add(thing, word);
      else if (!unknown.includes(word)) unknown.push(word);
    }
  }

  /** Whether a word tells of the scene; some stand in it as well. */
  function scene(word: string): boolean {
    const [place, occasion, time, weather] = [places.get(word), occasions.get(word), timesOfDay.get(word), weathers.get(word)];
    if (place) takePlace(place);
    if (occasion && !without.has(word)) reading.occasion ??= occasion;
    if (time) reading.time ??= time;
    if (weather && !without.has(word)) reading.weather.add(weather);
    const isKnown = Boolean(place ?? occasion ?? time ?? weather);
    if (isKnown && !['bride', 'groom', 'disco'].includes(word))
      Object.assign(next, { count: 1, scale: 1, color: null, isOnPrevious: false });
    return isKnown && word !== 'bride' && word !== 'groom';
  }

  // What is hardly English may be another language: the one that knows most of these words.
  const strange = unknown.filter((word) => word.length > 2 && !qualities.has(word) && !foreignFillers.has(word));
  const isForeign = unknown.length * 2 >= wanted.filter((word) => !fillers.has(word)).length;
  const [best = []] = (isForeign && strange.length > 0 ? languages : [])
    .map((language) => strange.flatMap((word) => known(word, icons.findIn(language, word))))
    .sort((a, b) => b.length - a.length);
  for (const { word, thing } of best) add(thing, word);
  const translated = new Set(best.map(({ word }) => word));
  // Articles and the like stay untold there, as they do in English.
  reading.undrawn = unknown.filter((word) => !translated.has(word) && !(best.length > 0 && (word.length < 4 || foreignFillers.has(word))));
  if (reading.subjects.some(({ thing }) => thing.icon === 'astronaut' || thing.icon === 'ringed-planet') && !reading.place)
    reading.place = 'space';
  return bounded(reading);
}

const known = (word: string, thing: Thing | null) => (thing ? [{ word, thing }] : []);

function labelled(words: string, icons: Icons): Thing | null {
  if (!words.includes(' ')) return null;
  const thing = icons.find(words);
  return thing && singularsOf(words).includes(thing.label) ? thing : null;
}

/** `no rain`, `without people`: what follows, up to the next word that begins something else. */
function split(words: string[]): { wanted: string[]; unwanted: string[] } {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  let isUnwanted = false;
  for (const word of words) {
    if (negations.has(word)) isUnwanted = true;
    else if (isUnwanted && ['a', 'an', 'the', 'any'].includes(word)) continue;
    else if (isUnwanted) {
      unwanted.push(word);
      isUnwanted = false;
    } else wanted.push(word);
  }
  return { wanted, unwanted };
}

function bounded(reading: PromptReading): PromptReading {
  let room = mostThings;
  const subjects: Subject[] = [];
  for (const subject of reading.subjects) {
    const same = subjects.find(({ thing, color }) => thing.icon === subject.thing.icon && color === subject.color);
    if (same && !subject.isOnPrevious) continue;
    if (room === 0) break;
    const count = Math.min(subject.count, room);
    room -= count;
    subjects.push({ ...subject, count });
  }
  return { ...reading, subjects };
}
