// Lazy routes. The generated tree (src/routeTree.gen.ts) references every screen, which would burden everyone's first load, including the camera's.
// In the build, an area beside the sidebar (src/routes/_app/<area>/) and the public areas of gallery links (src/routes/shared/$token/) and screens (src/routes/wall/) only include
// their layout with the guard; their screens are loaded on entry (src/shell/lazy-routes.ts). In development all routes are loaded at once.
import path from 'node:path';
import type { Plugin } from 'vite';

const TREE = /\/src\/routeTree\.gen\.ts$/;
const AREA = /\/(?:_app\/([\w-]+)|(shared)\/\$token|(wall))\/route$/;
const VIRTUAL = 'virtual:late-routes/';

interface Entry {
  /** The module that exports it, without its ending. */
  file: string;
  at: { id?: string; path?: string };
  children: string[];
}

type Tree = ReadonlyMap<string, Entry>;

/** Sets a route where it belongs, as the generated tree does, in fewer words. */
const branch = `export function branch(route, at, children, late) {
  route.update(typeof at === 'string' ? { id: at, path: at } : at);
  if (late) route.update({ staticData: { ...route.options.staticData, late } });
  for (const child of children ?? []) child.options.getParentRoute = () => route;
  return route._addFileChildren(children);
}`;

export function lazyRoutesPlugin(): Plugin {
  let tree: Tree = new Map();
  return {
    name: 'late-routes',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return null;
      const area = id.slice(VIRTUAL.length + 1);
      if (area === 'branch') return branch;
      const entry = [...tree.values()].find(({ file }) => areaOf(file) === area);
      if (!entry) return this.error(`no area of routes is called ${area}`);
      const { imports, write } = writer(tree);
      const children = entry.children.map(write);
      return `${imports()}
import { enforceBoothLock } from ${JSON.stringify(path.resolve('src/shell/booth-lock.ts'))};
export default (area) => {
  enforceBoothLock();
  branch(area, {}, [${children.join()}]);
};`;
    },
    transform(code, id) {
      if (!TREE.test(id)) return null;
      tree = readTree(code, path.dirname(id));
      const named = [...code.matchAll(/^import \{ Route as /gm)].length;
      if (tree.size !== named) this.error(`the generated tree of routes reads otherwise: ${tree.size} of ${named} routes found`);
      const { imports, write } = writer(tree);
      const root = write('rootRoute');
      return { code: `${imports()}\nexport const routeTree = ${root};`, map: null };
    },
  };
}

function areaOf(file: string): string | null {
  return (
    AREA.exec(file)
      ?.slice(1)
      .find((area) => area !== undefined) ?? null
  );
}

/** By the name that the generated tree gives each. Only those that hang together count: a route that is left out is found by their number. */
function readTree(code: string, folder: string): Tree {
  const files = new Map([...code.matchAll(/import \{ Route as (\w+) \} from '([^']+)'/g)].map(([, name, file]) => [name, file]));
  const children = new Map(
    [...code.matchAll(/const (\w+)Children: \w+ = \{([^}]*)\}/g)].map(([, name, body = '']) => [
      name,
      [...body.matchAll(/\w+:\s*(\w+?)(?:WithChildren)?,/g)].map(([, child = '']) => child),
    ]),
  );
  const places = new Map<string, Entry['at']>([['rootRoute', {}]]);
  for (const [, name = '', id, route] of code.matchAll(/const (\w+)\s*=\s*\w+\.update\(\{\s*id: '([^']+)',(?:\s*path: '([^']+)',)?/g))
    places.set(name, { id, ...(route !== undefined && { path: route }) });
  const tree = new Map<string, Entry>();
  const visit = (name: string) => {
    const file = files.get(`${name}Import`);
    const at = places.get(name);
    if (file === undefined || !at) return;
    tree.set(name, { file: path.resolve(folder, file), at, children: children.get(name) ?? [] });
    children.get(name)?.forEach(visit);
  };
  visit('rootRoute');
  return tree;
}

/** Writes routes as expressions, and then the imports that these need. */
function writer(tree: Tree) {
  const used: string[] = [`import { branch } from '${VIRTUAL}branch';`];
  const write = (name: string): string => {
    const entry = tree.get(name);
    if (!entry) throw new Error(`the generated tree of routes names ${name} and does not place it`);
    const { file, at, children } = entry;
    used.push(`import { Route as ${name} } from ${JSON.stringify(file)};`);
    const place = JSON.stringify(at.id === at.path && at.id !== undefined ? at.id : at);
    const area = areaOf(file);
    if (area !== null) return `branch(${name}, ${place}, undefined, () => import('${VIRTUAL}${area}'))`;
    return children.length > 0 ? `branch(${name}, ${place}, [${children.map(write).join()}])` : `branch(${name}, ${place})`;
  };
  return { imports: () => used.join('\n'), write };
}
