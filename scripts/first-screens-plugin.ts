// The pages of the first visits, in first-screens/ beside the app's page: each contains its screen's markup (scripts/first-screens.ts), the styles that
// this needs, and a script that keeps what is done on it and starts the app when it has been painted (src/first-visit.ts). What the app needs follows
// behind the markup: style sheets, and the chunks of the screen. server/http/static.ts chooses among them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { criticalStyles } from './critical-css.ts';
import { buildFirstVisit, renderFirstScreens } from './first-screens.ts';

interface FirstScreen {
  /** The routes whose components it loads. */
  routes: readonly string[];
  /** What src/first-screens.tsx renders. */
  address: string;
}

/** By the names of their files. */
const SCREENS: Record<string, FirstScreen> = {
  home: { routes: ['_public', '_public/index'], address: '/' },
  login: { routes: ['_public', '_public/login'], address: '/login' },
  join: { routes: ['_open', '_open/join/$code'], address: '/join/CODE' },
  camera: { routes: ['_venue', '_venue/event/$id/route', '_venue/event/$id/index'], address: '/event/ID' },
  gallery: { routes: ['_venue', '_venue/event/$id/route', '_venue/event/$id/gallery'], address: '/event/ID/gallery' },
};

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/;
const SCRIPT = /\s*<script type="module" crossorigin src="([^"]*)"><\/script>/;
const PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;
const ROOT = '<div id="root"></div>';

export function firstScreensPlugin(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const page = String((bundle['index.html'] as Rolldown.OutputAsset | undefined)?.source);
      const [linkOfPage] = STYLESHEET.exec(page) ?? [];
      const [, script] = SCRIPT.exec(page) ?? [];
      if (linkOfPage === undefined || script === undefined || !page.includes(ROOT))
        return this.error('the page reads otherwise: no style sheet, script or root');
      const preloadsOfPage = page.match(PRELOADS) ?? [];
      const empty = page.replace(linkOfPage, '').replace(SCRIPT, '').replaceAll(PRELOADS, '');
      const [, title = ''] = /<title>([^<]*)</.exec(page) ?? [];
      const markups = await renderFirstScreens(
        Object.values(SCREENS).map(({ address }) => address),
        title,
      );
      const starter = await buildFirstVisit();
      mkdirSync(path.join(dir, 'first-screens'), { recursive: true });
      for (const [name, { routes, address }] of Object.entries(SCREENS)) {
        const { scripts, styles } = filesOf(bundle, routes);
        const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
        const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
        const markup = markups.get(address) ?? '';
        const sheets = [/href="\/([^"]*)"/.exec(linkOfPage)?.[1] ?? '', ...styles].map((file) =>
          String((bundle[file] as Rolldown.OutputAsset).source),
        );
        const app = [`<link rel="modulepreload" crossorigin href="${script}">`, ...preloadsOfPage, ...preloads].map((link) => link.trim());
        const behind = [linkOfPage.trim(), ...links, `<template id="app">${app.join('')}</template>`];
        const html = empty
          // The colors of the event's organization (src/first-visit.ts).
          .replace('<html ', routes.some((route) => /event|join/.test(route)) ? '<html data-color="{{primary}}" ' : '<html ')
          .replace('</head>', () => `<style>${criticalStyles(sheets, markup)}</style><script>${starter}</script></head>`)
          .replace(ROOT, () => `<div id="first-screen">${fillable(markup)}</div>${ROOT}${behind.join('')}`);
        writeFileSync(path.join(dir, 'first-screens', `${name}.html`), html);
      }
    },
  };
}

/** A form for which no script looks is sent nowhere. Only text fields tell where the caret is (src/first-screen-handover.ts). */
const fillable = (markup: string): string =>
  markup.replaceAll('<form ', '<form method="dialog" ').replaceAll(' type="email"', ' type="text"');

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
