import { isDecoration, isVerb } from '#server/generation/builtin/illustrator/descriptive-words.ts';
import { loadVocabulary, singularsOf, type Vocabulary } from '#server/generation/builtin/illustrator/icons.ts';
import { isShown, type PromptReading, type PromptWord, readPrompt } from '#server/generation/builtin/illustrator/read-prompt.ts';
import { createSpelling, type Spelling } from '#server/generation/builtin/illustrator/spelling.ts';
import { undrawnPeople } from '#server/generation/builtin/illustrator/synonyms.ts';
import { sceneWords } from '#server/generation/builtin/illustrator/words.ts';
// What of a prompt will be drawn, by the same reading that draws it: words that are not known, and subjects that will be missing.
import type { PromptCheck } from '#server/generation/generator.ts';

let vocabulary: Vocabulary | undefined;
let spelling: Spelling | undefined;

/** Cheap enough for the server's own process: it reads no drawings. */
export function checkPrompt(prompt: string, negativePrompt: string): PromptCheck {
  vocabulary ??= loadVocabulary();
  const reading = readPrompt(prompt, negativePrompt, vocabulary);
  const drawnIcons = new Set(reading.subjects.map(({ thing }) => thing.icon));
  const phrases = phrasesOf(reading.words);
  const subjects = new Map(phrases.flatMap((phrase) => missingSubject(phrase, reading, drawnIcons, prompt)));
  const hidden = reading.words.filter((one) => one.role === 'scene' && !isDecoration(one.word) && !isShown(one, reading));
  const missing = unique([...subjects.values(), ...hidden.map(({ text }) => text)]).slice(0, MOST_NAMED);
  const drawn = unique(phrases.flatMap((phrase) => drawnRuns(phrase, drawnIcons, new Set(hidden), prompt))).slice(0, MOST_NAMED);
  const hasScene = reading.words.some(({ role }) => role === 'scene') || reading.time !== null;
  const isNamed = reading.subjects.some(({ isSetting }) => !isSetting);
  const supported = isNamed || reading.occasion !== null || (hasScene && subjects.size === 0);
  const crowds = reading.subjects.flatMap(({ count, asked, word }) => (count < asked ? `${count} of ${asked} ${word}` : []));
  const unknown = reading.words.filter((one) => one.role === 'unknown' || subjects.has(one) || hidden.includes(one));
  const suggest = (word: string) => {
    spelling ??= createSpelling([...(vocabulary?.words() ?? []), ...sceneWords()]);
    const kind = singularsOf(word).map((one) => kinds.get(one) ?? (undrawnPeople.has(one) ? 'person' : undefined));
    return kind.find((one) => one !== undefined) ?? spelling.nearest(word);
  };
  return {
    supported,
    message: messageOf({ supported, missing, drawn, crowds, hasUnknown: unknown.length > 0 }),
    drawn,
    missing,
    unknown: unknown.map((one, index) => ({
      start: one.start,
      end: one.end,
      word: one.text,
      is_subject: subjects.has(one) || hidden.includes(one),
      suggestion:
        index < MOST_SUGGESTIONS && one.role === 'unknown' && one.thing === null && !isUnmissed(one.word) ? suggest(one.word) : null,
    })),
  };
}

const isUnmissed = (word: string): boolean => isDecoration(word) && !undrawnPeople.has(word);

const NAME = 'Clip art';
const KNOWS = 'It knows everyday things and places in English, and many in Spanish, French, German, Italian and Portuguese.';
const MOST_NAMED = 12;
const MOST_SUGGESTIONS = 20;

const unique = (texts: readonly string[]) => [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];

interface Found {
  supported: boolean;
  missing: string[];
  drawn: string[];
  /** Of what fewer are drawn than the prompt asks for. */
  crowds: string[];
  hasUnknown: boolean;
}

function messageOf({ supported, missing, drawn, crowds, hasUnknown }: Found): string | null {
  const cannot = `${NAME} can’t draw: ${missing.join(', ')}.`;
  if (supported) {
    const sentences = [
      ...(missing.length === 0 ? [] : drawn.length === 0 ? [cannot] : [`${cannot} It will draw: ${drawn.join(', ')}.`]),
      ...(crowds.length === 0 ? [] : [`${NAME} draws ${crowds.join(', ')}.`]),
    ];
    return sentences.length === 0 ? null : sentences.join(' ');
  }
  if (drawn.length > 0) return `${cannot} Describe something else, or restyle a photo instead.`;
  if (missing.length > 0) return `${cannot} ${KNOWS}`;
  if (hasUnknown) return `${NAME} doesn’t know these words. ${KNOWS}`;
  return `This names nothing that ${NAME} could draw. Name a thing or a place, such as “two balloons on a hill”.`;
}

