// `~icons/<name>`: one Lucide icon as a React component, made from @iconify-json/lucide. Each is a separate module, so that a screen loads only its
// own icons. src/ui/icons.ts lists those in use.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PREFIX = '~icons/';
/** Attributes that src/ui/icon.ts sets once for all shapes. */
const COMMON = / (fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g;

interface IconSet {
  icons: Record<string, { body: string } | undefined>;
}

const readSet = () =>
  JSON.parse(readFileSync(new URL('../node_modules/@iconify-json/lucide/icons.json', import.meta.url), 'utf8')) as IconSet;

/**
 * The shapes of a drawing, as `icon` of src/ui/icon.ts takes them.
 * @param body SVG elements without text, such as `<path d="…"/>`
 */
export function shapesOf(body: string): [tag: string, attributes: Record<string, string>][] {
  return [...body.replaceAll(COMMON, '').matchAll(/<(?!g\b)([a-z]+)((?: [\w-]+="[^"]*")*)\/?>/g)].map(([, tag = '', attributes = '']) => [
    tag,
    Object.fromEntries([...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [camelCase(name), value])),
  ]);
}

const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export function iconsPlugin(): Plugin {
  let set: IconSet | undefined;
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(PREFIX) ? { id: `\0${id}`, moduleSideEffects: false } : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      set ??= readSet();
      const drawing = set.icons[name];
      if (!drawing) throw new Error(`Lucide has no icon "${name}"; src/ui/icons.ts asks for it`);
      return `import { icon } from '#src/ui/icon.ts';\nexport default /* @__PURE__ */ icon(${JSON.stringify(shapesOf(drawing.body))});`;
    },
  };
}
