// Reads a prompt into the contents of a scene.
import { bridalCouple, groups, isPortion, isPose, type Member, posed, thingsOf } from '#server/generation/builtin/illustrator/contents.ts';
import { isDecoration, isVerb } from '#server/generation/builtin/illustrator/descriptive-words.ts';
import { EMOJI, languages, singularsOf, type Thing, type Vocabulary } from '#server/generation/builtin/illustrator/icons.ts';
import { colorsOfPart, headOf, headwearOf, isPart } from '#server/generation/builtin/illustrator/parts.ts';
import {
  colors,
  counts,
  fillers,
  foreignColorOf,
  foreignCounts,
  foreignFillers,
  negations,
  type Occasion,
  occasions,
  places,
  qualities,
  scenery,
  type ScenePlace,
  sizes,
  type Time,
  timesOfDay,
  usualPlaces,
  type Weather,
  weathers,
} from '#server/generation/builtin/illustrator/words.ts';

export interface Subject {
  thing: Thing;
  /** As it was typed. */
  word: string;
  count: number;
  /** How many the prompt asks for; more than are drawn of a crowd. */
  asked: number;
  scale: number;
  /** Those of several have them in turn; none: its own. */
  colors: readonly string[];
  /** Parts with a color of their own, and what is worn. */
  parts: readonly { word: string; color: string }[];
  headwear: { icon: string; color: string | null } | null;
  /** On top of the previous subject. */
  isOnPrevious: boolean;
  /** Next to the previous one: "a bride and a groom". */
  isBeside: boolean;
  /** People, in turn; empty for a thing. */
  members: readonly Member[];
  /** It isn't named, but belongs to a place or an occasion that is. */
  isSetting: boolean;
}

/** What a word says about the scene. */
interface Meaning {
  place?: ScenePlace;
  occasion?: Occasion;
  time?: Time;
  weather?: Weather;
}

/** What becomes of a word. `part` is a part that its thing doesn't have. */
type WordRole = 'thing' | 'scene' | 'modifier' | 'filler' | 'part' | 'unknown';

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
  /** Where what is named usually is. */
  usualPlace: ScenePlace | null;
  occasion: Occasion | null;
  time: Time | null;
  weather: Set<Weather>;
  /** Of the scene: `sky`, `stars`, `clouds` and the like that are not wanted. */
  without: Set<string>;
  subjects: Subject[];
  /** Whether strings of lights hang over it. */
  hasLights: boolean;
  /** The words, except those that are not wanted. */
  words: PromptWord[];
  /** Whether it was read as another language than English. */
  isForeign: boolean;
}

/** What was read about a thing before its name. */
interface Pending {
  count: number;
  scale: number;
  colors: string[];
  isOnPrevious: boolean;
  pose: string | null;
}

const nothing = (): Pending => ({ count: 1, scale: 1, colors: [], isOnPrevious: false, pose: null });

