// What an organization does with its events: makes them, moves them through a night, deletes and restores them.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { createPhoto, deliver, photoRequest, gallery, upload, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus, newParticipant, updateEvent } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { ask, auroraEvents, codeOf, row } from './ask.ts';
import { base, readyPhoto, fixture, type Fixture } from './fixture.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];
type Event = Schemas['Event'];

let w: Fixture;
let owner: Person;
let member: Person;
beforeAll(async () => {
  w = await fixture();
  ({ owner, member } = w.people);
}, 120_000);

const list = (query: Record<string, string>) => auroraEvents(member, query);

describe('a new event', () => {
  const least = { organization_id: demoOrganizationIds.aurora, name: '  Plain Night ', starts_at: '2027-02-03T18:00:00.000Z' };

  test('takes omitted fields from the organization’s settings, and starts as a draft with a code', async () => {
    const { event_settings: settings } = expectStatus(
      await ask<Schemas['Organization']>('getOrganization', owner, `/api/v1/organizations/${demoOrganizationIds.aurora}`),
      200,
      'reading the organization',
    );
    const event = expectStatus(await ask<Event>('createEvent', member, '/api/v1/event', least), 201, 'making an event');
    expect(event).toMatchObject({
      organization_id: demoOrganizationIds.aurora,
      name: 'Plain Night',
      description: '',
      location: '',
      status: 'draft',
      starts_at: least.starts_at,
      type: settings.default_type,
      duration: settings.default_duration,
      time_zone: null,
      ends_automatically: true,
      require_approval: settings.require_approval,
      auto_gallery: settings.auto_gallery,
      allow_downloads: settings.allow_downloads,
      join_policy: 'code',
      join_identity: 'name',
      cover_photo_id: null,
      published_at: null,
      deleted_at: null,
      photos_count: 0,
      attendees_count: 0,
      relation: 'organization',
      can: { manage: true, moderate: true, capture: false },
    });
    expect(event.join_code).toMatch(/^[A-Z0-9]{6,}$/);
  });

  test('is the given value', async () => {
    const said = {
      ...least,
      name: 'Said Night',
      description: 'Two\nlines.',
      type: 'public' as const,
      status: 'live' as const,
      duration: 0.25,
      time_zone: 'Pacific/Chatham',
      ends_automatically: true,
      location: 'Roof',
      join_policy: 'closed' as const,
      join_identity: 'none' as const,
      require_approval: true,
      auto_gallery: false,
      allow_downloads: false,
    };
    const event = expectStatus(await ask<Event>('createEvent', owner, '/api/v1/event', said), 201, 'making an event');
    expect(event).toMatchObject(said);
    expect((await ask<Event>('getEvent', member, eventPath(event.id))).body).toMatchObject(said);
  });

  test('has a code that no other has', async () => {
    const events = await Promise.all(Array.from({ length: 8 }, () => createEvent(owner, { name: 'One of many' })));
    expect(new Set(events.map((event) => event.join_code)).size).toBe(8);
  });

  test('of an organization that waits for approval is refused', async () => {
    const { pending } = w.people;
    const [membership] = pending.user.memberships;
    const answer = await ask('createEvent', pending, '/api/v1/event', { ...least, organization_id: membership!.organization_id });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'organization_pending']);
  });
});

