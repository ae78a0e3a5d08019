// Which built files the service worker keeps from its installation on: what a phone needs to start offline, enter an event, shoot and
// look at the gallery. That is the entry, the ways to an event (/, /dashboard/…, /join/…), the event area, and whatever those load, also later.
// Everything else under /assets/ is late: the worker keeps it once it was opened (sw/runtime-cache.ts), an organization's area and one's own settings too.
// The other screens before the door (/login, /register, …) are left out: without a connection nobody can sign in, and an ended session
// needs no sign-in to go on shooting. They come from the network, so that the precache stays under 1 MB (tests/e2e measures it).
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { splitCriticalCss } from './critical-css.ts';

/** A screen, or what an area brings of its routes when it is entered. */
const ROUTE = /\/src\/routes\//;
const PRECACHED_ROUTE =
  /\/src\/routes\/(__root[./]|_venue[./]|_app\.|_app\/dashboard\/(route|index|events-overview)\.|_open\.|_open\/join\/|_public\.|_public\/index\.)/;
/** Forms that cannot be sent without the server, opened by a press that says so. */
const ONLINE_ONLY_FORM =
  /\/src\/domains\/(accounts\/(settings|security|profile)\/[\w-]+-form|events\/(joining\/(join-dialog|guest-entry)|leave-dialog)|photos\/moderation\/reason-dialog)\./;
/** Does nothing without the server: comes from it, then, and is kept as whatever was opened once. */
const ONLINE_ONLY_MODULE =
  /\/src\/(background-services|domains\/accounts\/data-export-download|domains\/generation\/(deliver|send-waiting|restyle\/[\w-]+)|domains\/photos\/prefetch|outbox\/receipt-check|session\/(session-stream|deleted-accounts)|shell\/(drop-persisted-queries|lost-photos-notice|maintenance-dialog|receipt-watch))\./;
/** Worker scripts are files of their own, outside the graph of imports. */
const WORKER = /\.worker-[\w-]+\.js$/;

export interface PrecachePlugin {
  plugin: Plugin;
  /** For vite-plugin-pwa's manifestTransforms: whether a built file is kept. */
  isPrecached: (url: string) => boolean;
  /** For the worker's own build, which comes after: tells it what else there is. */
  lazyFilesPlugin: Plugin;
}

export function precachePlugin(): PrecachePlugin {
  // The icon is what browsers ask for by the manifest at each start, and what notifications show.
  const kept = new Set<string>(['index.html', 'favicon.svg', 'icons/icon-192.png']);
  const late: string[] = [];
  const plugin: Plugin = {
    name: 'precache-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const visit = (fileName: string) => {
        if (kept.has(fileName)) return;
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk') return;
        const routes = chunk.moduleIds.filter((module) => ROUTE.test(module));
        if (routes.length > 0 && !routes.some((module) => PRECACHED_ROUTE.test(module))) return;
        if (ONLINE_ONLY_FORM.test(chunk.facadeModuleId ?? '') || chunk.moduleIds.some((module) => ONLINE_ONLY_MODULE.test(module))) return;
        kept.add(fileName);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
      };
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry) visit(file.fileName);
        if (WORKER.test(file.fileName)) kept.add(file.fileName);
      }
      // A kept file that cannot be run without one that is not kept would break a start without network.
      for (const file of Object.values(bundle)) {
        const lacking = file.type === 'chunk' && kept.has(file.fileName) ? file.imports.filter((name) => !kept.has(name)) : [];
        if (lacking.length > 0) this.error(`the worker keeps ${file.fileName}, but not what it needs: ${lacking.join(', ')}`);
      }
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      layOutStyles.call(this, bundle, chunks);
      for (const chunk of chunks) if (kept.has(chunk.fileName)) for (const css of chunk.viteMetadata?.importedCss ?? []) kept.add(css);
      late.push(...Object.keys(bundle).filter((fileName) => fileName.startsWith('assets/') && !kept.has(fileName)));
    },
  };
  /**
   * With the page come the styles that kept files name, with every late file all utilities. The latter have the name of the whole sheet, which
   * the entry's name follows and so that of whatever loads a late file; the former are named after what is in them.
   */
  function layOutStyles(this: Rolldown.PluginContext, bundle: Rolldown.OutputBundle, chunks: Rolldown.OutputChunk[]): void {
    const entryCss = chunks.find(({ isEntry }) => isEntry)?.viteMetadata?.importedCss;
    const [whole] = entryCss ?? [];
    const sheet = whole ? bundle[whole] : undefined;
    if (!entryCss || !whole || sheet?.type !== 'asset') return this.error('the page brings no styles');
    const keptChunks = chunks.filter(({ fileName }) => kept.has(fileName));
    const code = keptChunks.map((chunk) => chunk.code).join('\n');
    const { page, utilities } = splitCriticalCss(String(sheet.source), code);
    sheet.source = utilities;
    const fileName = `assets/page-${createHash('sha256').update(page).digest('base64url').slice(0, 8)}.css`;
    this.emitFile({ type: 'asset', fileName, source: page });
    for (const chunk of chunks) {
      const css = chunk.viteMetadata?.importedCss;
      if (css?.delete(whole)) css.add(fileName);
      else if (!kept.has(chunk.fileName)) css?.add(whole);
    }
  }

  return {
    plugin,
    isPrecached: (url) => kept.has(url),
    lazyFilesPlugin: {
      name: 'late-files',
      config: () => ({ define: { 'self.LATE_FILES': JSON.stringify(late.map((fileName) => `/${fileName}`).toSorted()) } }),
    },
  };
}
