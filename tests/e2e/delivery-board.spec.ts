// What still waits on the phones of an event's staff: the organization sees it, also of a phone that is gone; and the list to compare with a memory card
// before it is erased. On a separate server, whose database is moved in time.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page, TestInfo } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { type Person, signIn as apiSignIn } from '#tests/support/api.ts';
import { openCamera, shoot, signIn, uploadStatus, waitForCamera, waitForDelivery } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize } from '#tests/support/browser.ts';
import { type IsolatedEvent, newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { eventPath, expectStatus, newParticipant } from '#tests/support/events.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { choose } from '#tests/support/import-steps.ts';
import { picture } from '#tests/support/pictures.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

type Schemas = components['schemas'];

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({ isDurable: false });
});
test.afterAll(() => server.dispose());

// Nothing here starts without a network.
test.use({ serviceWorkers: 'block' });

/** Joined by code, people are guests: the organization makes them photographers. */
async function newPhotographer(owner: Person, { id, event }: IsolatedEvent, firstName: string): Promise<Person> {
  const person = await newParticipant(server.url, event, { firstName, lastName: 'Ruiz' });
  const answer = await owner.call('PUT', `${eventPath(id)}/participants/${person.id}`, { json: { role: 'photographer' } });
  expectStatus(answer, 200, 'making a photographer');
  return person;
}

/** By the gallery: a start at the camera loads what reports the device later. */
async function openCameraFromGallery(page: Page, email: string, eventId: string): Promise<void> {
  await signIn(page, email, `/event/${eventId}/gallery`);
  await page.getByRole('link', { name: 'Camera', exact: true }).first().click();
  await waitForCamera(page);
}

const devicesOf = async (owner: Person, eventId: string) =>
  expectStatus(await owner.call<Schemas['EventDeviceList']>('GET', `${eventPath(eventId)}/devices`), 200, 'listing devices').items;

test('the board names a phone that died with photos, and the phone that replaced it', async ({ newPhone }) => {
  test.setTimeout(300_000);
  const night = await newIsolatedEvent(server.url);
  const owner = await apiSignIn(server.url, 'owner@demo.test');
  const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => newPhotographer(owner, night, name)));
  const line = await FaultProxy.start(server.url);
  const stateOf = async (person: Person) => {
    const device = (await devicesOf(owner, night.id)).find((one) => one.person.id === person.id);
    return device && `${device.status} ${device.captured} ${device.stored} ${device.waiting}`;
  };

  const phones = {
    ana: await newPhone({ baseURL: line.url }),
    ben: await newPhone({ baseURL: server.url }),
    cleo: await newPhone({ baseURL: line.url }),
  };
  await test.step('Ben’s photos arrive; those of Ana and Cleo wait, because the network takes no uploads', async () => {
    for (const [name, person, count] of [
      ['ben', ben!, 1],
      ['ana', ana!, 2],
      ['cleo', cleo!, 1],
    ] as const) {
      const page = await phones[name].page();
      await page.clock.install();
      await openCameraFromGallery(page, person.email, night.id);
      if (name === 'ana') line.addFault('POST', /^\/api\/v1\/uploads/, { kind: 'refuse' });
      await shoot(page, count);
      if (name === 'ben') await waitForDelivery(page);
      // At most one report a minute: the first may have been made before the shots.
      await page.clock.fastForward(61_000);
    }
    await expect.poll(() => stateOf(ben!)).toBe('done 1 1 0');
    await expect.poll(() => stateOf(ana!)).toBe('sending 2 0 2');
    await expect.poll(() => stateOf(cleo!)).toBe('sending 1 0 1');
  });

  const desk = await (await newPhone({ viewport: deskSize, baseURL: server.url })).page();
  const board = desk.getByRole('region', { name: 'Delivery' });
  const row = (name: string) => board.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: `${name} Ruiz’s phone` }) });
  await test.step('Ana’s phone goes, and is not heard of for 22 minutes', async () => {
    const cut = line.failEverything({ kind: 'refuse' });
    await phones.ana.context.close();
    cut();
    const moved = await server.sql(
      `update event_devices set reported_at = reported_at - interval '22 minutes', first_seen_at = first_seen_at - interval '22 minutes' where user_id = $1`,
      [ana!.id],
    );
    expect(moved).toBeDefined();
    await signIn(desk, 'owner@demo.test', `/organization/events/${night.id}?tab=delivery`);
    await expect(row('Ana')).toContainText('2 photos waiting, last heard 22 minutes ago');
    await expect(row('Ana')).toContainText('Not heard from');
    await expect(board.getByRole('listitem').first(), 'the most urgent first').toContainText('Ana Ruiz’s phone');
    await expect(row('Ben')).toContainText('Up to date at last contact');
    await expect(row('Ben')).toContainText('Nothing waiting when last heard');
    await expect(row('Ana')).toContainText('Missing: a photo taken');
    await expect(desk.getByRole('tab', { name: 'Delivery 1 device may have lost photos' })).toBeVisible();
    await expect(row('Cleo')).toContainText('Uploading');
    await expect(board).toContainText('3 devices: 4 captured, 1 stored, 3 waiting');
    await expectAccessible(desk, 'the delivery board');
  });

  await test.step('the dashboard names the phone, and leads to the board', async () => {
    await desk.goto('/organization');
    const needs = desk.getByRole('region', { name: 'Needs attention' });
    await expect(needs).toContainText('2 photos waiting, last heard 22 minutes ago');
    await needs.getByRole('link', { name: /^Ana Ruiz’s phone [\dA-F]{4}: not heard from$/ }).click();
    await expect(row('Ana')).toBeVisible();
  });

  await test.step('Ana takes another phone: both sides hear of it', async () => {
    const page = await (await newPhone({ baseURL: server.url })).page();
    await openCameraFromGallery(page, ana!.email, night.id);
    await expect(page.getByText('2 photos of yours are only on another device').first()).toBeVisible();
    await uploadStatus(page).click();
    await expect(page.getByRole('list', { name: 'Other devices' })).toContainText(
      /on Linux, [\dA-F]{4}: 2 photos \(a photo taken .+ and a photo taken .+\), last heard 22 minutes ago/,
    );
    await expect(row('Ana').first()).toContainText('Replaced');
    await expect(row('Ana').first()).toContainText('Ana Ruiz has used another device since');
  });

  await test.step('settled, with Undo, and settled again', async () => {
    const settle = board.getByRole('button', { name: 'Mark as settled: Ana Ruiz’s phone' });
    await settle.click();
    await expect(settle).toBeHidden();
    await desk.getByRole('button', { name: 'Undo' }).click();
    await expect(row('Ana').first()).toContainText('Replaced');
    await settle.click();
    await expect(board.getByRole('button', { name: 'Reopen: Ana Ruiz’s phone' })).toBeVisible();
    await expect
      .poll(async () => (await devicesOf(owner, night.id)).map(({ status }) => status).toSorted())
      .toEqual(['done', 'done', 'sending']);
  });
  await line.close();
});