export function readPrompt(prompt: string, negativePrompt: string, icons: Vocabulary): PromptReading {
  const { wanted: words, unwanted } = split(wordsOf(prompt));
  const wanted = words.map(({ word }) => word);
  const without = new Set([...unwanted, ...wordsOf(negativePrompt)].flatMap(({ word }) => singularsOf(word)));
  const reading: PromptReading = {
    place: null,
    usualPlace: null,
    occasion: null,
    time: null,
    weather: new Set(),
    without,
    subjects: [],
    hasLights: false,
    words,
    isForeign: false,
  };
  const unwantedIcons = new Set([...without].map((word) => icons.find(word)?.icon));
  const takePlace = (place: ScenePlace) => {
    if (reading.place === null || strength.indexOf(place) < strength.indexOf(reading.place)) reading.place = place;
  };
  let next = nothing();
  const unknown: string[] = [];
  /** The people who were named last, joined by "and". */
  let people: Subject[] = [];
  /** What "with a door" and "is red" belong to. */
  let owner = null as Subject | null;
  let isOfOwner = false;
  let isAfterAnd = false;

  const addSubject = (subject: Subject) => {
    const isPerson = subject.members.length > 0;
    subject.isBeside = isPerson && isAfterAnd && people.length > 0;
    if (isPerson) people = [...(subject.isBeside ? people : []), subject];
    else people = [];
    const upper = next.isOnPrevious ? reading.subjects.pop() : undefined;
    if (upper) upper.isOnPrevious = true;
    reading.subjects.push(subject, ...(upper ? [upper] : []));
    if (next.pose !== null && isPerson) pose(next.pose);
    owner = upper ?? subject;
    isOfOwner = false;
    next = nothing();
  };

  const pose = (word: string): boolean => {
    const moved = people.map((one) => one.members.map((member) => posed(member, word, icons)));
    if (!moved.flat().some((member) => member !== null)) return false;
    people.forEach((one, index) => (one.members = one.members.map((member, at) => moved[index]?.[at] ?? member)));
    return true;
  };

  const isLeftOut = (word: string) => singularsOf(word).some((one) => without.has(one));

  const addPeople = (one: PromptWord): boolean => {
    const group = groups.get(one.word);
    const thing = icons.byIcon(group?.members[0]?.icon ?? '');
    if (!group || !thing) return false;
    const isUnwanted = isLeftOut(one.word);
    setRole(one, isUnwanted ? 'filler' : 'thing');
    one.thing = isUnwanted ? null : thing;
    const isMany = group.count === 1 && one.word.endsWith('s');
    const asked = next.count > 1 ? next.count * (isCouple.test(one.word) ? 2 : 1) : isMany ? 3 : group.count;
    if (isUnwanted) next = nothing();
    else addSubject({ ...plain(thing, one.text), scale: next.scale, colors: next.colors, count: asked, asked, members: group.members });
    return true;
  };

  const add = (thing: Thing, word: string) => {
    const part = scenery[thing.icon];
    const isUnwanted = !part && (unwantedIcons.has(thing.icon) || isLeftOut(word));
    const role: WordRole = part ? 'scene' : isUnwanted ? 'filler' : 'thing';
    let text = word;
    for (const one of words.filter((each) => each.word === word)) {
      setRole(one, role, part);
      one.thing = role === 'thing' ? thing : null;
      one.isExact = icons.names(word, thing, 'part');
      text = one.text;
    }
    reading.usualPlace ??= usualPlaces.get(word) ?? null;
    if (part) {
      if (part.place) takePlace(part.place);
      reading.time ??= part.time ?? null;
      if (part.weather) reading.weather.add(part.weather);
    }
    if (part || isUnwanted) {
      next = nothing();
      return;
    }
    const asked = isPlural(word) && next.count === 1 ? 3 : next.count;
    const isPerson = thing.subgroup >= FIRST_PERSON && thing.subgroup <= LAST_PERSON;
    addSubject({
      ...plain(thing, text),
      scale: next.scale,
      colors: next.colors,
      count: asked,
      asked,
      members: isPerson ? [{ icon: thing.icon, scale: 1 }] : [],
    });
  };

  /** "with a blue door": a part of the thing before it. */
  const addPart = (one: PromptWord): boolean => {
    if (!owner || !isOfOwner) return false;
    const drawn = owner.members.length > 0 ? owner.members.map(({ icon }) => icon) : [owner.thing.icon];
    const color = next.colors[0] ?? null;
    const hat = headwearOf(one.word);
    const known = drawn.some((icon) => colorsOfPart(icon, one.word) !== null);
    if (!known && !isPart(one.word)) return false;
    if (known && next.count === 1) {
      if (color !== null) owner.parts = [...owner.parts, { word: one.word, color }];
    } else if (hat !== null && drawn.every((icon) => headOf(icon) !== null)) owner.headwear = { icon: hat, color };
    else {
      setRole(one, 'part');
      next = nothing();
      return true;
    }
    setRole(one, 'thing');
    one.thing = owner.thing;
    next = nothing();
    return true;
  };

  for (let at = 0; at < wanted.length; at++) {
    const word = wanted[at] ?? '';
    const one = words[at];
    if (!one) break;
    const following = words[at + 1]?.isAfterBreak ? undefined : wanted[at + 1];
    const as = (role: WordRole, count = 1, meaning?: Meaning) =>
      words.slice(at, at + count).forEach((each) => setRole(each, role, meaning));
    if (one.isAfterBreak) [isOfOwner, people] = [false, []];
    if (/^(?:on|over) the moon$/.test(wanted.slice(at, at + 3).join(' '))) {
      takePlace('moon');
      as('filler', 2);
      at += 2;
      words.slice(at, at + 1).forEach((each) => setRole(each, 'scene', { place: 'moon' }));
      continue;
    }
    // "Room for a title" is no room, and a table card no table.
    if (((word === 'room' || word === 'space') && following === 'for') || (word === 'table' && /^cards?$/.test(following ?? ''))) {
      as('modifier');
      continue;
    }
    if (isPortion(word, following)) {
      as('modifier');
      continue;
    }
    // Of glasses, those to drink from; lights that hang in a row; inside a building, not beside it.
    const vessel = drinks.get(word);
    if (vessel !== undefined && following !== undefined && /^(?:glass|glasses|flutes?)$/.test(following)) {
      const thing = icons.byIcon(vessel);
      if (thing) {
        if (following !== 'glass' && following !== 'flute' && next.count === 1 && thing.icon !== 'clinking-glasses') next.count = 2;
        as('thing', 2);
        add(thing, following);
        for (const each of words.slice(at, at + 2)) each.thing = thing;
        at++;
        isAfterAnd = false;
        continue;
      }
    }
    if (/^(?:string|fairy|christmas|festoon)$/.test(word) && /^lights?$/.test(following ?? '')) {
      as('scene', 2, {});
      reading.hasLights = true;
      next = nothing();
      at++;
      continue;
    }
    if (isInside(at)) {
      as('scene', 1, { place: 'room' });
      takePlace('room');
      next = nothing();
      continue;
    }
    if (addPart(one)) continue;
    // A golden retriever is no sunset.
    const isGoldenHour = word === 'golden' && /^(?:hour|light|evening|sun|sky)$/.test(following ?? '');
    // Names of several words, the longer ones first.
    const named = [3, 2].map((length) => wanted.slice(at, at + length)).find((each) => labelled(each.join(' '), icons) !== null);
    const thingNamed = named && labelled(named.join(' '), icons);
    if (named && thingNamed) {
      as('thing', named.length);
      add(thingNamed, named.at(-1) ?? word);
      at += named.length - 1;
      isAfterAnd = false;
      continue;
    }
    // A pine tree is one tree.
    const tree = /^trees?$/.test(following ?? '') ? icons.find(word) : null;
    if (tree?.icon.endsWith('-tree')) {
      if (following === 'trees' && next.count === 1) next.count = 3;
      as('thing', 2);
      add(tree, word);
      for (const each of words.slice(at, at + 2)) each.thing = one.thing;
      at++;
      isAfterAnd = false;
      continue;
    }
    const count = countOf(at);
    const color = word === 'golden' && !isGoldenHour ? colors.get('gold') : word === 'gold' ? undefined : colors.get(word);
    as('modifier');
    if (word === 'colourful' || word === 'colorful') next.colors = [...rainbow];
    else if (isGoldenHour) reading.time ??= 'sunset';
    else if (count !== null) next.count = word.startsWith('hundred') || /^(?:thousand|million)$/.test(word) ? count * next.count : count;
    else if (sizes.has(word)) next.scale = sizes.get(word) ?? 1;
    else if (color !== undefined) {
      if (owner && /^(?:is|are|painted|colored|coloured)$/.test(wanted[at - 1] ?? '')) owner.colors = [color];
      else next.colors.push(color);
    } else if (word === 'on' || word === 'riding') {
      as('filler');
      next = { ...nothing(), isOnPrevious: true };
    } else if (fillers.has(word)) {
      as('filler');
      if (word === 'sky' && next.colors[0] === colors.get('blue')) reading.time ??= 'day';
      const isBetweenColors = word === 'and' && colors.has(wanted[at - 1] ?? '') && colors.has(following ?? '');
      if (ARTICLES.has(word)) next = { ...nothing(), isOnPrevious: next.isOnPrevious };
      else if (separators.has(word) && !isBetweenColors) next = nothing();
      if (attaching.has(word)) isOfOwner = owner !== null;
      if (word === 'and') isAfterAnd = true;
      if (word === 'or') isAfterAnd = false;
      continue;
    } else if (attaching.has(word)) {
      as('unknown');
      isOfOwner = owner !== null;
    } else if (isPose(word) && people.length > 0 && !one.isAfterBreak && pose(word)) {
      as('thing');
      one.thing = people.at(-1)?.thing ?? null;
    } else if (isPose(word) && (groups.has(following ?? '') || isPersonNamed(following, icons))) next.pose = word;
    else if (addPeople(one)) {
      if (occasions.has(word)) reading.occasion ??= occasions.get(word) ?? null;
    } else if (!scene(one)) {
      as('unknown');
      // A dancing octopus is no dancer.
      const describesNext = word.endsWith('ing') && icons.find(following ?? '') !== null && !fillers.has(following ?? '');
      const known = qualities.has(word) || describesNext ? null : icons.find(word);
      const thing = known && (icons.names(word, known, 'whole') || !(isDecoration(word) || isVerb(word, false))) ? known : null;
      if (thing) add(thing, word);
      else if (!unknown.includes(word)) unknown.push(word);
    } else {
      as(without.has(word) ? 'filler' : 'scene', 1, meaningOf(word));
      if (word !== 'bride' && word !== 'groom') next = nothing();
    }
    isAfterAnd = isAfterAnd && (one.role === 'modifier' || one.role === 'filler');
  }

  /** "roten Ballons", "ballon rouge": what is said of a thing before or after its name in the other languages. */
  function describedBeside(at: number): Pending {
    const described = nothing();
    const near = [...words.slice(Math.max(0, at - 2), at), ...words.slice(at + 1, at + 2)];
    for (const one of near) {
      const color = one.role === 'unknown' || one.word === 'rose' ? foreignColorOf(one.word) : undefined;
      const count = foreignCounts.get(one.word);
      if (color === undefined && count === undefined) continue;
      if (color !== undefined) described.colors.push(color);
      if (count !== undefined) described.count = count;
      setRole(one, 'modifier');
    }
    return described;
  }

  /** "in a church": where it happens. */
  function isInside(at: number): boolean {
    const thing = icons.find(wanted[at] ?? '');
    if (!thing || !(thing.subgroup === BUILDINGS || thing.icon === 'church') || (wanted[at] ?? '').endsWith('s')) return false;
    const [before = '', earlier = ''] = [wanted[at - 1], wanted[at - 2]];
    return !words[at]?.isAfterBreak && inside.has(DETERMINERS.has(before) ? earlier : before);
  }

  /** A number, or a word for one. Large numbers only count before something in the plural: "100 dogs", but not "studio 54". */
  function countOf(at: number): number | null {
    const word = wanted[at] ?? '';
    if (word === 'couple' && wanted[at + 1] === 'of') return 2;
    if (!/^\d{1,7}$/.test(word)) return counts.get(word) ?? null;
    const number = Number(word);
    const things = wanted.slice(at + 1, at + 4);
    return number >= 1 && (number <= mostThings || things.some((one) => isPlural(one))) ? number : null;
  }

  function isPlural(word: string): boolean {
    if (plurals.has(word)) return true;
    const thing = word.endsWith('s') ? icons.find(word) : null;
    return groups.has(word) || (thing !== null && singularsOf(word).some((one) => one !== word && icons.find(one)?.icon === thing.icon));
  }

  /** Words that define the scene; some are subjects as well. */
  function scene({ word }: PromptWord): boolean {
    const { place, occasion, time, weather } = meaningOf(word);
    if (place) takePlace(place);
    if (!without.has(word)) {
      reading.usualPlace ??= usualPlaces.get(word) ?? null;
      if (occasion) reading.occasion ??= occasion;
      if (weather) reading.weather.add(weather);
    }
    if (time) reading.time ??= time;
    const isTheme = thingsOf(word, icons).length > 0 && icons.find(word)?.label !== word;
    return (isTheme || Boolean(place ?? occasion ?? time ?? weather)) && word !== 'bride' && word !== 'groom';
  }

  // A prompt with few English words may be in another language: the one that knows the most words wins.
  const strange = unknown.filter(
    (word) => word.length > 2 && !qualities.has(word) && !foreignFillers.has(word) && !icons.isEnglish(word) && !isDecoration(word),
  );
  const isForeign = unknown.length * 2 >= wanted.filter((word) => !fillers.has(word)).length;
  const [best = []] = (isForeign && strange.length > 0 ? languages : [])
    .map((language) => strange.flatMap((word) => (foreignColorOf(word) === undefined ? known(word, icons.findIn(language, word)) : [])))
    .sort((a, b) => b.length - a.length);
  for (const { word, thing } of best) {
    next = describedBeside(words.findIndex((each) => each.word === word));
    add(thing, word);
  }
  // Function words are ignored, as in English.
  reading.isForeign = best.length > 0;
  const isIgnored = (word: string) => best.length > 0 && (word.length < 4 || foreignFillers.has(word));
  for (const one of words) if (one.role === 'unknown' && isIgnored(one.word)) setRole(one, 'filler');
  if (reading.subjects.some(({ thing }) => thing.icon === 'astronaut' || thing.icon === 'ringed-planet') && !reading.place)
    reading.place = 'space';
  reading.usualPlace ??= usualPlaceOf(reading.subjects);
  if (reading.occasion === 'wedding') reading.subjects.forEach((subject) => marry(subject));
  const read = bounded(reading);
  return { ...read, subjects: [...read.subjects, ...settingOf(read, icons)] };
}

