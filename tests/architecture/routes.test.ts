import { describe, expect, test } from 'vitest';
import { routeTable } from '#tests/support/routes.ts';
import { readSource, sources } from '#tests/support/source.ts';

interface Found {
  id: string;
  guard: string | null;
}

/** Each route file's id and the guard in it, read from the code. */
const found: Found[] = sources(/^src\/routes\/.*\.tsx$/)
  .map((file) => ({ file, source: readSource(file) }))
  .flatMap(({ source }) => {
    const id = /createFileRoute\('([^']+)'\)/.exec(source)?.[1];
    return id ? [{ id, guard: /beforeLoad: guarded\((\w+)\)/.exec(source)?.[1] ?? null }] : [];
  });

/** Without pathless layouts, the slash of an index, and the mark of a page that isn't inside of the one above it (`generate_`). */
const pathOf = (id: string) =>
  id
    .split('/')
    .filter((part) => !part.startsWith('_'))
    .map((part) => part.replace(/_$/, ''))
    .join('/')
    .replace(/(.)\/$/, '$1') || '/';

const isLayout = (id: string) => id.split('/').at(-1)?.startsWith('_') ?? false;

/** Its own guard, else that of the nearest layout above it. */
function guardOf({ id, guard }: Found): string | null {
  if (guard) return guard;
  const above = found
    .filter((other) => other.id !== id && id.startsWith(`${other.id.replace(/\/$/, '')}/`) && other.id !== '/')
    .sort((a, b) => b.id.length - a.id.length);
  return above.find((other) => other.guard)?.guard ?? null;
}

describe('routes', () => {
  test('each have the guard of this table', () => {
    const actual = new Map(found.filter(({ id }) => !isLayout(id)).map((route) => [pathOf(route.id), guardOf(route)]));
    const table = new Map(routeTable.map(({ path, guard }) => [path, guard]));
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(table));
  });

  test('without a guard show nothing', () => {
    for (const { path, guard, visits } of routeTable) if (guard === null) expect(visits, path).toEqual([]);
  });

  test('are guarded by layouts, so that children inherit; in a separate area a child may repeat its guard', () => {
    const isArea = (id: string) => found.some((other) => other.id.startsWith(`${id}/`));
    for (const route of found) {
      if (!route.guard || isLayout(route.id) || isArea(route.id)) continue;
      expect(route.guard, route.id).toBe(guardOf({ ...route, guard: null }));
    }
  });

  test('are all photographed, but those that lead elsewhere', () => {
    const leadsElsewhere = (path: string) => found.some(({ id }) => pathOf(id) === path && !isLayout(id) && redirects(id));
    expect(routeTable.filter(({ path, visits }) => visits.length === 0 && !leadsElsewhere(path))).toEqual([]);
  });
});

/** True for a route whose file has no component. */
function redirects(id: string): boolean {
  const source = sources(/^src\/routes\/.*\.tsx$/)
    .map(readSource)
    .find((text) => text.includes(`createFileRoute('${id}')`));
  return source !== undefined && !/component[:,]/.test(source);
}

test('no route casts its search parameters; the URL is parsed', () => {
  const casts = sources(/^src\/routes\/.*\.tsx$/).filter((file) => /\bas (\w+\.)?\w*Search\b/.test(readSource(file)));
  expect(casts).toEqual([]);
});

describe('the session', () => {
  test.each([
    ['configureSession', ['src/main.tsx']],
    ['configureTransport', ['src/session/actions.ts']],
  ])('%s is called in one place', (name, places) => {
    const callers = sources(/^(src|sw)\/.*(?<!\.test)\.tsx?$/).filter((file) =>
      new RegExp(`^(?!export function|import).*\\b${name}\\(`, 'm').test(readSource(file)),
    );
    expect(callers).toEqual(places);
  });
});
