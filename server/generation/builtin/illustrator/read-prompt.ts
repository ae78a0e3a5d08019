// Reads a prompt into the contents of a scene.
import { isDecoration, isVerb } from '#server/generation/builtin/illustrator/descriptive-words.ts';
import { EMOJI, languages, singularsOf, type Thing, type Vocabulary } from '#server/generation/builtin/illustrator/icons.ts';

// Words that define the scene: place, time, weather, number, color, size.

export type ScenePlace =
  | 'hills'
  | 'mountains'
  | 'forest'
  | 'beach'
  | 'sea'
  | 'underwater'
  | 'city'
  | 'desert'
  | 'snow'
  | 'moon'
  | 'mars'
  | 'space'
  | 'room'
  | 'stage';
export type Occasion = 'party' | 'wedding' | 'concert';
export type Time = 'day' | 'dawn' | 'sunset' | 'dusk' | 'night';
type Weather = 'clouds' | 'rain' | 'storm' | 'snowfall' | 'fog' | 'rainbow' | 'fireworks';

export interface Subject {
  thing: Thing;
  count: number;
  scale: number;
  /** `any`: each in another color. */
  color: string | null;
  /** On top of the previous subject. */
  isOnPrevious: boolean;
}

/** What a word says about the scene. */
interface Meaning {
  place?: ScenePlace;
  occasion?: Occasion;
  time?: Time;
  weather?: Weather;
}

/** What becomes of a word. */
type WordRole = 'thing' | 'scene' | 'modifier' | 'filler' | 'unknown';

/** A word of the prompt, with its position in UTF-16 code units. */
export interface PromptWord {
  /** In lower case. */
  word: string;
  text: string;
  start: number;
  end: number;
  /** Whether punctuation separates it from the previous word. */
  isAfterBreak: boolean;
  role: WordRole;
  /** The thing that is to be drawn for it. */
  thing: Thing | null;
  /** Whether the word is a name of the thing, and not one loosely related to it. */
  isExact: boolean;
  /** Null unless its role is `scene`. */
  meaning: Meaning | null;
}

export interface PromptReading {
  place: ScenePlace | null;
  occasion: Occasion | null;
  time: Time | null;
  weather: Set<Weather>;
  /** Of the scene: `sky`, `stars`, `clouds` and the like that are not wanted. */
  without: Set<string>;
  subjects: Subject[];
  /** The words, except those that are not wanted. */
  words: PromptWord[];
  /** Whether it was read as another language than English. */
  isForeign: boolean;
}