const isCouple = /^(?:couples?|lovers|parents)$/i;
const rainbow = ['#e23b3b', '#f6c928', '#2f7de1', '#3fa34d', '#f06fa8', '#8a4fd3', '#f28c28'];
/** Unicode's subgroups of people. */
const [FIRST_PERSON, LAST_PERSON] = [23, 28];
const ARTICLES = new Set(['a', 'an', 'the']);
const DETERMINERS = new Set([...ARTICLES, 'my', 'our', 'your', 'his', 'her', 'their', 'this', 'old', 'big', 'small']);
const inside = new Set(['in', 'inside', 'within']);
/** Unicode's subgroup. */
const BUILDINGS = 51;
/** What glasses for a drink are. */
const drinks = new Map([
  ['champagne', 'clinking-glasses'],
  ['sparkling', 'clinking-glasses'],
  ['prosecco', 'clinking-glasses'],
  ['toasting', 'clinking-glasses'],
  ['wine', 'wine-glass'],
  ['drinking', 'wine-glass'],
  ['crystal', 'wine-glass'],
  ['beer', 'beer-mug'],
  ['cocktail', 'cocktail-glass'],
  ['martini', 'cocktail-glass'],
  ['whisky', 'tumbler-glass'],
  ['whiskey', 'tumbler-glass'],
]);
/** What was read about a thing ends here. */
const separators = new Set(
  'and or with in at by to from into near beside behind before after above below next while as over under around between'.split(' '),
);
/** What follows them may belong to the thing before. */
const attaching = new Set('with has have having in wearing wears whose its'.split(' '));
/** They are several without an `s` that could be taken off. */
const plurals = new Set('people family friends guests children kids men women mice geese wolves'.split(' '));

