// Bodies that are made to be slow to check, as large as an operation takes them: many members, long lists, deep nests, texts that patterns
// and formats may walk to and fro. Derived from the contract, so that a new operation is tried as well.
import { randomUUID } from 'node:crypto';
import { resolve, rows, type Row, type Schema } from '#tests/support/contract.ts';

export interface HostileBody {
  what: string;
  /** Made when it is asked for: they are large. */
  text(): string;
}

export const rowsWithBody: Row[] = rows.filter((row) => row.operation.requestBody?.content['application/json']?.schema !== undefined);

export const bodySchemaOf = (row: Row): Schema => resolve(row.operation.requestBody!.content['application/json']!.schema!);

export function hostileBodies(schema: Schema, bytes: number): HostileBody[] {
  const bodies: HostileBody[] = [
    { what: 'members that nobody knows', text: () => fill('{', (index) => `"${index.toString(36)}":0,`, '"":0}', bytes) },
    { what: 'one member again and again', text: () => fill('{', () => '"a":0,', '"a":1}', bytes) },
    { what: 'a name as long as it may be', text: () => fill('{"', () => 'n', '":0}', bytes) },
    { what: 'lists in lists', text: () => nest('[', ']', bytes) },
    { what: 'objects in objects', text: () => nest('{"a":', '}', bytes, '0') },
    { what: 'a list of nothing', text: () => fill('[', () => '0,', '0]', bytes) },
  ];
  for (const [name, given] of Object.entries(schema.properties ?? {})) {
    if (typeof given === 'boolean') continue;
    const property = resolve(given);
    const put = (what: string, start: string, unit: (index: number) => string, end: string) =>
      bodies.push({ what: `${name}: ${what}`, text: () => fill(`{"${name}":${start}`, unit, `${end}}`, bytes) });
    for (const [what, unit] of backtrackingTexts) put(what, '"', () => unit, '"');
    put('ideographs that differ, as a domain', '"a@', (index) => String.fromCodePoint(0x4e00 + (index % 20_000)), '"');
    put('marks in a row', '"e', () => '\u0301\u0316', '"');
    put('members that nobody knows', '{', (index) => `"${index.toString(36)}":0,`, '"":0}');
    if (!property.items) continue;
    put('numbers', '[', () => '0,', '0]');
    put('lists', '[', () => '[],', '[]]');
    put('different words', '[', (index) => `"${index.toString(36)}",`, '""]');
    put('one good item again and again', '[', () => '"0199aa00-0000-7000-8000-0000000000e1",', '""]');
    put('good items', '[', () => `"${randomUUID()}",`, '""]');
    put('addresses', '[', (index) => `"${index}@a.example",`, '""]');
    for (const [what, unit] of backtrackingTexts) put(`one that is ${what}`, '["', () => unit, '"]');
  }
  return bodies;
}

/** What makes a regular expression try again from each place, if it is written so. */
const backtrackingTexts: readonly (readonly [string, string])[] = [
  ['one letter', 'a'],
  ['one digit', '1'],
  ['blanks', ' '],
  ['dots', 'a.'],
  ['hyphens', '-a'],
  ['an address without an end', '@a.'],
  ['signs that are seen by nobody', '\u200b'],
  ['signs beyond the first plane', '😀'],
  ['marks upon marks', 'e\u0301\u0301'],
  ['joined signs', '👩\u200d'],
];

/** Short of `bytes`, as near as it gets. */
function fill(start: string, unit: (index: number) => string, end: string, bytes: number): string {
  const parts = [start];
  let left = bytes - Buffer.byteLength(start) - Buffer.byteLength(end);
  for (let index = 0; ; index += 1) {
    const part = unit(index);
    left -= Buffer.byteLength(part);
    if (left < 0) break;
    parts.push(part);
  }
  return parts.join('') + end;
}

function nest(open: string, close: string, bytes: number, core = ''): string {
  const times = Math.floor((bytes - core.length) / (open.length + close.length));
  return open.repeat(times) + core + close.repeat(times);
}

/** Bytes of the largest body that the schema takes, as programs write it. Infinity where the schema sets no limit. */
export function largestBody(given: Schema): number {
  const schema = resolve(given);
  if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length));
  const types = [schema.type ?? []].flat();
  if (types.includes('object')) {
    if (schema.additionalProperties !== false) return Infinity;
    return Object.entries(schema.properties ?? {}).reduce(
      (sum, [name, member]) => sum + (typeof member === 'boolean' ? 0 : name.length + 4 + largestBody(member)),
      2,
    );
  }
  if (types.includes('array')) return 2 + (schema.maxItems ?? Infinity) * (1 + (schema.items ? largestBody(schema.items) : Infinity));
  if (!types.includes('string')) return 24;
  if (schema.format === 'uuid' || schema.format === 'date-time') return 42;
  // A sign has four bytes at most, and six where it must be escaped; addresses and what a pattern describes are plain letters.
  const perSign = schema.format === 'email' || schema.pattern?.startsWith('^') ? 1 : 6;
  const fixed = /^\^\[[^\]]+\]\{(\d+)\}\$$/.exec(schema.pattern ?? '')?.[1];
  return 2 + Number(schema.maxLength ?? fixed ?? Infinity) * perSign;
}
