const GROUP = 4;

/**
 * A code as every screen writes it, to be read aloud and typed: words apart from the number behind them ("HARBOUR-26"), all others in groups of
 * four ("K7PM-2XWA"). Separators do not matter when it is typed.
 */
export function readableCode(code: string): string {
  const [, word, number] = /^(\p{L}+)(\p{N}+)$/u.exec(code) ?? [];
  if (word && number) return `${word}-${number}`;
  const characters = Array.from(code);
  const groups = characters.flatMap((_, at) => (at % GROUP === 0 ? [characters.slice(at, at + GROUP).join('')] : []));
  return groups.join('-');
}
