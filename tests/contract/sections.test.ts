// Photos of a hidden section, and of a gallery before its reveal: nobody from outside gets them by any path.
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { call, deliver, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus, newParticipant } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { base, fixture, readyPhoto, type Fixture } from './fixture.ts';

type Schemas = components['schemas'];

let w: Fixture;
beforeAll(async () => {
  w = await fixture();
}, 120_000);

interface Night {
  event: Schemas['Event'];
  guest: Person;
  hiddenId: string;
  shownId: string;
  sectionId: string;
  /** Tokens by scope. */
  links: Record<'gallery' | 'photographer' | 'section' | 'selection', string>;
}

/** A public event with one photo in a hidden section and one in none, both by the owner. */
async function night(changes: object = {}): Promise<Night> {
  const { owner } = w.people;
  const event = await createEvent(owner, { name: 'Secret Night', type: 'public', ...changes });
  const path = eventPath(event.id);
  const guest = await newParticipant(base, event);
  const [hidden, shown] = [await readyPhoto(owner, event.id), await readyPhoto(owner, event.id)];
  const section = expectStatus(
    await owner.call<Schemas['Section']>('POST', `${path}/sections`, { json: { name: 'Couple only', audience: 'organization' } }),
    201,
    'making a section',
  );
  expectStatus(await owner.call('PUT', path, { json: { cover_photo_id: hidden.id } }), 200, 'setting the cover');
  expectStatus(
    await owner.call('PUT', `${path}/photos/section`, { json: { ids: [hidden.id], section_id: section.id } }),
    200,
    'moving a photo',
  );
  const linkTo = async (json: object) =>
    expectStatus(
      await owner.call<Schemas['GalleryLink']>('POST', `${path}/links`, { json: { name: 'Link', downloads: 'full', ...json } }),
      201,
      'making a link',
    ).token!;
  const links = {
    gallery: await linkTo({ scope: 'gallery' }),
    photographer: await linkTo({ scope: 'photographer', photographer_id: owner.id }),
    section: await linkTo({ scope: 'section', section_id: section.id }),
    selection: await linkTo({ scope: 'selection', photo_ids: [hidden.id] }),
  };
  return { event, guest, hiddenId: hidden.id, shownId: shown.id, sectionId: section.id, links };
}

/** Everything that a person can ask of an event and a photo in it. */
const asks = ({ event, sectionId }: Night, photoId: string, accountId: string): [string, string, object?][] => {
  const path = eventPath(event.id);
  const headers = { 'x-account': accountId };
  const ofPhoto = (rest = '') => `${path}/photos/${photoId}${rest}`;
  return [
    ['GET', path],
    ['GET', `${path}/photos`],
    ['GET', `${path}/photos?section=${sectionId}`],
    ['GET', `${path}/timeline`],
    ['GET', `${path}/sections`],
    ['GET', `${path}/photographers`],
    ['GET', ofPhoto()],
    ['GET', ofPhoto('/thumb')],
    ['GET', ofPhoto('/preview')],
    ['GET', ofPhoto('/download')],
    ['GET', ofPhoto('/original')],
    ['PUT', ofPhoto('/like')],
    ['DELETE', ofPhoto(), { headers }],
    ['POST', `${path}/photos/delete`, { headers, json: { ids: [photoId] } }],
    ['POST', `${path}/photos/restore`, { headers, json: { ids: [photoId] } }],
    ['POST', `${path}/downloads`, { headers, json: { variant: 'full', photo_ids: [photoId] } }],
    ['GET', '/api/v1/images'],
    ['GET', '/api/v1/images?favorite=true'],
  ];
};

/** Bodies with the photo, other than those that only repeat the ids that were asked for. */
const leaks = (body: unknown, photoId: string) => {
  const { refused: _refused, ...rest } = (body ?? {}) as { refused?: unknown };
  return JSON.stringify(rest).includes(photoId);
};

