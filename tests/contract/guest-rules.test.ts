// What guests of an event may, the removal of one person's photos, and reports: the same on every way to a photo.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import {
  beginUpload,
  deliver,
  gallery,
  joinAsGuest,
  photoRequest,
  createPhoto,
  registerPerson,
  upload,
  type Answer,
  type Person,
} from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus, invite, join, newParticipant, photoOf, updateEvent } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { listen } from '#tests/support/stream-listener.ts';
import { base, fixture } from './fixture.ts';
import { sql } from './sql.ts';

type Schemas = components['schemas'];

let owner: Person;
beforeAll(async () => {
  owner = (await fixture()).people.owner;
}, 120_000);

const statusOf = async (person: Person, path: string, method = 'GET', json?: object) =>
  (await person.call(method, path, json ? { json } : {})).status;
const read = async (person: Person, id: string) =>
  expectStatus(await person.call<Schemas['Event']>('GET', eventPath(id)), 200, 'reading an event');
const idsOf = async (person: Person, id: string) => (await gallery(person, id)).map((photo) => photo.id).sort();

async function ready(person: Person, eventId: string): Promise<string> {
  const { id } = await deliver(person, eventId, await picture());
  await waitUntil(
    async () => (await photoOf(owner, eventId, id)).state === 'ready',
    20_000,
    () => 'the photo was not made ready',
    20,
  );
  return id;
}

/** An event with a photo of the organization, a guest with a photo, and whoever else is invited to look. */
async function night(rules: Partial<Schemas['CreateEventRequest']> = {}) {
  const event = await createEvent(owner, rules);
  const guest = await newParticipant(base, event);
  const [theirs, own] = [await ready(owner, event.id), await ready(guest, event.id)];
  await updateEvent(owner, event.id, { cover_photo_id: theirs });
  return { event, guest, theirs, own };
}

