// What belongs to a word besides the ground and the walls that are drawn for its place, and who belongs to a group of people.
import type { Thing, Vocabulary } from '#server/generation/builtin/illustrator/icons.ts';

/** Things by their names in the vocabulary, each with how many there are unless it is one. */
const things: Record<string, string> = {
  // Places
  'village hamlet': '4 house, church',
  garden: '3 tulip, sunflower, house-with-garden',
  park: 'bench, fountain, 2 deciduous-tree',
  playground: 'playground-slide, teddy-bear',
  farm: 'barn, tractor, 2 cow',
  vineyard: '5 grapes',
  picnic: 'basket, sandwich, red-apple',
  spring: '4 tulip, butterfly',
  autumn: '3 maple-leaf, jack-o-lantern',
  zoo: 'elephant, giraffe, lion, monkey',
  'safari savanna': 'elephant, giraffe, zebra',
  airport: '2 airplane, office-building',
  carnival: 'ferris-wheel, circus-tent',
  'fair fairground funfair': 'ferris-wheel, carousel-horse, circus-tent',
  'hike hiking': 'person-walking, backpack',
  'jungle rainforest': '4 palm-tree, parrot',
  'camping campsite': 'tent, fire',
  summer: 'umbrella-on-ground, sunglasses',
  sailing: '3 sailboat',
  'harbor harbour marina port': '3 sailboat, lighthouse',
  'aquarium undersea reef': '4 tropical-fish',
  diving: 'person-swimming, 2 tropical-fish',
  'market marketplace bazaar': '2 stall, woman-standing, basket',
  parade: 'drum, trumpet, 3 balloon, woman-standing, man-standing',
  oasis: 'pond, 3 palm-tree',
  'ski skiing': 'skier',
  arctic: 'polar-bear',
  antarctica: '3 penguin',
  orbit: 'satellite',
  kitchen: 'table, pot-of-food, cooking',
  office: 'table, desktop-computer, chair, potted-plant',
  bedroom: 'bed, potted-plant',
  lounge: 'couch-and-lamp, television, potted-plant',
  classroom: 'whiteboard, teacher, books',
  library: '3 books, table, chair',
  museum: '3 framed-picture',
  'cafe café': 'table, 2 hot-beverage, croissant',
  restaurant: 'table, fork-and-knife-with-plate, wine-glass',
  'bar pub': 'table, 2 beer-mug, cocktail-glass',
  gym: 'person-lifting-weights, person-running',
  'theatre theater': 'performing-arts, microphone',
  'nightclub club disco rave dancefloor': 'mirror-ball, woman-dancing, man-dancing',
  // Occasions
  'conference congress convention seminar lecture': 'podium, whiteboard, woman-office-worker, man-office-worker',
  'meeting workshop networking': 'table, woman-office-worker, man-office-worker, laptop',
  presentation: 'whiteboard, office-worker',
  birthday: 'birthday-cake, wrapped-gift',
  anniversary: 'clinking-glasses, red-heart',
  graduation: 'woman-student, man-student, graduation-cap',
  'christmas xmas': 'christmas-tree, 2 wrapped-gift',
  easter: 'rabbit, egg, 3 tulip',
  halloween: '2 jack-o-lantern, ghost, bat',
  thanksgiving: 'turkey, pie, jack-o-lantern',
  'band orchestra': 'singer, guitar, drum',
  // Kinds of things
  'sport sports': 'soccer-ball, basketball, tennis, trophy',
  tournament: 'soccer-ball, trophy, goal-net',
  'animal animals wildlife': 'lion, elephant, monkey, zebra',
  'pet pets': 'dog, cat, rabbit',
  'food meal meals': 'pizza, hamburger, green-salad',
  'fruit fruits': 'red-apple, banana, grapes',
  'vegetable vegetables': 'carrot, broccoli, tomato',
  'dessert desserts': 'cupcake, ice-cream, doughnut',
  'snack snacks': 'popcorn, pretzel, french-fries',
  'breakfast brunch': 'table, croissant, hot-beverage, cooking',
  'lunch dinner supper banquet feast': 'table, fork-and-knife-with-plate, wine-glass, bread',
  buffet: 'table, green-salad, pizza, shortcake',
  'barbecue bbq grill': 'fire, meat-on-bone, hot-dog',
  'instrument instruments': 'guitar, violin, trumpet',
  'game games': 'video-game, game-die, chess-pawn',
  'decoration decorations': '3 balloon, confetti-ball, party-popper',
  'toy toys': 'teddy-bear, yo-yo, kite',
  'vehicle vehicles traffic': 'automobile, bus, bicycle',
};

