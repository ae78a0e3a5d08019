// The pages of the first visits, in first-screens/ beside the app's page, which they equal otherwise: each preloads the chunks of its screen. Those of
// visitors also contain the screen's markup (scripts/first-screens.ts) and the styles that it needs. server/http/static.ts chooses among them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { criticalStyles } from './critical-css.ts';
import { renderFirstScreens } from './first-screens.ts';

interface FirstScreen {
  /** The routes whose components it loads. */
  routes: readonly string[];
  /** For those with markup. */
  address?: string;
}

/** By the names of their files. */
const SCREENS: Record<string, FirstScreen> = {
  home: { routes: ['_public', '_public/index'], address: '/' },
  login: { routes: ['_public', '_public/login'], address: '/login' },
  join: { routes: ['_open', '_open/join/$code'], address: '/join/CODE' },
  camera: { routes: ['_venue', '_venue/event/$id/route', '_venue/event/$id/index'] },
  gallery: { routes: ['_venue', '_venue/event/$id/route', '_venue/event/$id/gallery'] },
};

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/;
const ROOT = '<div id="root"></div>';

export function firstScreensPlugin(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const page = String((bundle['index.html'] as Rolldown.OutputAsset | undefined)?.source);
      const [linkOfPage] = STYLESHEET.exec(page) ?? [];
      if (linkOfPage === undefined || !page.includes(ROOT)) return this.error('the page reads otherwise: no style sheet or root');
      const [, title = ''] = /<title>([^<]*)</.exec(page) ?? [];
      const addresses = Object.values(SCREENS).flatMap(({ address }) => address ?? []);
      const markups = await renderFirstScreens(addresses, title);
      mkdirSync(path.join(dir, 'first-screens'), { recursive: true });
      for (const [name, { routes, address }] of Object.entries(SCREENS)) {
        const { scripts, styles } = filesOf(bundle, routes);
        const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
        const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('');
        let html = page;
        if (address === undefined) html = html.replace('</head>', `${links}${preloads}</head>`);
        else {
          const markup = markups.get(address) ?? '';
          const sheets = [/href="\/([^"]*)"/.exec(linkOfPage)?.[1] ?? '', ...styles].map((file) =>
            String((bundle[file] as Rolldown.OutputAsset).source),
          );
          // Sheets behind the markup delay the script, which is as it should be, but not the first paint.
          html = html
            .replace(linkOfPage, '')
            .replace('</head>', () => `<style>${criticalStyles(sheets, markup)}</style>${preloads}</head>`)
            .replace(ROOT, () => `<div id="root" inert>${inactive(markup)}</div>${linkOfPage.trim()}${links}`);
        }
        writeFileSync(path.join(dir, 'first-screens', `${name}.html`), html);
      }
    },
  };
}

/** Nothing typed before the app has arrived may get lost. */
const inactive = (markup: string): string => markup.replaceAll('<input ', '<input readonly ');

/** What these routes load in addition to the entry. */
function filesOf(bundle: Rolldown.OutputBundle, routes: readonly string[]): { scripts: string[]; styles: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (names: readonly string[], found = new Set<string>()): Set<string> => {
    for (const name of names) {
      const chunk = bundle[name];
      if (chunk?.type !== 'chunk' || found.has(name)) continue;
      found.add(name);
      withImports(chunk.imports, found);
    }
    return found;
  };
  const early = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  const ofRoutes = routes.map((route) => {
    const module = `/src/routes/${route}.tsx?tsr-split=component`;
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.includes(module)));
    if (!chunk) throw new Error(`the build has no screen of the route ${route}`);
    return chunk.fileName;
  });
  const needed = [...withImports(ofRoutes)];
  const stylesOf = (names: Iterable<string>) =>
    new Set([...names].flatMap((name) => [...((bundle[name] as Rolldown.OutputChunk).viteMetadata?.importedCss ?? [])]));
  const have = stylesOf(early);
  return { scripts: needed.filter((name) => !early.has(name)), styles: [...stylesOf(needed)].filter((name) => !have.has(name)) };
}