async function expectNothing(made: Night, who: Person, photoId: string): Promise<void> {
  for (const [method, path, options] of asks(made, photoId, who.id)) {
    const answer = await who.call(method, path, options);
    const what = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`;
    expect(leaks(answer.body, photoId), `leak: ${what}`).toBe(false);
    if (path.includes(photoId)) expect([403, 404], `leak: ${what}`).toContain(answer.status);
    expect(JSON.stringify(answer.body), `leak: ${what}`).not.toContain('Couple only');
  }
}

const shared = (token: string, rest = '') => `/api/v1/links/${token}${rest}`;
const pathsOf = (photoId: string) => ['thumb', 'preview', 'download'].map((file) => `/photos/${photoId}/${file}`);

describe('a photo in a hidden section', () => {
  let made: Night;
  beforeAll(async () => {
    made = await night();
  }, 60_000);

  test.each(['guest', 'visitor', 'stranger'] as const)('is nowhere for a %s', async (role) => {
    const who = role === 'guest' ? made.guest : role === 'visitor' ? w.people.outsider : w.people.stranger;
    await expectNothing(made, who, made.hiddenId);
  });

  test('is not counted for guests, and the other one is', async () => {
    const path = eventPath(made.event.id);
    const { body: event } = await made.guest.call<Schemas['Event']>('GET', path);
    expect(event).toMatchObject({ photos_count: 1, cover_photo_id: null });
    const { body: page } = await made.guest.call<Schemas['PhotoPage']>('GET', `${path}/photos`);
    expect(page.items.map(({ id, section_id: section }) => [id, section])).toEqual([[made.shownId, null]]);
    const { body: timeline } = await made.guest.call<Schemas['Timeline']>('GET', `${path}/timeline`);
    expect(timeline.total).toBe(1);
  });

  test('is not in a guest’s download of everything', async () => {
    const options = { headers: { 'x-account': made.guest.id }, json: { variant: 'full' } };
    const { status, body } = await made.guest.call<Schemas['PhotoDownload']>('POST', `${eventPath(made.event.id)}/downloads`, options);
    expect([status, body.photos]).toEqual([201, 1]);
  });

  test.each(['gallery', 'photographer'] as const)('is not behind a link to the %s', async (scope) => {
    const token = made.links[scope];
    const { body: gallery } = await call<Schemas['SharedGallery']>(base, 'GET', shared(token));
    expect(gallery).toMatchObject({ photos_count: 1, cover_photo_id: made.shownId });
    const { body: page } = await call<Schemas['SharedPhotoPage']>(base, 'GET', shared(token, '/photos'));
    expect(page.items.map(({ id }) => id)).toEqual([made.shownId]);
    for (const path of pathsOf(made.hiddenId)) expect((await call(base, 'GET', shared(token, path))).status, `leak: ${path}`).toBe(404);
    for (const path of pathsOf(made.shownId)) expect((await call(base, 'GET', shared(token, path))).status).toBe(200);
    const { body: download } = await call<Schemas['PhotoDownload']>(base, 'POST', shared(token, '/downloads'), { json: {} });
    expect(download.photos).toBe(1);
  });

  test.each(['section', 'selection'] as const)('is behind a link to the %s, alone', async (scope) => {
    const token = made.links[scope];
    const { body: gallery } = await call<Schemas['SharedGallery']>(base, 'GET', shared(token));
    expect(gallery).toMatchObject({ photos_count: 1, cover_photo_id: made.hiddenId });
    const { body: page } = await call<Schemas['SharedPhotoPage']>(base, 'GET', shared(token, '/photos'));
    expect(page.items.map(({ id }) => id)).toEqual([made.hiddenId]);
    for (const path of pathsOf(made.hiddenId)) expect((await call(base, 'GET', shared(token, path))).status).toBe(200);
    for (const path of pathsOf(made.shownId)) expect((await call(base, 'GET', shared(token, path))).status, `leak: ${path}`).toBe(404);
    const { body: download } = await call<Schemas['PhotoDownload']>(base, 'POST', shared(token, '/downloads'), { json: {} });
    expect(download.photos).toBe(1);
  });

  test('is not the cover of the join page', async () => {
    const cover = await call(base, 'GET', `/api/v1/event/join/${made.event.join_code}/cover`);
    expect(cover).toMatchObject({ status: 404, body: { code: 'no_cover' } });
  });

  test('leaves a link to its section when the section is deleted, and comes back with it', async () => {
    const { owner } = w.people;
    const path = `${eventPath(made.event.id)}/sections/${made.sectionId}`;
    const token = made.links.section;
    const audience = (to: Schemas['Section']['audience']) => owner.call('PATCH', path, { json: { audience: to } });
    expect(await owner.call('DELETE', path)).toMatchObject({ status: 409, body: { code: 'section_hidden' } });
    expectStatus(await audience('everyone'), 200, 'showing the section');
    expectStatus(await owner.call('DELETE', path), 204, 'deleting the section');
    const { body: gone } = await call<Schemas['SharedPhotoPage']>(base, 'GET', shared(token, '/photos'));
    expect(gone.items).toEqual([]);
    expectStatus(await owner.call('POST', `${path}/restore`), 200, 'restoring the section');
    const { body: back } = await call<Schemas['SharedPhotoPage']>(base, 'GET', shared(token, '/photos'));
    expect(back.items.map(({ id }) => id)).toEqual([made.hiddenId]);
    expectStatus(await audience('organization'), 200, 'hiding the section');
  });
});

describe('a gallery before its reveal', () => {
  test('is closed to everyone outside the organization by every path, and open after "reveal now"', async () => {
    const made = await night({ reveals_at: '2100-01-01T20:00:00.000Z' });
    const { owner } = w.people;
    for (const who of [made.guest, w.people.outsider, w.people.stranger]) await expectNothing(made, who, made.shownId);
    for (const token of Object.values(made.links)) {
      const { body } = await call<Schemas['SharedGallery']>(base, 'GET', shared(token));
      expect(body).toMatchObject({ state: 'not_open', photos_count: 0, cover_photo_id: null, reveals_at: '2100-01-01T20:00:00.000Z' });
      const answers = ['/photos', ...pathsOf(made.shownId)].map((path) => call(base, 'GET', shared(token, path)));
      for (const { status } of await Promise.all(answers)) expect(status).toBe(409);
    }
    // Authors see their own.
    const own = await deliver(made.guest, made.event.id, await picture());
    const { body: mine } = await made.guest.call<Schemas['PhotoPage']>('GET', `${eventPath(made.event.id)}/photos`);
    expect(mine.items.map(({ id }) => id)).toEqual([own.id]);
    expect((await owner.call('GET', `${eventPath(made.event.id)}/photos/${made.shownId}`)).status).toBe(200);

    expectStatus(await owner.call('PUT', eventPath(made.event.id), { json: { reveals_at: null } }), 200, 'revealing it now');
    expect((await made.guest.call('GET', `${eventPath(made.event.id)}/photos/${made.shownId}`)).status).toBe(200);
    expect((await call<Schemas['SharedGallery']>(base, 'GET', shared(made.links.gallery))).body).toMatchObject({
      state: 'open',
      reveals_at: null,
    });
  }, 60_000);
});