describe('guests who see only their own photos', () => {
  /** Everything through which another person's photo, or a number of them, could be known. */
  async function expectNothingOfOthers(person: Person, { event, theirs, own }: Awaited<ReturnType<typeof night>>) {
    const path = eventPath(event.id);
    const photo = `${path}/photos/${theirs}`;
    for (const way of ['', '/thumb', '/preview', '/download', '/original', '/report'])
      expect(await statusOf(person, photo + way), `leak: ${way}`).toBe(404);
    for (const [method, way] of [
      ['PUT', '/like'],
      ['DELETE', '/like'],
      ['PUT', '/report'],
      ['DELETE', ''],
      ['DELETE', '/report'],
    ] as const)
      expect(
        await statusOf(person, photo + way, method, way === '/report' && method === 'PUT' ? { reason: 'not_here' } : undefined),
        `leak: ${method} ${way}`,
      ).toBe(404);
    expect(await idsOf(person, event.id), 'leak: list').toEqual([own]);
    const asked = async <T>(rest: string) => expectStatus(await person.call<T>('GET', `${path}${rest}`), 200, rest);
    const others = await asked<Schemas['PhotoPage']>(`/photos?uploader=${owner.id}`);
    expect(others.items, 'leak: list of the photographer').toEqual([]);
    const timeline = await asked<{ buckets: { count: number }[] }>('/timeline');
    expect(JSON.stringify(timeline), 'leak: timeline').not.toContain('"count":2');
    const photographers = await asked<unknown>('/photographers');
    expect(JSON.stringify(photographers), 'leak: photographers').not.toContain(owner.id);
    const seen = await read(person, event.id);
    expect(seen, 'leak: event').toMatchObject({ cover_photo_id: null, photos_count: 0, can: { view_others: false, download: false } });
    const listed = expectStatus(await person.call<Schemas['EventPage']>('GET', '/api/v1/event?scope=mine'), 200, 'listing events');
    expect(
      listed.items.find(({ id }) => id === event.id),
      'leak: event list',
    ).toMatchObject({ cover_photo_id: null, photos_count: 0 });
    const chosen = await person.call('POST', `${path}/downloads`, { json: { variant: 'web', photo_ids: [theirs] } });
    expect([403, 404], `leak: chosen for a ZIP file, ${JSON.stringify(chosen.body)}`).toContain(chosen.status);
    const archive = expectStatus(
      await person.call<Schemas['PhotoDownload']>('POST', `${path}/downloads`, { json: { variant: 'web' } }),
      201,
      'their own photos as a ZIP file',
    );
    expect(archive.photos, 'leak: ZIP file').toBe(1);
    const stream = listen(person, event.id, '?after=0');
    expect((await stream.opened).status).toBe(200);
    const later = await ready(person, event.id);
    await waitUntil(
      () => JSON.stringify(stream.changes).includes(later),
      20_000,
      () => 'the stream did not go on',
      20,
    );
    expect(JSON.stringify(stream.changes), 'leak: stream').not.toContain(theirs);
    stream.stop();
  }

  test('get no photo of others on any way', async () => {
    const given = await night({ guest_access: 'capture' });
    const preview = await given.guest.call<Schemas['JoinPreview']>('GET', `/api/v1/event/join/${given.event.join_code}`);
    expect(preview.body, 'leak: join page').toMatchObject({ has_cover: false, takes_photos: true, shows_photos: 'own' });
    expect(await statusOf(given.guest, `/api/v1/event/join/${given.event.join_code}/cover`), 'leak: join cover').toBe(404);
    await expectNothingOfOthers(given.guest, given);
  });

  test('take photos and like, download and delete their own', async () => {
    const { event, guest, own } = await night({ guest_access: 'capture' });
    expect(await read(guest, event.id)).toMatchObject({ participant_role: 'guest', can: { capture: true }, closed_reason: null });
    expect(await photoOf(guest, event.id, own)).toMatchObject({
      status: 'approved',
      can: { like: true, download: true, delete: true, share: false },
    });
    for (const way of ['/thumb', '/download', '/original'])
      expect(await statusOf(guest, `${eventPath(event.id)}/photos/${own}${way}`)).toBe(200);
  });

  test('see everything as photographers or viewers, and nothing again as guests', async () => {
    const given = await night({ guest_access: 'capture' });
    const participant = `${eventPath(given.event.id)}/participants/${given.guest.id}`;
    for (const role of ['photographer', 'viewer'] as const) {
      expect(await statusOf(owner, participant, 'PUT', { role })).toBe(200);
      expect(await idsOf(given.guest, given.event.id)).toEqual([given.theirs, given.own].sort());
    }
    expect(await statusOf(owner, participant, 'PUT', { role: 'guest' })).toBe(200);
    expect(await idsOf(given.guest, given.event.id)).toEqual([given.own]);
  });
});

