// The organization's picture, as a browser's form sends it.
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import type { Person } from '#tests/support/api.ts';
import { told } from './ask.ts';
import { pictureForm, fixture } from './fixture.ts';

const path = `/organization_settings/${demoOrganizationIds.aurora}/avatar`;

let owner: Person;
beforeAll(async () => {
  ({ owner } = (await fixture()).people);
}, 120_000);

describe('the avatar', () => {
  test('is made small and loses what the camera wrote into it', async () => {
    const large = await sharp({ create: { width: 1400, height: 700, channels: 3, background: '#1d4ed8' } })
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .jpeg()
      .toBuffer();
    const { body } = await owner.call<components['schemas']['AvatarUploaded']>('POST', path, await pictureForm(large));
    const answer = await owner.fetch(body.avatar_url);
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      expect.stringContaining('immutable'),
    ]);
    const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([shown.width, shown.height, shown.exif]).toEqual([320, 160, undefined]);
  });

  test.each([
    ['not a picture, whatever its file name', async () => pictureForm('<svg onload="alert(1)"/>'), [415, 'unsupported_media_type']],
    ['a torn picture', async () => pictureForm(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])), [422, 'picture_unreadable']],
    ['too many bytes', async () => pictureForm(Buffer.alloc(6_000_000)), [413, 'too_large']],
    ['another field', async () => pictureForm(undefined, 'picture'), [422, 'invalid_request']],
    ['no form', async () => ({ json: { file: 'x' } }), [415, 'unsupported_media_type']],
    [
      'a form without its end',
      async () => ({ headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\nContent-Disp' }),
      [400, 'malformed_body'],
    ],
    ['nothing', async () => ({ headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '' }), [400, 'malformed_body']],
  ])('is refused: %s', async (_what, form, expected) => {
    expect(told(await owner.call('POST', path, await form()))).toEqual(expected);
  });
});
