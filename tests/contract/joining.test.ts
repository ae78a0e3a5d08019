// The ways into an event and out of it: its code, invitations, and the organization's word.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { createPhoto, deliver, photoRequest, gallery, registerPerson, upload, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus, invite, join, moderate, newParticipant, updateEvent } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { listen } from '#tests/support/stream-listener.ts';
import { ask, row, told } from './ask.ts';
import { base, fixture, type Fixture } from './fixture.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];
type Event = Schemas['Event'];

let w: Fixture;
let owner: Person;
beforeAll(async () => {
  w = await fixture();
  ({ owner } = w.people);
}, 120_000);

const tryToJoin = (person: Person, code: string | null) => ask<Event>('joinEvent', person, '/api/v1/event/join', { code });
const preview = (code: string | null) => ask<Schemas['JoinPreview']>('previewJoin', w.people.stranger, `/api/v1/event/join/${code}`);
const read = (person: Person, event: Event) => ask<Event>('getEvent', person, eventPath(event.id));
const spelled = (code: string) => `${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`;

describe('a code', () => {
  test('shows the event’s public details to everyone with the code, and nothing more', async () => {
    const event = await createEvent(owner, { name: 'Face Night', location: 'Quay' });
    const answer = await preview(spelled(event.join_code!));
    expect(answer.body).toEqual({
      event_id: event.id,
      name: 'Face Night',
      organization_name: 'Aurora Events',
      starts_at: event.starts_at,
      duration: event.duration,
      time_zone: null,
      location: 'Quay',
      branding: event.branding,
      has_cover: false,
      is_personal: false,
      role: 'guest',
      admission: 'open',
      join_identity: 'name',
      takes_photos: true,
      shows_photos: 'all',
    });
    const nobody = await w.call('nobody', 'GET', `/api/v1/event/join/${event.join_code}`);
    judge(row('previewJoin'), nobody, 'logged out');
    expect(nobody.body).toEqual(answer.body);
  });

  test('lets one in, as a guest; again it changes nothing', async () => {
    const event = await createEvent(owner);
    const person = await registerPerson(base);
    expect((await read(person, event)).status).toBe(404);
    const joined = expectStatus(await tryToJoin(person, spelled(event.join_code!)), 200, 'joining');
    expect(joined).toMatchObject({ id: event.id, relation: 'participant', participant_role: 'guest', attendees_count: 1 });
    expect(joined.can).toEqual({ capture: true, view_others: true, like: true, download: true, moderate: false, manage: false });
    expect((await tryToJoin(person, event.join_code)).body.attendees_count).toBe(1);
    const twenty = await Promise.all(Array.from({ length: 20 }, () => tryToJoin(person, event.join_code)));
    expect(new Set(twenty.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await read(owner, event)).body.attendees_count).toBe(1);
  });

  test('that does not exist, or belongs to a draft, is unknown', async () => {
    const draft = await createEvent(owner, { status: 'draft' });
    for (const code of ['NOSUCHCODE', draft.join_code]) {
      expect(told(await preview(code))).toEqual([404, 'unknown_code']);
      expect(told(await tryToJoin(w.people.stranger, code))).toEqual([404, 'unknown_code']);
    }
  });

  test('that was replaced is reported as such; participants remain, the new code works', async () => {
    const event = await createEvent(owner);
    const early = await newParticipant(base, event);
    const renewed = expectStatus(await ask<Event>('renewJoinCode', owner, `${eventPath(event.id)}/join-code`), 200, 'renewing');
    expect(renewed.join_code).not.toBe(event.join_code);
    const late = await registerPerson(base);
    expect(told(await preview(event.join_code))).toEqual([410, 'code_renewed']);
    expect(told(await tryToJoin(late, event.join_code))).toEqual([410, 'code_renewed']);
    expect((await read(early, event)).status).toBe(200);
    expect((await tryToJoin(late, renewed.join_code)).status).toBe(200);
  });

  test('of an event that is over or closed returns the reason', async () => {
    const event = await createEvent(owner);
    const [inside, outside] = [await newParticipant(base, event), await registerPerson(base)];
    await updateEvent(owner, event.id, { join_policy: 'closed' });
    expect((await preview(event.join_code)).body.admission).toBe('closed');
    expect(told(await tryToJoin(outside, event.join_code))).toEqual([409, 'event_closed']);
    await updateEvent(owner, event.id, { join_policy: 'code', status: 'ended' });
    expect((await preview(event.join_code)).body).toMatchObject({ admission: 'over', takes_photos: false });
    expect(told(await tryToJoin(outside, event.join_code))).toEqual([409, 'event_over']);
    expect((await tryToJoin(inside, event.join_code)).status, 'an existing participant remains').toBe(200);
  });
});

