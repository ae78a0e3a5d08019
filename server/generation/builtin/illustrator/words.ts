// The words that Clip art reads: places, occasions, times, weather, colors, numbers and sizes, and words that say nothing about the picture.

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
export type Weather = 'clouds' | 'rain' | 'storm' | 'snowfall' | 'fog' | 'rainbow' | 'fireworks';

const inverse = <T extends string>(lists: Record<T, string>) =>
  new Map((Object.entries(lists) as [T, string][]).flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));

export const places = inverse<ScenePlace>({
  hills:
    'hill hills meadow meadows field fields park garden gardens backyard farm countryside grass valley picnic spring autumn village villages hamlet outdoors outside lawn prairie savanna safari vineyard playground zoo airport carnival fair fairground funfair hike',
  mountains: 'mountain mountains alps alpine peak peaks hiking summit cliff',
  forest: 'forest forests woods woodland jungle rainforest camping campsite',
  beach: 'beach beaches shore coast seaside island tropical summer seashore sand',
  sea: 'sea ocean lake lakes waves sailing harbour harbor marina port river water bay',
  underwater: 'underwater reef seabed aquarium diving undersea',
  city: 'city cities town towns skyline street streets downtown urban skyscraper skyscrapers road avenue metropolis',
  desert: 'desert deserts dunes dune sahara oasis canyon',
  snow: 'snow snowy winter wintry ski skiing arctic icy antarctica tundra glacier',
  moon: 'lunar',
  mars: 'mars martian',
  space: 'space galaxy cosmos orbit universe outer nebula cosmic',
  room: 'room indoor indoors inside kitchen office interior bedroom lounge classroom library museum gym cafe café restaurant bar pub ballroom',
  stage: 'stage theatre theater nightclub club disco rave arena dancefloor',
});

/** Where something usually is, if the prompt names no place. */
export const usualPlaces = inverse<'room' | 'city' | 'sea'>({
  room: 'conference congress convention seminar lecture meeting workshop networking presentation breakfast brunch lunch dinner supper banquet feast buffet fireplace',
  city: 'market marketplace bazaar parade traffic',
  sea: 'lighthouse pier',
});

/** Words that define the scene and may be subjects too. */
export const occasions = inverse<Occasion>({
  party: 'party parties birthday birthdays celebration celebrate celebrating anniversary graduation',
  wedding: 'wedding weddings marriage bride groom newlyweds ceremony reception bridal',
  concert: 'concert concerts festival gig disco rave show performance',
});

export const timesOfDay = inverse<Time>({
  day: 'day daytime daylight noon midday afternoon sunny sun sunshine bright',
  dawn: 'dawn sunrise morning',
  sunset: 'sunset evening',
  dusk: 'dusk twilight',
  night: 'night nighttime midnight moonlight moonlit starry stars dark nocturnal moon',
});

export const weathers = inverse<Weather>({
  clouds: 'cloud clouds cloudy overcast',
  rain: 'rain rainy raining drizzle',
  storm: 'storm stormy lightning thunder thunderstorm tempest',
  snowfall: 'snowing snowfall snowflakes snowflake blizzard',
  fog: 'fog foggy mist misty haze hazy',
  rainbow: 'rainbow rainbows',
  fireworks: 'fireworks firework',
});

