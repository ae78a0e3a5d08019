// The screenshot of a request to support, as a browser's form sends it.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#tests/support/api.ts';
import { ask, told } from './ask.ts';
import { pictureForm, fixture } from './fixture.ts';

let participant: Person;
let stranger: Person;
let path: string;
beforeAll(async () => {
  const w = await fixture();
  ({ participant, stranger } = w.people);
  path = `/api/v1/tickets/${w.ticketId}/screenshot`;
}, 120_000);

describe('a screenshot', () => {
  test('remains readable, loses the metadata of the device, and is not shown to others', async () => {
    const screen = { create: { width: 2340, height: 1080, channels: 3, background: '#1d4ed8' } } as const;
    const large = await sharp(screen)
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .png()
      .toBuffer();
    expect((await participant.call('POST', path, await pictureForm(large))).status).toBe(200);
    const answer = await participant.fetch(path);
    expect(answer.headers.get('cache-control')).toContain('private');
    const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([shown.format, shown.width, shown.exif]).toEqual(['jpeg', 1600, undefined]);
    expect(told(await stranger.call('GET', path))).toEqual([404, 'not_found']);
  });

  test.each([
    ['not a picture, whatever its file name', async () => pictureForm('<svg onload="alert(1)"/>'), [415, 'unsupported_media_type']],
    ['a torn picture', async () => pictureForm(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])), [422, 'picture_unreadable']],
    ['too many bytes', async () => pictureForm(Buffer.alloc(6_000_000)), [413, 'too_large']],
  ])('is refused: %s', async (_what, form, expected) => {
    expect(told(await participant.call('POST', path, await form()))).toEqual(expected);
  });

  test('that was never sent is not there', async () => {
    const json = { id: randomUUID(), category: 'idea', message: 'A map of the venue.' };
    expect((await ask('createTicket', stranger, '/api/v1/tickets', json)).status).toBe(201);
    expect(told(await stranger.call('GET', `/api/v1/tickets/${json.id}/screenshot`))).toEqual([404, 'not_found']);
  });
});
