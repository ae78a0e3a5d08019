// Participants and invitations, as the organization runs them.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createOrganization,
  createUpload,
  createUser,
  eventWithMembers,
  type EventWithMembers,
  photoRequest,
  viewer,
} from '#tests/support/factories/database.ts';
import { type Ask, askEvents, callOf, outcome } from '#tests/support/operations.ts';
import { readPages } from '#tests/support/pages.ts';
import { picture } from '#tests/support/pictures.ts';

let deps: TestDeps;
let ask: Ask;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askEvents(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const setEvent = (scene: EventWithMembers, changes: Partial<typeof events.$inferInsert>) =>
  deps.db.update(events).set(changes).where(eq(events.id, scene.eventId));
const join = async (scene: EventWithMembers, who: Viewer) => {
  const [event] = await deps.db.select().from(events).where(eq(events.id, scene.eventId));
  return ask('joinEvent', who, {}, { body: { code: event?.joinCode } });
};
const someone = async (scene: EventWithMembers, firstName = 'Ana') => {
  const who = viewer(await createUser(deps, { firstName }));
  await join(scene, who);
  return who;
};
const countOf = async (scene: EventWithMembers) => (await ask('getEvent', scene.owner, { id: scene.eventId })).attendees_count;
const trailOf = async (scene: EventWithMembers) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, scene.eventId)).orderBy(auditLog.id)).map((entry) => entry.action);
const pathOf = (scene: EventWithMembers, who: Viewer) => ({ id: scene.eventId, userId: who.userId });
const deliver = async (scene: EventWithMembers, who: Viewer) => {
  const shot = Buffer.from((await picture()).bytes);
  const fact = photoRequest(await createUpload(deps, who.userId, shot), shot);
  const send = createPhotoOperation(deps, createUploads(deps), () => uploadBounds(deps.config)).createPhoto;
  return { fact, send: () => send(callOf<'createPhoto'>(who, { id: scene.eventId }, { body: fact })) };
};

