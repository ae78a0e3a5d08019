// What a prompt names is in the picture, or is named before as missing.
import { describe, expect, it } from 'vitest';
import { checkPrompt } from '#server/generation/builtin/illustrator/check-prompt.ts';
import { contents, groups } from '#server/generation/builtin/illustrator/contents.ts';
import { loadIcons } from '#server/generation/builtin/illustrator/icons.ts';
import { layOut } from '#server/generation/builtin/illustrator/illustrate.ts';
import { placeOf, readPrompt } from '#server/generation/builtin/illustrator/read-prompt.ts';
import { places, sceneWords } from '#server/generation/builtin/illustrator/words.ts';

const icons = loadIcons();
const read = (prompt: string) => readPrompt(prompt, '', icons);
const accepts = (prompt: string) => {
  const { supported, missing } = checkPrompt(prompt, '');
  return supported && missing.length === 0;
};
/** "2 dog": what is drawn, with how many there are. */
const drawnBy = (prompt: string) => read(prompt).subjects.map(({ thing, count }) => (count === 1 ? thing.icon : `${count} ${thing.icon}`));

/** Words for nothing more than the ground, the sky or the walls of a place. All others bring what they stand for. */
const bare =
  /^(?:hills?|meadows?|fields?|grass|valley|countryside|outdoors|outside|lawn|prairie|backyard|gardens|mountains?|alps|alpine|peaks?|summit|cliff|forests?|woods|woodland|beach|beaches|shore|coast|seaside|island|tropical|seashore|sand|sea|ocean|lakes?|waves|river|water|bay|underwater|seabed|city|cities|towns?|skyline|streets?|downtown|urban|skyscrapers?|road|avenue|metropolis|deserts?|dunes?|sahara|canyon|snow|snowy|winter|wintry|icy|tundra|glacier|lunar|mars|martian|space|galaxy|cosmos|universe|outer|nebula|cosmic|room|indoors?|inside|interior|ballroom|stage|arena|villages|traffic)$/;

describe('what is named is in the picture', () => {
  it('every thing of the vocabulary', () => {
    for (const word of icons.words()) {
      const thing = icons.find(word);
      const { words, subjects } = read(word);
      if (!accepts(word) || words[0]?.role !== 'thing') continue;
      const isGroup = groups.has(word);
      expect(
        subjects.some((subject) => (isGroup ? subject.members.length > 0 : subject.thing.icon === thing?.icon)),
        word,
      ).toBe(true);
    }
  });

  it('every place, with what makes it one', () => {
    for (const word of places.keys()) {
      const reading = read(word);
      expect([placeOf(reading), accepts(word)], word).toEqual([places.get(word), true]);
      if (!bare.test(word)) expect(reading.subjects.length, word).toBeGreaterThan(0);
    }
  });

  it.each<[string, string[]]>([
    ['a village', ['4 house', 'church']],
    ['three red balloons over a snowy village', ['3 balloon', '4 house', 'church']],
    ['a farm', ['barn', 'tractor', '2 cow']],
    ['a harbor', ['3 sailboat', 'lighthouse']],
    ['a lighthouse', ['lighthouse']],
    ['camping in the forest', ['tent', 'fire']],
    ['a conference', ['podium', 'whiteboard', 'woman-office-worker', 'man-office-worker']],
    ['a wedding', ['woman-with-veil', 'man-in-tuxedo']],
    ['a birthday', ['birthday-cake', 'wrapped-gift', 'table']],
    ['a concert on the beach', ['woman-singer', 'guitar', 'drum']],
    ['Christmas', ['christmas-tree', '2 wrapped-gift']],
    ['a village without a church', ['4 house']],
    ['a castle in a village', ['castle', '4 house', 'church']],
    ['a glass of wine', ['wine-glass', 'table']],
    ['a cat on a sofa', ['couch-and-lamp', 'cat']],
    ['two pine trees and palm trees', ['2 evergreen-tree', '3 palm-tree']],
  ])('%s', (prompt, drawn) => {
    expect(accepts(prompt)).toBe(true);
    expect(drawnBy(prompt)).toEqual(drawn);
  });

  it('every word of a scene in every other place, or it is named as missing', () => {
    for (const place of [
      'hills',
      'mountains',
      'forest',
      'beach',
      'sea',
      'underwater',
      'city',
      'desert',
      'snow',
      'mars',
      'space',
      'room',
      'stage',
    ])
      for (const word of new Set([...sceneWords(), ...contents.keys()])) {
        const prompt = `a ${word} and a ${place}`;
        const { missing } = checkPrompt(prompt, '');
        const { subjects } = read(prompt);
        for (const { name } of contents.get(word) ?? [])
          expect(missing.includes(word) || subjects.some(({ thing }) => thing.icon === name), `${name} of ${prompt}`).toBe(true);
      }
  });

  it('whatever the vocabulary brings along has a drawing', () => {
    for (const list of contents.values()) for (const { name } of list) expect(icons.byIcon(name)?.icon, name).toBe(name);
    for (const { members } of groups.values()) for (const { icon } of members) expect(icons.has(icon), icon).toBe(true);
  });

  it('words that are only loosely related to a thing are missing, and not drawn as it', () => {
    for (const word of ['romance', 'dread', 'truth', 'energy', 'boss level', 'currency', 'romantic dinner mood'])
      expect(read(word).subjects.map(({ thing }) => thing.icon)).not.toContainEqual(
        expect.stringMatching(/chart|banknote|battery|wedding/),
      );
  });
});