/** Photos as a camera names them, in the folder of a card; one name looks like a formula. */
async function writeCard(info: TestInfo): Promise<string> {
  const folder = info.outputPath('card/DCIM/100CANON');
  mkdirSync(folder, { recursive: true });
  for (const name of ['IMG_0001.JPG', 'IMG_0002.JPG', '=1+1;"x".JPG'])
    writeFileSync(path.join(folder, name), (await picture({ noise: true })).bytes);
  return folder;
}

test('a memory card is checked against the exported list by an independent program', async ({ newPhone }, info) => {
  const night = await newIsolatedEvent(server.url);
  const owner = await apiSignIn(server.url, 'owner@demo.test');
  const ana = await newPhotographer(owner, night, 'Ana');
  const folder = await writeCard(info);
  const names = ['IMG_0001.JPG', 'IMG_0002.JPG', '=1+1;"x".JPG'];
  const page = await (await newPhone({ baseURL: server.url })).page();
  await signIn(page, ana.email);
  await openCamera(page, night.id);
  await choose(
    page,
    names.map((name) => path.join(folder, name)),
  );
  const queue = page.getByRole('dialog', { name: 'Queue' });
  await uploadStatus(page).click();
  await expect(queue.getByText('3 imported, 3 stored, 0 waiting')).toBeVisible();
  // Until the server has decoded the files.
  await expect(queue.getByText('Don’t erase a memory card yet')).toBeHidden();
  await expectAccessible(page, 'the queue with the list for the card');
  const list = info.outputPath('list.csv');
  const download = page.waitForEvent('download');
  // Without a network, too.
  await page.context().setOffline(true);
  await queue.getByRole('button', { name: 'Export list' }).click();
  await (await download).saveAs(list);
  await page.context().setOffline(false);
  expect(readFileSync(list, 'utf8'), 'no name is a formula').toContain(`"'=1+1;""x"".JPG"`);

  // The program comes from the server, as the queue says.
  const program = info.outputPath('check-card.mjs');
  const href = await queue.getByRole('link', { name: 'check-card.mjs' }).getAttribute('href');
  writeFileSync(program, await (await page.request.get(href!)).body());
  const check = (...more: string[]) => promisify(execFile)(process.execPath, [program, ...more]);
  const compare = () => check(path.dirname(folder), list);
  expect((await compare()).stdout).toMatch(/^3 of 3 files are stored \(.+, phone [\dA-F]{4}\)\n$/);
  const office = info.outputPath('office.csv');
  const exported = await owner.call<string>('GET', `${eventPath(night.id)}/photos/export`);
  writeFileSync(office, expectStatus(exported, 200, 'exporting the list of the organization'));
  expect((await check(path.dirname(folder), office)).stdout, 'the list of the organization, too').toMatch(/^3 of 3 files are stored/);
  await expect(check(), 'without arguments').rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Usage: node check-card\.mjs <folder> /),
  });
  await expect(check(folder, `${list}.none`)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('no such file') });
  writeFileSync(path.join(folder, 'IMG_0003.JPG'), (await picture({ noise: true })).bytes);
  await expect(compare()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^100CANON[/]IMG_0003\.JPG: not in the list\n3 of 4 files are stored /),
  });
});