const isPersonNamed = (word: string | undefined, icons: Vocabulary): boolean => {
  const { subgroup = 0 } = (word !== undefined && icons.find(word)) || {};
  return subgroup >= FIRST_PERSON && subgroup <= LAST_PERSON;
};

const plain = (thing: Thing, word: string): Subject => ({
  thing,
  word,
  count: 1,
  asked: 1,
  scale: 1,
  colors: [],
  parts: [],
  headwear: null,
  isOnPrevious: false,
  isBeside: false,
  members: [],
  isSetting: false,
});

/** A couple at a wedding is bride and groom; who dances there does it in white and black. */
function marry(subject: Subject): void {
  const isPair = isCouple.test(subject.word);
  if (!isPair && !bridalCouple.some(({ icon }) => icon === subject.thing.icon)) return;
  if (isPair && subject.members.every(({ icon }) => icon.endsWith('-standing'))) subject.members = bridalCouple;
  subject.parts = [{ word: 'dress', color: '#fbf7f4' }, { word: 'suit', color: '#3a3648' }, ...subject.parts];
}

/** Food, drink and computers: where there is a table, they are on it. */
export const isTableware = ({ subgroup }: Thing): boolean => (subgroup >= 42 && subgroup <= 48) || subgroup === 70;

/** Where things usually are, if all that is named can be there. */
function usualPlaceOf(subjects: readonly Subject[]): ScenePlace | null {
  const found = subjects.map(({ thing }) => habitats.find(({ has }) => has(thing)));
  const first = found.find((one) => one !== undefined);
  if (!first || found.some((one) => one !== undefined && one !== first)) return null;
  return found.every((one) => one === first) ? first.place : first.shared;
}

