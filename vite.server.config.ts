// Builds the server for Node: one entry per process (the server, the commands for backups and for verifying the logs, the child that makes derivatives, the one that makes
// images with what is built in). Packages stay in node_modules.
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        'backup-command': 'server/backup-command.ts',
        'verify-logs': 'server/verify-logs.ts',
        'derive-child': 'server/photos/derive-child.ts',
        'builtin-child': 'server/generation/builtin/builtin-child.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});
