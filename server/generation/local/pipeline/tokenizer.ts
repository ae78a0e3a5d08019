// CLIP's tokenizer: byte pair encoding of lowercase words, with a token before and after the text.

export interface Tokenizer {
  /** @returns `maxLength` tokens. `isTruncated`: the text had more. */
  encode(text: string): { ids: number[]; isTruncated: boolean };
}

export interface TokenizerFiles {
  /** The content of `vocab.json`: tokens with their ids. */
  vocab: ReadonlyMap<string, number>;
  /** The content of `merges.txt`. */
  merges: string;
}

const START = '<|startoftext|>';
const END = '<|endoftext|>';
/** Marks the last symbol of a word. */
const WORD_END = '</w>';
/** Contractions, words, single digits and runs of other signs. Special tokens in a text are only signs. */
const WORDS = /'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+/gu;

/** @throws {Error} if the files don't belong to such a tokenizer */
export function createTokenizer({ vocab, merges }: TokenizerFiles, config: { maxLength: number; padToken: string }): Tokenizer {
  const ranks = readMerges(merges);
  const idOf = (token: string): number => {
    const id = vocab.get(token);
    if (id === undefined) throw new Error(`the vocabulary has no ${token}`);
    return id;
  };
  const [start, end, pad] = [idOf(START), idOf(END), idOf(config.padToken)];
  const room = config.maxLength - 2;
  return {
    encode(text) {
      const ids: number[] = [];
      for (const [word] of text.normalize('NFC').toLowerCase().matchAll(WORDS)) {
        // An unknown symbol stands for itself in the original too: as the end token.
        for (const symbol of mergeSymbols(symbolsOf(word), ranks)) ids.push(vocab.get(symbol) ?? end);
        if (ids.length > room) break;
      }
      const kept = [start, ...ids.slice(0, room), end];
      while (kept.length < config.maxLength) kept.push(pad);
      return { ids: kept, isTruncated: ids.length > room };
    },
  };
}

/** Ranks of pairs, by both symbols with a space between them. */
function readMerges(merges: string): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const line of merges.split('\n')) {
    const pair = line.trim();
    // The first line is a version. `#` alone is a symbol as well.
    if (pair !== '' && !pair.startsWith('#version')) ranks.set(pair, ranks.size);
  }
  return ranks;
}

const encoder = new TextEncoder();

function symbolsOf(word: string): string[] {
  const symbols = Array.from(encoder.encode(word), (byte) => byteSymbols[byte] ?? '');
  return symbols.map((symbol, at) => (at === symbols.length - 1 ? symbol + WORD_END : symbol));
}

/** Merges the pair with the lowest rank, everywhere in the word, until no pair is known. */
function mergeSymbols(symbols: string[], ranks: ReadonlyMap<string, number>): string[] {
  let merged = symbols;
  while (merged.length > 1) {
    let best = Infinity;
    let bestPair = '';
    for (let at = 1; at < merged.length; at++) {
      const pair = `${merged[at - 1]} ${merged[at]}`;
      const rank = ranks.get(pair);
      if (rank !== undefined && rank < best) [best, bestPair] = [rank, pair];
    }
    if (best === Infinity) break;
    const next: string[] = [];
    for (let at = 0; at < merged.length; at++) {
      const [left = '', right] = [merged[at], merged[at + 1]];
      if (right !== undefined && `${left} ${right}` === bestPair) {
        next.push(left + right);
        at++;
      } else next.push(left);
    }
    merged = next;
  }
  return merged;
}

/** A printable character for each byte: itself where it is one, otherwise one from 256 on. */
const byteSymbols: readonly string[] = (() => {
  const isPrintable = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let others = 0;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPrintable(byte) ? byte : 256 + others++));
})();
