/**
 * Where a block of a minified sheet ends.
 * @param start behind its opening brace
 * @param braces the opening and the closing one
 * @returns the place behind its closing one
 * @throws {Error} when it has none
 */
export function endOfBlock(css: string, start: number, [open, close] = '{}'): number {
  let end = start;
  for (let depth = 1; depth > 0; end += 1) {
    if (end >= css.length) throw new Error('a block of the styles has no end');
    if (css[end] === open) depth += 1;
    if (css[end] === close) depth -= 1;
  }
  return end;
}
