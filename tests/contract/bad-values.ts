// Invalid values of a schema, each with a description of what is invalid.
import { randomUUID } from 'node:crypto';
import { resolve, textOf, type Json, type Parameter, type Schema } from '#tests/support/contract.ts';

export interface Bad {
  what: string;
  value: Json;
}

const typesOf = (schema: Schema): string[] => (Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : []);

const ofType: Record<string, Json> = { string: 'text', integer: 7, number: 7.5, boolean: true, array: [], object: {}, null: null };

/** Values of a JSON body's field that its schema refuses. */
function badValues(given: Schema): Bad[] {
  const schema = resolve(given);
  const types = typesOf(schema);
  const bad: Bad[] = [];
  for (const [type, value] of Object.entries(ofType)) {
    const fits = types.includes(type) || (type === 'integer' && types.includes('number'));
    if (types.length > 0 && !fits) bad.push({ what: `is ${type}`, value });
  }
  if (types.includes('string')) bad.push(...badStrings(schema));
  if (types.includes('integer')) bad.push({ what: 'is a fraction', value: 1.5 });
  if (types.includes('integer') || types.includes('number')) bad.push(...badNumbers(schema));
  if (types.includes('array')) bad.push(...badArrays(schema));
  return bad;
}

function badNumbers(schema: Schema): Bad[] {
  const bad: Bad[] = [];
  if (schema.minimum !== undefined) bad.push({ what: 'is too small', value: schema.minimum - 1 });
  if (schema.maximum !== undefined) bad.push({ what: 'is too big', value: schema.maximum + 1 });
  if (schema.enum) bad.push({ what: 'is none of the list', value: 45 });
  return bad;
}

function badArrays(schema: Schema): Bad[] {
  const bad: Bad[] = [];
  const item = schema.items && resolve(schema.items);
  if (!item) return bad;
  const several = (count: number) => Array.from({ length: count }, (_, index) => goodItem(item, index));
  if (schema.minItems) bad.push({ what: 'has too few', value: several(schema.minItems - 1) });
  if (schema.maxItems) bad.push({ what: 'has too many', value: several(schema.maxItems + 1) });
  if (schema.uniqueItems) {
    const [one] = several(1);
    bad.push({ what: 'has one twice', value: [one!, one!] });
  }
  // One wrong among good ones.
  for (const { what, value } of badValues(item)) bad.push({ what: `has one that ${what}`, value: [...several(1), value] });
  return bad;
}

/** A unique valid item for the schema of a list. */
function goodItem(item: Schema, index: number): Json {
  if (item.enum) return item.enum[index % item.enum.length]!;
  if (item.format === 'uuid') return randomUUID();
  if (item.format === 'email') return `list-${index}@example.test`;
  if (typesOf(item).includes('string')) return `item-${index}`;
  if (typesOf(item).includes('integer')) return (item.minimum ?? 0) + index;
  if (item.properties && item.required) {
    const { properties, required } = item;
    return Object.fromEntries(
      required.flatMap((name) => {
        const schema = properties[name];
        return typeof schema === 'object' ? [[name, goodItem(resolve(schema), index)]] : [];
      }),
    );
  }
  throw new Error(`there is no example of ${JSON.stringify(item)} yet`);
}

function badStrings(schema: Schema): Bad[] {
  const bad: Bad[] = [];
  if (schema.enum) bad.push({ what: 'is none of the list', value: 'none-of-them' });
  if (schema.minLength) bad.push({ what: 'is too short', value: 'x'.repeat(schema.minLength - 1) });
  const isText = !schema.format || schema.format.startsWith('name');
  if (schema.maxLength && isText) bad.push({ what: 'is too long', value: 'x'.repeat(schema.maxLength + 1) });
  if (schema.pattern) bad.push({ what: 'does not match its pattern', value: schema.pattern.includes('S') ? '   ' : '%%%%%%%%%%' });
  if (schema.format === 'name-lines') bad.push({ what: 'has too many lines', value: '\n'.repeat(10) });
  if (schema.format?.startsWith('name'))
    bad.push(
      { what: 'turns the text about', value: 'An\u202ea' },
      { what: 'is not seen', value: '\u200b' },
      { what: 'has a control', value: 'A\u001b[2J' },
    );
  if (schema.format === 'uuid')
    bad.push({ what: 'is no uuid', value: '0199aa00-0000-7000-8000-00000000000' }, { what: 'is a path', value: '../../etc/passwd' });
  if (schema.format === 'date-time')
    bad.push(
      { what: 'is no date', value: '2026-02-30T25:00:00Z' },
      { what: 'is a date in words', value: 'yesterday' },
      { what: 'has no time', value: '2026-11-20' },
      { what: 'has no zone', value: '2026-11-20T18:00:00' },
    );
  if (schema.format === 'time-zone')
    bad.push({ what: 'is a bare offset', value: '+01:00' }, { what: 'is nowhere', value: 'Mars/Olympus' }, { what: 'is empty', value: '' });
  if (schema.format === 'email')
    bad.push({ what: 'is no address', value: 'not-an-address' }, { what: 'is an address too long', value: `${'x'.repeat(300)}@a.test` });
  return bad;
}

