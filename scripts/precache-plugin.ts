// Which built files the service worker keeps from its installation on: what a phone needs to start offline, enter an event, shoot and
// look at the gallery. That is the entry, the ways to an event (/, /dashboard/…, /join/…), the event area, and whatever those load, also later.
// The office of an organization needs its server: nothing of it is kept.
// The other screens before the door (/login, /register, …) are left out: without a connection nobody can sign in, and an ended session
// needs no sign-in to go on shooting. They come from the network, so that the precache stays under 1 MB (tests/e2e measures it).
import type { Plugin } from 'vite';

const ROUTE = /\/src\/routes\//;
const KEPT_ROUTE = /\/src\/routes\/(__root[./]|_venue[./]|_app\.|_app\/dashboard\/|_open\.|_open\/join\/|_public\.|_public\/index\.)/;
const SERVERS_FORM = /\/src\/domains\/(events\/joining\/join-dialog|photos\/moderation\/reason-dialog)\./;
/** Worker scripts are files of their own, outside the graph of imports. */
const WORKER = /\.worker-[\w-]+\.js$/;

export interface PrecachePlugin {
  plugin: Plugin;
  /** For vite-plugin-pwa's manifestTransforms: whether a built file is kept. */
  keeps: (url: string) => boolean;
}

export function precachePlugin(): PrecachePlugin {
  const kept = new Set<string>(['index.html', 'favicon.svg']);
  const plugin: Plugin = {
    name: 'precache-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const visit = (fileName: string) => {
        if (kept.has(fileName)) return;
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk') return;
        const { facadeModuleId: module } = chunk;
        if (module && ((ROUTE.test(module) && !KEPT_ROUTE.test(module)) || SERVERS_FORM.test(module))) return;
        kept.add(fileName);
        for (const css of chunk.viteMetadata?.importedCss ?? []) kept.add(css);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
      };
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry) visit(file.fileName);
        if (WORKER.test(file.fileName)) kept.add(file.fileName);
      }
    },
  };
  return { plugin, keeps: (url) => kept.has(url) };
}