describe('an invitation', () => {
  test('lets one in, once and in its role, also where the code does not', async () => {
    const event = await createEvent(owner, { join_policy: 'invited' });
    const [first, second] = await Promise.all([registerPerson(base), registerPerson(base)]);
    expect((await preview(event.join_code)).body.admission).toBe('invited');
    expect(told(await tryToJoin(first, event.join_code))).toEqual([403, 'invitation_required']);

    const [invitation] = await invite(owner, event.id, { emails: [first.email], role: 'viewer' });
    expect((await preview(invitation!.code)).body).toMatchObject({ event_id: event.id, admission: 'open' });
    const joined = expectStatus(await tryToJoin(first, spelled(invitation!.code)), 200, 'joining');
    expect(joined).toMatchObject({ participant_role: 'viewer', can: { capture: false, like: true } });
    expect((await tryToJoin(first, invitation!.code)).status, 'the same person again').toBe(200);
    expect((await preview(invitation!.code)).body.admission).toBe('used');
    expect(told(await tryToJoin(second, invitation!.code))).toEqual([409, 'invitation_used']);
    const left = await ask<Schemas['InvitationPage']>('listInvitations', owner, `${eventPath(event.id)}/invitations`);
    expect(left.body.items).toEqual([]);
  });

  test('used by two at once lets one in', async () => {
    const event = await createEvent(owner, { join_policy: 'invited' });
    const people = await Promise.all([registerPerson(base), registerPerson(base), registerPerson(base)]);
    const [invitation] = await invite(owner, event.id, { emails: ['race@example.test'] });
    const answers = await Promise.all(people.map((person) => tryToJoin(person, invitation!.code)));
    const refused = [409, 'invitation_used'];
    expect(answers.map(told).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([[200, undefined], refused, refused]);
  });

  test('of an address that has one already is the same one; addresses are answered in their order', async () => {
    const event = await createEvent(owner);
    const emails = ['zoe@example.test', 'Abe@Example.test', 'mia@example.test'];
    const first = await invite(owner, event.id, { emails });
    expect(first.map(({ email }) => email)).toEqual(emails.map((email) => email.toLowerCase()));
    const again = await invite(owner, event.id, { emails: ['ABE@example.test', 'new@example.test'] });
    expect([again[0]!.id, again[0]!.code]).toEqual([first[1]!.id, first[1]!.code]);
    expect(new Set([...first, ...again].map(({ code }) => code)).size).toBe(4);
  });

  test('that was taken back opens nothing; taking it back again changes nothing', async () => {
    const event = await createEvent(owner, { join_policy: 'invited' });
    const [invitation] = await invite(owner, event.id, { emails: ['back@example.test'] });
    const path = `${eventPath(event.id)}/invitations/${invitation!.id}`;
    expect((await ask('revokeInvitation', owner, path)).status).toBe(204);
    expect((await ask('revokeInvitation', owner, path)).status).toBe(204);
    expect([404, 410]).toContain((await preview(invitation!.code)).status);
    expect([404, 410]).toContain((await tryToJoin(await registerPerson(base), invitation!.code)).status);
    const [anew] = await invite(owner, event.id, { emails: ['back@example.test'] });
    expect(anew!.code).not.toBe(invitation!.code);
  });

  test('pages whole while others are being written', async () => {
    const event = await createEvent(owner);
    const address = () => `i-${randomUUID().slice(0, 8)}@example.test`;
    for (let index = 0; index < 3; index += 1) await invite(owner, event.id, { emails: [address(), address()] });
    const pageOf = async (query: Record<string, string>) =>
      (await ask<Schemas['InvitationPage']>('listInvitations', owner, `${eventPath(event.id)}/invitations?${new URLSearchParams(query)}`))
        .body;
    const before = (await pageOf({})).items.map(({ id }) => id);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Schemas['InvitationPage'] = await pageOf({ limit: '2', ...(cursor ? { cursor } : {}) });
      walked.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
      await invite(owner, event.id, { emails: [address()] });
    } while (cursor && walked.length < 20);
    expect(walked.filter((id) => before.includes(id))).toEqual(before);
    expect(new Set(walked).size).toBe(walked.length);
  });
});