interface Content {
  name: string;
  count: number;
}

const parsed = (list: string): Content[] =>
  list.split(', ').map((one) => {
    const [, count = '1', name = ''] = /^(?:(\d+) )?(.+)$/.exec(one) ?? [];
    return { name, count: Number(count) };
  });

/** By word. */
export const contents: ReadonlyMap<string, readonly Content[]> = new Map(
  Object.entries(things).flatMap(([words, list]) => words.split(' ').map((word): [string, Content[]] => [word, parsed(list)])),
);

/** One of those who make a group of people. */
export interface Member {
  icon: string;
  /** Children are drawn as grown-ups, smaller. */
  scale: number;
}

const YOUNG = 0.72;
const grown = (...icons: string[]): Member[] => icons.map((icon) => ({ icon, scale: 1 }));
const young = (...icons: string[]): Member[] => icons.map((icon) => ({ icon, scale: YOUNG }));
const [woman, man] = ['woman-standing', 'man-standing'] as const;

interface Group {
  members: readonly Member[];
  count: number;
}

/** Groups of people by word. They are different people. */
export const groups: ReadonlyMap<string, Group> = new Map(
  Object.entries<Group>({
    'people guests visitors friends colleagues attendees participants employees persons volunteers fans': {
      members: grown(woman, man),
      count: 3,
    },
    'crowd audience spectators': { members: grown(woman, man), count: 8 },
    'team staff crew players': { members: grown(woman, man), count: 5 },
    'couple couples lovers parents': { members: grown(woman, man), count: 2 },
    'newlyweds newlywed spouses': { members: grown('woman-with-veil', 'man-in-tuxedo'), count: 2 },
    grandparents: { members: grown('old-woman', 'old-man'), count: 2 },
    'family families': { members: [...grown(woman, man), ...young(woman, man)], count: 4 },
    'children kids': { members: young(woman, man), count: 3 },
    'child kid toddler': { members: young(man), count: 1 },
    'boy boys': { members: young(man), count: 1 },
    'girl girls': { members: young(woman), count: 1 },
    dancers: { members: grown('woman-dancing', 'man-dancing'), count: 2 },
  }).flatMap(([words, group]) => words.split(' ').map((word): [string, Group] => [word, group])),
);

/** A couple at a wedding. */
export const bridalCouple = grown('woman-with-veil', 'man-in-tuxedo');

/** The end of the name of a drawing that shows a person doing it: `woman-running`. */
const poses = new Map(
  Object.entries({
    dancing: 'dancing dance',
    running: 'running run jogging',
    walking: 'walking walk strolling hiking',
    surfing: 'surfing surf',
    swimming: 'swimming swim',
    biking: 'biking cycling bike',
    climbing: 'climbing climb',
    singer: 'singing sing',
    juggling: 'juggling juggle',
    golfing: 'golfing golf',
    kneeling: 'kneeling kneel',
    'in-lotus-position': 'meditating yoga',
  }).flatMap(([pose, words]) => words.split(' ').map((word): [string, string] => [word, pose])),
);

const standing = /^(woman|man|person)-(?:standing|with-veil|in-tuxedo)$/;

export const isPose = (word: string): boolean => poses.has(word);

/** The same person doing it; null if nobody stands there who could, or there is no such drawing. */
export function posed(member: Member, word: string, icons: Vocabulary): Member | null {
  const [pose, who] = [poses.get(word), standing.exec(member.icon)?.[1]];
  if (pose === undefined || who === undefined) return null;
  const person = who === 'person' && pose === 'dancing' ? 'woman' : who;
  return icons.byIcon(`${person}-${pose}`) ? { ...member, icon: `${person}-${pose}` } : null;
}

/** Names of vessels and portions: only what is in them counts in "a glass of wine". */
export const isPortion = (word: string, next: string | undefined): boolean => next === 'of' && portions.has(word);

const portions = new Set(
  'glass glasses cup cups mug mugs bottle bottles pint pints slice slices piece pieces bowl bowls plate plates pile piles row rows line lines'.split(
    ' ',
  ),
);

/** What a word brings along. */
export const thingsOf = (word: string, icons: Vocabulary): { thing: Thing; count: number }[] =>
  (contents.get(word) ?? []).flatMap(({ name, count }) => {
    const thing = icons.byIcon(name);
    return thing ? [{ thing, count }] : [];
  });
