// Who may deliver, how many uploads may be unfinished, and the responses to implausible times.
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import {
  beginUpload,
  createPhoto,
  deliver,
  photoRequest,
  gallery,
  registerPerson,
  upload,
  type Answer,
  type Person,
} from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import {
  createEvent,
  eventPath,
  expectStatus,
  invite,
  join,
  moderate,
  newParticipant,
  photoOf,
  updateEvent,
} from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { base, fixture } from './fixture.ts';
import { judge, type ProblemBody } from './judge.ts';

type Event = components['schemas']['Event'];

let owner: Person;
let event: Event;
beforeAll(async () => {
  owner = (await fixture()).people.owner;
  event = await createEvent(owner);
}, 120_000);

const MB = 1024 * 1024;
const row = (id: string) => rows.find((one) => one.id === id)!;
const told = (answer: Answer) => [answer.status, (answer.body as ProblemBody).code];
const idOf = (created: Answer) => created.headers.get('location')!.split('/').at(-1)!;
const offsetOf = (person: Person, uploadId: string) =>
  person.call('HEAD', `/api/v1/uploads/${uploadId}`, { headers: { 'tus-resumable': '1.0.0' } });
async function begin(person: Person, length: number, eventId?: string, more?: Record<string, string>): Promise<Answer> {
  const answer = await beginUpload(person, length, eventId, more);
  judge(row('createUpload'), answer, 'story');
  return answer;
}