describe('the participants of an event', () => {
  it('are listed latest first, page by page, with their photos of this event only', async () => {
    const scene = await eventWithMembers(deps);
    const joinedAt = new Date('2026-11-20T18:04:00.000Z');
    const people = await Promise.all(Array.from({ length: 5 }, () => createUser(deps)));
    await deps.db.insert(eventParticipants).values(people.map((userId) => ({ eventId: scene.eventId, userId, joinedAt })));
    const elsewhere = await eventWithMembers(deps);
    const shot = (eventId: string, changes: object = {}) => {
      const id = uuid7();
      const fact = { status: 'approved', takenAt: new Date(), tzOffset: 0, orientation: 0, bytes: 1, contentType: 'image/jpeg' } as const;
      const device = { deviceId: uuid7(), deviceSeq: 1, source: 'camera' } as const;
      const row = { id, eventId, uploaderId: scene.guest.userId, sha256: 'a'.repeat(64), ...fact, ...device, ...changes };
      return deps.db.insert(photos).values(row);
    };
    await shot(scene.eventId);
    await shot(scene.eventId, { status: 'rejected' });
    await shot(scene.eventId, { deletedAt: new Date() });
    await shot(elsewhere.eventId);

    const { forth, back } = await readPages(async (cursor) => {
      const page = await ask('listParticipants', scene.owner, { id: scene.eventId }, { query: { limit: 2, cursor } });
      expect(page.total).toBe(6);
      return page;
    });
    expect(back).toEqual(forth.slice(0, -1));
    const seen = forth.flat();
    expect(seen.map((one) => one.user_id)).toEqual([scene.guest.userId, ...people.toSorted().toReversed()]);
    expect(seen.map((one) => one.photos_count)).toEqual([2, 0, 0, 0, 0, 0]);
  });

  it('are found by name, address and role', async () => {
    const scene = await eventWithMembers(deps);
    const uma = await someone(scene, 'Uma');
    await deps.db
      .update(users)
      .set({ lastName: 'Lind_100%', email: `uma.${uma.userId}@demo.test` })
      .where(eq(users.id, uma.userId));
    const find = async (query: object) => {
      const { items, total } = await ask('listParticipants', scene.owner, { id: scene.eventId }, { query });
      expect(total).toBe(items.length);
      return items.map((one) => one.user_id);
    };
    expect(await find({ q: 'uma lind' })).toEqual([uma.userId]);
    expect(await find({ q: '_100%' })).toEqual([uma.userId]);
    expect(await find({ q: 'UMA.' })).toEqual([uma.userId]);
    expect(await find({ q: 'nobody' })).toEqual([]);
    await ask('updateParticipant', scene.owner, pathOf(scene, uma), { body: { role: 'viewer' } });
    expect(await find({ role: 'viewer' })).toEqual([uma.userId]);
    expect(await find({ role: 'photographer' })).toEqual([scene.guest.userId]);
    expect(await find({ role: 'viewer', q: 'ana' })).toEqual([]);
  });

  it('are for the organization to see and to change', async () => {
    const scene = await eventWithMembers(deps, { type: 'public' });
    const other = await createOrganization(deps);
    const elsewhere = viewer(other.adminId, {
      memberships: [{ organizationId: other.id, role: 'organization', permissions: {} }],
      permissions: { view_events: true },
    });
    const uma = await someone(scene);
    const path = pathOf(scene, uma);
    const tries = (who: Viewer) => [
      ask('listParticipants', who, path),
      ask('updateParticipant', who, path, { body: { role: 'viewer' } }),
      ask('removeParticipant', who, path),
      ask('restoreParticipant', who, path),
      ask('listInvitations', who, path),
      ask('inviteParticipants', who, path, { body: { emails: ['x@example.test'] } }),
      ask('revokeInvitation', who, { ...path, invitationId: uuid7() }),
      ask('restoreInvitation', who, { ...path, invitationId: uuid7() }),
      ask('renewJoinCode', who, path),
      ask('publishGallery', who, path, { body: { published: true } }),
    ];
    const each = async (who: Viewer) => new Set(await Promise.all(tries(who).map(outcome)));
    for (const who of [scene.guest, elsewhere]) expect(await each(who)).toEqual(new Set(['forbidden']));
    await setEvent(scene, { type: 'private' });
    expect(await each(elsewhere)).toEqual(new Set(['not_found']));
    expect(await each(viewer(await createUser(deps), { role: 'super_admin', permissions: { all: true } }))).toEqual(new Set(['not_found']));
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, scene.organizationId));
    expect(await Promise.all(tries(scene.owner).map(outcome))).toEqual([
      'done',
      ...Array.from({ length: 3 }, () => 'organization_suspended'),
      'done',
      ...Array.from({ length: 5 }, () => 'organization_suspended'),
    ]);
    expect(await trailOf(scene)).toEqual(['event.join']);
  });

  it('of another event are not reached through this one', async () => {
    const scene = await eventWithMembers(deps);
    const other = await eventWithMembers(deps);
    const path = pathOf(scene, other.guest);
    expect(await outcome(ask('updateParticipant', scene.owner, path, { body: { role: 'viewer' } }))).toBe('not_found');
    expect(await outcome(ask('removeParticipant', scene.owner, path))).toBe('not_found');
    expect(await outcome(ask('restoreParticipant', scene.owner, path))).toBe('not_found');
    expect(await ask('getEvent', other.guest, { id: other.eventId })).toMatchObject({ participant_role: 'photographer' });
  });

  it('become guests and photographers again; equal values write no change', async () => {
    const scene = await eventWithMembers(deps);
    const uma = await someone(scene, 'Uma');
    const set = (role: string) => ask('updateParticipant', scene.owner, pathOf(scene, uma), { body: { role } });
    expect(await set('viewer')).toMatchObject({ user_id: uma.userId, name: 'Uma Test', role: 'viewer', photos_count: 0 });
    await set('viewer');
    expect(await ask('getEvent', uma, { id: scene.eventId })).toMatchObject({
      participant_role: 'viewer',
      can: { capture: false, like: true },
    });
    expect(await set('photographer')).toMatchObject({ role: 'photographer' });
    expect(await trailOf(scene)).toEqual(['event.join', 'event.change_participant', 'event.change_participant']);
  });

  it('are removed and let back in, each once', async () => {
    const scene = await eventWithMembers(deps);
    const uma = await someone(scene);
    const path = pathOf(scene, uma);
    await Promise.all([ask('removeParticipant', scene.owner, path), ask('removeParticipant', scene.owner, path)]);
    expect(await countOf(scene)).toBe(0);
    expect(await outcome(ask('getEvent', uma, { id: scene.eventId }))).toBe('not_found');
    expect((await ask('listParticipants', scene.owner, path)).items.map((one) => one.user_id)).toEqual([scene.guest.userId]);
    expect(await outcome(ask('updateParticipant', scene.owner, path, { body: { role: 'viewer' } }))).toBe('not_found');
    const removed = () => ask('listParticipants', scene.owner, path, { query: { removed: true } });
    expect(await removed()).toMatchObject({
      items: [{ user_id: uma.userId, removed_at: expect.any(String) as string }],
      total: 1,
      removed: 1,
    });
    const back = await Promise.all([ask('restoreParticipant', scene.owner, path), ask('restoreParticipant', scene.owner, path)]);
    for (const one of back) expect(one).toMatchObject({ user_id: uma.userId, role: 'guest' });
    expect(await removed()).toMatchObject({ items: [], total: 0, removed: 0 });
    expect(await countOf(scene)).toBe(1);
    expect(await trailOf(scene)).toEqual(['event.join', 'event.remove_participant', 'event.restore_participant']);
  });
});

