/**
 * Validates a route's search. The router merges the result over the raw search, so every key that `parse` omits is set to undefined;
 * otherwise the invalid value would remain.
 * @param keys every key that the route reads
 */
export function validateSearch<Parse extends (typed: Record<string, unknown>) => object>(
  keys: readonly (keyof ReturnType<Parse>)[],
  parse: Parse,
): Parse {
  const absent = Object.fromEntries(keys.map((key) => [key, undefined]));
  return ((typed) => ({ ...absent, ...parse(typed) })) as Parse;
}
