// What a list is asked for, as the URL holds it: words, choices, flags, and the page. What may stand there is the contract's to say
// (openapi/generated/lists.ts); what a URL says wrong is left out, never an error.

/** As `npm run generate` emits it. */
export interface ListParameters {
  /** With the longest they may be. */
  texts: Readonly<Record<string, number>>;
  choices: Readonly<Record<string, readonly string[]>>;
  defaults: Readonly<Record<string, string>>;
  flags: readonly string[];
  /** How long one may be. */
  cursor: number;
}

export type ListSearch<List extends ListParameters> = { [Text in keyof List['texts']]?: string } & {
  [Choice in keyof List['choices']]?: List['choices'][Choice][number];
} & { [Flag in List['flags'][number]]?: true } & { cursor?: string };

/** All that a list reads of its URL. */
export const searchKeys = <List extends ListParameters>({ texts, choices, flags }: List) =>
  [...Object.keys(texts), ...Object.keys(choices), ...flags, 'cursor'] as (keyof ListSearch<List>)[];

/** The router reads `?q=2026` as a number. Cut by characters, as the contract counts them; what no database stores is left out. */
function parseText(raw: unknown, max: number): string | undefined {
  const text = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
  if (typeof text !== 'string') return undefined;
  const storable = text.replaceAll('\0', '').replace(/\p{Cs}/gu, '');
  return Array.from(storable.trim()).slice(0, max).join('') || undefined;
}

export const parseFlag = (raw: unknown): true | undefined => (raw === true || raw === 'true' ? true : undefined);

/** What was chosen, and nothing that is so anyway. */
export function parseListSearch<List extends ListParameters>(list: List, raw: Record<string, unknown>): ListSearch<List> {
  const found: [string, unknown][] = [
    ...Object.entries(list.texts).map(([key, max]): [string, unknown] => [key, parseText(raw[key], max)]),
    ...Object.entries(list.choices).map(([key, values]): [string, unknown] => [
      key,
      values.find((value) => value === raw[key] && value !== list.defaults[key]),
    ]),
    ...list.flags.map((key): [string, unknown] => [key, parseFlag(raw[key])]),
    ['cursor', typeof raw.cursor === 'string' && raw.cursor.length <= list.cursor && raw.cursor],
  ];
  return Object.fromEntries(found.filter(([, value]) => value)) as ListSearch<List>;
}