describe('a status', () => {
  const all = ['draft', 'live', 'active', 'ended', 'archived'] as const;

  /** By the shortest way that the events themselves offer. */
  async function eventIn(status: (typeof all)[number]): Promise<Event> {
    const event = await createEvent(owner, { name: `In ${status}`, status: 'draft' });
    const ways: Record<(typeof all)[number], readonly (typeof all)[number][]> = {
      draft: [],
      live: ['live'],
      active: ['active'],
      ended: ['live', 'ended'],
      archived: ['live', 'ended', 'archived'],
    };
    let now = event;
    for (const next of ways[status]) now = await updateEvent(owner, event.id, { status: next });
    return now;
  }

  test.each(all)('%s allows exactly the transitions in next_statuses', async (status) => {
    const { next_statuses: offered } = await eventIn(status);
    expect(offered.length, 'no status is an end').toBeGreaterThan(0);
    expect(offered).not.toContain(status);
    for (const next of all.filter((one) => one !== status)) {
      const event = await eventIn(status);
      const answer = await ask<Event>('updateEvent', owner, eventPath(event.id), { status: next });
      if (offered.includes(next)) expect([answer.status, answer.body.status]).toEqual([200, next]);
      else expect([answer.status, codeOf(answer)], `${status} → ${next}`).toEqual([409, 'status_not_allowed']);
    }
  });

  test.each(all)('change from %s can be taken back at once', async (status) => {
    const { next_statuses: offered } = await eventIn(status);
    for (const next of offered) {
      const event = await eventIn(status);
      await updateEvent(owner, event.id, { status: next });
      const back = await ask<Event>('updateEvent', owner, eventPath(event.id), { status });
      expect([back.status, back.body.status], `${status} → ${next} → ${status}`).toEqual([200, status]);
    }
  });

  test('that it has already is no change', async () => {
    const event = await createEvent(owner);
    const answer = await ask<Event>('updateEvent', owner, eventPath(event.id), { status: 'live' });
    expect([answer.status, answer.body.status]).toEqual([200, 'live']);
  });

  test('opens and closes the shutter', async () => {
    const event = await createEvent(owner);
    const person = await newParticipant(base, event);
    const captures = async () => (await ask<Event>('getEvent', person, eventPath(event.id))).body.can.capture;
    expect(await captures()).toBe(true);
    await updateEvent(owner, event.id, { status: 'ended' });
    expect(await captures()).toBe(false);
    // Photos shot before are still accepted.
    await deliver(person, event.id, await picture());
    await updateEvent(owner, event.id, { status: 'live' });
    expect(await captures()).toBe(true);
  });

  test('is offered to those who run the event only', async () => {
    const event = await createEvent(owner);
    const person = await newParticipant(base, event);
    const seen = (await ask<Event>('getEvent', person, eventPath(event.id))).body;
    expect(seen).toMatchObject({ next_statuses: [], join_code: null, relation: 'participant', can: { manage: false, moderate: false } });
  });
});

describe('a change', () => {
  test('changes only the given fields', async () => {
    const event = await createEvent(owner, { description: 'Stays.', location: 'Stays too' });
    const changed = await updateEvent(owner, event.id, { name: 'Renamed Night' });
    const { name: _name, updated_at: _updated, ...rest } = changed;
    const { name: _before, updated_at: _then, ...before } = event;
    expect(rest).toEqual(before);
    expect(changed.name).toBe('Renamed Night');
  });

  test('of the cover accepts one of its own photos that everyone may see', async () => {
    const event = await createEvent(owner, { require_approval: true });
    const other = await createEvent(owner);
    const guest = await newParticipant(base, event);
    const [good, elsewhere, waiting] = await Promise.all([
      readyPhoto(owner, event.id),
      readyPhoto(owner, other.id),
      readyPhoto(guest, event.id),
    ]);
    for (const id of [elsewhere.id, waiting.id, randomUUID()]) {
      const answer = await ask('updateEvent', owner, eventPath(event.id), { cover_photo_id: id });
      expect([answer.status, codeOf(answer)]).toEqual([422, 'cover_not_usable']);
    }
    expect((await updateEvent(owner, event.id, { cover_photo_id: good.id })).cover_photo_id).toBe(good.id);
    await owner.call('DELETE', `${eventPath(event.id)}/photos/${good.id}`);
    expect((await ask<Event>('getEvent', owner, eventPath(event.id))).body.cover_photo_id).toBeNull();
  });
});