export function readPrompt(prompt: string, negativePrompt: string, icons: Vocabulary): PromptReading {
  const { wanted: words, unwanted } = split(wordsOf(prompt));
  const wanted = words.map(({ word }) => word);
  const without = new Set([...unwanted, ...wordsOf(negativePrompt)].flatMap(({ word }) => singularsOf(word)));
  const reading: PromptReading = {
    place: null,
    occasion: null,
    time: null,
    weather: new Set(),
    without,
    subjects: [],
    words,
    isForeign: false,
  };
  const unwantedIcons = new Set([...without].map((word) => icons.find(word)?.icon));
  const takePlace = (place: ScenePlace) => {
    if (reading.place === null || strength.indexOf(place) < strength.indexOf(reading.place)) reading.place = place;
  };
  const next = { count: 1, scale: 1, color: null as string | null, isOnPrevious: false };
  const unknown: string[] = [];

  const add = (thing: Thing, word: string) => {
    const part = scenery[thing.icon];
    const isUnwanted = !part && (unwantedIcons.has(thing.icon) || without.has(word));
    const role: WordRole = part ? 'scene' : isUnwanted ? 'filler' : 'thing';
    for (const one of words.filter((each) => each.word === word)) {
      setRole(one, role, part);
      one.thing = role === 'thing' ? thing : null;
      one.isExact = icons.names(word, thing, 'part');
    }
    if (part) {
      if (part.place) takePlace(part.place);
      reading.time ??= part.time ?? null;
      if (part.weather) reading.weather.add(part.weather);
    } else if (!isUnwanted) {
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
    const as = (role: WordRole, count = 1, meaning?: Meaning) => words.slice(at, at + count).forEach((one) => setRole(one, role, meaning));
    if (/^(?:on|over) the moon$/.test(wanted.slice(at, at + 3).join(' '))) {
      takePlace('moon');
      as('filler', 2);
      at += 2;
      as('scene', 1, { place: 'moon' });
      continue;
    }
    // "Room for a title" is no room.
    if ((word === 'room' || word === 'space') && wanted[at + 1] === 'for') {
      as('modifier');
      continue;
    }
    // A golden retriever is no sunset.
    const isGoldenHour = word === 'golden' && /^(?:hour|light|evening|sun|sky)$/.test(wanted[at + 1] ?? '');
    // Names of several words, the longer ones first.
    const named = [3, 2].map((length) => wanted.slice(at, at + length)).find((words) => labelled(words.join(' '), icons) !== null);
    const thingNamed = named && labelled(named.join(' '), icons);
    if (named && thingNamed) {
      as('thing', named.length);
      add(thingNamed, named.at(-1) ?? word);
      at += named.length - 1;
      continue;
    }
    // A digit, or a word for a number.
    const count = /^\d{1,2}$/.test(word) ? Number(word) : counts.get(word);
    as('modifier');
    if (word === 'colourful' || word === 'colorful') next.color = 'any';
    else if (word === 'golden' && !isGoldenHour) next.color = colors.get('gold') ?? null;
    else if (isGoldenHour) reading.time ??= 'sunset';
    else if (count !== undefined) next.count = Math.min(Math.max(count, 1), mostThings);
    else if (sizes.has(word)) next.scale = sizes.get(word) ?? 1;
    else if (colors.has(word) && word !== 'gold') next.color = colors.get(word) ?? null;
    else if (word === 'on' || word === 'riding') {
      as('filler');
      next.isOnPrevious = true;
    } else if (fillers.has(word)) {
      as('filler');
      if (word === 'sky' && next.color === colors.get('blue')) reading.time ??= 'day';
      if (!['a', 'an', 'the'].includes(word)) next.isOnPrevious = false;
      continue;
    } else if (!scene(word)) {
      as('unknown');
      // A dancing octopus is no dancer.
      const describesNext = word.endsWith('ing') && icons.find(wanted[at + 1] ?? '') !== null && !fillers.has(wanted[at + 1] ?? '');
      const known = qualities.has(word) || describesNext ? null : icons.find(word);
      const thing = known && (icons.names(word, known, 'whole') || !(isDecoration(word) || isVerb(word, false))) ? known : null;
      if (thing) add(thing, word);
      else if (!unknown.includes(word)) unknown.push(word);
    } else {
      as(without.has(word) ? 'filler' : 'scene', 1, meaningOf(word));
    }
  }

  /** Words that define the scene; some are subjects as well. */
  function scene(word: string): boolean {
    const { place, occasion, time, weather } = meaningOf(word);
    if (place) takePlace(place);
    if (occasion && !without.has(word)) reading.occasion ??= occasion;
    if (time) reading.time ??= time;
    if (weather && !without.has(word)) reading.weather.add(weather);
    const isKnown = Boolean(place ?? occasion ?? time ?? weather);
    if (isKnown && !['bride', 'groom', 'disco'].includes(word))
      Object.assign(next, { count: 1, scale: 1, color: null, isOnPrevious: false });
    return isKnown && word !== 'bride' && word !== 'groom';
  }

  // A prompt with few English words may be in another language: the one that knows the most words wins.
  const strange = unknown.filter((word) => word.length > 2 && !qualities.has(word) && !foreignFillers.has(word));
  const isForeign = unknown.length * 2 >= wanted.filter((word) => !fillers.has(word)).length;
  const [best = []] = (isForeign && strange.length > 0 ? languages : [])
    .map((language) => strange.flatMap((word) => known(word, icons.findIn(language, word))))
    .sort((a, b) => b.length - a.length);
  for (const { word, thing } of best) add(thing, word);
  // Function words are ignored, as in English.
  reading.isForeign = best.length > 0;
  const isIgnored = (word: string) => best.length > 0 && (word.length < 4 || foreignFillers.has(word));
  for (const one of words) if (one.role === 'unknown' && isIgnored(one.word)) setRole(one, 'filler');
  if (reading.subjects.some(({ thing }) => thing.icon === 'astronaut' || thing.icon === 'ringed-planet') && !reading.place)
    reading.place = 'space';
  return bounded(reading);
}

function setRole(one: PromptWord, role: WordRole, meaning: Meaning | null = null): void {
  one.role = role;
  one.meaning = role === 'scene' ? meaning : null;
}

const meaningOf = (word: string): Meaning => ({
  place: places.get(word),
  occasion: occasions.get(word),
  time: timesOfDay.get(word),
  weather: weathers.get(word),
});

const defaultPlaces: Record<Occasion, ScenePlace> = { party: 'room', wedding: 'hills', concert: 'stage' };

/** Whether something is named that is in the sky. */
export const namesSky = ({ weather, words }: PromptReading): boolean =>
  weather.size > 0 || words.some(({ role, word }) => role === 'scene' && inTheSky.test(word));

/** Where the scene is. The sky is seen outdoors, so an occasion with it is there. */
export function placeOf(reading: PromptReading): ScenePlace {
  if (reading.place !== null) return reading.place;
  return reading.occasion === null || namesSky(reading) ? 'hills' : defaultPlaces[reading.occasion];
}

/** Whether the picture shows what a word of the scene says: some places have no sky, and there is one place and one time. */
export function isShown({ word, meaning }: PromptWord, reading: PromptReading): boolean {
  const here = placeOf(reading);
  const { place, occasion, time, weather } = meaning ?? {};
  const isOpen = !closed.has(here);
  if (place && place !== here && !shownIn[here]?.includes(place)) return false;
  if (occasion && occasion !== reading.occasion) return false;
  if (weather && !isOpen) return false;
  if (!time || (place && !inTheSky.test(word))) return true;
  if (time !== reading.time) return false;
  if (word.startsWith('star'))
    return here === 'moon' || here === 'space' || (isOpen && !hidesStars.some((kind) => reading.weather.has(kind)));
  if (isOpen || (here === 'room' && reading.occasion === null)) return true;
  return time === 'night' && here !== 'underwater' && here !== 'mars' && !inTheSky.test(word);
}

export const hidesStars: Weather[] = ['storm', 'rain', 'fog', 'snowfall'];
const inTheSky = /^(?:star|sun|moon)/;
/** Places without a sky that changes. */
const closed = new Set<ScenePlace>(['underwater', 'moon', 'mars', 'space', 'room', 'stage']);
/** Other places that belong to one. */
const shownIn: Partial<Record<ScenePlace, ScenePlace[]>> = { beach: ['sea'], mountains: ['hills'], snow: ['hills'], forest: ['hills'] };

const inverse = <T extends string>(lists: Record<T, string>) =>
  new Map((Object.entries(lists) as [T, string][]).flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));

