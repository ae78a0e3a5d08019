// An event keeps its originals for a while: the setting, what people are told, and what is left in the gallery and in downloads. On a separate server,
// whose database is moved in time.
import { readFile } from 'node:fs/promises';
import { createPhoto, gallery, type Person, photoRequest, signIn as apiSignIn, upload } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expectStatus, newParticipant, updateEvent } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { unzip } from '#tests/support/zip.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({ isDurable: false });
});
test.afterAll(() => server.dispose());

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

async function bring(person: Person, eventId: string): Promise<string> {
  const shot = await picture();
  const request = photoRequest(shot, await upload(person, shot.bytes, eventId));
  return expectStatus(await createPhoto(person, eventId, request), 201, 'delivering a photo').id;
}

/** As if everything had happened so many days earlier. */
async function goOn(eventId: string, days: number): Promise<void> {
  const earlier = `- interval '${days} days'`;
  await server.sql(`update events set ended_at = ended_at ${earlier}, photos_kept_until = photos_kept_until ${earlier} where id = $1`, [
    eventId,
  ]);
  await server.sql(`update photos set uploaded_at = uploaded_at ${earlier} where event_id = $1`, [eventId]);
  await server.sql(
    `update photo_retention set due_at = due_at ${earlier}, first_sent_at = first_sent_at ${earlier}, last_sent_at = last_sent_at ${earlier}
     where event_id = $1`,
    [eventId],
  );
  await server.sql(`select graphile_worker.add_job('expire-photos', '{}')`);
}

test('an organization keeps originals for 30 days: people are told, then downloads are in web size', async ({ newPhone }) => {
  const { id, event } = await newIsolatedEvent(server.url, { name: 'Harbour Wedding' });
  const owner = await apiSignIn(server.url, 'owner@demo.test');
  const guest = await newParticipant(server.url, event, { firstName: 'Mia', lastName: 'Guest' });
  await bring(await apiSignIn(server.url, guest.email), id);
  await expect.poll(async () => (await gallery(owner, id)).filter(({ state }) => state === 'ready').length).toBe(1);
  const desk = await (await newPhone({ viewport: deskSize, baseURL: server.url })).page();
  const phone = await (await newPhone({ baseURL: server.url })).page();

  await test.step('the organization chooses how long', async () => {
    await updateEvent(owner, id, { status: 'ended' });
    await signIn(desk, 'owner@demo.test', `/organization/events/${id}?tab=settings`);
    await desk.getByLabel('Keep photos').selectOption('Another number of days');
    await desk.getByLabel('Days', { exact: true }).fill('0');
    await desk.getByRole('button', { name: 'Save changes' }).click();
    await expect(desk.getByText('Enter a whole number of days, from 1 to 3,650.')).toBeVisible();
    await desk.getByLabel('Keep photos').selectOption('30 days');
    await expect(desk.getByRole('radio', { name: 'Originals only' })).toBeChecked();
    await desk.getByRole('button', { name: 'Save changes' }).click();
    await expect(desk.getByText(/Originals are kept until/)).toBeVisible();
    await expectAccessible(desk, 'the retention of an event');
  });

  await test.step('the gallery says until when, and two weeks before people are told', async () => {
    await signIn(phone, guest.email, `/event/${id}/gallery`);
    await expect(phone.getByText(/Originals are kept until/)).toBeVisible();
    await expectAccessible(phone, 'a gallery whose originals are kept for a while');
    await goOn(id, 17);
    await expect
      .poll(
        async () =>
          (await server.sql('select from notices where title = $1', ['Original photos of Harbour Wedding will be deleted'])).length,
      )
      .toBeGreaterThan(1);
    await goOn(id, 12);
    await expect
      .poll(async () => (await server.sql('select from notices where title like $1', ['Reminder: Original photos of Harbour%'])).length)
      .toBeGreaterThan(1);
  });

  await test.step('then the originals go, and the photo says so', async () => {
    await goOn(id, 2);
    await expect.poll(async () => (await gallery(owner, id))[0]?.original_deleted_at).toBeTruthy();
    // The open gallery hears of it.
    await expect(phone.getByText(/Originals are kept until/)).toHaveCount(0);
    await phone.getByRole('grid').getByRole('link').first().click();
    await phone.getByRole('button', { name: 'Details' }).click();
    await expect(phone.getByText(/No longer kept since/)).toBeVisible();
    await expectAccessible(phone, 'the details of a photo without its original');
  });

  await test.step('a download of originals has the web size, and says so', async () => {
    await desk.goto(`/event/${id}/gallery`);
    await desk.getByRole('button', { name: 'Download all' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Download all photos' });
    await dialog.getByRole('radio', { name: 'Originals' }).check();
    await dialog.getByRole('button', { name: 'Prepare download' }).click();
    await expect(dialog.getByText('1 photo is in web size, because the original is no longer kept.')).toBeVisible();
    await expectAccessible(desk, 'a download without originals');
    const [file] = await Promise.all([desk.waitForEvent('download'), dialog.getByRole('link', { name: 'Download ZIP' }).click()]);
    const names = [...unzip(await readFile(await file.path())).keys()];
    expect(names).toEqual([expect.stringMatching(/-web\.jpg$/)]);
  });
});
