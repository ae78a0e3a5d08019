// How a photo is created: exactly once, however often it is sent, and never as something that it is not.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import {
  beginUpload,
  createPhoto,
  deliver,
  photoRequest,
  gallery,
  originalHash,
  upload,
  type Answer,
  type Person,
} from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import { picture, sha256, type Picture } from '#tests/support/pictures.ts';
import { fixture, type Fixture } from './fixture.ts';
import { judge, type ProblemBody } from './judge.ts';

let w: Fixture;
let member: Person;
let participant: Person;
beforeAll(async () => {
  w = await fixture();
  member = w.people.member;
  participant = w.people.participant;
}, 120_000);

const row = (id: string) => rows.find((one) => one.id === id)!;
const live = demoEvents.live;

/** Judged against the contract as well. */
async function commit(
  person: Person,
  eventId: string,
  fact: Parameters<typeof createPhoto>[2],
  headers?: Record<string, string>,
): Promise<Answer> {
  const answer = await createPhoto(person, eventId, fact, headers);
  judge(row('createPhoto'), answer, 'story');
  return answer;
}

const codeOf = (answer: Answer) => (answer.body as ProblemBody).code;
const asShot = (bytes: Buffer, contentType: Picture['contentType']) => ({ bytes, sha256: sha256(bytes), contentType });

describe('a photo', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('as %s arrives with its original bytes', async (format) => {
    const shot = await picture({ format });
    const photo = await deliver(participant, live, shot);
    expect(photo.sha256).toBe(shot.sha256);
    expect(await originalHash(participant, live, photo.id)).toBe(shot.sha256);
  });

  test('sent again is answered 200 with the same photo, also when its upload is long gone', async () => {
    const shot = await picture();
    const fact = photoRequest(shot, await upload(member, shot.bytes));
    const first = await commit(member, live, fact);
    const again = await commit(member, live, fact);
    const otherUpload = await commit(member, live, { ...fact, upload_id: 'nosuchupload' });
    expect([first.status, again.status, otherUpload.status]).toEqual([201, 200, 200]);
    expect(again.body).toMatchObject({ id: fact.id, sha256: shot.sha256 });
    expect((await gallery(member, live)).filter((photo) => photo.id === fact.id)).toHaveLength(1);
  });

  test('sent twenty times at once is made once', async () => {
    const shot = await picture();
    const fact = photoRequest(shot, await upload(member, shot.bytes));
    const answers = await Promise.all(Array.from({ length: 20 }, () => commit(member, live, fact)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(19);
    expect(await originalHash(member, live, fact.id)).toBe(shot.sha256);
  });

  test('sent twice at once by two uploads is made once', async () => {
    const shot = await picture();
    const id = photoRequest(shot, 'x').id;
    const uploads = await Promise.all([upload(member, shot.bytes), upload(member, shot.bytes)]);
    const answers = await Promise.all(uploads.map((uploadId) => commit(member, live, photoRequest(shot, uploadId, id))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 201]));
  });

  test('with a known ID but other bytes, event or author is a conflict that reveals nothing', async () => {
    const [shot, other] = [await picture(), await picture()];
    const fact = photoRequest(shot, await upload(member, shot.bytes));
    await commit(member, live, fact);
    const otherBytes = await commit(member, live, { ...photoRequest(other, await upload(member, other.bytes)), id: fact.id });
    const otherEvent = await commit(member, demoEvents.active, fact);
    const otherAuthor = await commit(participant, live, { ...fact, upload_id: await upload(participant, shot.bytes) });
    for (const answer of [otherBytes, otherEvent, otherAuthor]) {
      expect(answer.status).toBe(409);
      expect(codeOf(answer)).toBe('photo_conflict');
      expect(JSON.stringify(answer.body), 'leak: the hash of another photo').not.toContain(shot.sha256);
    }
    expect(await originalHash(member, live, fact.id)).toBe(shot.sha256);
  });

  test('deleted since is answered 410 photo_deleted, as a receipt', async () => {
    const shot = await picture();
    const fact = photoRequest(shot, await upload(member, shot.bytes));
    await commit(member, live, fact);
    const removed = await member.call('DELETE', `/api/v1/event/${live}/photos/${fact.id}`);
    const repeated = await member.call('DELETE', `/api/v1/event/${live}/photos/${fact.id}`);
    expect([removed.status, repeated.status]).toEqual([204, 204]);
    const answer = await commit(member, live, fact);
    expect([answer.status, codeOf(answer)]).toEqual([410, 'photo_deleted']);
    const get = await member.call('GET', `/api/v1/event/${live}/photos/${fact.id}`);
    judge(row('getPhoto'), get, 'of a deleted photo');
    expect(get.status).toBe(410);
    expect((await gallery(member, live)).some((photo) => photo.id === fact.id)).toBe(false);
  });

  test('of another account is refused without effect', async () => {
    const shot = await picture();
    const fact = photoRequest(shot, await upload(member, shot.bytes));
    const answer = await commit(member, live, fact, { 'x-account': participant.id });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'account_mismatch']);
    expect((await commit(member, live, fact)).status).toBe(201);
  });
});

