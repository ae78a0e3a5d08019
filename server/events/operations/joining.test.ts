import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventChanges, eventInvitations, eventParticipants, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Viewer } from '#server/viewer.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, eventWithCover, eventWithMembers, type EventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { askEvents, outcome, type Ask } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: Ask;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askEvents(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const someone = async () => viewer(await createUser(deps));
const join = (who: Viewer, code: string) => ask('joinEvent', who, {}, { body: { code } });
const preview = (code: string) => ask('previewJoin', viewer(''), { code });
const codeOf = async (scene: EventWithMembers) =>
  (await deps.db.select().from(events).where(eq(events.id, scene.eventId)))[0]?.joinCode ?? '';
const setEvent = (scene: EventWithMembers, changes: Partial<typeof events.$inferInsert>) =>
  deps.db.update(events).set(changes).where(eq(events.id, scene.eventId));
const setOrganization = (scene: EventWithMembers, status: 'active' | 'suspended') =>
  deps.db.update(organizations).set({ status }).where(eq(organizations.id, scene.organizationId));
const invite = async (scene: EventWithMembers, body: { emails: string[]; role?: 'viewer' }) => {
  const { items } = await ask('inviteParticipants', scene.owner, { id: scene.eventId }, { body });
  return items.map((invitation) => invitation.code ?? '');
};
const remove = (scene: EventWithMembers, who: Viewer) => ask('removeParticipant', scene.owner, { id: scene.eventId, userId: who.userId });
const rowOf = async (scene: EventWithMembers, who: Viewer) =>
  (
    await deps.db
      .select()
      .from(eventParticipants)
      .where(and(eq(eventParticipants.eventId, scene.eventId), eq(eventParticipants.userId, who.userId)))
  )[0];

describe('what anyone with the address of an event learns', () => {
  it('the place and the cover of a public event, neither of a private one, nothing of a draft', async () => {
    const address = (scene: EventWithMembers) => ask('previewEvent', viewer(''), { id: scene.eventId });
    const details = { name: 'Harbor Night', location: 'Pier 4' };
    expect(await address(await eventWithCover(deps, { ...details, type: 'public' }))).toMatchObject({
      location: 'Pier 4',
      has_cover: true,
    });
    expect(await address(await eventWithCover(deps, { ...details, type: 'private' }))).toMatchObject({
      name: 'Harbor Night',
      location: '',
      has_cover: false,
    });
    expect(await outcome(address(await eventWithMembers(deps, { ...details, status: 'draft' })))).toBe('not_found');
  });
});

