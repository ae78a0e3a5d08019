// The cover of an event, for everyone with a join code.
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoJoinCode } from '#server/seed/ids.ts';
import { deliver, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, updateEvent } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { ask, row } from './ask.ts';
import { fixture, type Fixture } from './fixture.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];

let w: Fixture;
let owner: Person;
beforeAll(async () => {
  w = await fixture();
  owner = w.people.owner;
});

const preview = (code: string | null) => ask<Schemas['JoinPreview']>('previewJoin', w.people.stranger, `/api/v1/event/join/${code}`);

describe('a code', () => {
  test('shows the event’s cover to everyone with the code, if there is one', async () => {
    const cover = (code: string | null) => w.call('nobody', 'GET', `/api/v1/event/join/${code}/cover`);
    const event = await createEvent(owner);
    const none = await cover(event.join_code);
    expect([none.status, none.body]).toMatchObject([404, { code: 'no_cover' }]);
    judge(row('getJoinCover'), none, 'an event without a cover');
    const unknown = await cover('NOSUCHCODE');
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'unknown_code' }]);

    const shown = await cover(demoJoinCode);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await preview(demoJoinCode)).body.has_cover).toBe(true);
    const small = await w.call('nobody', 'GET', `/api/v1/event/join/${demoJoinCode}/cover?size=thumb`);
    judge(row('getJoinCover'), small, 'a small cover');
    expect(Number(small.headers.get('content-length'))).toBeLessThan(Math.min(40_000, Number(shown.headers.get('content-length')) / 2));
  });

  test('shows no cover of a gallery that is closed to guests', async () => {
    const event = await createEvent(owner, { status: 'live' });
    const photo = await deliver(owner, event.id, await picture());
    await expect
      .poll(async () => (await w.call('owner', 'PUT', eventPath(event.id), { json: { cover_photo_id: photo.id } })).status, {
        timeout: 20_000,
      })
      .toBe(200);
    expect((await preview(event.join_code)).body.has_cover).toBe(true);
    await updateEvent(owner, event.id, { auto_gallery: false });
    expect((await preview(event.join_code)).body.has_cover).toBe(false);
    const closed = await w.call('nobody', 'GET', `/api/v1/event/join/${event.join_code}/cover`);
    expect([closed.status, closed.body]).toMatchObject([404, { code: 'no_cover' }]);
  });
});
