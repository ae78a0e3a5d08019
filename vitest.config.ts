// Tests that need no browser: units beside the code, architecture (rules about the repository), and the contract against one real server.
// What needs a browser runs on Playwright's runner (playwright.config.ts).
import { execFileSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';
import { WAIT_TIMEOUT_MS } from '#tests/support/wait-timeout.ts';
import { iconsPlugin } from './scripts/icons-plugin.ts';

const setupFiles = ['tests/support/unit-setup.ts'];
/** What a machine may take that does other work as well, as for stories (playwright.config.ts). What the product promises is asserted with limits of its own. */
const patient = { expect: { poll: { timeout: WAIT_TIMEOUT_MS } }, testTimeout: 20_000, hookTimeout: 60_000 };

// Vitest also runs without scripts/test.mjs.
execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: import.meta.dirname, stdio: 'inherit' });

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{scripts,server}/**/*.test.ts'],
          setupFiles,
          ...patient,
          // Files of a worker share the modules they load: loading them anew took longer than the tests. A test puts back what it changed.
          isolate: false,
          globalSetup: ['tests/support/unit-cluster.ts'],
        },
      },
      // Unit tests of what stores files, once more with a bucket; full tier only.
      {
        test: {
          name: 's3',
          environment: 'node',
          include: [
            'server/generation/{generation,sources,superseded}.test.ts',
            'server/mail/jobs.test.ts',
            'server/organizations/operations/settings.test.ts',
            'server/own-data/own-data.test.ts',
            'server/photos/{jobs,photos-repository,uploads,watermark,watermarked-copies}.test.ts',
            'server/photos/two-servers.full.test.ts',
            'server/photos/operations/{create-photo,deletion,downloads,files,upload-limits}.test.ts',
            'server/platform/{health,retention}.test.ts',
          ],
          setupFiles,
          ...patient,
          testTimeout: 60_000,
          isolate: false,
          globalSetup: ['tests/support/unit-cluster.ts', 'tests/support/unit-bucket.ts'],
        },
      },
      {
        test: {
          // What lives as long as a page keeps its state in modules: each file is a page of its own.
          name: 'page',
          environment: 'node',
          include: ['{src/lib,src/outbox,src/transport,sw}/**/*.test.ts'],
          setupFiles: [...setupFiles, 'tests/support/own-channels.ts'],
          ...patient,
          // One begins sooner than a process.
          pool: 'threads',
        },
      },
      {
        plugins: [iconsPlugin()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['src/{camera,domains,session,shell,ui,routes}/**/*.test.{ts,tsx}'],
          setupFiles: [...setupFiles, 'tests/support/page-setup.ts'],
          ...patient,
          isolate: false,
        },
      },
      {
        test: {
          name: 'architecture',
          environment: 'node',
          include: ['tests/architecture/**/*.test.ts'],
          // Files share what they have read of the repository.
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'contract',
          environment: 'node',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          setupFiles: ['tests/contract/each-file.ts'],
          fileParallelism: false,
          // Files load their modules once, which took two seconds each. What one file has made in the server is forgotten by the next.
          isolate: false,
        },
      },
      // Times and ratios: nothing runs beside them.
      {
        test: {
          name: 'promises',
          environment: 'node',
          include: ['tests/promises/**/*.test.ts'],
          setupFiles: [...setupFiles, 'tests/contract/each-file.ts'],
          globalSetup: ['tests/support/unit-cluster.ts', 'tests/contract/global-setup.ts'],
          ...patient,
          fileParallelism: false,
        },
      },
    ],
  },
});
