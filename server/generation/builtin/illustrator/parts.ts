// Parts of things by the colors that they have in the drawing, so that "a house with a blue door" has a blue door.
import { singularsOf } from '#server/generation/builtin/illustrator/icons.ts';

/** The colors of each part, by icon. Skin tones of a person change nothing of them. */
const parts: Record<string, Record<string, string>> = {
  'house house-with-garden': { door: '#8c5543', roof: '#f8312f', 'window shutter': '#83cbff', 'wall facade': '#f3c07b' },
  church: { roof: '#8c5543', door: '#321b41', window: '#00a6ed', 'wall facade': '#ffce7c' },
  castle: { roof: '#f8312f', tower: '#998ea4', wall: '#b4acbc #998ea4', 'door gate': '#5235a6', flag: '#26c9fc' },
  lighthouse: { stripe: '#f8312f', roof: '#ca0b4a', door: '#321b41', 'light lamp': '#fcd53f', wall: '#f4f4f4' },
  barn: { door: '#990838', roof: '#6d4534', wall: '#ca0b4a', window: '#321b41' },
  windmill: { 'sail wing blade': '#f4f4f4', roof: '#8c5543', door: '#7d4533', window: '#83cbff', wall: '#f3c07b' },
  stall: { 'roof awning stripe': '#f8312f #ca0b4a' },
  sailboat: { sail: '#fcd53f', 'hull side': '#ff8257 #ff9f2e' },
  automobile: { window: '#26c9fc', 'wheel tire tyre': '#321b41', 'body door hood': '#f8312f' },
  bus: { roof: '#e6e6e6', window: '#26c9fc', 'wheel tire tyre': '#212121' },
  snowman: { scarf: '#0074ba #0084ce', nose: '#ff6723' },
  'woman-dancing': { 'dress gown skirt': '#f8312f #990838', flower: '#f92f60 #ca0b4a' },
  'man-dancing': { 'suit jacket trousers pants': '#00a6ed #0092e7 #007acf', shirt: '#ff6723 #f95725' },
  'woman-standing': {
    'shirt top blouse sweater t-shirt jersey dress gown': '#8b62bf',
    'trousers pants jeans': '#9b9b9b',
    'shoe boot': '#533566',
  },
  'man-standing': { 'shirt top sweater t-shirt jersey': '#00a6ed', 'trousers pants jeans': '#9b9b9b', 'shoe boot': '#533566' },
  'person-standing': { 'shirt top sweater t-shirt jersey': '#ff6723', 'trousers pants jeans': '#9b9b9b', 'shoe boot': '#533566' },
  'deciduous-tree': { trunk: '#6d4534', 'leaf foliage': '#44911b' },
  'birthday-cake': { candle: '#26eafc', 'icing frosting': '#ffdea7' },
  'wrapped-gift': { 'ribbon bow': '#ca0b4a #f8312f', 'box paper wrapping': '#fcd53f #ffb02e' },
  balloon: { 'string ribbon': '#3f5fff' },
  mushroom: { 'cap top': '#f8312f', stem: '#ffce7c', 'spot dot': '#fbb8ab' },
  rocket: { 'fin nose tip': '#ca0b4a #f92f60', window: '#83cbff', 'flame fire': '#ff8257' },
  cat: { eye: '#212121', stripe: '#d3883e' },
  dog: { ear: '#d3883e', eye: '#212121', tongue: '#f8312f' },
};

const byIcon = new Map(
  Object.entries(parts).flatMap(([icons, named]) => {
    const colors = new Map(
      Object.entries(named).flatMap(([words, list]) => words.split(' ').map((word): [string, string[]] => [word, list.split(' ')])),
    );
    return icons.split(' ').map((icon): [string, Map<string, string[]>] => [icon, colors]);
  }),
);

/** Of which colors a part of a drawing is; null if it has no such part. */
export const colorsOfPart = (icon: string, word: string): readonly string[] | null =>
  singularsOf(word)
    .map((one) => byIcon.get(icon)?.get(one))
    .find((colors) => colors !== undefined) ?? null;

/** The parts that a color of the whole thing means: the walls of a red house, not its windows. */
export const mainPartOf = (icon: string): readonly string[] | null =>
  mainParts.map((word) => colorsOfPart(icon, word)).find((found) => found !== null) ?? null;

const mainParts = ['wall', 'body', 'hull', 'shirt', 'dress', 'suit', 'cap', 'box', 'leaf'];

/** Words that name a part of something else when they follow "with": a house beside a door is nobody's wish. */
export const isPart = (word: string): boolean => singularsOf(word).some((one) => partWords.has(one));

const partWords = new Set(
  (
    'door roof window shutter wall facade gate chimney hull wheel tire tyre hood awning sail blade wing trunk icing frosting stem stripe spot dot fin ear eye tongue nose tail mane hair beard ' +
    'scarf shirt top blouse sweater t-shirt jersey dress gown skirt suit jacket coat trousers pants jeans shorts shoe boot sock glove tie hat cap helmet crown glasses sunglasses veil'
  ).split(' '),
);

/** What is drawn over the drawing besides: the skirt of a dress. */
export const overlayOf = (icon: string, word: string, color: string): string =>
  icon === 'woman-standing' && singularsOf(word).some((one) => one === 'dress' || one === 'gown')
    ? `<path d="M12.6 15.4h6l3 12.6q-6 1.6-12 0z" fill="${color}"/>`
    : '';

/** What is worn on the head, by its drawing. */
const headwear = new Map(
  Object.entries({ 'top-hat': 'hat', 'billed-cap': 'cap', crown: 'crown', 'graduation-cap': 'mortarboard', 'womans-hat': 'sunhat' }).map(
    ([icon, word]): [string, string] => [word, icon],
  ),
);

export const headwearOf = (word: string): string | null => singularsOf(word).flatMap((one) => headwear.get(one) ?? [])[0] ?? null;

/** Where the head of a drawing is: its middle, its top and its width, in the 32 units of the drawing. */
interface Head {
  x: number;
  top: number;
  width: number;
}

const heads: Record<string, Head> = {
  cat: { x: 7, top: 6.5, width: 8 },
  dog: { x: 7.5, top: 7, width: 8 },
  rabbit: { x: 8, top: 9, width: 7 },
  penguin: { x: 16, top: 3, width: 9 },
  bear: { x: 16, top: 5, width: 17 },
  panda: { x: 16, top: 5, width: 17 },
  lion: { x: 16, top: 6, width: 16 },
  owl: { x: 16, top: 4, width: 13 },
  frog: { x: 16, top: 5, width: 15 },
  monkey: { x: 11, top: 4, width: 10 },
  pig: { x: 7, top: 10, width: 8 },
  duck: { x: 9, top: 3.5, width: 7 },
  ghost: { x: 16, top: 3, width: 13 },
  robot: { x: 16, top: 5, width: 16 },
  elephant: { x: 10, top: 6, width: 10 },
  't-rex': { x: 11, top: 3, width: 10 },
  alien: { x: 16, top: 3, width: 15 },
};

/** Null where it isn't known. */
export function headOf(icon: string): Head | null {
  if (icon.endsWith('-standing')) return { x: 15.8, top: 3.4, width: 5.6 };
  return heads[icon] ?? null;
}