describe('is refused, and nothing of it is stored:', () => {
  test('an unknown upload, or another’s', async () => {
    const shot = await picture();
    const unknown = await commit(member, live, photoRequest(shot, 'nosuchupload'));
    const foreign = await commit(member, live, photoRequest(shot, await upload(participant, shot.bytes)));
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'upload_not_found']);
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'upload_not_found']);
  });

  test('an upload that is not whole', async () => {
    const shot = await picture();
    const created = await member.call('POST', '/api/v1/uploads', {
      headers: { 'tus-resumable': '1.0.0', 'x-account': member.id, 'upload-length': String(shot.bytes.length) },
    });
    const uploadId = created.headers.get('location')!.split('/').at(-1)!;
    const answer = await commit(member, live, photoRequest(shot, uploadId));
    expect([answer.status, codeOf(answer)]).toEqual([409, 'upload_incomplete']);
  });

  test.each([
    ['another hash', 422, 'hash_mismatch', async () => ({ ...(await picture()), sha256: 'a'.repeat(64) })],
    ['another type of picture', 415, 'type_mismatch', async () => ({ ...(await picture()), contentType: 'image/png' as const })],
    ['a text', 415, 'unsupported_type', async () => asShot(Buffer.from('<html>not a photo</html>'.repeat(20)), 'image/jpeg')],
    [
      'an SVG',
      415,
      'unsupported_type',
      async () => asShot(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'image/png'),
    ],
    [
      'a GIF',
      415,
      'unsupported_type',
      async () =>
        asShot(
          await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .gif()
            .toBuffer(),
          'image/png',
        ),
    ],
    ['too many pixels', 413, 'too_many_pixels', async () => asShot(await blank(20_000, 6_000), 'image/png')],
  ] as const)('%s', async (_, status, code, make) => {
    const shot = await make();
    const uploadId = await upload(member, shot.bytes);
    const answer = await commit(member, live, photoRequest(shot, uploadId));
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    const offset = await member.call('HEAD', `/api/v1/uploads/${uploadId}`, { headers: { 'tus-resumable': '1.0.0' } });
    expect([404, 410]).toContain(offset.status);
  });

  test('another size', async () => {
    const shot = await picture();
    const uploadId = await upload(member, shot.bytes);
    const answer = await commit(member, live, { ...photoRequest(shot, uploadId), bytes: shot.bytes.length + 1 });
    expect([answer.status, codeOf(answer)]).toEqual([422, 'size_mismatch']);
  });

  test('too many bytes, at the upload already', async () => {
    const answer = await member.call('POST', '/api/v1/uploads', {
      headers: { 'tus-resumable': '1.0.0', 'x-account': member.id, 'upload-length': String(50 * 1024 * 1024 + 1) },
    });
    expect(answer.status).toBe(413);
  });

  test('a delivery to an event that one is nothing to, at the upload already', async () => {
    const shot = await picture();
    const { stranger } = w.people;
    const answer = await commit(stranger, live, photoRequest(shot, 'nosuchupload'));
    expect(answer.status).toBe(404);
    for (const eventId of [live, randomUUID(), undefined]) {
      const begun = await beginUpload(stranger, shot.bytes.length, eventId);
      judge(row('createUpload'), begun, 'by a stranger');
      expect([begun.status, codeOf(begun)]).toEqual([403, eventId === undefined ? 'forbidden' : 'event_unknown']);
    }
    const nowhere = await commit(member, randomUUID(), photoRequest(shot, await upload(member, shot.bytes)));
    expect(nowhere.status).toBe(404);
  });
});

describe('photos shot in time', () => {
  test.each(['ended', 'archived'] as const)('is still taken when the event is %s', async (status) => {
    const shot = await picture();
    const event = await member.call<{ status: string; can: { capture: boolean } }>('GET', `/api/v1/event/${demoEvents[status]}`);
    expect(event.body).toMatchObject({ status, can: { capture: false } });
    expect((await deliver(member, demoEvents[status], shot)).sha256).toBe(shot.sha256);
  });
});

describe('a torn file', () => {
  test('is stored as unreadable, for its author and the organization only', async () => {
    const whole = await picture({ width: 1600, height: 1200, noise: true });
    const torn = asShot(whole.bytes.subarray(0, Math.floor(whole.bytes.length / 3)), 'image/jpeg');
    const answer = await commit(participant, live, photoRequest(torn, await upload(participant, torn.bytes)));
    expect(answer.status).toBe(201);
    const { id } = answer.body as { id: string };
    await expect
      .poll(async () => (await participant.call<{ state: string }>('GET', `/api/v1/event/${live}/photos/${id}`)).body.state, {
        timeout: 20_000,
      })
      .toBe('unreadable');
    const thumb = await participant.call('GET', `/api/v1/event/${live}/photos/${id}/thumb`);
    expect([thumb.status, codeOf(thumb)]).toEqual([409, 'photo_unreadable']);
    expect(await originalHash(participant, live, id)).toBe(torn.sha256);
    expect(await originalHash(w.people.owner, live, id)).toBe(torn.sha256);
    const second = await w.people.super.call('GET', `/api/v1/event/${live}/photos/${id}`);
    expect(second.status).toBe(404);
  });
});

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