describe('a change of the rules', () => {
  test('takes effect at once, also in open pages', async () => {
    const { event, guest, theirs } = await night();
    const thumb = `${eventPath(event.id)}/photos/${theirs}/thumb`;
    expect(await statusOf(guest, thumb)).toBe(200);
    const stream = listen(guest, event.id);
    expect((await stream.opened).status).toBe(200);
    const resets = () => stream.changes.filter((one) => JSON.stringify(one).includes('"reset"')).length;
    await updateEvent(owner, event.id, { guest_access: 'capture' });
    expect(await statusOf(guest, thumb)).toBe(404);
    await waitUntil(
      () => resets() === 1,
      20_000,
      () => 'the open page was not told',
      20,
    );
    await updateEvent(owner, event.id, { guest_access: 'view' });
    expect(await statusOf(guest, thumb)).toBe(200);
    expect(await read(guest, event.id)).toMatchObject({
      can: { capture: false, view_others: true },
      closed_reason: expect.stringContaining('look at photos') as string,
    });
    await waitUntil(
      () => resets() === 2,
      20_000,
      () => 'the open page was not told again',
      20,
    );
    stream.stop();
  });

  test('keeps others’ photos from guests when their time is over, and tells open pages when that comes', async () => {
    const { event, guest, theirs, own } = await night();
    const stream = listen(guest, event.id);
    expect((await stream.opened).status).toBe(200);
    await updateEvent(owner, event.id, { guest_until: new Date(Date.now() + 1500).toISOString() });
    const kinds = () => stream.changes.filter((one) => JSON.stringify(one).includes('"reset"')).length;
    // Once for the change, once for the end.
    await waitUntil(
      () => kinds() >= 2,
      30_000,
      () => 'the end of the guests’ time was not announced',
      50,
    );
    stream.stop();
    expect(await statusOf(guest, `${eventPath(event.id)}/photos/${theirs}/thumb`)).toBe(404);
    expect(await idsOf(guest, event.id)).toEqual([own]);
    expect(await read(guest, event.id)).toMatchObject({
      can: { capture: false, view_others: false },
      closed_reason: expect.stringContaining('is over') as string,
    });
    await updateEvent(owner, event.id, { guest_until: null });
    expect(await idsOf(guest, event.id)).toEqual([theirs, own].sort());
  });

  test('never refuses what guests took before; it waits for approval', async () => {
    const { event, guest } = await night();
    for (const rules of [
      { guest_access: 'view' as const },
      { guest_access: 'capture' as const, guest_until: new Date(Date.now() - 1000).toISOString() },
    ]) {
      await updateEvent(owner, event.id, rules);
      const shot = await picture();
      const fact = photoRequest(shot, await upload(guest, shot.bytes, event.id));
      const created = await createPhoto(guest, event.id, fact);
      expect([created.status, created.body.status]).toEqual([201, 'pending']);
    }
  });

  test('of an event that never let guests take photos: their deliveries are refused, with the reason', async () => {
    const event = await createEvent(owner, { guest_access: 'view' });
    const guest = await newParticipant(base, event);
    const refused = async () => {
      const answer = await beginUpload(guest, 1000, event.id);
      return [answer.status, (answer.body as { code?: string }).code];
    };
    expect(await refused()).toEqual([403, 'guests_only_look']);
    // A guest who could take photos and was made a viewer may still deliver them.
    await updateEvent(owner, event.id, { guest_access: 'view_and_capture' });
    expect(await statusOf(owner, `${eventPath(event.id)}/participants/${guest.id}`, 'PUT', { role: 'viewer' })).toBe(200);
    const shot = await picture();
    expect((await createPhoto(guest, event.id, photoRequest(shot, await upload(guest, shot.bytes, event.id)))).status).toBe(201);
  });

  test('keeps downloads from guests, and from nobody else', async () => {
    const { event, guest, theirs, own } = await night({ guest_downloads: false });
    const photographer = await registerPerson(base);
    const [invitation] = await invite(owner, event.id, { emails: [photographer.email ?? ''], role: 'photographer' });
    await join(photographer, invitation!.code);
    const download = (id: string) => `${eventPath(event.id)}/photos/${id}/download`;
    expect([
      await statusOf(guest, download(theirs)),
      await statusOf(guest, download(own)),
      await statusOf(photographer, download(theirs)),
    ]).toEqual([403, 200, 200]);
    const archive = async (person: Person) =>
      (await person.call<Schemas['PhotoDownload']>('POST', `${eventPath(event.id)}/downloads`, { json: { variant: 'web' } })).body.photos;
    expect([await archive(guest), await archive(photographer)]).toEqual([1, 2]);
  });
});

describe('all photos of one person', () => {
  const removal = (
    event: Schemas['Event'],
    person: Person,
    which: 'remove' | 'restore',
    id: string,
    by = owner,
  ): Promise<Answer<{ photos: number }>> =>
    by.call('POST', `${eventPath(event.id)}/participants/${person.id}/photos/${which}`, { json: { removal_id: id } });

  test('go at once, and come back without those that were deleted before', async () => {
    const { event, guest, theirs, own } = await night();
    const [second, deleted] = [await ready(guest, event.id), await ready(guest, event.id)];
    expect(await statusOf(owner, `${eventPath(event.id)}/photos/${deleted}`, 'DELETE')).toBe(204);
    const stream = listen(guest, event.id);
    expect((await stream.opened).status).toBe(200);
    const id = randomUUID();
    expect((await removal(event, guest, 'remove', id, guest)).status).toBe(403);
    for (let call = 0; call < 2; call++)
      expect(await removal(event, guest, 'remove', id)).toMatchObject({ status: 200, body: { photos: 2 } });
    for (const photo of [own, second])
      await waitUntil(
        () => JSON.stringify(stream.changes).includes(photo),
        20_000,
        () => 'an open gallery keeps a removed photo',
        20,
      );
    stream.stop();
    expect(await idsOf(guest, event.id)).toEqual([theirs]);
    expect(await read(owner, event.id)).toMatchObject({ photos_count: 1 });
    // What still travels from the phone is not refused.
    const late = await ready(guest, event.id);
    expect(await removal(event, guest, 'restore', id)).toMatchObject({ status: 200, body: { photos: 2 } });
    expect(await removal(event, guest, 'restore', id)).toMatchObject({ status: 200, body: { photos: 0 } });
    expect(await idsOf(guest, event.id)).toEqual([theirs, own, second, late].sort());
    expect(await read(owner, event.id)).toMatchObject({ photos_count: 4 });
  });
});

