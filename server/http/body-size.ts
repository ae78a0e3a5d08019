// How much a body may hold: the most values (objects, lists, and what stands in them) that a schema leaves room for, and whether a body holds more.

type Json = Record<string, unknown>;

/** So much more may be wrong with a body for all of it to be told. */
const SLACK = 20;

/** Infinity where the schema sets no limit. References are followed by `resolve`; the contract's request bodies are not recursive. */
export function maxValueCount(given: Json, resolve: (schema: Json) => Json): number {
  const schema = resolve(given);
  const alternatives = ['oneOf', 'anyOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Json[]);
  if (alternatives.length > 0) return Math.max(...alternatives.map((one) => maxValueCount(one, resolve)));
  const types = [schema.type ?? []].flat();
  if (types.includes('object')) {
    if (schema.additionalProperties !== false) return Infinity;
    const members = Object.values((schema.properties ?? {}) as Record<string, Json | boolean>);
    return 1 + members.reduce((sum, member) => sum + (typeof member === 'boolean' ? 0 : maxValueCount(member, resolve)), 0);
  }
  if (types.includes('array')) {
    const { maxItems, items } = schema as { maxItems?: number; items?: Json };
    return maxItems === undefined || !items ? Infinity : 1 + maxItems * maxValueCount(items, resolve);
  }
  return 1;
}

/** Counts no further than it must, and not by recursion: depth is the sender's to choose. */
export function exceedsValueCount(body: unknown, most: number): boolean {
  const waiting = [body];
  for (let count = 0; waiting.length > 0; count += 1) {
    // What waits is there as well.
    if (count + waiting.length > most + SLACK) return true;
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Array.isArray(value) ? value : Object.values(value)) waiting.push(member);
  }
  return false;
}
