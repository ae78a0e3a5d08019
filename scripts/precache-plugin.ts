// The files of the service worker's precache: what a phone needs to start offline, enter an event, take photos and view the gallery. That is the
// entry, the routes to an event (/, /dashboard/…, /join/…), the event area, and their static and dynamic imports. Other files under /assets/ are
// cached on first use (sw/runtime-cache.ts), including an organization's area and account settings. The other public screens (/login, /register, …)
// are left out: signing in needs a connection, and an ended session can still take photos. This limits the precache to 1 MB (tests/e2e measures it).
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { splitCriticalCss } from './critical-css.ts';

/** A screen, or what an area brings of its routes when it is entered. */
const ROUTE = /\/src\/routes\//;
const PRECACHED_ROUTE =
  /\/src\/routes\/(__root[./]|_venue[./]|_app\.|_app\/(share|dashboard\/(route|index|events-overview))\.|_open\.|_open\/join\/|_public\.|_public\/index\.)/;
/** The routes of the area of every signed-in user (scripts/lazy-routes-plugin.ts), which lead to those above. */
const PRECACHED_AREA = '\0virtual:late-routes/dashboard';
/** Forms that need the server, opened by buttons that say so. */
const ONLINE_ONLY_FORM =
  /\/src\/domains\/(accounts\/(settings|security|profile)\/[\w-]+-form|events\/(joining\/(join-dialog|guest-entry|refused-actions)|leave-dialog)|organizations\/own\/leave-dialog|photos\/(gallery\/download|moderation\/reason|sections\/move|viewer\/report)-dialog|sharing\/links\/share-selection)\./;
/** Useless without the server: loaded from the network and cached on first use. */
const ONLINE_ONLY_MODULE =
  /\/src\/(background-services|domains\/accounts\/(data-export-download|home-details|settings\/confirm-email-note)|domains\/events\/(joining\/in-app-note|retention-note)|domains\/generation\/(restyle\/[\w-]+|results\/(?:variation-seeds|variations-sheet)|batch\/(batch-progress|batches|batches-screen|restyle-event-photos|restyle-many|use-batch|watch-batches))|domains\/organizations\/own\/own-invitations|domains\/photos\/(gallery\/(deleted-menu|moderator-actions|scrubber)|latest-photos|moderation\/send-decisions|queue\/earlier-devices|prefetch|viewer\/(awaited-original|verdict-bar))|domains\/sharing\/wall\/[\w-]+|outbox\/(device-report|generations|receipt-check)|session\/(session-stream|deleted-accounts)|shell\/(device-reports|drop-persisted-queries|install-offer|lost-photos-notice|maintenance-dialog|receipt-watch|report-dialog|report-reasons|reveal-countdown)|ui\/layers)\./;
/** Worker scripts are separate files outside of the import graph. */
const WORKER = /\.worker-[\w-]+\.js$/;

export interface PrecachePlugin {
  plugin: Plugin;
  /** For vite-plugin-pwa's manifestTransforms: whether a built file is precached. */
  isPrecached: (url: string) => boolean;
  /** For the worker's own build, which runs afterwards: passes it the list of other files. */
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
        const isPrecached = routes.some((module) => PRECACHED_ROUTE.test(module)) || chunk.moduleIds.includes(PRECACHED_AREA);
        if (routes.length > 0 && !isPrecached) return;
        if (ONLINE_ONLY_FORM.test(chunk.facadeModuleId ?? '') || chunk.moduleIds.some((module) => ONLINE_ONLY_MODULE.test(module))) return;
        kept.add(fileName);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
      };
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry) visit(file.fileName);
        if (WORKER.test(file.fileName)) kept.add(file.fileName);
      }
      // A precached file with an import outside of the precache would break a start without network.
      for (const file of Object.values(bundle)) {
        const lacking = file.type === 'chunk' && kept.has(file.fileName) ? file.imports.filter((name) => !kept.has(name)) : [];
        if (lacking.length > 0) this.error(`the precache contains ${file.fileName}, but not its import: ${lacking.join(', ')}`);
      }
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      layOutStyles.call(this, bundle, chunks);
      for (const chunk of chunks) if (kept.has(chunk.fileName)) for (const css of chunk.viteMetadata?.importedCss ?? []) kept.add(css);
      late.push(...Object.keys(bundle).filter((fileName) => fileName.startsWith('assets/') && !kept.has(fileName)));
    },
  };
  /**
   * The page links the styles that precached files use; every late file links all utilities. The latter use the name of the whole sheet, which
   * determines the entry's name and so that of every importer of a late file; the former are named by their content.
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
