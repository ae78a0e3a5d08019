import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lazyRoutesPlugin } from './lazy-routes-plugin.ts';

const file = new URL('../src/routeTree.gen.ts', import.meta.url).pathname;
const generated = readFileSync(file, 'utf8');

/** What the build makes of the generated tree, and of each area that comes late. */
function built(): { tree: string; areas: Map<string, string> } {
  const plugin = lazyRoutesPlugin();
  const { transform, load } = plugin as unknown as {
    transform: (code: string, id: string) => { code: string };
    load: (id: string) => string;
  };
  const told = { error: (message: string) => expect.fail(message) };
  const tree = transform.call(told, generated, file).code;
  const names = [...tree.matchAll(/import\('virtual:late-routes\/([\w-]+)'\)/g)].map(([, name = '']) => name);
  return { tree, areas: new Map(names.map((name) => [name, load.call(told, `\0virtual:late-routes/${name}`)])) };
}

const filesOf = (code: string) =>
  [...code.matchAll(/^import \{ Route as \w+ \} from "[^"]*\/src\/(routes\/[^"]+)"/gm)].map(([, name]) => name);

const escaped = (text: string) => text.replace(/[$.]/g, String.raw`\$&`);

/** Of an area in src/routes. */
const publicFolders: Record<string, string> = { shared: 'shared/$token', wall: 'wall' };
const folderOf = (name: string) => publicFolders[name] ?? `_app/${name}`;

test('every route is placed once: in the tree, or in the area that brings it', () => {
  const { tree, areas } = built();
  const all = [...generated.matchAll(/^import \{ Route as \w+ \} from '\.\/(routes\/[^']+)'/gm)].map(([, name]) => name);
  const placed = [tree, ...areas.values()].flatMap(filesOf);
  expect(placed).toHaveLength(all.length);
  expect(new Set(placed)).toEqual(new Set(all));
  expect(all.length).toBeGreaterThan(30);
});

test('the areas beside the sidebar and those of gallery links and screens come late, each with its own routes; the way to the shutter does not', () => {
  const { tree, areas } = built();
  expect([...areas.keys()].toSorted()).toEqual(expect.arrayContaining(['dashboard', 'organization', 'shared', 'super-admin', 'wall']));
  for (const [name, code] of areas)
    for (const route of filesOf(code)) expect(route, name).toMatch(new RegExp(`^routes/${escaped(folderOf(name))}/(?!route$)`));
  expect(filesOf(tree)).toEqual(
    expect.arrayContaining(['routes/_venue/event/$id/index', 'routes/_open/join/$code', 'routes/_public/index']),
  );
});

test('a route has the same place in the generated tree', () => {
  const { tree, areas } = built();
  const places = [tree, ...areas.values()].flatMap((code) => [...code.matchAll(/branch\((\w+), ("[^"]+"|\{[^}]*\})/g)]);
  expect(places.length).toBeGreaterThan(30);
  for (const [, name = '', place = ''] of places) {
    if (place === '{}') continue; // the root
    const at = JSON.parse(place) as string | { id: string; path?: string };
    const { id, path } = typeof at === 'string' ? { id: at, path: at } : { path: undefined, ...at };
    expect(generated, name).toMatch(
      new RegExp(
        `const ${name}\\s*=\\s*\\w+\\.update\\(\\{\\s*id: '${escaped(id)}',\\s*${path === undefined ? 'get' : `path: '${escaped(path)}'`}`,
      ),
    );
  }
});

test('an area contains its guard and a not-found page', () => {
  for (const name of built().areas.keys()) {
    const layout = readFileSync(new URL(`../src/routes/${folderOf(name)}/route.tsx`, import.meta.url), 'utf8');
    expect(layout, name).toMatch(/beforeLoad: guarded\(/);
    expect(layout, name).toMatch(/notFoundComponent:/);
  }
});

test('each area asks first whether a photo booth is locked here', () => {
  for (const [name, code] of built().areas) expect(code, name).toMatch(/\/src\/shell\/booth-lock\.ts";\n.*\{\n {2}enforceBoothLock\(\);/);
});