/** `shared`: where there is room for others, too. */
const habitats: readonly { place: ScenePlace; shared: ScenePlace; has: (thing: Thing) => boolean }[] = [
  { place: 'sea', shared: 'beach', has: ({ subgroup, icon }) => subgroup === 55 || /surfing|rowing-boat|swimming/.test(icon) },
  {
    place: 'beach',
    shared: 'beach',
    has: ({ icon }) => /^(?:crab|lobster|oyster|shrimp|spiral-shell|sandcastle|umbrella-on-ground)$/.test(icon),
  },
  { place: 'underwater', shared: 'beach', has: ({ subgroup }) => subgroup === 38 },
  { place: 'snow', shared: 'snow', has: ({ icon }) => /^(?:snowm|skier|snowboarder|skis|sled|polar-bear|penguin)/.test(icon) },
  {
    place: 'room',
    shared: 'room',
    has: ({ icon }) => /^(?:couch-and-lamp|bed|chair|television|fireplace|bathtub|toilet|shower)$/.test(icon),
  },
  { place: 'room', shared: 'hills', has: (thing) => isTableware(thing) },
  { place: 'desert', shared: 'desert', has: ({ icon }) => /^(?:camel|two-hump-camel|cactus|scorpion)$/.test(icon) },
];

/** What an occasion has in it where the prompt names nothing. */
const defaultSubjects: Record<Occasion, string[]> = {
  party: ['birthday-cake', 'wrapped-gift'],
  wedding: ['woman-with-veil', 'man-in-tuxedo'],
  concert: ['woman-singer', 'guitar', 'drum'],
};