describe('a participant', () => {
  const path = (event: Event, person: Person, rest = '') => `${eventPath(event.id)}/participants/${person.id}${rest}`;
  const participants = async (event: Event, query: Record<string, string> = {}) =>
    (await ask<Schemas['ParticipantPage']>('listParticipants', owner, `${eventPath(event.id)}/participants?${new URLSearchParams(query)}`))
      .body;

  test('is listed with what he or she brought, found by name, address and role', async () => {
    const event = await createEvent(owner);
    const [ines, otto] = [
      await newParticipant(base, event, { firstName: 'Ines', lastName: 'O’Hara' }),
      await newParticipant(base, event, { firstName: 'Otto', lastName: 'Zwilling' }),
    ];
    await deliver(otto, event.id, await picture());
    const all = await participants(event);
    expect(all).toMatchObject({ total: 2, next_cursor: null });
    expect(all.items).toMatchObject([
      { user_id: otto.id, name: 'Otto Zwilling', email: otto.email, role: 'guest', photos_count: 1 },
      { user_id: ines.id, name: 'Ines O’Hara', photos_count: 0 },
    ]);
    const found = async (query: Record<string, string>) => (await participants(event, query)).items.map(({ user_id }) => user_id);
    expect(await found({ q: 'zwill' })).toEqual([otto.id]);
    expect(await found({ q: ines.email.toUpperCase() })).toEqual([ines.id]);
    expect(await found({ q: 'otto z' })).toEqual([otto.id]);
    expect(await found({ q: '%' })).toEqual([]);
    expect((await ask('updateParticipant', owner, path(event, ines), { role: 'viewer' })).status).toBe(200);
    expect(await found({ role: 'viewer' })).toEqual([ines.id]);
    expect(await participants(event, { role: 'viewer' })).toMatchObject({ total: 1 });
  });

  test('made a guest looks and likes, and takes no photos', async () => {
    const event = await createEvent(owner);
    const person = await newParticipant(base, event);
    const changed = await ask<Schemas['Participant']>('updateParticipant', owner, path(event, person), { role: 'viewer' });
    expect(changed.body.role).toBe('viewer');
    expect((await read(person, event)).body).toMatchObject({ participant_role: 'viewer', can: { capture: false, like: true } });
    await ask('updateParticipant', owner, path(event, person), { role: 'photographer' });
    expect((await read(person, event)).body.can.capture).toBe(true);
  });

  test('a removed participant cannot rejoin with the code, but photos on the phone are accepted; then they are restored', async () => {
    const event = await createEvent(owner);
    const [person, other] = [await newParticipant(base, event), await newParticipant(base, event)];
    const photo = await deliver(person, event.id, await picture());
    const shot = await picture();
    const fact = photoRequest(shot, await upload(person, shot.bytes));
    expect((await ask('removeParticipant', owner, path(event, person))).status).toBe(204);
    expect((await ask('removeParticipant', owner, path(event, person))).status).toBe(204);

    expect((await read(person, event)).status).toBe(404);
    expect((await ask('listPhotos', person, `${eventPath(event.id)}/photos`)).status).toBe(404);
    expect(told(await tryToJoin(person, event.join_code))).toEqual([403, 'join_refused']);
    const delivered = await createPhoto(person, event.id, fact);
    judge(row('createPhoto'), delivered, 'of a removed person');
    expect(delivered.status, 'the phone may have the only copy').toBe(201);
    const seenByOther = async () => (await gallery(other, event.id)).map(({ id }) => id).toSorted();
    expect(await seenByOther(), 'their photos remain; later ones wait').toEqual([photo.id]);
    await moderate(owner, event.id, { ids: [fact.id], status: 'approved', expected: 'pending' });
    expect(await seenByOther()).toEqual([photo.id, fact.id].toSorted());
    expect((await participants(event)).items.map(({ user_id }) => user_id)).toEqual([other.id]);
    expect((await read(owner, event)).body.attendees_count).toBe(1);

    const restored = await ask<Schemas['Participant']>('restoreParticipant', owner, path(event, person, '/restore'));
    expect(restored.body).toMatchObject({ user_id: person.id, photos_count: 2 });
    expect((await read(person, event)).status).toBe(200);
    expect((await read(owner, event)).body.attendees_count).toBe(2);
  });

  test('a person who leaves loses access at once, can rejoin with the code, and cannot remove others', async () => {
    const event = await createEvent(owner);
    const [person, other] = [await newParticipant(base, event), await newParticipant(base, event)];
    const photo = await deliver(person, event.id, await picture());
    expect((await ask('removeParticipant', person, path(event, other))).status).toBe(403);
    const stream = listen(person, event.id);
    expect((await stream.opened).status).toBe(200);
    expect((await ask('removeParticipant', person, path(event, person))).status).toBe(204);
    expect((await ask('removeParticipant', person, path(event, person))).status).toBe(204);

    expect((await read(person, event)).status).toBe(404);
    expect((await ask('listPhotos', person, `${eventPath(event.id)}/photos`)).status).toBe(404);
    await deliver(owner, event.id, await picture());
    const later = listen(owner, event.id, '?after=0');
    await later.waitForChange('the photo', ({ kind }) => kind === 'added');
    later.stop();
    expect(stream.changes.filter(({ kind }) => kind === 'added')).toEqual([]);
    stream.stop();
    expect((await gallery(other, event.id)).map(({ id }) => id)).toContain(photo.id);
    expect((await read(owner, event)).body.attendees_count).toBe(1);
    expect((await ask('restoreParticipant', owner, path(event, person, '/restore'))).status).toBe(404);

    expect((await tryToJoin(person, event.join_code)).body).toMatchObject({ relation: 'participant' });
  });

  test('a removed person’s open gallery closes', async () => {
    const event = await createEvent(owner);
    const person = await newParticipant(base, event);
    const stream = listen(person, event.id);
    expect((await stream.opened).status).toBe(200);
    await ask('removeParticipant', owner, path(event, person));
    await deliver(owner, event.id, await picture());
    const other = listen(owner, event.id, '?after=0');
    await other.waitForChange('the photo', ({ kind }) => kind === 'added');
    other.stop();
    expect(stream.changes.filter(({ kind }) => kind === 'added')).toEqual([]);
    stream.stop();
  });

  test('of another event cannot be changed here', async () => {
    const [event, other] = [await createEvent(owner), await createEvent(owner)];
    const person = await newParticipant(base, other);
    expect((await ask('updateParticipant', owner, path(event, person), { role: 'viewer' })).status).toBe(404);
    expect([204, 404]).toContain((await ask('removeParticipant', owner, path(event, person))).status);
    expect((await ask('restoreParticipant', owner, path(event, person, '/restore'))).status).toBe(404);
    expect((await read(person, other)).body).toMatchObject({ relation: 'participant', participant_role: 'guest' });
    expect((await participants(event)).items).toEqual([]);
  });

  test('pages whole while others join', async () => {
    const event = await createEvent(owner);
    for (let index = 0; index < 5; index += 1) await newParticipant(base, event);
    const before = (await participants(event)).items.map(({ user_id }) => user_id);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Schemas['ParticipantPage'] = await participants(event, { limit: '2', ...(cursor ? { cursor } : {}) });
      walked.push(...page.items.map(({ user_id }) => user_id));
      cursor = page.next_cursor;
      await newParticipant(base, event);
    } while (cursor && walked.length < 20);
    expect(walked.filter((id) => before.includes(id))).toEqual(before);
    expect(new Set(walked).size).toBe(walked.length);
  });
});

describe('many joining at once', () => {
  test('are all in, and counted', async () => {
    const event = await createEvent(owner);
    const people = await Promise.all(Array.from({ length: 10 }, () => registerPerson(base)));
    await Promise.all(people.map((person) => join(person, event.join_code)));
    expect((await read(owner, event)).body.attendees_count).toBe(10);
  });
});
