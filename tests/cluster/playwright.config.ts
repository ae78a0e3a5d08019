// `npm run test:cluster`: several servers on one database and one bucket. Each file starts its own.
import { defineConfig } from '@playwright/test';
import { sharedLaunch } from '#tests/support/browser.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/cluster',
  workers: 1,
  forbidOnly: true,
  use: { launchOptions: sharedLaunch },
  timeout: 1_800_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON ?? '../../test-results/cluster.json' }]],
  projects: [{ name: 'cluster', testMatch: '**/*.spec.ts' }],
});