describe('a report', () => {
  const reports = (event: Schemas['Event'], state = 'open', page = '') =>
    owner.call<Schemas['ReportedPhotoPage']>('GET', `${eventPath(event.id)}/reports?state=${state}${page}`);
  const decide = (event: Schemas['Event'], photo: string, json: Schemas['DecideReportsRequest']) =>
    owner.call<Schemas['ReportedPhoto']>('POST', `${eventPath(event.id)}/photos/${photo}/reports/decide`, { json });
  const notices = async (person: Person) =>
    expectStatus(await person.call<{ items: { title: string }[] }>('GET', '/api/v1/notices'), 200, 'reading notices').items.map(
      ({ title }) => title,
    );

  test('of participants and visitors is decided by the organization, undone, and known to the reporter', async () => {
    const { event, guest, theirs } = await night();
    const other = await newParticipant(base, event);
    const own = `${eventPath(event.id)}/photos/${theirs}/report`;
    expect(await statusOf(guest, own)).toBe(404);
    expect(await statusOf(guest, own, 'PUT', { reason: 'other' })).toBe(422);
    for (const reason of ['not_here', 'in_photo']) expect(await statusOf(guest, own, 'PUT', { reason })).toBe(200);
    expect(await statusOf(other, own, 'PUT', { reason: 'other', text: 'Blurred.' })).toBe(200);
    const link = expectStatus(
      await owner.call<{ token: string }>('POST', `${eventPath(event.id)}/links`, { json: { name: 'For all', scope: 'gallery' } }),
      201,
      'creating a link',
    );
    const shared = `/api/v1/links/${link.token}/photos/${theirs}/report`;
    const key = randomUUID();
    for (const contact of ['', 'mia@example.org'])
      expect(await statusOf(other, shared, 'PUT', { key, reason: 'in_photo', contact })).toBe(204);
    // Shown beside the decision, so it must look like what it is.
    for (const contact of ['\u202egro.elpmaxe@aim', 'mia\u001b[31m', 'mia\n\nKept by Ana'])
      expect(await statusOf(other, shared, 'PUT', { key, reason: 'in_photo', contact }), JSON.stringify(contact)).toBe(422);

    const open = expectStatus(await reports(event), 200, 'listing reports');
    expect(open).toMatchObject({ open: 1, items: [{ photo: { id: theirs }, is_deleted: false, decision_id: null }] });
    expect(
      open.items[0]?.reports.map(({ reason, reporter, link_name, contact }) => [reason, reporter?.id ?? null, link_name, contact]),
    ).toEqual([
      ['in_photo', null, 'For all', 'mia@example.org'],
      ['other', other.id, null, null],
      ['in_photo', guest.id, null, null],
    ]);
    for (const person of [guest, other]) expect(await statusOf(person, `${eventPath(event.id)}/reports`), 'leak: reports').toBe(403);

    const decision_id = randomUUID();
    const removed = expectStatus(await decide(event, theirs, { decision_id, decision: 'remove' }), 200, 'deciding');
    expect(removed).toMatchObject({ is_deleted: true, decision_id });
    expect(await decide(event, theirs, { decision_id: randomUUID(), decision: 'keep' }), 'decided before').toMatchObject({
      body: { decision_id },
    });
    expect(await idsOf(guest, event.id)).not.toContain(theirs);
    expect((await guest.call('GET', own)).body).toMatchObject({ reason: 'in_photo', state: 'removed' });
    expect(await notices(guest)).toContainEqual(expect.stringContaining('removed the photo that you reported'));
    expect((await reports(event)).body).toMatchObject({ open: 0, items: [] });

    const undo = `${eventPath(event.id)}/photos/${theirs}/reports/reopen`;
    expect(await statusOf(guest, undo, 'POST', { decision_id })).toBe(403);
    expect(await statusOf(owner, undo, 'POST', { decision_id })).toBe(200);
    expect(await idsOf(guest, event.id)).toContain(theirs);
    expect((await reports(event)).body).toMatchObject({ open: 1 });
    expect((await decide(event, theirs, { decision_id: randomUUID(), decision: 'keep' })).body).toMatchObject({ is_deleted: false });
    expect((await guest.call('GET', own)).body).toMatchObject({ state: 'kept' });
    expect((await reports(event, 'decided')).body.items[0]?.reports).toHaveLength(3);
  });

  test('is in a list that is paged, open ones reported earliest first, decided ones decided latest first', async () => {
    const { event, guest } = await night();
    const ids: string[] = [];
    for (let nr = 0; nr < 3; nr++) {
      const id = await ready(owner, event.id);
      expect(await statusOf(guest, `${eventPath(event.id)}/photos/${id}/report`, 'PUT', { reason: 'in_photo' })).toBe(200);
      await sql(`update photo_reports set created_at = created_at + make_interval(secs => $2) where photo_id = $1`, [id, nr]);
      ids.push(id);
    }
    const pageOf = async (state: string, page: string) => {
      const { items, ...rest } = expectStatus(await reports(event, state, page), 200, 'listing reports');
      return { ids: items.map(({ photo }) => photo.id), ...rest };
    };
    const first = await pageOf('open', '&limit=2');
    expect(first).toMatchObject({ ids: ids.slice(0, 2), total: 3, open: 3, previous_cursor: null });
    const second = await pageOf('open', `&limit=2&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ ids: ids.slice(2), total: 3, next_cursor: null });
    expect((await pageOf('open', `&limit=2&cursor=${second.previous_cursor}`)).ids).toEqual(ids.slice(0, 2));
    for (const [nr, id] of ids.slice(0, 2).entries()) {
      await decide(event, id, { decision_id: randomUUID(), decision: 'keep' });
      await sql(`update photo_reports set decided_at = decided_at + make_interval(secs => $2) where photo_id = $1`, [id, nr]);
    }
    expect(await pageOf('open', '')).toMatchObject({ ids: ids.slice(2), total: 1, open: 1 });
    expect(await pageOf('decided', '&limit=1')).toMatchObject({ ids: [ids[1]], total: 2, open: 1 });
    expect((await reports(event, 'decided', `&cursor=${first.next_cursor}`)).status).toBe(422);
  });

  test('of a guest without an account counts like any other, and can be withdrawn', async () => {
    const { event, theirs } = await night();
    const guest = await joinAsGuest(base, event.join_code, 'Mia');
    const own = `${eventPath(event.id)}/photos/${theirs}/report`;
    expect(await statusOf(guest, own, 'PUT', { reason: 'in_photo' })).toBe(200);
    expect((await reports(event)).body).toMatchObject({ open: 1 });
    for (let call = 0; call < 2; call++) expect(await statusOf(guest, own, 'DELETE')).toBe(204);
    expect((await reports(event)).body).toMatchObject({ open: 0 });
  });

  test('of a photo that a link doesn’t show is refused', async () => {
    const { event, guest, theirs, own } = await night();
    const link = expectStatus(
      await owner.call<{ token: string }>('POST', `${eventPath(event.id)}/links`, {
        json: { name: 'One', scope: 'selection', photo_ids: [own] },
      }),
      201,
      'creating a link',
    );
    const report = (photo: string) =>
      statusOf(guest, `/api/v1/links/${link.token}/photos/${photo}/report`, 'PUT', { key: randomUUID(), reason: 'not_here' });
    expect([await report(own), await report(theirs)]).toEqual([204, 404]);
  });
});
