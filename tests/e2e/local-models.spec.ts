// A super administrator installs a model on the server, from a mirror that lies first. It is offered at once, and gone after its removal.
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { fakeLocalModel, sha256Of } from '#tests/support/local-models.ts';
import { answer, type LyingFileServer, stallAfter, startLyingFileServer } from '#tests/support/lying-file-server.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

const model = fakeLocalModel('story-model', 400_000);
let mirror: LyingFileServer;
test.beforeAll(async () => {
  mirror = await startLyingFileServer(model.files);
});
test.afterAll(() => mirror.close());

test('a model is reviewed, installed from a mirror that lies first, offered, and removed', async ({ deskPage: page }) => {
  await signIn(page, 'super@demo.test', '/super-admin/models');
  const section = page.getByRole('region', { name: 'Models on this server' });
  const card = section.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Model story-model' }) });

  await test.step('nothing is fetched before a person asks, and the license is shown before the installation', async () => {
    await expect(section.getByRole('heading', { name: 'SDXS DreamShaper' })).toBeVisible();
    await expectAccessible(page, 'the models on this server');
    await section.getByRole('button', { name: 'Install from a mirror' }).click();
    const form = page.getByRole('dialog', { name: 'Install a model' });
    await form.getByLabel('Address of the mirror').fill('http://93.184.216.34/models');
    await form.getByRole('button', { name: 'Review the manifest' }).click();
    await expect(form.getByRole('alert')).toContainText('http is only possible for a server in your private network.');
    expect(mirror.requests).toEqual([]);
    await form.getByLabel('Address of the mirror').fill(mirror.url);
    await form.getByRole('button', { name: 'Review the manifest' }).click();
    await expect(form).toContainText(sha256Of(model.manifestText));
    await expect(form).toContainText('License: MIT');
    await expectAccessible(page, 'the form that installs a model');
    expect(mirror.requests.map(({ path }) => path)).toEqual(['manifest.json']);
    await expect(form.getByRole('button', { name: 'Install', exact: true })).toBeDisabled();
    mirror.lie((...asked) => asked[0].url === '/vae_decoder/model.onnx' && answer(404)(...asked));
    await form.getByLabel('I accept the license MIT').check();
    await form.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(form).toBeHidden();
  });

  await test.step('a lie is told as a sentence, and trying again continues', async () => {
    await expect(card).toContainText('doesn’t have vae_decoder/model.onnx (404)');
    await expect(card.getByText('Failed', { exact: true })).toBeVisible();
    await expectAccessible(page, 'a failed installation');
    mirror.lie((...asked) => asked[0].url === '/vae_decoder/model.onnx' && stallAfter(500)(...asked));
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(card.getByRole('progressbar', { name: 'Installation of Model story-model' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expectAccessible(page, 'a running installation');
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeHidden();
  });

  await test.step('it is offered without a restart, and gone after its removal', async () => {
    mirror.tellTruth();
    await section.getByRole('button', { name: 'Install from a mirror' }).click();
    const form = page.getByRole('dialog', { name: 'Install a model' });
    await form.getByLabel('Address of the mirror').fill(mirror.url);
    await form.getByRole('button', { name: 'Review the manifest' }).click();
    await form.getByLabel('I accept the license MIT').check();
    await form.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(card.getByText('Installed', { exact: true })).toBeVisible();
    await expect(card).toContainText('accepted the license on');
    const row = page.getByRole('region', { name: 'Models', exact: true }).getByRole('row').filter({ hasText: 'Model story-model' });
    await expect(row).toContainText('On this server');
    await expect(row).toContainText('On');
    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove Model story-model?' }).getByRole('button', { name: 'Remove' }).click();
    await expect(card).toBeHidden();
    await expect(row).toContainText('Not set up');
  });
});
