// Finding words in the tutorials, and where they stand. All of it on the device.
import type { Tutorial } from './tutorials.ts';

/** The words that are looked for, in lower case. */
export const searchTerms = (q: string): string[] => [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))];

const plainText = (text: string): string => text.replaceAll('**', '');

const textsOf = ({ title, summary, steps }: Tutorial): string[] => [title, summary, ...steps.map(({ text }) => plainText(text))];

/** Those that hold every word, the ones first whose title does. */
export function findTutorials(all: readonly Tutorial[], q: string): Tutorial[] {
  const words = searchTerms(q);
  const holds = (texts: readonly string[]) => {
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = all.filter((tutorial) => holds(textsOf(tutorial)));
  return [...found.filter(({ title }) => holds([title])), ...found.filter(({ title }) => !holds([title]))];
}

/** The step that says most of what is looked for, where title and summary do not say it all. */
export function matchExcerpt({ title, summary, steps }: Tutorial, q: string): string | null {
  const words = searchTerms(q);
  const holding = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  if (words.length === 0 || holding(`${title}\n${summary}`) === words.length) return null;
  const [best] = steps.map(({ text }) => plainText(text)).toSorted((a, b) => holding(b) - holding(a));
  return best !== undefined && holding(best) > 0 ? best : null;
}

/** A text in pieces, every other one of which was looked for: the second, the fourth, … */
export function splitAtMatches(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text];
  const escaped = words.toSorted((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
}
