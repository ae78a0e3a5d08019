// What needs a real browser: stories of people (e2e), of accidents (chaos), and promises in milliseconds.
// One real server with demo data is shared by the e2e stories, each with people and data of its own; each accident has its own server.
import { defineConfig } from '@playwright/test';
import { sharedLaunch } from './tests/support/browser.ts';

export default defineConfig({
  testDir: 'tests',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  use: { launchOptions: sharedLaunch },
  // What a machine may take that does other work as well. What the product promises is asserted with limits of its own.
  timeout: 150_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON ?? 'test-results/results.json' }]],
  globalSetup: './tests/support/browser-setup.ts',
  // A folder of its own for each: a run empties it when it begins, and two may run at once.
  projects: [
    { name: 'e2e', testDir: 'tests/e2e', outputDir: 'test-results/e2e', testMatch: '**/*.spec.ts' },
    { name: 'chaos', testDir: 'tests/chaos', outputDir: 'test-results/chaos', testMatch: '**/*.spec.ts', timeout: 180_000 },
    // Firefox and WebKitGTK, each where it is installed: `npm run test:full`.
    { name: 'engines', testDir: 'tests/engines', outputDir: 'test-results/engines', testMatch: '**/*.spec.ts' },
    // Times in milliseconds: nothing runs beside them.
    { name: 'promises', testDir: 'tests/promises', outputDir: 'test-results/promises', testMatch: '**/*.spec.ts', workers: 1 },
    // Long repetitions: `npm run chaos`, never `npm test`.
    { name: 'chaos-long', testDir: 'tests/chaos-long', outputDir: 'test-results/chaos-long', testMatch: '**/*.spec.ts', timeout: 600_000 },
  ],
});
