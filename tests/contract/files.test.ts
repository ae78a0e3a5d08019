// What leaves the server of a photo: upright, sized, without what the camera wrote into it.
import exifr from 'exifr';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { createPhoto, deliver, photoRequest, gallery, upload, type Person } from '#tests/support/api.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { fixture } from './fixture.ts';

let member: Person;
let participant: Person;
beforeAll(async () => {
  const { people } = await fixture();
  ({ member, participant } = people);
}, 120_000);

const live = demoEvents.live;

async function file(
  person: Person,
  photoId: string,
  variant: string,
  headers: Record<string, string> = {},
): Promise<{ response: Response; bytes: Buffer }> {
  const response = await person.fetch(`/api/v1/event/${live}/photos/${photoId}/${variant}`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function ready(person: Person, photoId: string): Promise<void> {
  const state = async () => (await person.call<{ state: string }>('GET', `/api/v1/event/${live}/photos/${photoId}`)).body.state;
  await waitUntil(
    async () => (await state()) === 'ready',
    20_000,
    () => 'the photo was not made ready',
    100,
  );
}

describe.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s with rotated orientation', (format) => {
  test('leaves upright, in the right sizes and without GPS', async () => {
    const shot = await picture({ format, width: 2400, height: 1800, orientation: 6 });
    const { id } = await deliver(participant, live, shot);
    await ready(participant, id);
    const facts = (await member.call<{ width: number; height: number; thumbhash: string }>('GET', `/api/v1/event/${live}/photos/${id}`))
      .body;
    expect([facts.width, facts.height]).toEqual([1800, 2400]);
    expect(facts.thumbhash).toMatch(/^[A-Za-z0-9+/=]{20,}$/);
    for (const [variant, longest] of [
      ['thumb', 320],
      ['preview', 1600],
      ['download', 2400],
    ] as const) {
      const { response, bytes } = await file(member, id, variant);
      expect(response.status, variant).toBe(200);
      expect(response.headers.get('cache-control')).toContain('private');
      const meta = await sharp(bytes).metadata();
      expect(meta.height > meta.width, `${variant} is upright`).toBe(true);
      expect(Math.max(meta.width, meta.height), variant).toBe(longest);
      expect(meta.orientation ?? 1, `${variant} needs no turning`).toBe(1);
      expect(meta.exif?.includes('GPS') ?? false, `leak: ${variant} contains GPS metadata`).toBe(false);
      const gps = await exifr.gps(bytes).catch(() => undefined);
      expect(gps, `leak: ${variant} contains the GPS position`).toBeUndefined();
      if (variant !== 'download') expect(bytes.includes(Buffer.from('Phone')), `leak: ${variant} contains the camera`).toBe(false);
    }
  });
});

describe('a file', () => {
  test('is not sent again if the client already has it', async () => {
    const { id } = await deliver(participant, live, await picture());
    await ready(participant, id);
    const first = await file(participant, id, 'thumb');
    const etag = first.response.headers.get('etag')!;
    expect(etag).toMatch(/^"/);
    const second = await file(participant, id, 'thumb', { 'if-none-match': etag });
    expect([second.response.status, second.bytes.length]).toEqual([304, 0]);
  });

  test('has the camera’s file name in lists, in details and when the original is downloaded', async () => {
    const shot = await picture();
    const fact = { ...photoRequest(shot, await upload(participant, shot.bytes, live)), file_name: 'C:\\DCIM\\विवाह: 0042.JPG' };
    const made = await createPhoto(participant, live, fact);
    const name = 'विवाह_ 0042.JPG';
    expect([made.status, made.body.file_name]).toEqual([201, name]);
    expect((await gallery(member, live)).find(({ id }) => id === made.body.id)?.file_name).toBe(name);
    expect((await member.call<{ file_name: string }>('GET', `/api/v1/event/${live}/photos/${made.body.id}`)).body.file_name).toBe(name);
    const original = (await file(member, made.body.id, 'original')).response.headers.get('content-disposition') ?? '';
    expect(original).toBe(`attachment; filename="_ 0042.JPG"; filename*=UTF-8''${encodeURIComponent(name)}`);
    // Like the original itself, the name is visible only to the author and the organization.
    const other = await picture();
    const fromMember = { ...photoRequest(other, await upload(member, other.bytes, live)), file_name: 'divorce-lawyer.jpg' };
    const { body } = await createPhoto(member, live, fromMember);
    expect((await gallery(participant, live)).find(({ id }) => id === body.id)).toMatchObject({ file_name: null });
    // Derivatives do not carry the camera's file name.
    await ready(member, made.body.id);
    expect((await file(member, made.body.id, 'download')).response.headers.get('content-disposition')).not.toMatch(/ 0042|%E0%A4/);
  });

  test('as taken goes to its author and the organization only', async () => {
    const shot = await picture();
    const { id } = await deliver(participant, live, shot);
    expect((await file(participant, id, 'original')).bytes.equals(shot.bytes)).toBe(true);
    expect((await file(member, id, 'original')).bytes.equals(shot.bytes)).toBe(true);
    const byMember = await deliver(member, live, await picture());
    expect((await file(participant, byMember.id, 'original')).response.status).toBe(403);
  });
});