/** What belongs to the places and occasions that are named, and shown. */
function settingOf(reading: PromptReading, icons: Vocabulary): Subject[] {
  const { words, subjects, occasion, without } = reading;
  const isFree = ({ icon, label }: Thing) =>
    !subjects.some(({ thing }) => thing.icon === icon) && !label.split(' ').some((part) => without.has(part)) && !without.has(icon);
  const brought = words
    .filter((one) => one.role === 'scene' && isShown(one, reading))
    .flatMap(({ word }) => thingsOf(word, icons))
    .filter(({ thing }) => isFree(thing));
  // The stage of a concert is a place; elsewhere it is only its music.
  const isUnseen = occasion === 'concert' && placeOf(reading) !== 'stage';
  const usual = occasion && (subjects.length === 0 || isUnseen) ? defaultSubjects[occasion] : [];
  const found = [...usual.flatMap((icon) => icons.byIcon(icon) ?? []).map((thing) => ({ thing, count: 1 })), ...brought];
  // What is eaten in a room is on a table.
  const table = placeOf(reading) === 'room' ? icons.byIcon('table') : null;
  const isLaid = table !== null && [...subjects, ...found].some(({ thing }) => isTableware(thing));
  const all = [...found, ...(isLaid ? [{ thing: table, count: 1 }] : [])];
  const single = [...new Map(all.map((one) => [one.thing.icon, one])).values()].filter(({ thing }) => isFree(thing));
  return single.map(({ thing, count }, index) => ({
    ...plain(thing, thing.label),
    count,
    asked: count,
    isBeside: thing.icon === 'man-in-tuxedo' && index > 0,
    members: thing.subgroup >= FIRST_PERSON && thing.subgroup <= LAST_PERSON ? [{ icon: thing.icon, scale: 1 }] : [],
    isSetting: true,
  }));
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
  weather.size > 0 || words.some(({ role, word, meaning }) => role === 'scene' && !meaning?.place && inTheSky.test(word));

/** Where the scene is. The sky is seen outdoors, so an occasion with it is there. */
export function placeOf(reading: PromptReading): ScenePlace {
  if (reading.place !== null) return reading.place;
  const usual = reading.occasion === null ? reading.usualPlace : defaultPlaces[reading.occasion];
  return usual === null || (namesSky(reading) && closed.has(usual)) ? 'hills' : usual;
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

/** As many as there is room for. Each gets at least one, and a crowd gets the rest. */
function bounded(reading: PromptReading): PromptReading {
  const subjects: Subject[] = [];
  for (const subject of reading.subjects) {
    const same = subjects.find(
      ({ thing, colors, word }) =>
        thing.icon === subject.thing.icon &&
        colors.join() === subject.colors.join() &&
        singularsOf(word).some((one) => singularsOf(subject.word).includes(one)),
    );
    if (!same || subject.isOnPrevious) subjects.push(subject);
  }
  const kept = subjects.slice(0, mostThings);
  let room = mostThings - kept.length;
  for (const subject of kept) {
    subject.count = Math.min(subject.asked, MOST_OF_A_KIND, 1 + room);
    room -= subject.count - 1;
  }
  return { ...reading, subjects: kept };
}

const MOST_OF_A_KIND = 12;