describe('words belong to what they describe', () => {
  const partsOf = (prompt: string) =>
    read(prompt).subjects.map(({ thing, parts, colors, headwear }) => ({
      icon: thing.icon,
      colors: colors.length,
      parts: parts.map(({ word }) => word),
      wears: headwear?.icon ?? null,
    }));
  const plain = { colors: 0, parts: [], wears: null };

  it.each<[string, ReturnType<typeof partsOf>]>([
    ['a house with a blue door', [{ ...plain, icon: 'house-with-garden', parts: ['door'] }]],
    ['a house with a blue door and red windows', [{ ...plain, icon: 'house-with-garden', parts: ['door', 'windows'] }]],
    ['a house with a door', [{ ...plain, icon: 'house-with-garden' }]],
    ['a red boat with a white sail', [{ ...plain, icon: 'sailboat', colors: 1, parts: ['sail'] }]],
    ['a cat with a red hat', [{ ...plain, icon: 'cat', wears: 'top-hat' }]],
    [
      'a woman in a red dress and a man',
      [
        { ...plain, icon: 'woman-standing', parts: ['dress'] },
        { ...plain, icon: 'man-standing' },
      ],
    ],
    ['a castle with blue flags', [{ ...plain, icon: 'castle', parts: ['flags'] }]],
    ['a blue door', [{ ...plain, icon: 'door', colors: 1 }]],
    [
      'a house and a blue car',
      [
        { ...plain, icon: 'house-with-garden' },
        { ...plain, icon: 'automobile', colors: 1 },
      ],
    ],
    [
      'a car is red, a house',
      [
        { ...plain, icon: 'automobile', colors: 1 },
        { ...plain, icon: 'house-with-garden' },
      ],
    ],
    ['red and blue balloons', [{ ...plain, icon: 'balloon', colors: 2 }]],
    [
      'a dog with a balloon',
      [
        { ...plain, icon: 'dog' },
        { ...plain, icon: 'balloon' },
      ],
    ],
  ])('%s', (prompt, expected) => {
    expect(accepts(prompt)).toBe(true);
    expect(partsOf(prompt)).toEqual(expected);
  });

  it.each([
    ['a dog with a blue door', 'blue door'],
    ['a tree with a red hat', 'red hat'],
    ['a house with three windows', 'three windows'],
  ])('%s: what it doesn’t have is missing', (prompt, missing) => {
    expect(checkPrompt(prompt, '')).toMatchObject({ supported: true, missing: [missing] });
    expect(read(prompt).subjects).toHaveLength(1);
  });
});