describe('a participant who leaves', () => {
  it.each(['private', 'public'] as const)(
    'has no part in the %s event any more, once, and is not among those who were removed',
    async (type) => {
      const scene = await eventWithMembers(deps, { type });
      const uma = await someone(scene);
      const path = pathOf(scene, uma);
      await Promise.all([ask('removeParticipant', uma, path), ask('removeParticipant', uma, path)]);
      await ask('removeParticipant', uma, path);
      expect(await outcome(ask('getEvent', uma, { id: scene.eventId }))).toBe('not_found');
      expect(await countOf(scene)).toBe(0);
      expect((await ask('listParticipants', scene.owner, path)).items.map((one) => one.user_id)).toEqual([scene.guest.userId]);
      expect(await ask('listParticipants', scene.owner, path, { query: { removed: true } })).toMatchObject({
        items: [],
        total: 0,
        removed: 0,
      });
      expect(await trailOf(scene)).toEqual(['event.join', 'event.leave']);
    },
  );

  it('returns by the code only', async () => {
    const scene = await eventWithMembers(deps);
    const uma = await someone(scene);
    await ask('removeParticipant', uma, pathOf(scene, uma));
    expect(await outcome(ask('restoreParticipant', scene.owner, pathOf(scene, uma)))).toBe('not_found');
    expect(await join(scene, uma)).toMatchObject({ relation: 'participant', participant_role: 'guest' });
    expect(await countOf(scene)).toBe(1);
    // A removal after that counts.
    await ask('removeParticipant', scene.owner, pathOf(scene, uma));
    expect(await outcome(join(scene, uma))).toBe('join_refused');
    expect(await outcome(ask('restoreParticipant', scene.owner, pathOf(scene, uma)))).toBe('done');
  });

  it('does not undo a removal by leaving', async () => {
    const scene = await eventWithMembers(deps);
    const uma = await someone(scene);
    await ask('removeParticipant', scene.owner, pathOf(scene, uma));
    await ask('removeParticipant', uma, pathOf(scene, uma));
    expect(await outcome(join(scene, uma))).toBe('join_refused');
    expect(await trailOf(scene)).toEqual(['event.join', 'event.remove_participant']);
  });

  it('is possible in any status of the event and its organization, for oneself only', async () => {
    const scene = await eventWithMembers(deps);
    const [uma, stranger] = [await someone(scene), viewer(await createUser(deps))];
    expect(await outcome(ask('removeParticipant', stranger, pathOf(scene, stranger)))).toBe('not_found');
    expect(await outcome(ask('removeParticipant', uma, pathOf(scene, scene.guest)))).toBe('forbidden');
    await setEvent(scene, { status: 'archived' });
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, scene.organizationId));
    await ask('removeParticipant', uma, pathOf(scene, uma));
    expect(await outcome(ask('getEvent', uma, { id: scene.eventId }))).toBe('not_found');
  });

  it('leaves their photos behind; what waits on another phone is still taken', async () => {
    const scene = await eventWithMembers(deps);
    const uma = await someone(scene);
    await (await deliver(scene, uma)).send();
    const waiting = await deliver(scene, uma);
    await ask('removeParticipant', uma, pathOf(scene, uma));
    expect(await waiting.send()).toMatchObject({ status: 201, body: { id: waiting.fact.id } });
    expect(await ask('getEvent', scene.owner, { id: scene.eventId })).toMatchObject({ photos_count: 2 });
  });
});