describe('joining by the event’s code', () => {
  it('makes a participant once, who does not read the code', async () => {
    const scene = await eventWithMembers(deps, { joinCode: 'UNITNIGHT1' });
    const guest = await someone();
    const answers = await Promise.all([join(guest, 'unit-night-1'), join(guest, 'UNIT NIGHT 1'), join(guest, 'unitnight1')]);
    for (const event of answers) {
      expect(event).toMatchObject({ id: scene.eventId, relation: 'participant', participant_role: 'guest', join_code: null });
    }
    expect(await join(guest, 'unitnight1')).toMatchObject({ attendees_count: 1 });
    expect(await deps.db.select().from(eventParticipants).where(eq(eventParticipants.userId, guest.userId))).toHaveLength(1);
    expect(await deps.db.select().from(auditLog).where(eq(auditLog.actorId, guest.userId))).toHaveLength(1);
    expect(await deps.db.select().from(eventChanges).where(eq(eventChanges.eventId, scene.eventId))).toMatchObject([{ kind: 'event' }]);
  });

  it('changes nothing for the organization, which reads the code', async () => {
    const scene = await eventWithMembers(deps, { joinCode: 'UNITNIGHT2' });
    expect(await join(scene.owner, 'unitnight2')).toMatchObject({ relation: 'organization', join_code: 'UNITNIGHT2', attendees_count: 0 });
    expect(await rowOf(scene, scene.owner)).toBeUndefined();
  });

  it('refuses codes of draft and deleted events, and unknown codes', async () => {
    const scene = await eventWithMembers(deps, { status: 'draft' });
    const stranger = await someone();
    const code = await codeOf(scene);
    expect(await outcome(join(stranger, code))).toBe('unknown_code');
    expect(await outcome(join(scene.guest, code))).toBe('unknown_code');
    expect(await outcome(preview(code))).toBe('unknown_code');
    expect(await outcome(join(scene.owner, code))).toBe('done');
    for (const nonsense of ['----', 'NOSUCHCODE', 'ab\0cd']) {
      expect(await outcome(join(stranger, nonsense))).toBe('unknown_code');
      expect(await outcome(preview(nonsense))).toBe('unknown_code');
    }
    await setEvent(scene, { status: 'live', deletedAt: new Date() });
    for (const who of [stranger, scene.guest, scene.owner]) expect(await outcome(join(who, code))).toBe('unknown_code');
    expect(await outcome(preview(code))).toBe('unknown_code');
  });

  it.each([
    [{ joinPolicy: 'closed' }, 'event_closed', 'closed'],
    [{ joinPolicy: 'invited' }, 'invitation_required', 'invited'],
    [{ status: 'ended' }, 'event_over', 'over'],
    [{ status: 'archived' }, 'event_over', 'over'],
  ] as const)('where %j is refused with %s, but not to those who are in', async (changes, refused, admission) => {
    const scene = await eventWithMembers(deps, changes);
    const code = await codeOf(scene);
    const stranger = await someone();
    expect(await outcome(join(stranger, code))).toBe(refused);
    expect(await preview(code)).toMatchObject({ admission, takes_photos: !('status' in changes) });
    expect(await outcome(join(scene.guest, code))).toBe('done');
    expect(await rowOf(scene, stranger)).toBeUndefined();
  });

  it.each([
    [{}, { takes_photos: true, shows_photos: 'all' }],
    [{ guestAccess: 'view' }, { takes_photos: false, shows_photos: 'all' }],
    [{ guestAccess: 'capture' }, { takes_photos: true, shows_photos: 'own' }],
    [
      { guestAccess: 'capture', autoGallery: false },
      { takes_photos: true, shows_photos: 'own' },
    ],
    [{ autoGallery: false }, { takes_photos: true, shows_photos: 'later' }],
    [
      { guestAccess: 'view', revealsAt: new Date('2100-01-01T00:00:00Z') },
      { takes_photos: false, shows_photos: 'later' },
    ],
    [{ revealsAt: new Date('2020-01-01T00:00:00Z') }, { takes_photos: true, shows_photos: 'all' }],
  ] as const)('says beforehand what guests may with %j', async (rules, may) => {
    const scene = await eventWithMembers(deps, { autoGallery: true, ...rules });
    expect(await preview(await codeOf(scene))).toMatchObject(may);
  });

  it('is closed while the organization is suspended', async () => {
    const scene = await eventWithMembers(deps);
    const code = await codeOf(scene);
    await setOrganization(scene, 'suspended');
    expect(await outcome(join(await someone(), code))).toBe('event_closed');
    expect(await preview(code)).toMatchObject({ admission: 'closed', takes_photos: false });
    expect(await outcome(join(scene.guest, code))).toBe('done');
  });

  it('distinguishes a renewed code from an unknown one', async () => {
    const scene = await eventWithMembers(deps);
    const old = await codeOf(scene);
    const { join_code: code } = await ask('renewJoinCode', scene.owner, { id: scene.eventId });
    expect(await outcome(join(await someone(), old))).toBe('code_renewed');
    expect(await outcome(join(scene.guest, old))).toBe('code_renewed');
    expect(await outcome(preview(old))).toBe('code_renewed');
    expect(await outcome(join(await someone(), code ?? ''))).toBe('done');
    await setEvent(scene, { status: 'draft' });
    expect(await outcome(join(await someone(), old))).toBe('unknown_code');
    expect(await outcome(preview(old))).toBe('unknown_code');
  });

  it('refuses a code that is being renewed, and one that is being closed', async () => {
    const scene = await eventWithMembers(deps);
    const code = await codeOf(scene);
    const late = await someone();
    // Uncommitted changes during a join.
    const during = (changes: Partial<typeof events.$inferInsert>, used: string) =>
      duringTransaction(
        deps,
        (tx) => tx.update(events).set(changes).where(eq(events.id, scene.eventId)),
        () => outcome(join(late, used)),
      );
    expect(await during({ joinCode: 'RENEWEDMEANWHILE' }, code)).toBe('unknown_code');
    expect(await during({ joinPolicy: 'closed' }, 'RENEWEDMEANWHILE')).toBe('event_closed');
    expect(await rowOf(scene, late)).toBeUndefined();
  });
});

