// People without an account: how they join, their permissions, how they leave, and how they upgrade.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { call, deliver, freshSignIn, gallery, joinAsGuest, newGuestKey, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, updateEvent } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { listen } from '#tests/support/stream-listener.ts';
import { ask, row, told } from './ask.ts';
import { base, fixture } from './fixture.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];

let owner: Person;
beforeAll(async () => {
  ({ owner } = (await fixture()).people);
}, 120_000);

async function enter(code: string | null, body: { key?: string; name?: string } = {}) {
  const answer = await call<Schemas['GuestSession']>(base, 'POST', '/api/v1/auth/guest', { json: { code, key: newGuestKey(), ...body } });
  judge(row('joinAsGuest'), answer, 'a guest');
  return answer;
}

describe('a guest', () => {
  test('comes in by a name alone, is signed in by cookies, and is the same one by the same key', async () => {
    const event = await createEvent(owner);
    const key = newGuestKey();
    const first = await enter(event.join_code, { key, name: 'Mia' });
    expect(first.status).toBe(201);
    expect(first.body.user).toMatchObject({ email: null, first_name: 'Mia', role: 'user' });
    expect(first.body.event).toMatchObject({ id: event.id, relation: 'participant', can: { capture: true, like: true, manage: false } });
    const cookies = first.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('ais_refresh='))).toMatch(/HttpOnly.*|Max-Age=2592000/);
    const again = await enter(event.join_code, { key, name: 'Mia' });
    expect([again.status, again.body.user.id]).toEqual([200, first.body.user.id]);
    expect(again.body.event.attendees_count).toBe(1);
  });

  test('shoots, likes and deletes as participants do; the list shows that they have no account', async () => {
    const event = await createEvent(owner);
    const mia = await joinAsGuest(base, event.join_code, 'Mia');
    const photo = await deliver(mia, event.id, await picture());
    expect(await gallery(owner, event.id)).toMatchObject([{ id: photo.id, uploader: { id: mia.id, name: 'Mia' } }]);
    const list = await ask<Schemas['ParticipantPage']>('listParticipants', owner, `${eventPath(event.id)}/participants`);
    expect(list.body.items).toMatchObject([{ user_id: mia.id, name: 'Mia', email: null, photos_count: 1 }]);
    expect((await ask('deletePhoto', mia, `${eventPath(event.id)}/photos/${photo.id}`)).status).toBe(204);
    expect((await ask('updateEvent', mia, eventPath(event.id), { name: 'Mine' })).status).toBe(403);
  });

  test('gives what the event asks for: an account, a name, or nothing', async () => {
    const event = await createEvent(owner, { join_identity: 'account' });
    const preview = async () =>
      (await ask<Schemas['JoinPreview']>('previewJoin', owner, `/api/v1/event/join/${event.join_code}`)).body.join_identity;
    expect(await preview()).toBe('account');
    expect(told(await enter(event.join_code, { name: 'Mia' }))).toEqual([403, 'account_required']);
    const elsewhere = await joinAsGuest(base, (await createEvent(owner)).join_code, 'Ben');
    const byCode = await ask('joinEvent', elsewhere, '/api/v1/event/join', { code: event.join_code });
    expect(told(byCode)).toEqual([403, 'account_required']);
    await updateEvent(owner, event.id, { join_identity: 'name' });
    expect(told(await enter(event.join_code))).toEqual([422, 'name_required']);
    await updateEvent(owner, event.id, { join_identity: 'none' });
    expect((await enter(event.join_code)).body.user.first_name).toBe('Guest 1');
  });

  test('a removed guest loses the open gallery at once, and the key does not readmit them', async () => {
    const event = await createEvent(owner);
    const key = newGuestKey();
    const mia = await joinAsGuest(base, event.join_code, 'Mia', key);
    const stream = listen(mia, event.id);
    const { body } = await stream.opened;
    expect(body).not.toBeNull();
    expect((await ask('removeParticipant', owner, `${eventPath(event.id)}/participants/${mia.id}`)).status).toBe(204);
    await waitUntil(
      () => stream.ended(),
      20_000,
      () => 'the stream of a removed person remains open',
    );
    expect((await ask('getEvent', mia, eventPath(event.id))).status).toBe(404);
    expect(told(await enter(event.join_code, { key }))).toEqual([403, 'join_refused']);
  });

  test('comes back by the key after a logout, and only until there is an account', async () => {
    const event = await createEvent(owner);
    const key = newGuestKey();
    const mia = await joinAsGuest(base, event.join_code, 'Mia', key);
    const photo = await deliver(mia, event.id, await picture());
    await mia.call('POST', '/api/v1/auth/logout');
    const resume = () => call<Schemas['Session']>(base, 'POST', '/api/v1/auth/guest/session', { json: { key } });
    const back = await resume();
    judge(row('resumeGuest'), back, 'back');
    expect(back.body.user).toMatchObject({ id: mia.id, first_name: 'Mia' });

    const email = `mia-${randomUUID()}@example.test`;
    const account = { email, password: 'a long correct horse', first_name: 'Mia', last_name: 'Lund' };
    const again = await joinAsGuest(base, event.join_code, undefined, key);
    const upgraded = await ask<Schemas['SessionUser']>('upgradeGuest', again, '/api/v1/auth/upgrade', account);
    expect(upgraded.body).toMatchObject({ id: mia.id, email, first_name: 'Mia', last_name: 'Lund' });
    expect((await ask('upgradeGuest', again, '/api/v1/auth/upgrade', account)).status, 'an answer that was lost').toBe(200);
    expect(told(await resume())).toEqual([404, 'unknown_guest']);
    const anywhere = await freshSignIn(base, email, account.password);
    expect(await gallery(anywhere, event.id)).toMatchObject([
      { id: photo.id, uploader: { id: mia.id, name: 'Mia Lund' }, can: { delete: true } },
    ]);
  });
});
