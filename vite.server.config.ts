// Builds the server for Node: one entry per process (the server, the commands for backups, for moving files, for verifying the logs and for manifests of models, the child that makes derivatives, the one that makes
// images with what is built in, the one that copies the listening socket, the thread that takes photos in). Packages stay in node_modules.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { defineConfig, type Plugin } from 'vite';

/** The built server runs where `npm ci --omit=dev` was run: what it imports and does not contain must be among the dependencies. */
const dependenciesPlugin: Plugin = {
  name: 'runtime-dependencies',
  generateBundle(_options, bundle) {
    const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { dependencies: object };
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      for (const name of [...file.imports, ...file.dynamicImports]) {
        const [scope, part] = name.split('/');
        const wanted = name.startsWith('@') ? `${scope}/${part}` : scope;
        if (!(name in bundle) && !isBuiltin(name) && wanted !== undefined && !(wanted in dependencies))
          this.error(`${file.fileName} imports ${name}, but ${wanted} is not among the dependencies of package.json`);
      }
    }
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [dependenciesPlugin],
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        'backup-command': 'server/backup-command.ts',
        'storage-command': 'server/storage-command.ts',
        'verify-logs': 'server/verify-logs.ts',
        'models-manifest': 'server/models-manifest.ts',
        'derive-child': 'server/media/derive-child.ts',
        'intake-thread': 'server/photos/intake-thread.ts',
        'accept-child': 'server/http/accept-child.ts',
        'builtin-child': 'server/generation/builtin/builtin-child.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});