export const colors = new Map(
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

/** Colors of the other languages, in all their endings. */
const foreignColorStems: Record<string, string> = {
  red: 'rot(?:e[nmrs]?)?|rouges?|roj[oa]s?|ross[oaie]|vermelh[oa]s?',
  blue: 'blau(?:e[nmrs]?)?|bleue?s?|azul(?:es)?|azuis|blu|azzurr[oaie]',
  green: 'grün(?:e[nmrs]?)?|verte?s?|verdes?|verdi',
  yellow: 'gelb(?:e[nmrs]?)?|jaunes?|amarill[oa]s?|giall[oaie]|amarel[oa]s?',
  orange: 'orangen?(?:e[nmrs]?)?|naranjas?|arancion[ei]|laranjas?',
  pink: 'rosa(?:fa(?:rben)(?:e[nmrs]?)?)?|roses|rosas',
  purple: 'lila|violett(?:e[nmrs]?)?|violett?es?|morad[oa]s?|viola|rox[oa]s?',
  brown: 'braun(?:e[nmrs]?)?|bruns?|brunes?|marron(?:es)?|marrón|marron[ei]|castanh[oa]s?',
  black: 'schwarz(?:e[nmrs]?)?|noire?s?|negr[oa]s?|ner[oaie]|pret[oa]s?',
  white: 'weiß(?:e[nmrs]?)?|weiss(?:e[nmrs]?)?|blancs?|blanches?|blanc[oa]s?|bianc(?:[oa]|hi|he)|branc[oa]s?',
  grey: 'grau(?:e[nmrs]?)?|grise?s?|grigi[oa]?|cinz(?:a|ento)s?',
  gold: 'golden(?:e[nmrs]?)?|dorée?s?|dorad[oa]s?|dorat[oaie]|dourad[oa]s?',
};
const foreignColors = Object.entries(foreignColorStems).map(([color, stems]) => [new RegExp(`^(?:${stems})$`), color] as const);

export const foreignColorOf = (word: string): string | undefined =>
  colors.get(foreignColors.find(([stems]) => stems.test(word))?.[1] ?? '');

/** Numbers of the other languages. */
export const foreignCounts = new Map(
  [
    'zwei deux dos due dois duas',
    'drei trois tres tre três',
    'vier quatre cuatro quattro quatro',
    'fünf cinq cinco cinque',
    'sechs six seis sei',
  ].flatMap((words, at) => words.split(' ').map((word): [string, number] => [word, at + 1])),
);

export const counts = new Map(
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
    pair: 2,
    few: 3,
    several: 4,
    many: 6,
    dozen: 12,
    dozens: 24,
    hundred: 100,
    hundreds: 200,
    thousand: 1000,
    thousands: 2000,
    million: 1_000_000,
    millions: 2_000_000,
    numerous: 6,
    countless: 24,
    lots: 6,
    group: 5,
    bunch: 5,
  }),
);

export const sizes = new Map(
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

/** They ask for nothing that could be drawn, or that could be left out. */
export const fillers = new Set(
  (
    'a an the of on in at by to with and or for from into over under near beside behind before after above below next is are was be being it its this that these those his her their my our your ' +
    'sky there where which who while as up down out off through across around between among very so really just any some all both each other more most like scene picture image photo drawing ' +
    'illustration painting illustrated draw make show showing please full front back side left right middle top bottom background foreground during ' +
    // Words that only connect or emphasize.
    'only also too even still again always never often maybe perhaps quite rather almost about against along onto upon toward towards within until since per via than then but yet if because though although however ' +
    'i me you he she him we us they them mine yours ours theirs myself itself themselves whose what when how why here let lets want need give add put include including plus ' +
    'every another such enough much bit been were am together alone exactly simply merely especially mainly mostly nearly'
  ).split(' '),
);

/** Articles and the like of the other languages: they are no words to look up. */
export const foreignFillers = new Set(
  'un una uno los las del con por para sobre der die das ein eine einen einem mit und auf von dem den des les une avec dans sur pour della nel nella uma com em na no entre bajo unter über'.split(
    ' ',
  ),
);

/** Adjectives. An emoji that only has such a tag would be confusing. */
export const qualities = new Set(
  'hot cold air old new happy sad funny cute fast slow good bad nice beautiful pretty amazing fun cool magical modern vintage romantic lovely fresh wild best great style quality art'.split(
    ' ',
  ),
);

export const negations = new Set(['no', 'without', 'not', 'minus', 'except']);

/** Emoji that mean a place, time or weather. Words of other languages reach them this way. */
export const scenery: Record<string, Partial<{ place: ScenePlace; time: Time; weather: Weather }>> = {
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

/** Words that define a scene, and how its things look. */
export const sceneWords = (): string[] =>
  [places, usualPlaces, occasions, timesOfDay, weathers, colors].flatMap((words) => [...words.keys()]);
