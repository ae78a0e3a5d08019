import { randomBytes } from 'node:crypto';
import { and, eq, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestAccountCalls } from '#server/accounts/operations/guests.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { openSessions } from '#server/accounts/sessions.ts';
import { sessions, users } from '#server/db/schema/accounts.ts';
import { eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Tx } from '#server/db/types.ts';
import { recordChange } from '#server/events/changes-repository.ts';
import { lockEvent } from '#server/events/events-repository.ts';
import { replaceJoinCode } from '#server/events/invitations-repository.ts';
import { guestCalls } from '#server/events/operations/joining.ts';
import { markParticipantRemoved } from '#server/events/participants-repository.ts';
import { tooManyAttempts } from '#server/http/problem.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { eventWithMembers, viewer, type EventWithMembers } from '#tests/support/factories/database.ts';
import { type Ask, askEvents, callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: Ask;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askEvents(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const tellNobody = async () => undefined;
const newKey = () => randomBytes(32).toString('base64url');
const codeOf = async (scene: EventWithMembers) =>
  (await deps.db.select().from(events).where(eq(events.id, scene.eventId)))[0]?.joinCode ?? '';
const enter = async (scene: EventWithMembers, body: { key?: string; name?: string } = {}) =>
  ask('joinAsGuest', viewer(''), {}, { body: { code: await codeOf(scene), key: newKey(), ...body } });
const guest = (userId: string) => viewer(userId, { email: null });
const nobodyJoined = async (scene: EventWithMembers) => {
  const rows = await deps.db.select().from(eventParticipants).where(eq(eventParticipants.eventId, scene.eventId));
  return rows.every(({ userId }) => userId === scene.guest.userId);
};

describe('a guest without an account', () => {
  it('takes part as those with one do, and has a session', async () => {
    const scene = await eventWithMembers(deps);
    const { user, event } = await enter(scene, { name: ' Mia ' });
    expect(user).toMatchObject({ email: null, first_name: 'Mia', last_name: '', role: 'user', organizations: [], memberships: [] });
    expect(user.permissions).toEqual({ participate_events: true });
    expect(event).toMatchObject({ id: scene.eventId, relation: 'participant', participant_role: 'guest', join_code: null });
    expect(event.can).toMatchObject({ capture: true, like: true, manage: false });
    const [session] = await deps.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(session).toMatchObject({ rememberMe: true, endedAt: null });
    const trail = await deps.db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
    expect(trail.map(({ action }) => action).sort()).toEqual(['account.create_guest', 'event.join', 'session.login']);
    const { items } = await ask('listParticipants', scene.owner, { id: scene.eventId }, { query: { q: 'mia' } });
    expect(items).toMatchObject([{ user_id: user.id, name: 'Mia', email: null }]);
  });

  it('is the same one by the same key, however often and at once it is sent', async () => {
    const scene = await eventWithMembers(deps);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(scene, { key, name: 'Mia' })));
    expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1);
    const [{ user }] = answers as [(typeof answers)[0]];
    expect(await deps.db.select().from(eventParticipants).where(eq(eventParticipants.userId, user.id))).toHaveLength(1);
    expect((await enter(scene, { key })).user).toMatchObject({ id: user.id, first_name: 'Mia' });
    expect((await enter(scene, { key, name: 'Mia L' })).user).toMatchObject({ id: user.id, first_name: 'Mia L' });
    const other = await eventWithMembers(deps);
    expect(await enter(other, { key })).toMatchObject({ user: { id: user.id }, event: { id: other.eventId, attendees_count: 1 } });
  });

  it('gives a name if the event requires it; otherwise guests are numbered', async () => {
    const named = await eventWithMembers(deps);
    expect(await outcome(enter(named))).toBe('name_required');
    expect(await nobodyJoined(named)).toBe(true);
    const nameless = await eventWithMembers(deps, { joinIdentity: 'none' });
    const names = await Promise.all([enter(nameless), enter(nameless), enter(nameless)]);
    // The scene's own participant is the first.
    expect(names.map(({ user }) => user.first_name).sort()).toEqual(['Guest 2', 'Guest 3', 'Guest 4']);
    expect((await enter(nameless, { name: 'Ben' })).user.first_name).toBe('Ben');
  });

  it('is not made where the event refuses them', async () => {
    const before = await deps.db.$count(users);
    for (const [changes, refused] of [
      [{ joinIdentity: 'account' }, 'account_required'],
      [{ joinPolicy: 'closed' }, 'event_closed'],
      [{ joinPolicy: 'invited' }, 'invitation_required'],
      [{ status: 'ended' }, 'event_over'],
      [{ status: 'draft' }, 'unknown_code'],
    ] as const) {
      const scene = await eventWithMembers(deps, changes);
      expect(await outcome(enter(scene, { name: 'Mia' }))).toBe(refused);
      expect(await nobodyJoined(scene)).toBe(true);
    }
    const made = await deps.db.$count(users);
    // Each scene brings an owner and a participant.
    expect(made - before).toBe(10);
  });

  it('stays in with the same key, and can’t return with it after a removal', async () => {
    const scene = await eventWithMembers(deps);
    const key = newKey();
    const { user } = await enter(scene, { key, name: 'Mia' });
    await deps.db.update(events).set({ joinPolicy: 'closed', joinIdentity: 'account' }).where(eq(events.id, scene.eventId));
    expect(await outcome(enter(scene, { key }))).toBe('done');
    await deps.db.update(events).set({ joinPolicy: 'code', joinIdentity: 'name' }).where(eq(events.id, scene.eventId));
    await ask('removeParticipant', scene.owner, { id: scene.eventId, userId: user.id });
    expect(await outcome(enter(scene, { key }))).toBe('join_refused');
    const old = await codeOf(scene);
    await ask('renewJoinCode', scene.owner, { id: scene.eventId });
    expect(await outcome(ask('joinAsGuest', viewer(''), {}, { body: { code: old, key: newKey(), name: 'Mia' } }))).toBe('code_renewed');
  });

  it('is counted exactly with concurrent joins and removals', async () => {
    const scene = await eventWithMembers(deps);
    const counted = async () =>
      (await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId)))[0]?.attendeesCount;
    const first = await enter(scene, { name: 'Mia' });
    const remove = async (tx: Tx) => {
      await markParticipantRemoved(tx, scene.eventId, first.user.id);
      await recordChange(tx, scene.eventId, 'event', null, { attendees: -1 });
    };
    const second = await duringTransaction(deps, remove, () => enter(scene, { name: 'Ben' }));
    // With the scene's own participant.
    expect([second.event.attendees_count, await counted()]).toEqual([2, 2]);
    await Promise.all(Array.from({ length: 20 }, (_, number) => enter(scene, { name: `Guest ${number}` })));
    expect(await counted()).toBe(22);
  });

  it('can’t join by a code that is being renewed', async () => {
    const scene = await eventWithMembers(deps);
    const code = await codeOf(scene);
    const renew = async (tx: Tx) => {
      await lockEvent(tx, scene.eventId, 'change');
      await replaceJoinCode(tx, scene.eventId, code, `${code.slice(1)}X`);
    };
    const late = () => outcome(ask('joinAsGuest', viewer(''), {}, { body: { code, key: newKey(), name: 'Mia' } }));
    expect(await duringTransaction(deps, renew, late)).toBe('code_renewed');
    expect(await nobodyJoined(scene)).toBe(true);
  });

  it('does not come in once the organization is suspended, though the code was read before', async () => {
    const scene = await eventWithMembers(deps);
    const code = await codeOf(scene);
    const [event] = await deps.db.select().from(events).where(eq(events.id, scene.eventId));
    // Read, and then waiting for a connection of the database, as in a herd.
    const suspendedAfterRead = new Proxy(deps.db, {
      get(db, name) {
        if (name !== 'execute') return Reflect.get(db, name) as unknown;
        return async (query: SQL) => {
          await db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, event!.organizationId));
          return db.execute(query);
        };
      },
    });
    const askLate = askEvents({ ...deps, db: suspendedAfterRead });
    expect(await outcome(askLate('joinAsGuest', viewer(''), {}, { body: { code, key: newKey(), name: 'Mia' } }))).toBe('event_closed');
    expect(await nobodyJoined(scene)).toBe(true);
  });

  it('joins another event by its code, unless that asks for an account', async () => {
    const { user } = await enter(await eventWithMembers(deps), { name: 'Mia' });
    const [open, closed] = [await eventWithMembers(deps), await eventWithMembers(deps, { joinIdentity: 'account' })];
    const join = async (scene: EventWithMembers) => ask('joinEvent', guest(user.id), {}, { body: { code: await codeOf(scene) } });
    expect(await join(open)).toMatchObject({ relation: 'participant' });
    expect(await outcome(join(closed))).toBe('account_required');
  });

  it('is counted once, and not at all when nothing came of it', async () => {
    let places = 2;
    const limits = {
      limitAttempts: <T>(_request: unknown, _isMiss: unknown, attempt: () => Promise<T>) => attempt(),
      async countGuest() {
        if (places === 0) throw tooManyAttempts(1000);
        places -= 1;
        return async () => void (places += 1);
      },
    };
    const { joinAsGuest } = guestCalls(deps, {
      limits,
      sessions: openSessions(deps, { sign: async () => 't', verify: async () => null, peek: () => undefined }, tellNobody),
    });
    const scene = await eventWithMembers(deps);
    const come = async (key: string) =>
      outcome(joinAsGuest(callOf<'joinAsGuest'>(viewer(''), {}, { body: { code: await codeOf(scene), key, name: 'Mia' } })));
    const key = newKey();
    expect([await come(key), await come(key), await come(key)]).toEqual(['done', 'done', 'done']);
    expect(places).toBe(1);
    expect(await come(newKey())).toBe('done');
    expect(await come(newKey())).toBe('too_many_requests');
    expect(await come(key)).toBe('done');
  });
});