describe('what one account has begun and not finished', () => {
  test('is limited in bytes, however many are begun at once; who comes beside it is not hindered', async () => {
    const person = await newParticipant(base, event);
    const answers = await Promise.all(Array.from({ length: 300 }, () => begin(person, 50 * MB, event.id)));
    const begun = answers.filter((answer) => answer.status === 201);
    expect(begun, '2 GB').toHaveLength(40);
    for (const refused of answers.filter((answer) => answer.status !== 201)) {
      expect(told(refused)).toEqual([429, 'too_many_uploads']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = await newParticipant(base, event);
    expect((await deliver(other, event.id, await picture())).event_id).toBe(event.id);

    const gone = await person.call('DELETE', `/api/v1/uploads/${idOf(begun[0]!)}`, { headers: { 'tus-resumable': '1.0.0' } });
    expect(gone.status).toBe(204);
    expect((await begin(person, 50 * MB, event.id)).status, 'there is room again').toBe(201);
    expect((await begin(person, 50 * MB, event.id)).status).toBe(429);
  });

  test('is limited to a few where no event is named, as by pages of the release before', async () => {
    const person = await newParticipant(base, event);
    const answers = [];
    for (let count = 0; count < 12; count++) answers.push((await begin(person, 1000)).status);
    expect(answers).toEqual([...Array<number>(10).fill(201), 429, 429]);
    const shot = await picture();
    const fact = photoRequest(shot, await upload(person, shot.bytes, event.id));
    expect((await createPhoto(person, event.id, fact)).status).toBe(201);
  });

  test('does not grow by a second upload of a known photo, nor by one that was refused', async () => {
    const person = await newParticipant(base, event);
    const shot = await picture();
    const first = await deliver(person, event.id, shot);
    const second = await upload(person, shot.bytes, event.id);
    expect((await offsetOf(person, second)).status).toBe(200);
    expect((await createPhoto(person, event.id, photoRequest(shot, second, first.id))).status).toBe(200);
    expect((await offsetOf(person, second)).status, 'its bytes are not needed again').toBe(404);
    const wrong = await begin(person, 1000, event.id, { 'upload-defer-length': '1' });
    expect(wrong.status).toBe(400);
  });
});

describe('an upload', () => {
  test('belongs to the event that it names', async () => {
    const other = await createEvent(owner);
    const shot = await picture();
    const elsewhere = await createPhoto(owner, other.id, photoRequest(shot, await upload(owner, shot.bytes, event.id)));
    expect(told(elsewhere)).toEqual([404, 'upload_not_found']);
    const nonsense = await begin(owner, 10, 'not an event');
    expect(told(nonsense)).toEqual([422, 'invalid_request']);
  });

  test('for a deleted event starts for people who could deliver to it, and its commit answers 410; for others the event does not exist', async () => {
    const gone = await createEvent(owner);
    const person = await newParticipant(base, gone);
    await owner.call('DELETE', eventPath(gone.id));
    const shot = await picture();
    const committed = await createPhoto(person, gone.id, photoRequest(shot, await upload(person, shot.bytes, gone.id)));
    expect(told(committed)).toEqual([410, 'event_deleted']);
    expect(told(await begin(await registerPerson(base), 10, gone.id))).toEqual([403, 'event_unknown']);
  });

  test('cannot be concatenated from others, and is refused', async () => {
    for (const concat of ['partial', 'final;/api/v1/uploads/a /api/v1/uploads/b']) {
      expect(told(await begin(owner, 10, event.id, { 'upload-concat': concat }))).toEqual([400, 'not_supported']);
    }
  });
});

describe('a guest of the event', () => {
  const setRole = async (person: Person, role: string) =>
    expectStatus(await owner.call('PUT', `${eventPath(event.id)}/participants/${person.id}`, { json: { role } }), 200, role);

  test('a person who never was a photographer delivers nothing, from the upload on', async () => {
    const person = await registerPerson(base);
    const [invitation] = await invite(owner, event.id, { emails: [person.email], role: 'viewer' });
    await join(person, invitation!.code);
    const before = (await gallery(owner, event.id)).length;
    const shot = await picture();
    expect(told(await begin(person, shot.bytes.length, event.id))).toEqual([403, 'guests_only_look']);
    // Another upload of theirs does not help.
    const elsewhere = await createEvent(owner);
    await join(person, elsewhere.join_code);
    const committed = await createPhoto(person, event.id, photoRequest(shot, await upload(person, shot.bytes)));
    judge(row('createPhoto'), committed, 'by a guest');
    expect(told(committed)).toEqual([403, 'guests_only_look']);
    expect(await gallery(owner, event.id)).toHaveLength(before);
  });

  test('a former photographer still delivers what they shot before; it waits for approval and nothing is lost', async () => {
    const [person, other] = [await newParticipant(base, event), await newParticipant(base, event)];
    expect((await deliver(person, event.id, await picture())).status).toBe('approved');
    await setRole(person, 'viewer');
    const late = await deliver(person, event.id, await picture());
    expect(late.status).toBe('pending');
    expect((await gallery(other, event.id)).some(({ id }) => id === late.id)).toBe(false);
    expect((await gallery(person, event.id)).some(({ id }) => id === late.id)).toBe(true);
    await moderate(owner, event.id, { ids: [late.id], status: 'approved', expected: 'pending' });
    expect((await gallery(other, event.id)).some(({ id }) => id === late.id)).toBe(true);
    await setRole(person, 'photographer');
    expect((await deliver(person, event.id, await picture())).status).toBe('approved');
  });
});

describe('a member of the organization', () => {
  type Member = components['schemas']['Member'];
  type Asked = (json: Partial<Pick<Member, 'role' | 'status'>> & { user_id?: string }, who?: Person) => Promise<Answer<Member>>;

  /** A person who was added to the organization and accepted, and the organization’s calls on them. */
  async function employ(): Promise<{ person: Person; add: Asked; change: Asked; remove: (who?: Person) => Promise<Answer> }> {
    const person = await newParticipant(base, event, { firstName: 'Ida' });
    const members = `/api/v1/organizations/${event.organization_id}/members`;
    const add: Asked = () => owner.call('POST', members, { json: { user_id: person.user.id } });
    const { id } = expectStatus(await add({}), 201, 'adding');
    const change: Asked = (json, who = owner) => who.call('PUT', `${members}/${id}`, { json });
    expectStatus(await change({ status: 'active' }, person), 200, 'accepting');
    return { person, add, change, remove: (who = owner) => who.call('DELETE', `${members}/${id}`) };
  }

  async function commit(person: Person, eventId: string): Promise<unknown[]> {
    const shot = await picture();
    const begun = await begin(person, shot.bytes.length, eventId);
    if (begun.status !== 201) return told(begun);
    const created = await createPhoto(person, eventId, photoRequest(shot, await upload(person, shot.bytes, eventId)));
    return [created.status, (created.body as { status?: string }).status];
  }

  test('can deliver what they shot before: it is accepted and waits, after removal, being added again, and declining', async () => {
    const during = await createEvent(owner);
    const { person, add, remove } = await employ();
    expect(await commit(person, during.id)).toEqual([201, 'approved']);
    await remove();
    expect(await commit(person, during.id), 'removed').toEqual([201, 'pending']);
    const later = await createEvent(owner);
    expect(await commit(person, later.id), 'of an event made since').toEqual([403, 'event_unknown']);
    expectStatus(await add({}), 201, 'adding again');
    expect(await commit(person, during.id), 'added again').toEqual([201, 'pending']);
    expectStatus(await remove(person), 204, 'declining');
    expect(await commit(person, during.id), 'declined').toEqual([201, 'pending']);
  });

  test('a suspended member reaches no event created since, and a draft that was open while they shot', async () => {
    const open = await createEvent(owner);
    const { person, change } = await employ();
    await updateEvent(owner, open.id, { status: 'draft' });
    expectStatus(await change({ status: 'suspended' }), 200, 'suspending');
    expect(await commit(person, open.id), 'a draft again').toEqual([201, 'pending']);
    for (const type of ['public', 'private'] as const) {
      const later = await createEvent(owner, { type });
      expect(await commit(person, later.id), `${type}, made since`).toEqual([403, 'event_unknown']);
    }
  });
});

describe('a time that cannot be', () => {
  test.each(['9999-12-30T00:00:00.000Z', '1990-01-01T00:00:00.000Z'])(
    'with the time %s is stored and returned, and sorts by arrival',
    async (claimed) => {
      const night = await createEvent(owner);
      const send = async (taken_at?: string) => {
        const shot = await picture();
        const fact = { ...photoRequest(shot, await upload(owner, shot.bytes, night.id)), ...(taken_at && { taken_at }) };
        return expectStatus(await createPhoto(owner, night.id, fact), 201, 'delivering');
      };
      const [before, odd] = [await send(), await send(claimed)];
      const after = await send();
      expect(await photoOf(owner, night.id, odd.id)).toMatchObject({ taken_at_claimed: claimed });
      expect([before.taken_at_claimed, after.taken_at_claimed]).toEqual([null, null]);
      expect((await gallery(owner, night.id)).map(({ id }) => id)).toEqual([after.id, odd.id, before.id]);
      const timeline = await owner.call<components['schemas']['Timeline']>('GET', `${eventPath(night.id)}/timeline`);
      expect(timeline.body.buckets.map(({ start }) => start.slice(0, 4))).not.toContain(claimed.slice(0, 4));
      const filtered = await owner.call<components['schemas']['PhotoPage']>(
        'GET',
        `${eventPath(night.id)}/photos?from=${before.taken_at}&to=${new Date(Date.now() + 60_000).toISOString()}`,
      );
      expect(filtered.body.items).toHaveLength(3);
    },
  );
});
