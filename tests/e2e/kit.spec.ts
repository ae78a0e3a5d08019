// The kit page, which shows every part that screens are made of: built once, looked at in both sizes.
import path from 'node:path';
import { build, preview, type PreviewServer } from 'vite';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize, phoneSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { root } from '#tests/support/source.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

const outDir = path.join(root, 'test-results/kit');
let kit: PreviewServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const configFile = path.join(root, 'vite.kit.config.ts');
  await build({ root, configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  kit = await preview({ root, configFile, logLevel: 'warn', build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
});

test.afterAll(() => kit.close());

for (const [size, viewport] of Object.entries({ phone: phoneSize, desk: deskSize })) {
  test(`no violation on the kit page: ${size}`, async ({ newPhone }) => {
    test.setTimeout(180_000);
    const page = await (await newPhone({ viewport, baseURL: kit.resolvedUrls?.local[0] })).page();
    await page.goto('/kit.html');
    await expect(page.getByRole('heading', { name: 'The kit' })).toBeVisible();
    await expectAccessible(page, 'the kit');
    await page.getByRole('button', { name: 'Venue surface' }).click();
    await expectAccessible(page, 'the kit in the venue');
  });
}
