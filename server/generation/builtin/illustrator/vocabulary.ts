// The words that make the scene rather than stand in it: where, when, what weather, how many, which color, how large.

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

/** They make the scene and may stand in it too. */
export const occasions = inverse<Occasion>({
  party: 'party parties birthday celebration celebrate anniversary carnival graduation',
  wedding: 'wedding weddings marriage bride groom ceremony reception',
  concert: 'concert concerts festival gig disco band dj rave show performance',
});

export const timesOfDay = inverse<Time>({
  day: 'day daytime daylight noon midday afternoon sunny sun sunshine bright',
  dawn: 'dawn sunrise morning',
  sunset: 'sunset evening golden',
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
    couple: 2,
    pair: 2,
    few: 3,
    several: 4,
    many: 6,
    dozen: 8,
    lots: 6,
    crowd: 6,
    some: 2,
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
    'there where which who while as up down out off through across around between among very so really just some any all both each other more most like scene picture image photo drawing ' +
    'illustration painting illustrated of draw make show showing please full front back side left right middle top bottom background foreground during'
  ).split(' '),
);

/** Articles and the like of the other languages: they are no words to look up. */
export const foreignFillers = new Set(
  'un una uno los las del con por para sobre der die das ein eine einen einem mit und auf von dem den des les une avec dans sur pour della nel nella uma com em na no entre bajo unter über'.split(
    ' ',
  ),
);

/** They are drawn as grown-ups, smaller. */
export const young = new Set('girl girls boy boys child children kid kids'.split(' '));

/** They are several without an `s` that could be taken off. */
export const plurals = new Set('people friends guests children kids men women mice geese wolves'.split(' '));

/** They tell how something is: an emoji that is merely tagged so would be a riddle. */
export const qualities = new Set(
  'hot cold air old new happy sad funny cute fast slow good bad nice beautiful pretty amazing fun cool magical modern vintage romantic lovely fresh wild best great style quality art'.split(
    ' ',
  ),
);

export const negations = new Set(['no', 'without', 'not', 'minus', 'except']);
