// The web app and its service worker. The server is built by vite.server.config.ts; tests by vitest.config.ts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { lazyRoutesPlugin } from '#scripts/lazy-routes-plugin.ts';
import { groups } from './scripts/chunks.ts';
import { firstScreensPlugin } from './scripts/first-screens-plugin.ts';
import { iconsPlugin } from './scripts/icons-plugin.ts';
import { precachePlugin } from './scripts/precache-plugin.ts';
import { srgbPlugin } from './scripts/srgb-plugin.ts';
import { manifest } from './src/shell/manifest.ts';

/** For page and worker (src/lib/app-version.ts). */
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
process.env.VITE_APP_VERSION = version;

const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:3001';
const proxy = Object.fromEntries(['/api', '/organization_settings', '/healthz', '/readyz'].map((path) => [path, { target: server }]));
const precache = precachePlugin();
/** The page says where its server is: empty, where it came from. A server with API_BASE says it anew as it hands the page out. */
const apiBase = (html: string) => html.replace('name="api-base" content=""', `name="api-base" content="${process.env.API_BASE ?? ''}"`);
const worker = fileURLToPath(new URL('sw/index.ts', import.meta.url));

/** Seven characters of the hash are 42 bits. Every file names the files it loads: one character more weighs 0.1 kB on each visit. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

export default defineConfig({
  resolve: {
    alias: [
      // The router brings a stand-in for what React has had since 18.
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
      // As its makers minify it, names of its own parts included: 4 kB less on every phone that keeps the viewer.
      { find: /^photoswipe$/, replacement: fileURLToPath(new URL('node_modules/photoswipe/dist/photoswipe.esm.min.js', import.meta.url)) },
    ],
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // What a screen asks the server for comes with the screen, not with the first visit. The ways to the shutter ask at once: they say so.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']] },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.tsx?$',
    }),
    lazyRoutesPlugin(),
    iconsPlugin(),
    react(),
    tailwindcss(),
    srgbPlugin(),
    precache.plugin,
    firstScreensPlugin(),
    { name: 'api-base', transformIndexHtml: apiBase },
    VitePWA({
      strategies: 'injectManifest',
      // The worker's source is sw/index.ts; its address must be /sw.js for ever, or installed phones keep an old worker.
      filename: 'sw.js',
      integration: {
        beforeBuildServiceWorker: (options) => void (options.swSrc = worker),
        // As quiet as the build it is part of, and one file by the option that Vite has for it now.
        configureCustomSWViteBuild: (options) => {
          options.logLevel = 'warn';
          const output = { entryFileNames: 'sw.mjs', codeSplitting: false };
          options.build = { ...options.build, rollupOptions: { ...options.build?.rollupOptions, output } };
          // It shares src/outbox/replica.ts with the page: the same name makes both builds write the same file.
          options.worker = { rolldownOptions: { output: fileNames } };
        },
      },
      injectRegister: null,
      manifest,
      // All but the one that is kept are the system's business: it fetches them when the app is installed.
      includeManifestIcons: false,
      injectManifest: {
        swSrc: worker,
        buildPlugins: { vite: [precache.lazyFilesPlugin] },
        globPatterns: ['**/*.{js,css,html,svg}', 'icons/icon-192.png'],
        manifestTransforms: [
          async (entries) => ({ manifest: entries.filter(({ url }) => url.endsWith('.webmanifest') || precache.isPrecached(url)) }),
        ],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
  ],
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    sourcemap: false,
    // The page itself preloads; parts that are loaded later name their styles only: the list of what each of them needs would be in every
    // visit's first file, and most of it is kept by the worker. Browsers that know no preload load a moment later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css'))),
    },
    rolldownOptions: {
      // Whether a plugin is slow on this machine is no news.
      checks: { bundlerTimings: false },
      // radix-ui's build names each of its functions by a call, which by itself would keep what no screen uses.
      treeshake: { manualPureFunctions: ['__name'], propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups },
        ...fileNames,
      },
    },
  },
  worker: { rolldownOptions: { output: fileNames } },
  server: { port: 3000, proxy },
});
