/**
 * What a route makes of the search of its URL. The router lays it over the search as it was typed: what `parse` leaves out would show through,
 * however wrong it is, so it is said to be absent.
 * @param keys all that the route reads
 */
export function validateSearch<Parse extends (typed: Record<string, unknown>) => object>(
  keys: readonly (keyof ReturnType<Parse>)[],
  parse: Parse,
): Parse {
  const absent = Object.fromEntries(keys.map((key) => [key, undefined]));
  return ((typed) => ({ ...absent, ...parse(typed) })) as Parse;
}