describe('a deleted event', () => {
  test('is gone for everyone, answers deliveries 410, and comes back whole', async () => {
    const event = await createEvent(owner, { name: `Gone ${randomUUID().slice(0, 8)}` });
    const person = await newParticipant(base, event);
    const before = await deliver(person, event.id, await picture());
    const shot = await picture();
    const fact = photoRequest(shot, await upload(person, shot.bytes));
    const deleted = await ask('deleteEvent', owner, eventPath(event.id));
    const again = await ask('deleteEvent', owner, eventPath(event.id));
    expect([deleted.status, again.status]).toEqual([204, 204]);

    expect((await ask('getEvent', person, eventPath(event.id))).status).toBe(404);
    expect((await ask('listPhotos', person, `${eventPath(event.id)}/photos`)).status).toBe(404);
    const mine = await ask<Schemas['EventPage']>('listEvents', person, '/api/v1/event');
    expect(mine.body.items.map(({ id }) => id)).not.toContain(event.id);
    const code = await ask('previewJoin', w.people.stranger, `/api/v1/event/join/${event.join_code}`);
    expect([code.status, codeOf(code)]).toEqual([404, 'unknown_code']);
    const late = await createPhoto(person, event.id, fact);
    judge(row('createPhoto'), late, 'to a deleted event');
    expect([late.status, codeOf(late)]).toEqual([410, 'event_deleted']);

    expect((await list({ q: event.name })).items).toEqual([]);
    const [kept] = (await list({ q: event.name, deleted: 'true' })).items;
    expect(kept).toMatchObject({ id: event.id, deleted_at: expect.any(String) });

    const restored = expectStatus(await ask<Event>('restoreEvent', owner, `${eventPath(event.id)}/restore`), 200, 'restoring');
    expect(restored).toMatchObject({ id: event.id, status: 'live', deleted_at: null, join_code: event.join_code });
    expect((await ask('restoreEvent', owner, `${eventPath(event.id)}/restore`)).status).toBe(200);
    expect((await createPhoto(person, event.id, fact)).status).toBe(201);
    expect((await gallery(person, event.id)).map(({ id }) => id).toSorted()).toEqual([before.id, fact.id].toSorted());
    expect((await list({ q: event.name, deleted: 'true' })).items).toEqual([]);
  });
});

describe('the numbers', () => {
  test('are those of the event, and each change is sent to the stream', async () => {
    const event = await createEvent(owner, { require_approval: true });
    const [first, second] = await Promise.all([newParticipant(base, event), newParticipant(base, event)]);
    const [kept, rejected] = [await readyPhoto(first, event.id), await readyPhoto(first, event.id)];
    const waiting = await readyPhoto(second, event.id);
    const gone = await readyPhoto(second, event.id);
    await owner.call('POST', `${eventPath(event.id)}/photos/${kept.id}/approve`);
    await owner.call('POST', `${eventPath(event.id)}/photos/${rejected.id}/reject`, { json: {} });
    await second.call('DELETE', `${eventPath(event.id)}/photos/${gone.id}`);
    await second.call('PUT', `${eventPath(event.id)}/photos/${kept.id}/like`);
    const numbers = expectStatus(
      await ask<Schemas['EventNumbers']>('getEventNumbers', owner, `${eventPath(event.id)}/numbers`),
      200,
      'reading the numbers',
    );
    expect(numbers).toMatchObject({
      photos: 3,
      approved: 1,
      pending: 1,
      rejected: 1,
      unreadable: 0,
      reported: 0,
      likes: 1,
      participants: 2,
      photographers: 2,
      bytes: kept.bytes + rejected.bytes + waiting.bytes,
    });
    // The last that arrived was deleted.
    expect(numbers.last_photo_at).toBe(waiting.uploaded_at);
    const page = await ask<Schemas['PhotoPage']>('listPhotos', owner, `${eventPath(event.id)}/photos`);
    expect(page.body.stream_position).toBe(numbers.stream_position);
  });
});
