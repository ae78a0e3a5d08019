// The audit trail can be verified, and permission changes reach open pages. On a separate server, because the table of all roles is changed here
// and entries are forged in the database.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

type LogEntry = components['schemas']['LogEntry'];

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({ isDurable: false, env: { AUDIT_SEAL_SECONDS: '0' } });
});
test.afterAll(() => server.dispose());

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

/** As a user with full database access would. */
const forge = (statement: string) => server.sql(`begin; set local session_replication_role = replica; ${statement}; commit`);

test('logs are filtered, followed live, exported and verified; then a changed entry is found, here and by the command', async ({
  newPhone,
}) => {
  const page = await (await newPhone({ viewport: deskSize, baseURL: server.url })).page();
  const superAdmin = await apiSignIn(server.url, 'super@demo.test');
  const member = await apiSignIn(server.url, 'member@demo.test');
  await signIn(page, 'super@demo.test', '/super-admin/system-logs');
  const rows = page.getByRole('table', { name: 'Entries' }).getByRole('row');

  await test.step('a refused action appears while the list is open, and its details can be read', async () => {
    await page.getByLabel('Subject').selectOption('Denied permissions');
    await expect(page).toHaveURL(/area=permission/);
    await page.getByRole('switch', { name: 'Follow live' }).check();
    await expect(page.getByText('New entries appear on top.')).toBeVisible();
    expect((await member.call('GET', '/api/v1/users')).status).toBe(403);
    const row = rows.filter({ hasText: 'GET /api/v1/users' });
    await expect(row).toContainText('Refused');
    await row.getByRole('link', { name: 'Was denied GET /api/v1/users' }).click();
    const entry = page.getByRole('dialog', { name: 'Was denied GET /api/v1/users' });
    await expect(entry.getByText('member@demo.test')).toBeVisible();
    await entry.getByRole('button', { name: 'Only this person' }).click();
    await expect(rows.filter({ hasText: 'Logged in' }).first()).toBeVisible();
  });

  await test.step('the filtered entries are exported', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export JSON Lines' }).click()]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as LogEntry);
    expect(new Set(entries.map(({ actor }) => actor?.email))).toEqual(new Set(['member@demo.test']));
  });

  const [forged] = await server.sql<{ id: string }>(`select id from audit_log where action = 'session.login' order by id limit 1`);
  await server.sql(`select graphile_worker.add_job('seal-audit-log')`);
  const isSealed = async () => (await superAdmin.call<LogEntry>('GET', `/api/v1/platform/logs/${forged?.id}`)).body.is_sealed;
  await expect.poll(isSealed, { timeout: 60_000 }).toBe(true);
  const verify = page.getByRole('button', { name: 'Verify' });
  await test.step('the seal is whole', async () => {
    await page.getByRole('button', { name: 'Seal and retention' }).click();
    await verify.click();
    await expect(page.getByText('No changes detected')).toBeVisible();
  });

  const command = () =>
    spawnSync(process.execPath, [path.resolve('dist/server/verify-logs.js')], {
      env: { ...process.env, DATA_DIR: server.dataDir },
      encoding: 'utf8',
    });
  await test.step('an entry that was changed is named', async () => {
    await forge(`update audit_log set outcome = 'refused' where id = ${forged?.id}`);
    await verify.click();
    await expect(page.getByText(`Entry ${forged?.id} was changed after it was sealed`)).toBeVisible();
    const { status, stdout } = command();
    expect(stdout).toContain(`WRONG: entry ${forged?.id} was changed`);
    expect(status).toBe(1);
  });
  await test.step('put back, it is whole again', async () => {
    await forge(`update audit_log set outcome = 'ok' where id = ${forged?.id}`);
    await verify.click();
    await expect(page.getByText('No changes detected')).toBeVisible();
    expect(command().status).toBe(0);
  });
});

test('what a role may not do any more goes from a page that is open, and comes back with Undo', async ({ newPhone }) => {
  const onDesk = { viewport: deskSize, baseURL: server.url };
  const [page, other] = [await (await newPhone(onDesk)).page(), await (await newPhone(onDesk)).page()];
  await signIn(other, 'admin@demo.test', '/admin');
  const tab = other.getByRole('tab', { name: 'Organizations' });
  await expect(tab).toBeVisible();

  await signIn(page, 'super@demo.test', '/super-admin/permissions');
  const cell = page.getByRole('checkbox', { name: 'Manage organizations: Platform admin' });
  await expect(cell).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Everything: Super admin' })).toBeDisabled();
  await cell.click();
  const question = page.getByRole('dialog', { name: 'Revoke “Manage organizations” from Platform admin?' });
  await expect(question.getByText('1 person loses “Manage organizations”.')).toBeVisible();
  const undo = await keepToastOpen(page, '“Manage organizations” revoked from Platform admin', () =>
    question.getByRole('button', { name: 'Revoke' }).click(),
  );
  await expect(cell).not.toBeChecked();
  await expect(tab).toHaveCount(0);
  await expect(page.getByText('revoked “Manage organizations” from Platform admin')).toBeVisible();

  await undo.click();
  await expect(cell).toBeChecked();
  await expect(tab).toBeVisible();
});
