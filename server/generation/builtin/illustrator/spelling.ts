// Finds the known word that a misspelled one means.

export interface Spelling {
  /** A known word that differs by one letter added, left out or changed, or by two that changed places; null if there is none. */
  nearest(word: string): string | null;
}

/** Shorter words are too similar to each other. */
const MIN_LENGTH = 4;

/** The word, and all that are left of it without one letter. Two words that differ by one edit share one of them. */
const shortened = (word: string): string[] => [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];

/** @param words the likeliest ones first */
export function createSpelling(words: readonly string[]): Spelling {
  const index = new Map<string, string[]>();
  for (const word of new Set(words))
    if (word.length >= MIN_LENGTH) for (const part of shortened(word)) index.set(part, [...(index.get(part) ?? []), word]);
  return {
    nearest(word) {
      if (word.length < MIN_LENGTH || word.length > 30) return null;
      const found = new Set(shortened(word).flatMap((part) => index.get(part) ?? []));
      const near = [...found].filter((other) => other !== word && isOneEdit(word, other));
      // People rarely mistake the first letter.
      return near.find((other) => other[0] === word[0]) ?? (word.length > MIN_LENGTH ? (near[0] ?? null) : null);
    },
  };
}

function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