describe('photos of a removed participant', () => {
  it.each(['private', 'public'] as const)('are accepted once at a %s event, and reveal nothing new to them', async (type) => {
    const scene = await eventWithMembers(deps, { type, requireApproval: true });
    const uma = { ...(await someone(scene)), permissions: { view_events: true } };
    const early = await deliver(scene, uma);
    await early.send();
    const waiting = await deliver(scene, uma);
    await ask('removeParticipant', scene.owner, pathOf(scene, uma));

    const first = await waiting.send();
    expect(first).toMatchObject({ status: 201, body: { id: waiting.fact.id, status: 'pending' } });
    expect(await waiting.send()).toMatchObject({ status: 200, body: { id: waiting.fact.id } });
    expect(await early.send()).toMatchObject({ status: 200, body: { id: early.fact.id } });
    expect(await outcome(ask('getEvent', uma, { id: scene.eventId }))).toBe(type === 'public' ? 'done' : 'not_found');
    expect(await ask('getEvent', scene.owner, { id: scene.eventId })).toMatchObject({ photos_count: 2 });
  });

  it('are refused from strangers, and by draft and deleted events', async () => {
    const scene = await eventWithMembers(deps);
    const stranger = viewer(await createUser(deps));
    expect(await outcome((await deliver(scene, stranger)).send())).toBe('not_found');
    const uma = await someone(scene);
    await ask('removeParticipant', scene.owner, pathOf(scene, uma));
    await setEvent(scene, { deletedAt: new Date() });
    expect(await outcome((await deliver(scene, uma)).send())).toBe('event_deleted');
    expect(await outcome((await deliver(scene, stranger)).send())).toBe('not_found');
    await setEvent(scene, { deletedAt: null, status: 'draft' });
    expect(await outcome((await deliver(scene, uma)).send())).toBe('capture_closed');
  });
});