const places = inverse<ScenePlace>({
  hills:
    'hill hills meadow meadows field fields park garden farm countryside grass valley picnic spring village outdoors lawn prairie vineyard',
  mountains: 'mountain mountains alps alpine peak peaks hiking summit cliff canyon glacier',
  forest: 'forest forests woods woodland jungle rainforest camping campsite',
  beach: 'beach beaches shore coast seaside island tropical summer seashore sand',
  sea: 'sea ocean lake waves sailing harbour harbor river water bay',
  underwater: 'underwater reef seabed aquarium diving undersea',
  city: 'city cities town skyline street streets downtown urban skyscraper skyscrapers road avenue metropolis',
  desert: 'desert deserts dunes dune sahara oasis',
  snow: 'snow snowy winter wintry ski skiing arctic icy antarctica tundra',
  moon: 'lunar',
  mars: 'mars martian',
  space: 'space galaxy cosmos orbit universe outer nebula cosmic',
  room: 'room indoor indoors inside kitchen office interior bedroom classroom cafe restaurant bar',
  stage: 'stage theatre theater nightclub club arena dancefloor',
});

/** Words that define the scene and may be subjects too. */
const occasions = inverse<Occasion>({
  party: 'party parties birthday celebration celebrate anniversary carnival graduation',
  wedding: 'wedding weddings marriage bride groom ceremony reception',
  concert: 'concert concerts festival gig disco band dj rave show performance',
});

const timesOfDay = inverse<Time>({
  day: 'day daytime daylight noon midday afternoon sunny sun sunshine bright',
  dawn: 'dawn sunrise morning',
  sunset: 'sunset evening',
  dusk: 'dusk twilight',
  night: 'night nighttime midnight moonlight moonlit starry stars dark nocturnal moon',
});

const weathers = inverse<Weather>({
  clouds: 'cloud clouds cloudy overcast',
  rain: 'rain rainy raining drizzle',
  storm: 'storm stormy lightning thunder thunderstorm tempest',
  snowfall: 'snowing snowfall snowflakes snowflake blizzard',
  fog: 'fog foggy mist misty haze hazy',
  rainbow: 'rainbow rainbows',
  fireworks: 'fireworks firework',
});

