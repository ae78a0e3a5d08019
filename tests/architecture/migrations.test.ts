// Existing databases apply migrations in order, so a new one must come after those that were applied.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrationsFolder } from '#server/db/migrate.ts';

const { entries } = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
  entries: { idx: number; when: number; tag: string }[];
};

describe('migrations', () => {
  test('were written one after the other: one that looks older than the last that ran would never run', () => {
    const times = entries.map(({ when }) => when);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  });

  test('have each a number and a file, and the last one what the schema was after it', () => {
    expect(entries.map(({ idx, tag }) => [idx, Number(tag.slice(0, 4))])).toEqual(entries.map((_, at) => [at, at]));
    const files = (folder: string, end: string) =>
      readdirSync(path.join(migrationsFolder, folder))
        .filter((name) => name.endsWith(end))
        .map((name) => name.slice(0, -end.length))
        .toSorted();
    expect(files('', '.sql')).toEqual(entries.map(({ tag }) => tag));
    // The next migration is made from it; earlier ones would only be 8,000 lines each.
    expect(files('meta', '_snapshot.json')).toEqual(entries.slice(-1).map(({ tag }) => tag.slice(0, 4)));
  });
});