describe('invitations', () => {
  const invite = (scene: EventWithMembers, emails: string[], role?: string) =>
    ask('inviteParticipants', scene.owner, { id: scene.eventId }, { body: { emails, ...(role && { role }) } });

  it('are made one for each address, in their order, and an unused one stays', async () => {
    const scene = await eventWithMembers(deps);
    const { items } = await invite(scene, ['zoe@example.test', 'Ana@Example.test', 'ANA@example.test', 'max@example.test'], 'viewer');
    expect(items.map((one) => [one.email, one.role])).toEqual([
      ['zoe@example.test', 'viewer'],
      ['ana@example.test', 'viewer'],
      ['max@example.test', 'viewer'],
    ]);
    expect(new Set(items.map((one) => one.code)).size).toBe(3);
    for (const { code } of items) expect(code).toMatch(/^[2-9A-Z]{8}$/);
    const again = await invite(scene, ['ana@example.test', 'new@example.test']);
    expect(again.items[0]).toMatchObject({ id: items[1]?.id, code: items[1]?.code, role: 'viewer' });
    expect(again.items[1]).toMatchObject({ email: 'new@example.test', role: 'photographer' });

    const { forth, back } = await readPages((cursor) =>
      ask('listInvitations', scene.owner, { id: scene.eventId }, { query: { limit: 1, cursor } }),
    );
    expect(back).toEqual(forth.slice(0, -1));
    const listed = forth.flat().map((one) => one.email);
    expect(listed.toSorted()).toEqual(['ana@example.test', 'max@example.test', 'new@example.test', 'zoe@example.test']);
    expect(listed.slice(2).toSorted()).toEqual(['max@example.test', 'zoe@example.test']);
  });

  it('of two people who invite the same at once are the same', async () => {
    const scene = await eventWithMembers(deps);
    const emails = ['a@example.test', 'b@example.test', 'c@example.test'];
    const [one, two] = await Promise.all([invite(scene, emails), invite(scene, emails.toReversed())]);
    const codes = (list: typeof one) => Object.fromEntries(list.items.map((item) => [item.email, item.code]));
    expect(codes(one)).toEqual(codes(two));
  });

  it('are revoked once; those of another event are not reached', async () => {
    const scene = await eventWithMembers(deps);
    const other = await eventWithMembers(deps);
    const { items } = await invite(scene, ['ana@example.test']);
    const revoke = (where: EventWithMembers) =>
      outcome(ask('revokeInvitation', where.owner, { id: where.eventId, invitationId: items[0]?.id ?? '' }));
    expect(await revoke(other)).toBe('not_found');
    expect((await ask('listInvitations', scene.owner, { id: scene.eventId })).items).toHaveLength(1);
    expect(await revoke(scene)).toBe('done');
    expect(await revoke(scene)).toBe('done');
    expect(await trailOf(scene)).toEqual(['event.invite', 'event.revoke_invitation']);
    expect((await ask('listInvitations', scene.owner, { id: scene.eventId })).items).toEqual([]);
    const anew = await invite(scene, ['ana@example.test']);
    expect(anew.items[0]?.code).not.toBe(items[0]?.code);
  });

  it('that were taken back count again with their code, unless the address has another by now', async () => {
    const scene = await eventWithMembers(deps);
    const { items } = await invite(scene, ['ana@example.test', 'ben@example.test']);
    const [ana, ben] = items as [(typeof items)[number], (typeof items)[number]];
    const path = (one: { id: string }) => ({ id: scene.eventId, invitationId: one.id });
    const listed = async (query: object) =>
      (await ask('listInvitations', scene.owner, { id: scene.eventId }, { query })).items.map(({ email, code }) => `${email} ${code}`);
    for (const one of [ana, ben]) await ask('revokeInvitation', scene.owner, path(one));
    expect(await listed({})).toEqual([]);
    expect((await listed({ revoked: true })).toSorted()).toEqual([`ana@example.test ${ana.code}`, `ben@example.test ${ben.code}`]);

    for (let repeat = 0; repeat < 2; repeat++)
      expect(await ask('restoreInvitation', scene.owner, path(ana))).toMatchObject({ id: ana.id, code: ana.code, revoked_at: null });
    expect(await listed({})).toEqual([`ana@example.test ${ana.code}`]);
    await invite(scene, ['ben@example.test']);
    expect(await outcome(ask('restoreInvitation', scene.owner, path(ben)))).toBe('already_invited');
    expect(await outcome(ask('restoreInvitation', scene.owner, path({ id: uuid7() })))).toBe('not_found');
    const trail = (await trailOf(scene)).filter((action) => action.includes('restore'));
    expect(trail).toEqual(['event.restore_invitation']);
  });

  it('are of one event each', async () => {
    const scene = await eventWithMembers(deps);
    const second = { ...scene, eventId: await createEvent(deps, scene.organizationId) };
    const codes = [await invite(scene, ['ana@example.test']), await invite(second, ['ana@example.test'])].map(
      (list) => list.items[0]?.code,
    );
    expect(codes[0]).not.toBe(codes[1]);
  });
});
