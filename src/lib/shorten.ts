/** The text on one line; if it is longer than `most` UTF-16 code units, cut between words, with an ellipsis. */
export function shorten(text: string, most: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  const end = cut.lastIndexOf(' ');
  // A single long word is cut within, but not within a character.
  const words = end > 0 ? cut.slice(0, end) : cut.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  return `${words.replace(/[\s.,;:–-]+$/, '')}…`;
}