describe('a guest who becomes a full account', () => {
  const tokens = { sign: async () => 't', verify: async () => null, peek: () => undefined };
  const calls = () =>
    guestAccountCalls(deps, {
      limits: { countLogin: async () => undefined, countMailsTo: async () => undefined },
      sessions: openSessions(deps, tokens, tellNobody),
    });
  const upgrade = (who: ReturnType<typeof guest>, body: object) =>
    calls().upgradeGuest(
      callOf<'upgradeGuest'>(
        who,
        {},
        { body: { email: 'Mia@Unit.test', password: 'a long correct horse', first_name: 'Mia', last_name: 'Lund', ...body } },
      ),
    );
  const resume = (key: string) => calls().resumeGuest(callOf<'resumeGuest'>(viewer(''), {}, { body: { key } }));

  it('stays who they are, with all that is theirs; the key opens nothing any more', async () => {
    const scene = await eventWithMembers(deps);
    const key = newKey();
    const { user } = await enter(scene, { key, name: 'Mia' });
    expect((await resume(key)).body.user).toMatchObject({ id: user.id, email: null });
    const { body } = await upgrade(guest(user.id), {});
    expect(body).toMatchObject({ id: user.id, email: 'mia@unit.test', first_name: 'Mia', last_name: 'Lund' });
    const mine = and(eq(eventParticipants.userId, user.id), eq(eventParticipants.eventId, scene.eventId));
    expect(await deps.db.select().from(eventParticipants).where(mine)).toHaveLength(1);
    expect(await outcome(resume(key))).toBe('unknown_guest');
    const [entry] = await deps.db.select().from(auditLog).where(eq(auditLog.action, 'account.upgrade_guest'));
    expect(entry).toMatchObject({ actorId: user.id });
    const again = viewer(user.id, { email: 'mia@unit.test' });
    expect((await upgrade(again, {})).body).toEqual(body);
    expect(await outcome(upgrade(again, { password: 'another long horse' }))).toBe('not_a_guest');
    expect(await outcome(upgrade(again, { email: 'other@unit.test' }))).toBe('not_a_guest');
  });

  it('refuses a used address and a weak password', async () => {
    const scene = await eventWithMembers(deps);
    const { user } = await enter(scene, { name: 'Ben' });
    await deps.db
      .update(users)
      .set({ email: 'taken@unit.test', passwordHash: await hashPassword('any password') })
      .where(eq(users.id, scene.guest.userId));
    expect(await outcome(upgrade(guest(user.id), { email: 'Taken@unit.test' }))).toBe('email_taken');
    expect(await outcome(upgrade(guest(user.id), { email: 'ben@unit.test', password: 'passwordpassword' }))).toBe('weak_password');
    const [row] = await deps.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ email: null, passwordHash: '' });
  });
});