describe('joining by a personal invitation', () => {
  it('works once, with its role, also where only invited people may join', async () => {
    const scene = await eventWithMembers(deps, { joinPolicy: 'invited' });
    const [code = ''] = await invite(scene, { emails: ['ines@example.test'], role: 'viewer' });
    expect(await preview(code)).toMatchObject({ event_id: scene.eventId, admission: 'open' });
    const ines = await someone();
    expect(await join(ines, code.toLowerCase())).toMatchObject({
      relation: 'participant',
      participant_role: 'viewer',
      can: { capture: false, like: true },
    });
    expect(await outcome(join(ines, code))).toBe('done');
    expect(await outcome(join(await someone(), code))).toBe('invitation_used');
    expect(await preview(code)).toMatchObject({ admission: 'used' });
    expect((await ask('listInvitations', scene.owner, { id: scene.eventId })).items).toEqual([]);
  });

  it('lets one of two in who use it at the same moment', async () => {
    const scene = await eventWithMembers(deps);
    const [code = ''] = await invite(scene, { emails: ['ines@example.test'] });
    const people = await Promise.all(Array.from({ length: 5 }, someone));
    const answers = await Promise.all(people.map((who) => outcome(join(who, code))));
    expect(answers.toSorted()).toEqual(['done', ...Array.from({ length: 4 }, () => 'invitation_used')]);
    expect(await ask('getEvent', scene.owner, { id: scene.eventId })).toMatchObject({ attendees_count: 1 });
  });

  it('is not used up by a participant', async () => {
    const scene = await eventWithMembers(deps);
    const [code = ''] = await invite(scene, { emails: ['ines@example.test'] });
    expect(await outcome(join(scene.guest, code))).toBe('done');
    expect(await outcome(join(scene.owner, code))).toBe('done');
    expect(await outcome(join(await someone(), code))).toBe('done');
  });

  it('is refused if revoked, if the event is closed, and after the event', async () => {
    const scene = await eventWithMembers(deps);
    const [code = '', revoked = ''] = await invite(scene, { emails: ['ines@example.test', 'jo@example.test'] });
    const [row] = await deps.db.select().from(eventInvitations).where(eq(eventInvitations.code, revoked));
    await ask('revokeInvitation', scene.owner, { id: scene.eventId, invitationId: row?.id ?? '' });
    expect(await outcome(join(await someone(), revoked))).toBe('unknown_code');
    await setEvent(scene, { joinPolicy: 'closed' });
    expect(await outcome(join(await someone(), code))).toBe('event_closed');
    await setEvent(scene, { status: 'ended' });
    expect(await outcome(join(await someone(), code))).toBe('event_over');
    await setEvent(scene, { status: 'draft' });
    expect(await outcome(join(await someone(), code))).toBe('unknown_code');
  });
});

describe('a removed person', () => {
  it('comes back by no code of before, but by an invitation made since', async () => {
    const scene = await eventWithMembers(deps);
    const code = await codeOf(scene);
    const [before = ''] = await invite(scene, { emails: ['ana@example.test'] });
    const [used = ''] = await invite(scene, { emails: ['other@example.test'] });
    const ana = await someone();
    await join(ana, used);
    await remove(scene, ana);
    expect(await outcome(ask('getEvent', ana, { id: scene.eventId }))).toBe('not_found');
    for (const each of [code, before, used]) expect(await outcome(join(ana, each))).toBe('join_refused');
    // Inviting the address again answers the same code, which counts as made now.
    expect(await invite(scene, { emails: ['ANA@example.test'], role: 'viewer' })).toEqual([before]);
    expect(await join(ana, before)).toMatchObject({ relation: 'participant', participant_role: 'viewer', attendees_count: 1 });
  });

  it('while they join stays out, and the count stays right', async () => {
    const scene = await eventWithMembers(deps);
    const code = await codeOf(scene);
    const people = await Promise.all(Array.from({ length: 4 }, someone));
    await Promise.all(people.map((who) => join(who, code)));
    await Promise.all(people.flatMap((who) => [remove(scene, who), outcome(join(who, code)), remove(scene, who)]));
    for (const who of people) {
      expect((await rowOf(scene, who))?.removedAt).toBeInstanceOf(Date);
      expect(await outcome(join(who, code))).toBe('join_refused');
    }
    expect(await ask('getEvent', scene.owner, { id: scene.eventId })).toMatchObject({ attendees_count: 0 });
  });
});

describe('what a code shows to everybody', () => {
  it('is the event’s face, and nothing of the inside', async () => {
    const scene = await eventWithMembers(deps, { location: 'Pier 4', durationHours: 6 });
    const face = await preview((await codeOf(scene)).toLowerCase());
    expect(face).toEqual({
      event_id: scene.eventId,
      name: 'Unit night',
      organization_name: 'Unit',
      starts_at: expect.any(String),
      duration: 6,
      time_zone: null,
      location: 'Pier 4',
      branding: { primary_color: '#000000', secondary_color: '#ffffff', logo_url: null },
      has_cover: false,
      is_personal: false,
      role: 'guest',
      admission: 'open',
      join_identity: 'name',
      takes_photos: true,
      shows_photos: 'all',
    });
  });
});