/** Values that hostile people send anywhere: they need not be refused, but must not break anything. */
const strangeStrings = [
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '🜁'.repeat(50),
  '\u202Etxt.exe',
  '%00',
  '${7*7}',
];

/** Times that the calendar knows and few programs do. */
const strangeTimes = [
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-12-31T23:59:60Z',
  '2026-11-20T18:00:00.123456789+14:00',
  '1970-01-01T00:00:00-12:00',
];

/** Characters in codes and names that are special in database patterns. */
const strangePatterns = ['%', '_', '\\', '%_\\'];

/** Odd values for one text of a body or an address. */
export function strangeValues(given: Schema): string[] {
  const schema = resolve(given);
  if (schema.format === 'date-time') return [...strangeStrings, ...strangeTimes];
  return typesOf(schema).includes('string') && !schema.enum && (!schema.format || schema.format.startsWith('name'))
    ? [...strangeStrings, ...strangePatterns]
    : strangeStrings;
}

/** Every text of a body with its schema, those within lists too: `put` makes the body in which it is another. */
export function textsIn(given: Schema, good: Record<string, Json>): { name: string; schema: Schema; put: (text: string) => Json }[] {
  const properties = resolve(given).properties ?? {};
  return Object.entries(good).flatMap(([name, value]) => {
    const property = properties[name];
    if (property === undefined || typeof property === 'boolean') return [];
    const schema = resolve(property);
    if (typeof value === 'string') return [{ name, schema, put: (text) => ({ ...good, [name]: text }) }];
    if (!Array.isArray(value) || typeof value[0] !== 'string' || !schema.items) return [];
    return [{ name: `${name}.0`, schema: resolve(schema.items), put: (text) => ({ ...good, [name]: [text] }) }];
  });
}

/** Invalid values of a parameter as they appear in a URL or header. */
export function badParameter(parameter: Parameter): { what: string; value: string | null }[] {
  const schema = resolve(parameter.schema);
  const types = typesOf(schema);
  const bad: { what: string; value: string | null }[] = [];
  if (parameter.required && parameter.in === 'header') bad.push({ what: 'is missing', value: null });
  if (types.includes('integer'))
    bad.push(
      { what: 'is a word', value: 'many' },
      { what: 'is a fraction', value: '1.5' },
      { what: 'is huge', value: '99999999999999999999' },
    );
  if (types.includes('boolean')) bad.push({ what: 'is a word', value: 'maybe' }, { what: 'is shouted', value: 'TRUE' });
  for (const { what, value } of badValues(schema)) {
    if (typeof value === 'string' && value !== 'text' && value !== '') bad.push({ what, value });
    if (typeof value === 'number' && what.startsWith('is too')) bad.push({ what, value: String(value) });
  }
  return bad;
}

export interface BadBody {
  what: string;
  field: string | null;
  /** The same for the same fault of the same schema. */
  kind: string;
  body: Json;
}

/** Bodies that are wrong as a whole or in one field, made of a good one: a list for each part that is wrong. */
export function badBodies(given: Schema, good: Record<string, Json>): BadBody[][] {
  const schema = resolve(given);
  const ofSchema = (what: string, field: string | null, body: Json): BadBody => ({
    what,
    field,
    kind: `${textOf(schema)} ${what} ${field}`,
    body,
  });
  const noObject = { 'is null': null, 'is a list': [], 'is a word': 'word' };
  const bodies: BadBody[][] = [Object.entries(noObject).map(([what, body]) => ({ what, field: null, kind: what, body }))];
  if (schema.minProperties || schema.required?.length) bodies.push([ofSchema('is empty', null, {})]);
  for (const name of schema.required ?? []) {
    const { [name]: _left, ...rest } = good;
    bodies.push([ofSchema('is missing', name, rest)]);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property === 'boolean') continue;
    const kind = `body ${textOf(property)}`;
    bodies.push(
      badValues(property).map(({ what, value }) => ({ what, field: name, kind: `${kind} ${what}`, body: { ...good, [name]: value } })),
    );
  }
  if (schema.additionalProperties === false) bodies.push([ofSchema('is not known', 'unheard_of', { ...good, unheard_of: 1 })]);
  return bodies;
}
