// Every address of a picture that the app makes of what a list returns is answered with a picture: of originals and of proofs, with and without a
// watermark, approved and pending, for everyone who is given the list.
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { sharedPhotoUrl } from '#src/domains/sharing/visit/queries.ts';
import { screenPhotoUrl } from '#src/domains/sharing/wall/wall-source.ts';
import { photoUrl } from '#src/shell/photo-url.ts';
import { configureApiBase } from '#src/transport/api-base.ts';
import {
  call,
  createPhoto,
  deliver,
  freshSignIn,
  gallery,
  joinAsGuest,
  photoRequest,
  registerPerson,
  upload,
  type Person,
} from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import { createEvent, eventPath, expectStatus, newParticipant, updateEvent } from '#tests/support/events.ts';
import { picture, type Picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { base, fixture, openScreen, textPicture } from './fixture.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];

interface Scene {
  event: Schemas['Event'];
  office: Person;
  photographer: Person;
  guest: Person;
  link: Schemas['GalleryLink'];
  screen: { cookie: string };
  /** By what the server has of each. */
  ids: Record<'original' | 'proof' | 'completed' | 'pending proof', string>;
  awaited: { shot: Picture; fact: Schemas['CreatePhotoRequest'] };
}

const proofPath = (eventId: string, { id, orientation: _turned, ...facts }: Schemas['CreatePhotoRequest']) =>
  `${eventPath(eventId)}/photos/${id}/proof?${new URLSearchParams(Object.entries(facts).map(([name, value]) => [name, String(value)]))}`;

/** What a phone on a slow line sends first. */
async function sendProof(person: Person, eventId: string) {
  const shot = await picture({ width: 1600, height: 1200 });
  const small = await sharp(shot.bytes).resize(640, 480).jpeg().toBuffer();
  const fact = photoRequest(shot, await upload(person, shot.bytes, eventId));
  const headers = { 'content-type': 'image/jpeg', 'x-account': person.id };
  expectStatus(await person.call('PUT', proofPath(eventId, fact), { body: small, headers }), 201, 'sending a proof');
  return { shot, fact };
}

async function waitUntilReady(person: Person, eventId: string, ids: readonly string[]): Promise<void> {
  const isReady = async (id: string) =>
    (await person.call<Schemas['Photo']>('GET', `${eventPath(eventId)}/photos/${id}`)).body.state === 'ready';
  await waitUntil(
    async () => (await Promise.all(ids.map(isReady))).every(Boolean),
    30_000,
    () => 'not all photos were made ready',
    100,
  );
}

async function makeScene(office: Person): Promise<Scene> {
  const event = await createEvent(office, { name: 'On their way', type: 'public' });
  const photographer = await newParticipant(base, event);
  const guest = await joinAsGuest(base, event.join_code, 'Mia');
  const links = `${eventPath(event.id)}/links`;
  const link = await office.call<Schemas['GalleryLink']>('POST', links, { json: { name: 'For the couple', scope: 'gallery' } });
  const screen = await openScreen();
  const paired = await office.call('POST', `${eventPath(event.id)}/screens`, { json: { code: screen.code, name: 'Foyer' } });
  expectStatus(paired, 201, 'pairing a screen');
  const original = await deliver(photographer, event.id, await picture());
  const awaited = await sendProof(photographer, event.id);
  const completed = await sendProof(photographer, event.id);
  await updateEvent(office, event.id, { require_approval: true });
  const pending = await sendProof(photographer, event.id);
  const ids = { original: original.id, proof: awaited.fact.id, completed: completed.fact.id, 'pending proof': pending.fact.id };
  await waitUntilReady(office, event.id, Object.values(ids));
  expectStatus(await createPhoto(photographer, event.id, completed.fact), 201, 'sending the original');
  return { event, office, photographer, guest, link: expectStatus(link, 201, 'making a link'), screen, ids, awaited };
}

const scenes: Record<string, Scene> = {};
beforeAll(async () => {
  // The builders of the app make absolute addresses.
  configureApiBase(base);
  const w = await fixture();
  scenes['without a watermark'] = await makeScene(w.people.owner);
  const founder = await registerPerson(base, { organization: 'Lyra Nights' });
  const organizationId = founder.user.memberships[0]!.organization_id;
  await w.people.admin.call('POST', `/api/v1/organizations/${organizationId}/approve`);
  const office = await freshSignIn(base, founder.email);
  const watermark = { enabled: true, source: 'text' as const, text: 'Lyra', text_picture: await textPicture() };
  const branding = await office.call('PUT', `/organization_settings/${organizationId}`, { json: { branding: { watermark } } });
  expectStatus(branding, 200, 'setting the watermark');
  scenes['with a watermark'] = await makeScene(office);
}, 120_000);

const operation = (id: string) => rows.find((row) => row.id === id)!;

/** Judges the list by the contract, too. */
async function listed<Item>(id: string, asked: Promise<{ status: number; headers: Headers; body: { items: Item[] } }>): Promise<Item[]> {
  const answer = await asked;
  expect(judge(operation(id), answer, 'as listed'), `${id} is answered`).toBeNull();
  return answer.body.items;
}

const relative = (url: string) => new URL(url).pathname + new URL(url).search;

async function expectPictures(what: string, urls: readonly string[], load: (path: string) => Promise<Response>): Promise<void> {
  for (const url of urls) {
    const response = await load(relative(url));
    const type = response.headers.get('content-type');
    const { length } = new Uint8Array(await response.arrayBuffer());
    expect([response.status, type], `${what}: ${relative(url)}`).toEqual([200, 'image/jpeg']);
    expect(length, what).toBeGreaterThan(500);
  }
}

const ofPhoto = (photo: Schemas['Photo']) => [photoUrl(photo, 'thumb'), photoUrl(photo, 'preview')];
const loader = (cookie: string) => (path: string) => fetch(new URL(path, base), { headers: { cookie } });

describe.each(['without a watermark', 'with a watermark'])('an event %s', (which) => {
  const scene = () => scenes[which]!;

  test.each(['office', 'photographer', 'guest'] as const)('shows the %s each photo of the gallery', async (role) => {
    const { event, ids, [role]: person } = scene();
    const photos = await listed<Schemas['Photo']>('listPhotos', person.call('GET', `${eventPath(event.id)}/photos`));
    const expected = role === 'guest' ? [ids.original, ids.proof, ids.completed] : Object.values(ids);
    expect(photos.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    for (const photo of photos) {
      await expectPictures(`${role}, ${photo.awaits_original ? 'proof' : 'original'}`, ofPhoto(photo), (path) => person.fetch(path));
      const one = await person.call<Schemas['Photo']>('GET', `${eventPath(event.id)}/photos/${photo.id}`);
      expect(judge(operation('getPhoto'), one, 'as listed')).toBeNull();
      expect(one.body.watermark, 'one photo has the addresses of the list').toBe(photo.watermark);
    }
  });

  test('shows moderators what they decide on', async () => {
    const { event, ids, office } = scene();
    const pending = await listed<Schemas['Photo']>('listPhotos', office.call('GET', `${eventPath(event.id)}/photos?status=pending`));
    expect(pending.map(({ id }) => id)).toEqual([ids['pending proof']]);
    await expectPictures('moderation', pending.flatMap(ofPhoto), (path) => office.fetch(path));
  });

  test('shows visitors of a gallery link each photo', async () => {
    const { link, ids } = scene();
    const token = link.token!;
    const photos = await listed<Schemas['SharedPhoto']>('listSharedPhotos', call(base, 'GET', `/api/v1/links/${token}/photos`));
    expect(photos.map(({ id }) => id).toSorted()).toEqual([ids.original, ids.proof, ids.completed].toSorted());
    const urls = photos.flatMap((photo) => [sharedPhotoUrl(token, photo, 'thumb'), sharedPhotoUrl(token, photo, 'preview')]);
    await expectPictures('gallery link', urls, loader(''));
  });

  test('shows each photo on a screen', async () => {
    const { screen, ids } = scene();
    const photos = await listed<Schemas['SharedPhoto']>(
      'listScreenPhotos',
      call(base, 'GET', '/api/v1/screen/photos', { headers: screen }),
    );
    expect(photos.map(({ id }) => id).toSorted()).toEqual([ids.original, ids.proof, ids.completed].toSorted());
    await expectPictures('screen', photos.map(screenPhotoUrl), loader(screen.cookie));
  });

  test('has other addresses once the original is there', async () => {
    const { event, guest, photographer, awaited } = scene();
    const before = (await gallery(guest, event.id)).find(({ id }) => id === awaited.fact.id)!;
    expectStatus(await createPhoto(photographer, event.id, awaited.fact), 201, 'sending the original');
    const read = async () => (await guest.call<Schemas['Photo']>('GET', `${eventPath(event.id)}/photos/${before.id}`)).body;
    await waitUntil(
      async () => (await read()).width === 1600,
      30_000,
      () => 'the original was not decoded',
      100,
    );
    const after = await read();
    expect(ofPhoto(after)).not.toEqual(ofPhoto(before));
    await expectPictures('original', ofPhoto(after), (path) => guest.fetch(path));
  });
});