/** Words between punctuation, function words and verbs. */
function phrasesOf(words: readonly PromptWord[]): PromptWord[][] {
  const phrases: PromptWord[][] = [];
  let phrase: PromptWord[] = [];
  let isAfterArticle = false;
  const end = () => {
    if (phrase.length > 0) phrases.push(phrase);
    phrase = [];
  };
  for (const one of words) {
    if (one.isAfterBreak) end();
    if (one.role === 'filler' || (one.role === 'unknown' && isVerb(one.word, phrase.length === 0 && isAfterArticle))) {
      end();
      isAfterArticle = ARTICLES.has(one.word);
      continue;
    }
    phrase.push(one);
    isAfterArticle = false;
  }
  end();
  return phrases;
}

const ARTICLES = new Set('a an the my your his her our their'.split(' '));

/** The head of a phrase, which is its last noun, if it can't be drawn. */
function missingSubject(
  phrase: readonly PromptWord[],
  { isForeign }: PromptReading,
  drawnIcons: ReadonlySet<string>,
  prompt: string,
): [PromptWord, string][] {
  const isLeftOut = ({ role, thing }: PromptWord) => role === 'thing' && thing !== null && !drawnIcons.has(thing.icon);
  const dropped = phrase.filter(isLeftOut).map((one): [PromptWord, string] => [one, one.text]);
  // "a blue door" of something that has none.
  for (const [index, one] of phrase.entries()) {
    if (one.role !== 'part') continue;
    const before = phrase.slice(0, index).findLastIndex(({ role }) => role !== 'modifier');
    dropped.push([one, prompt.slice((phrase[before + 1] ?? one).start, one.end)]);
  }
  const nouns = phrase.filter(({ role }) => role !== 'modifier');
  // Adjectives follow nouns in the other languages.
  const head = isForeign ? (nouns.some(({ role }) => role !== 'unknown') ? undefined : nouns[0]) : nouns.at(-1);
  if (head?.role !== 'unknown' || isUnmissed(head.word)) return dropped;
  let first = head;
  for (let at = phrase.indexOf(head) - 1; at >= 0; at--) {
    const before = phrase[at];
    const isName = before?.role === 'unknown' && /^\p{Lu}/u.test(before.text) && /^\p{Lu}/u.test(head.text);
    if (!before || (before.role !== 'thing' && !isName)) break;
    first = before;
  }
  return [...dropped, [head, prompt.slice(first.start, head.end)]];
}

/** "three red balloons": what is drawn, as it was typed. */
function drawnRuns(
  phrase: readonly PromptWord[],
  drawnIcons: ReadonlySet<string>,
  hidden: ReadonlySet<PromptWord>,
  prompt: string,
): string[] {
  const runs: PromptWord[][] = [[]];
  for (const one of phrase) {
    const isDropped = one.role === 'thing' && one.thing !== null && !drawnIcons.has(one.thing.icon);
    if (one.role === 'unknown' || one.role === 'part' || isDropped || hidden.has(one)) runs.push([]);
    else runs.at(-1)?.push(one);
  }
  return runs.flatMap((run) => {
    const last = run.findLast(({ role }) => role !== 'modifier');
    return run[0] && last ? prompt.slice(run[0].start, last.end) + meaningOf(run) : [];
  });
}

/** Names a thing that the typed word doesn't, as a word of another language or a loosely related one: "Hund (dog)". */
function meaningOf(run: readonly PromptWord[]): string {
  const meanings = run.flatMap(({ thing, isExact }) => (thing && !isExact ? thing.label : []));
  return meanings.length === 0 ? '' : ` (${meanings.join(', ')})`;
}

/** A more general word that is known, for some that aren't. */
const kinds = new Map(
  Object.entries({
    dog: 'retriever labrador poodle terrier husky beagle dachshund bulldog corgi collie spaniel chihuahua pug hound rottweiler dalmatian pup doggo',
    cat: 'siamese tabby kitty',
    horse: 'pony stallion mare foal',
    bird: 'sparrow robin seagull gull finch songbird crow raven',
    fish: 'trout salmon carp goldfish herring',
    tree: 'oak birch maple willow',
    flower: 'daisy orchid lily peony',
    singer: 'guitarist player drummer pianist violinist bassist rapper band performer',
    person: 'human guy lady somebody crowd pedestrian',
    car: 'sedan limousine limo convertible vehicle suv',
    boat: 'yacht dinghy ferry',
    house: 'villa cottage mansion',
  }).flatMap(([known, words]) => words.split(' ').map((word): [string, string] => [word, known])),
);
