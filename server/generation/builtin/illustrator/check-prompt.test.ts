import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { checkPrompt } from '#server/generation/builtin/illustrator/check-prompt.ts';
import { drawings } from '#server/generation/builtin/illustrator/drawings.ts';
import { loadIcons, loadVocabulary } from '#server/generation/builtin/illustrator/icons.ts';
import { readPrompt, type Subject } from '#server/generation/builtin/illustrator/read-prompt.ts';
import { undrawnPeople } from '#server/generation/builtin/illustrator/synonyms.ts';
import { promptTemplates } from '#src/domains/generation/compose/prompt-templates.ts';
import { examples } from '#src/domains/generation/examples/example-list.ts';

const marked = (prompt: string) => checkPrompt(prompt, '').unknown.map(({ word, is_subject: isSubject }) => word + (isSubject ? '!' : ''));

it.each([...promptTemplates.map(({ prompt }) => prompt), ...examples.flatMap(({ recipe }) => recipe.prompt || [])])(
  'ships with the product, so every word is understood: %s',
  (prompt) => {
    expect(checkPrompt(prompt, '')).toMatchObject({ supported: true, missing: [], unknown: [] });
  },
);

const subjectsOf = (prompt: string) =>
  readPrompt(prompt, '', loadVocabulary()).subjects.flatMap(({ thing, isSetting, colors }) => (isSetting ? [] : [[thing.icon, ...colors]]));

it.each<[string, string[]]>([
  ['champagne glasses on a table', ['table', 'clinking-glasses']],
  ['two wine glasses', ['wine-glass']],
  ['a man with champagne flutes', ['man-standing', 'clinking-glasses']],
  ['a cat with glasses', ['cat']],
])('glasses to drink from are none to look through: %s', (prompt, icons) => {
  expect(subjectsOf(prompt).map(([icon]) => icon)).toEqual(icons);
});

it('inside a building is a room, and no building stands there', () => {
  for (const prompt of ['a bride and a groom in a church', 'a cat inside the castle', 'two dogs in my house']) {
    const reading = readPrompt(prompt, '', loadVocabulary());
    expect([prompt, reading.place]).toEqual([prompt, 'room']);
    expect(subjectsOf(prompt).flat()).not.toContain(/church|castle|house/.exec(prompt)![0]);
    expect(checkPrompt(prompt, '').missing).toEqual([]);
  }
  expect(subjectsOf('a church on a hill').flat()).toContain('church');
});

it('string lights are hung up, and nothing of them is ignored', () => {
  for (const prompt of ['a dog under string lights', 'a table with fairy lights at night']) {
    expect(checkPrompt(prompt, '')).toMatchObject({ missing: [], unknown: [] });
    expect(readPrompt(prompt, '', loadVocabulary()).hasLights).toBe(true);
    expect(subjectsOf(prompt).flat()).not.toContain('light-bulb');
  }
});

it.each<[string, string, string]>([
  ['ein Hund mit einem roten Ballon', 'balloon', '#e23b3b'],
  ['drei blaue Luftballons am Strand', 'balloon', '#2f7de1'],
  ['un chien avec un ballon rouge', 'balloon', '#e23b3b'],
  ['un perro con un globo azul', 'balloon', '#2f7de1'],
])('colors of other languages count: %s', (prompt, icon, color) => {
  expect(subjectsOf(prompt)).toContainEqual([icon, color]);
  expect(checkPrompt(prompt, '').unknown).toEqual([]);
});

