// What each role is given of the photos of an organization with a watermark: compared by pixels.
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { call, deliver, freshSignIn, joinAsGuest, originalHash, registerPerson, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus, newParticipant, updateEvent } from '#tests/support/events.ts';
import { sha256 } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { base, fixture } from './fixture.ts';

type Schemas = components['schemas'];

let settings: string;
let event: Schemas['Event'];
let photoId: string;
let original: Buffer;
let people: Record<'admin' | 'member' | 'photographer' | 'guest' | 'visitor' | 'platform' | 'stranger', Person>;

const setMark = async (watermark: Schemas['UpdateOrganizationSettingsRequest']['branding']) =>
  expectStatus(await people.admin.call('PUT', settings, { json: { branding: watermark } }), 200, 'changing the watermark');

beforeAll(async () => {
  const w = await fixture();
  const founder = await registerPerson(base, { organization: 'Vega Nights' });
  const organizationId = founder.user.memberships[0]!.organization_id;
  await w.people.admin.call('POST', `/api/v1/organizations/${organizationId}/approve`);
  const admin = await freshSignIn(base, founder.email);
  settings = `/organization_settings/${organizationId}`;
  event = await createEvent(admin, { name: 'Marked', type: 'public' });
  const [photographer, employee] = await Promise.all([newParticipant(base, event), newParticipant(base, event)]);
  const members = `/api/v1/organizations/${organizationId}/members`;
  const added = await admin.call<Schemas['Member']>('POST', members, { json: { user_id: employee.id } });
  const { id: memberId } = expectStatus(added, 201, 'adding a member');
  expectStatus(await employee.call('PUT', `${members}/${memberId}`, { json: { status: 'active' } }), 200, 'accepting');
  people = {
    admin,
    member: await freshSignIn(base, employee.email),
    photographer,
    guest: await joinAsGuest(base, event.join_code, 'Mia'),
    visitor: w.people.owner,
    platform: w.people.super,
    stranger: w.people.stranger,
  };
  original = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#202428' } })
    .jpeg()
    .toBuffer();
  const shot = { bytes: original, sha256: sha256(original), contentType: 'image/jpeg', fileName: 'dark.jpg' } as const;
  photoId = (await deliver(photographer, event.id, shot)).id;
  await waitUntil(
    async () => (await admin.call<Schemas['Photo']>('GET', `${eventPath(event.id)}/photos/${photoId}`)).body.state === 'ready',
    30_000,
    () => 'the photo was not made ready',
    100,
  );
  await updateEvent(admin, event.id, { cover_photo_id: photoId });
  const white = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#ffffff' } })
    .png()
    .toBuffer();
  const text_picture = white.toString('base64');
  await setMark({
    watermark: { enabled: true, source: 'text', text: 'Vega', text_picture, size: 30, strength: 100, position: 'bottom-right' },
  });
}, 120_000);

/** The brightness of the picture inside and outside of the watermark. */
async function looked(response: Response): Promise<'marked' | 'clean' | number> {
  if (response.status !== 200) return response.status;
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => data[(Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels] ?? 0;
  expect(at(0.2, 0.2)).toBeLessThan(60);
  return at(0.9, 0.9) > 200 ? 'marked' : 'clean';
}

const file = (person: Person, variant: string) => person.fetch(`${eventPath(event.id)}/photos/${photoId}/${variant}`);

describe('the watermark', () => {
  test.each<[keyof typeof people, (string | number)[]]>([
    ['admin', ['clean', 'clean', 'clean', 'clean']],
    ['member', ['clean', 'clean', 'clean', 'clean']],
    // The author’s own original has no watermark.
    ['photographer', ['marked', 'marked', 'marked', 'clean']],
    ['guest', ['marked', 'marked', 'marked', 403]],
    ['visitor', ['marked', 'marked', 403, 403]],
    ['platform', ['marked', 'marked', 403, 403]],
    ['stranger', [404, 404, 404, 404]],
  ])('as %s is given thumb, preview, download and original', async (role, expected) => {
    const given = [];
    for (const variant of ['thumb', 'preview', 'download', 'original']) given.push(await looked(await file(people[role], variant)));
    expect(given).toEqual(expected);
  });

  test('is on the public cover, and not on stored files', async () => {
    expect(await looked(await fetch(new URL(`/api/v1/event/join/${event.join_code}/cover`, base)))).toBe('marked');
    expect((await call(base, 'GET', `${eventPath(event.id)}/photos/${photoId}/thumb`)).status).toBe(401);
    expect(await originalHash(people.photographer, event.id, photoId)).toBe(sha256(original));
  });

  test('has another URL and ETag per audience and per watermark', async () => {
    const markOf = async (person: Person) =>
      (await person.call<Schemas['Photo']>('GET', `${eventPath(event.id)}/photos/${photoId}`)).body.watermark;
    const eventMark = async (person: Person) => (await person.call<Schemas['Event']>('GET', eventPath(event.id))).body.watermark;
    const before = await markOf(people.guest);
    expect(await markOf(people.member)).toBeNull();
    expect([await eventMark(people.guest), await eventMark(people.member)]).toEqual([before, null]);
    const [theirs, own] = [await file(people.guest, `thumb?mark=${before}`), await file(people.member, 'thumb')];
    expect(theirs.headers.get('etag')).not.toBe(own.headers.get('etag'));
    await setMark({ watermark: { strength: 90 } });
    const after = await markOf(people.guest);
    expect(after).not.toBe(before);
    // The previous URL returns the current watermark.
    const held = await people.guest.fetch(`${eventPath(event.id)}/photos/${photoId}/thumb?mark=${before}`, {
      headers: { 'if-none-match': theirs.headers.get('etag')! },
    });
    expect([held.status, held.headers.get('etag') === theirs.headers.get('etag')]).toEqual([200, false]);
  });
});