describe('people', () => {
  const membersOf = (prompt: string) => read(prompt).subjects.map(({ members, count }) => [count, ...members.map(({ icon }) => icon)]);

  it.each<[string, (string | number)[][]]>([
    ['a couple', [[2, 'woman-standing', 'man-standing']]],
    ['a couple dancing', [[2, 'woman-dancing', 'man-dancing']]],
    ['wedding couple', [[2, 'woman-with-veil', 'man-in-tuxedo']]],
    ['wedding couple dancing', [[2, 'woman-dancing', 'man-dancing']]],
    ['a couple at their wedding', [[2, 'woman-with-veil', 'man-in-tuxedo']]],
    ['two people running', [[2, 'woman-running', 'man-running']]],
    ['dancing people', [[3, 'woman-dancing', 'man-dancing']]],
    [
      'a bride and a groom dancing',
      [
        [1, 'woman-dancing'],
        [1, 'man-dancing'],
      ],
    ],
    [
      'a man running and a woman',
      [
        [1, 'man-running'],
        [1, 'woman-standing'],
      ],
    ],
  ])('%s', (prompt, expected) => {
    expect(membersOf(prompt)).toEqual(expected);
    expect(accepts(prompt)).toBe(true);
  });

  it('a couple of cats are two cats', () => {
    expect(drawnBy('a couple of cats')).toEqual(['2 cat']);
  });
});

describe('numbers and words that mean nothing for a picture', () => {
  it('draws a crowd of what there are too many of, and says so', () => {
    expect(drawnBy('100 dogs')).toEqual(['12 dog']);
    expect(checkPrompt('100 dogs', '')).toMatchObject({
      supported: true,
      missing: [],
      unknown: [],
      message: 'Clip art draws 12 of 100 dogs.',
    });
    expect(checkPrompt('two hundred cats and 30 dogs', '').message).toBe('Clip art draws 12 of 200 cats, 2 of 30 dogs.');
    expect(checkPrompt('a hundred xylographs and a dog', '').message).toBe('Clip art can’t draw: xylographs. It will draw: dog.');
    expect(drawnBy('studio 54, a cat')).toEqual(['cat']);
  });

  it.each([
    ['no dogs, only a tree', ['deciduous-tree']],
    ['just a cat, please', ['cat']],
    ['I want some dogs together with two very big cats', ['3 dog', '2 cat']],
    ['only three balloons', ['3 balloon']],
    ['Let there be a cat, maybe also a dog', ['cat', 'dog']],
  ])('%s', (prompt, drawn) => {
    expect(drawnBy(prompt)).toEqual(drawn);
    expect(checkPrompt(prompt, '')).toMatchObject({ supported: true, message: null, unknown: [] });
  });
});

describe('in every picture of a request', () => {
  const size = { width: 256, height: 256 };

  it.each([
    'a village',
    '100 dogs',
    'three red balloons over a snowy village',
    'a castle on a hill with two dragons',
    'a birthday party with a cake and balloons',
    'wedding couple dancing',
    'a cat on the moon with a rocket',
    'a family on the beach with a sailboat',
    'breakfast',
    'a whale',
    'a snowman and pine trees in the snow',
    'a dog, a cat and a rabbit on a meadow',
    'an old man on a pier',
    'santa on a horse',
  ])('%s: each thing is in view, and none hides another', async (prompt) => {
    for (const seed of [40, 41, 42, 43, 100, 101, 102, 103]) {
      const { placed } = await layOut({ prompt, negativePrompt: '', size, seed });
      const boxes = placed.map(({ x, y, top, width, isRaised }) => ({
        left: x - width / 2,
        right: x + width / 2,
        top,
        bottom: y,
        isRaised,
      }));
      for (const [index, box] of boxes.entries()) {
        const area = (box.right - box.left) * (box.bottom - box.top);
        const shared = (left: number, right: number, top: number, bottom: number) =>
          (Math.max(0, Math.min(box.right, right) - Math.max(box.left, left)) *
            Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top))) /
          area;
        const what = `${placed[index]!.icon} at seed ${seed}`;
        expect(shared(0, size.width, 0, size.height), `${what} in view`).toBeGreaterThan(0.9);
        const before = boxes.filter((other) => other !== box && !box.isRaised && other.bottom > box.bottom);
        for (const other of before) expect(shared(other.left, other.right, other.top, other.bottom), `${what} hidden`).toBeLessThan(0.8);
      }
    }
  });
});