describe('what a prompt names and clip art can’t draw', () => {
  it.each<[string, string[], string[]]>([
    ['A golden retriever playing guitar', ['retriever'], ['guitar']],
    ['A photorealistic dog at the beach with existential dread', ['dread'], ['dog', 'beach']],
    ['Elon Musk riding a horse', ['Elon Musk'], ['horse']],
    ['A guitar repairman and three red balloons', ['guitar repairman'], ['guitar', 'three red balloons']],
    ['a dog sits on a bench', [], ['dog', 'bench']],
    ['a dog sits on a trapeze', ['trapeze'], ['dog']],
    ['a smiling baker with bread', [], ['baker', 'bread']],
    ['a smiling notary with bread', ['notary'], ['bread']],
    ['two people dancing at a wedding', [], ['two people dancing', 'wedding']],
    ['A beach at sunset, photorealistic, highly detailed', [], ['beach', 'sunset']],
    ['a happy family under a blue sky', [], ['family']],
    ['👩‍🚀 on the moon with a 🐈', [], ['👩‍🚀', 'moon', '🐈']],
    ['ein Hund mit einer Gitarre', [], ['Hund (dog)', 'Gitarre (guitar)']],
    ['no rain, a tent', [], ['tent']],
    ['a dancing octopus with a balloon', [], ['octopus', 'balloon']],
    ['a guitar on a stage, stars and fireworks over the hills', ['stars', 'fireworks', 'hills'], ['guitar', 'stage']],
    ['a cat in a room at night under the moon', [], ['cat', 'room', 'night', 'moon']],
    ['a cat in a room under the stars', ['stars'], ['cat', 'room']],
    ['a robot on the moon, three stars', [], ['robot', 'moon', 'three stars']],
    ['a dog on a sunny beach at night', ['night'], ['dog', 'sunny beach']],
    ['two fish underwater in the rain', ['rain'], ['two fish underwater']],
    ['a birthday party with fireworks', [], ['birthday party', 'fireworks']],
    ['a guitar in a meadow, room for a title', [], ['guitar', 'meadow']],
  ])('%s', (prompt, missing, drawn) => {
    expect(checkPrompt(prompt, '')).toMatchObject({ supported: true, missing, drawn });
  });

  it.each(['A retriever on the beach', 'a zeppelin in a storm', 'photorealistic', 'asdf qwertz', '猫が月に', '🇩🇪', '…', 'no cats'])(
    '%s is refused, with what to do',
    (prompt) => {
      const { supported, message } = checkPrompt(prompt, '');
      expect([supported, message]).toEqual([false, expect.stringMatching(/Clip art .*(?:\. |: ).+/)]);
    },
  );

  it('says it in a sentence, before', () => {
    expect(checkPrompt('A golden retriever playing guitar', '').message).toBe('Clip art can’t draw: retriever. It will draw: guitar.');
    expect(checkPrompt('A cat on the moon', '').message).toBeNull();
  });

  it('marks words at their positions, those that only describe as well', () => {
    const prompt = '  A cinematic\n“baloon” 🐈 & a hosre';
    const { unknown } = checkPrompt(prompt, '');
    expect(unknown).toMatchObject([
      { word: 'cinematic', is_subject: false, suggestion: null },
      { word: 'baloon', is_subject: true, suggestion: 'balloon' },
      { word: 'hosre', is_subject: true, suggestion: 'horse' },
    ]);
    for (const { start, end, word } of unknown) expect(prompt.slice(start, end)).toBe(word);
    expect(marked('a wide shot of a cat, soft light, 8k')).toEqual(['wide', 'shot', 'soft', '8k']);
  });

  it('suggests a known word for a kind of it', () => {
    expect(checkPrompt('a husky in snow', '').unknown[0]).toMatchObject({ suggestion: 'dog' });
    expect(checkPrompt('a bread-shaped xylograph', '').unknown.at(-1)).toMatchObject({ suggestion: null });
  });

  it('leaves out what the exclusions name', () => {
    expect(checkPrompt('three cats in a meadow', 'cats')).toMatchObject({ supported: true, drawn: ['meadow'], missing: [] });
    expect(checkPrompt('three cats', 'cats').supported).toBe(false);
  });

  it('names subjects for which there is no room', () => {
    const animals = 'cat dog horse bird fish pig cow monkey rabbit mouse tiger lion bear fox wolf panda'.split(' ');
    const { missing, drawn } = checkPrompt(animals.join(', '), '');
    expect(missing).toEqual(['wolf', 'panda']);
    expect(drawn).not.toContain('wolf');
  });

  it('answers for any text', () => {
    for (const prompt of ['constructor __proto__ toString', '\u202e\u0000', 'x'.repeat(4000), 'zorblax '.repeat(500), '👨‍👩‍👧‍👦'.repeat(90)])
      expect(checkPrompt(prompt, '').unknown.every(({ start, end }) => start < end)).toBe(true);
  });

  it('names people it has no drawing of as missing, and offers a person instead', () => {
    const vocabulary = loadVocabulary();
    for (const word of undrawnPeople) {
      for (const prompt of [`a ${word}`, word, `a ${word} at a party`])
        expect(
          readPrompt(prompt, '', vocabulary)
            .subjects.filter(({ isSetting }) => !isSetting)
            .map(({ thing }) => thing.icon),
          prompt,
        ).toEqual([]);
      expect(checkPrompt(`a ${word} and a dog`, ''), word).toMatchObject({ missing: [word], drawn: ['dog'] });
      expect(checkPrompt(`a ${word} and a dog`, '').unknown[0]?.suggestion, word).toMatch(/^(?:person|singer)$/);
    }
  });

  it.each(['old man', 'baby', 'clown', 'santa', 'robot', 'alien', 'goblin', 'ogre', 'Mann', 'niña'])(
    '%s: who is drawn has a body, and isn’t only a head',
    async (word) => {
      const icons = loadIcons();
      const [{ thing }] = readPrompt(word, '', icons).subjects as [Subject];
      expect(await icons.box(thing.icon)).toMatchObject({ cut: { isHead: true } });
    },
  );

  it('no person of the vocabulary is only a head', async () => {
    const icons = loadIcons();
    const people = new Set(
      icons
        .words()
        .map((word) => icons.find(word))
        .filter((thing) => thing !== null && thing.subgroup >= 23 && thing.subgroup <= 26)
        .map((thing) => thing!.icon),
    );
    const withoutBody: string[] = [];
    for (const icon of people) if ((await icons.box(icon)).cut === null) withoutBody.push(icon);
    // Drawn from head to foot.
    expect(withoutBody.sort()).toEqual(['man-merpeople', 'person-fairy', 'person-merpeople', 'woman-merpeople']);
  });

  it('agrees with the drawing: what is missing is not drawn, and every subject drawn is named', () => {
    const icons = loadIcons();
    for (const { prompt } of promptTemplates) {
      const { subjects, words } = readPrompt(prompt, '', icons);
      const { drawn, missing } = checkPrompt(prompt, '');
      expect(subjects.length).toBeGreaterThan(0);
      for (const { text, thing } of words) {
        const isDrawn = subjects.some((subject) => subject.thing.icon === thing?.icon);
        if (thing) expect([drawn.join(' ').includes(text), missing.includes(text)], text).toEqual([isDrawn, !isDrawn]);
      }
    }
  });

  it('draws every subject of the templates', () => {
    for (const { prompt } of promptTemplates) expect(checkPrompt(prompt, ''), prompt).toMatchObject({ supported: true, missing: [] });
  });

  it('has a drawing of every word', () => {
    const icons = loadIcons();
    const { icons: emoji } = createRequire(import.meta.url)('@iconify-json/fluent-emoji-flat/icons.json') as { icons: object };
    const known = new Set([...Object.keys(emoji), ...Object.keys(drawings)]);
    expect(icons.words().filter((word) => !known.has(icons.find(word)?.icon ?? word))).toEqual([]);
  });
});