const colors = new Map(
  Object.entries({
    red: '#e23b3b',
    orange: '#f28c28',
    yellow: '#f6c928',
    green: '#3fa34d',
    blue: '#2f7de1',
    purple: '#8a4fd3',
    violet: '#7f4fe0',
    pink: '#f06fa8',
    turquoise: '#2bbfb3',
    teal: '#1f9c96',
    cyan: '#31c3e0',
    brown: '#8f5a34',
    gold: '#e2b13c',
    black: '#33343d',
    white: '#f4f1ee',
    grey: '#8c919c',
    gray: '#8c919c',
    silver: '#b8c0cc',
    crimson: '#c0223b',
    magenta: '#d83aa8',
    lilac: '#b99be6',
    navy: '#2a3f87',
    lime: '#8ed03a',
    beige: '#dcc6a0',
  }),
);

const counts = new Map(
  Object.entries({
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    couple: 2,
    pair: 2,
    few: 3,
    several: 4,
    many: 6,
    dozen: 8,
    lots: 6,
    crowd: 6,
    group: 5,
    bunch: 5,
    some: 2,
  }),
);

const sizes = new Map(
  Object.entries({
    tiny: 0.5,
    small: 0.68,
    little: 0.68,
    mini: 0.5,
    big: 1.4,
    large: 1.4,
    huge: 1.75,
    giant: 1.9,
    enormous: 1.9,
    tall: 1.3,
    gigantic: 1.9,
  }),
);

/** Words that define a scene, and how its things look. */
export const sceneWords = (): string[] => [places, occasions, timesOfDay, weathers, colors].flatMap((words) => [...words.keys()]);

/** They ask for nothing that could be drawn, or that could be left out. */
const fillers = new Set(
  (
    'a an the of on in at by to with and or for from into over under near beside behind before after above below next is are was be being it its this that these those his her their my our your ' +
    'sky there where which who while as up down out off through across around between among very so really just some any all both each other more most like scene picture image photo drawing ' +
    'illustration painting illustrated of draw make show showing please full front back side left right middle top bottom background foreground during'
  ).split(' '),
);

/** Articles and the like of the other languages: they are no words to look up. */
const foreignFillers = new Set(
  'un una uno los las del con por para sobre der die das ein eine einen einem mit und auf von dem den des les une avec dans sur pour della nel nella uma com em na no entre bajo unter über'.split(
    ' ',
  ),
);

/** They are drawn as grown-ups, smaller. */
const young = new Set('girl girls boy boys child children kid kids'.split(' '));

/** They are several without an `s` that could be taken off. */
const plurals = new Set('people family friends guests children kids men women mice geese wolves'.split(' '));

/** Adjectives. An emoji that only has such a tag would be confusing. */
const qualities = new Set(
  'hot cold air old new happy sad funny cute fast slow good bad nice beautiful pretty amazing fun cool magical modern vintage romantic lovely fresh wild best great style quality art table'.split(
    ' ',
  ),
);

const negations = new Set(['no', 'without', 'not', 'minus', 'except']);

/** Emoji that mean a place, time or weather. Words of other languages reach them this way. */
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
/** Places under the subjects come before places in the background: "on the moon" doesn't mean under it. */
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

/** Words, and emoji with their parts. */
const WORD =
  /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}]+)*|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*/gu;

function wordsOf(prompt: string): PromptWord[] {
  let end = 0;
  return Array.from(prompt.matchAll(WORD), ({ 0: text, index: start }) => {
    const isAfterBreak = /[^\p{Z}\t]/u.test(prompt.slice(end, start)) || EMOJI.test(text);
    end = start + text.length;
    return { word: text.toLowerCase(), text, start, end, isAfterBreak, role: 'unknown', thing: null, isExact: true, meaning: null };
  });
}

const known = (word: string, thing: Thing | null) => (thing ? [{ word, thing }] : []);

function labelled(words: string, icons: Vocabulary): Thing | null {
  if (!words.includes(' ')) return null;
  const thing = icons.find(words);
  return thing && singularsOf(words).includes(thing.label) ? thing : null;
}

/** `no rain`, `without people`: what follows, up to the next word that begins something else. */
function split(words: PromptWord[]): { wanted: PromptWord[]; unwanted: PromptWord[] } {
  const wanted: PromptWord[] = [];
  const unwanted: PromptWord[] = [];
  let isUnwanted = false;
  for (const one of words) {
    if (negations.has(one.word)) isUnwanted = true;
    else if (isUnwanted && ['a', 'an', 'the', 'any'].includes(one.word)) continue;
    else if (isUnwanted) {
      unwanted.push(one);
      isUnwanted = false;
    } else wanted.push(one);
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
