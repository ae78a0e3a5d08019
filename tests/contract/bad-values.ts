// What may be wrong with a value, derived from its schema: each wrong value with the name of what is wrong with it.
import { resolve, type Json, type Parameter, type Schema } from '#tests/support/contract.ts';

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
  if (types.includes('integer') || types.includes('number')) {
    if (schema.minimum !== undefined) bad.push({ what: 'is too small', value: schema.minimum - 1 });
    if (schema.maximum !== undefined) bad.push({ what: 'is too big', value: schema.maximum + 1 });
    if (schema.enum) bad.push({ what: 'is none of the list', value: 45 });
  }
  return bad;
}

function badStrings(schema: Schema): Bad[] {
  const bad: Bad[] = [];
  if (schema.enum) bad.push({ what: 'is none of the list', value: 'none-of-them' });
  if (schema.minLength) bad.push({ what: 'is too short', value: 'x'.repeat(schema.minLength - 1) });
  if (schema.maxLength && !schema.format) bad.push({ what: 'is too long', value: 'x'.repeat(schema.maxLength + 1) });
  if (schema.pattern) bad.push({ what: 'does not match its pattern', value: schema.pattern.includes('S') ? '   ' : '%%%%%%%%%%' });
  if (schema.format === 'uuid')
    bad.push({ what: 'is no uuid', value: '0199aa00-0000-7000-8000-00000000000' }, { what: 'is a path', value: '../../etc/passwd' });
  if (schema.format === 'date-time')
    bad.push({ what: 'is no date', value: '2026-02-30T25:00:00Z' }, { what: 'is a date in words', value: 'yesterday' });
  if (schema.format === 'email') bad.push({ what: 'is no address', value: 'not-an-address' });
  return bad;
}

/** Values that hostile people send anywhere: they need not be refused, but must not break anything. */
export const strangeStrings = [
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '🜁'.repeat(50),
  '\u202Etxt.exe',
  '%00',
  '${7*7}',
];

/** A parameter's wrong values as they stand in an address or header. */
export function badParameter(parameter: Parameter): { what: string; value: string | null }[] {
  const schema = resolve(parameter.schema);
  const bad: { what: string; value: string | null }[] = [];
  if (parameter.required && parameter.in === 'header') bad.push({ what: 'is missing', value: null });
  if (typesOf(schema).includes('integer'))
    bad.push(
      { what: 'is a word', value: 'many' },
      { what: 'is a fraction', value: '1.5' },
      { what: 'is huge', value: '99999999999999999999' },
    );
  for (const { what, value } of badValues(schema)) {
    if (typeof value === 'string' && value !== 'text' && value !== '') bad.push({ what, value });
    if (typeof value === 'number' && what.startsWith('is too')) bad.push({ what, value: String(value) });
  }
  return bad;
}

/** Bodies that are wrong as a whole or in one field, made of a good one. */
export function badBodies(given: Schema, good: Record<string, Json>): { what: string; field: string | null; body: Json }[] {
  const schema = resolve(given);
  const bodies: { what: string; field: string | null; body: Json }[] = [
    { what: 'is null', field: null, body: null },
    { what: 'is a list', field: null, body: [] },
    { what: 'is a word', field: null, body: 'word' },
    { what: 'is empty', field: null, body: {} },
  ];
  for (const name of schema.required ?? []) {
    const { [name]: _left, ...rest } = good;
    bodies.push({ what: 'is missing', field: name, body: rest });
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property === 'boolean') continue;
    for (const { what, value } of badValues(property)) bodies.push({ what, field: name, body: { ...good, [name]: value } });
  }
  if (schema.additionalProperties === false) bodies.push({ what: 'is not known', field: 'unheard_of', body: { ...good, unheard_of: 1 } });
  return bodies;
}
