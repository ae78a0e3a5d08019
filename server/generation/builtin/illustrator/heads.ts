// People and creatures whose emoji is only a head: they get a body, in these clothes.
const clothes: Record<string, string> = {
  'man man-beard man-red-hair man-curly-hair man-white-hair man-bald man-blonde-hair boy': '#00a6ed',
  'woman woman-beard woman-red-hair woman-curly-hair woman-white-hair woman-bald woman-blonde-hair girl': '#8b62bf',
  'person person-blonde-hair person-beard person-red-hair person-curly-hair person-white-hair person-bald child': '#ff6723',
  baby: '#8fd3e8',
  'old-man': '#636f8a',
  'old-woman': '#a56cb0',
  'older-person': '#5f8f7a',
  'santa-claus mrs-claus': '#f8312f',
  'clown-face': '#ffb02e',
  ogre: '#7a3f52',
  goblin: '#433b6b',
  robot: '#b4acbc',
  alien: '#5b5470',
};

const byIcon = new Map(
  Object.entries(clothes).flatMap(([icons, color]) => icons.split(' ').map((icon): [string, string] => [icon, color])),
);
const tone = /-(?:light|medium-light|medium|medium-dark|dark)$/;

/** Null if it is more than a head. */
export const clothingOf = (icon: string): string | null => byIcon.get(icon) ?? byIcon.get(icon.replace(tone, '')) ?? null;
