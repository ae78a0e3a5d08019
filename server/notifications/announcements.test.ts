// Announcements: audience, interruptions, cancellation, mail, and read state.
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { notices } from '#server/db/schema/notices.ts';
import { mutedMails } from '#server/db/schema/notifications.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Handlers } from '#server/http/operation.ts';
import { notificationJobs } from '#server/notifications/jobs.ts';
import { notificationOperations } from '#server/notifications/operations.ts';
import { versionOfNotices } from '#server/notifications/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, createUser, viewer } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

type Operation = keyof ReturnType<typeof notificationOperations>;
type AnswerOf<Id extends Operation> = Awaited<ReturnType<Handlers[Id]>> extends infer A ? (A extends { body: infer B } ? B : never) : never;

let deps: TestDeps;
let operations: ReturnType<typeof notificationOperations>;
let sol: string;
beforeAll(async () => {
  deps = await openTestDeps();
  operations = notificationOperations(deps);
  sol = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  // Each test has its own audience.
  await deps.db.update(users).set({ disabledAt: new Date() });
});

/** Concurrent writing requests. */
let writing = 0;

async function ask<Id extends Operation>(id: Id, userId: string, path: Record<string, string> = {}, body?: unknown): Promise<AnswerOf<Id>> {
  const handler = operations[id] as unknown as (call: unknown) => Promise<{ body?: unknown }>;
  const who = viewer(userId, userId === sol ? { permissions: { all: true } } : {});
  // The author has an active account but isn’t in the audience.
  const use = (disabledAt: Date | null) => deps.db.update(users).set({ disabledAt }).where(eq(users.id, sol));
  const writes = /^(create|cancel|withdraw|restore)Announcement$/.test(id);
  if (!writes) return (await handler(callOf(who, path, { query: {}, body }))).body as never;
  writing += 1;
  try {
    await use(null);
    return (await handler(callOf(who, path, { query: {}, body }))).body as never;
  } finally {
    writing -= 1;
    if (writing === 0) await use(new Date());
  }
}
const announce = (changes: object = {}) =>
  ask(
    'createAnnouncement',
    sol,
    {},
    { id: uuid7(), title: 'Doors', body: 'At eight.\nBring a jacket.', target: { kind: 'everyone' }, ...changes },
  );
const send = (id: string, signal = new AbortController().signal) =>
  notificationJobs(deps)['send-announcement']({ announcementId: id }, signal);
const now = (announcementId: string) => ask('getAnnouncement', sol, { announcementId });
const toldOf = async (id: string) =>
  (await deps.db.select({ userId: notices.userId }).from(notices).where(eq(notices.announcementId, id)))
    .map(({ userId }) => userId)
    .toSorted();
const mailedOf = async (id: string) =>
  (
    await deps.db
      .select({ to: mails.recipient })
      .from(mails)
      .where(like(mails.key, `announcement:${id}:%`))
  ).length;
const reach = async (target: object) => ask('countAnnouncementReach', sol, {}, { target });

describe('an announcement', () => {
  it('is scheduled within a year, and one in the past is sent now', async () => {
    const late = await announce({ send_at: '1970-01-01T00:00:00Z' });
    expect(Math.abs(Date.parse(late.send_at) - Date.now())).toBeLessThan(60_000);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    expect(await outcome(announce({ send_at: inDays(370) }))).toBe('invalid_request');
    expect((await announce({ send_at: inDays(300) })).status).toBe('scheduled');
  });

  it('reaches its audience', async () => {
    const { id, adminId } = await createOrganization(deps);
    const { userId: member } = await createMembership(deps, id, { role: 'member' });
    const person = await createUser(deps);
    await deps.db.update(users).set({ disabledAt: null }).where(eq(users.id, adminId));
    await deps.db
      .update(users)
      .set({ disabledAt: new Date() })
      .where(eq(users.id, await createUser(deps)));
    expect((await reach({ kind: 'everyone' })).people).toBe(3);
    expect(await reach({ kind: 'role', role: 'user' })).toEqual({ people: 1, by_mail: 1, by_push: 0, name: null });
    expect((await reach({ kind: 'role', role: 'organization' })).people).toBe(1);
    expect((await reach({ kind: 'role', role: 'member' })).people).toBe(1);
    expect((await reach({ kind: 'organization', id })).people).toBe(2);
    const { id: sent } = await announce({ target: { kind: 'organization', id } });
    await send(sent);
    expect(await toldOf(sent)).toEqual([adminId, member].toSorted());
    expect((await ask('listNotices', person)).items).toEqual([]);
    expect(await outcome(reach({ kind: 'organization', id: uuid7() }))).toBe('invalid_request');
    expect(await outcome(reach({ kind: 'role' }))).toBe('invalid_request');
    expect(await outcome(ask('createAnnouncement', person, {}, {}))).toBe('forbidden');
  });

  it('continues after a crash, without duplicates', async () => {
    const people = [];
    for (let at = 0; at < 205; at++) people.push(await createUser(deps));
    const { id } = await announce({ by_mail: true });
    const killed = new AbortController();
    killed.abort(new Error('the server stops'));
    await expect(send(id, killed.signal)).rejects.toThrow('the server stops');
    expect(await now(id)).toMatchObject({ status: 'sending', figures: { recipients: 200, mails: 200 } });
    // Two workers at once, as after a lost completion of the first.
    await Promise.all([send(id), send(id)]);
    expect(await now(id)).toMatchObject({ status: 'sent', figures: { recipients: 205, mails: 205, mails_waiting: 205, read: 0 } });
    expect(await toldOf(id)).toEqual(people.toSorted());
    expect(await mailedOf(id)).toBe(205);
    await send(id);
    expect(await mailedOf(id)).toBe(205);
  });

  it('is mailed to those who have not muted it, and to no guest', async () => {
    const [wants, muted, guest] = [await createUser(deps), await createUser(deps), await createUser(deps)];
    await deps.db.insert(mutedMails).values({ userId: muted, kind: 'announcements', organizationId: null });
    await deps.db.update(users).set({ email: null }).where(eq(users.id, guest));
    const { id } = await announce({ by_mail: true, link: '/dashboard' });
    await send(id);
    expect(await toldOf(id)).toEqual([wants, muted, guest].toSorted());
    const sent = await deps.db
      .select()
      .from(mails)
      .where(like(mails.key, `announcement:${id}:%`));
    expect(sent.map(({ key }) => key)).toEqual([`announcement:${id}:${wants}`]);
    expect(sent[0]?.content).toContain('/dashboard');
  });

  it('cannot be canceled once sent, nor sent once canceled', async () => {
    await createUser(deps);
    const { id, status } = await announce({ send_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(status).toBe('scheduled');
    const cancel = () => ask('cancelAnnouncement', sol, { announcementId: id });
    expect((await cancel()).status).toBe('cancelled');
    await send(id);
    expect([await toldOf(id), (await cancel()).status]).toEqual([[], 'cancelled']);
    const other = await announce();
    await send(other.id);
    expect(await outcome(ask('cancelAnnouncement', sol, { announcementId: other.id }))).toBe('announcement_sent');
  });

  it('disappears when withdrawn, cancels pending mails, and is restored with its read state', async () => {
    const [ana, ben] = [await createUser(deps), await createUser(deps)];
    const { id } = await announce({ by_mail: true });
    const withdraw = () => ask('withdrawAnnouncement', sol, { announcementId: id });
    expect(await outcome(withdraw())).toBe('announcement_not_sent');
    await send(id);
    const bellOf = async (who: string) => {
      const { items, unread } = await ask('listNotices', who);
      return { items: items.length, unread, version: await versionOfNotices(deps.db, who) };
    };
    const noticeOf = (await ask('listNotices', ana)).items.map((notice) => notice.id);
    await ask('markNoticesRead', ana, {}, { ids: noticeOf });
    const before = [await bellOf(ana), await bellOf(ben)];
    expect(before).toMatchObject([
      { items: 1, unread: 0 },
      { items: 1, unread: 1 },
    ]);

    expect((await withdraw()).status).toBe('withdrawn');
    expect(await now(id)).toMatchObject({ status: 'withdrawn', figures: { recipients: 2, read: 1, mails: 2, mails_waiting: 0 } });
    const gone = [await bellOf(ana), await bellOf(ben)];
    expect(gone).toMatchObject([
      { items: 0, unread: 0 },
      { items: 0, unread: 0 },
    ]);
    for (const [at, { version }] of gone.entries()) expect(version).not.toBe(before[at]?.version);
    // Marking all as read excludes hidden ones.
    await ask('markNoticesRead', ben, {}, { ids: null });

    await ask('restoreAnnouncement', sol, { announcementId: id });
    expect([await bellOf(ana), await bellOf(ben), (await now(id)).status]).toEqual([...before, 'sent']);
    const told = await deps.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
    expect(told.map(({ action }) => action)).toEqual(['announcement.create', 'announcement.withdraw', 'announcement.restore']);
  });

  it('stops when withdrawn during sending, also after it is restored', async () => {
    for (let at = 0; at < 201; at++) await createUser(deps);
    const { id } = await announce();
    const killed = new AbortController();
    killed.abort(new Error('the server stops'));
    await expect(send(id, killed.signal)).rejects.toThrow('the server stops');
    await ask('withdrawAnnouncement', sol, { announcementId: id });
    await send(id);
    expect((await ask('restoreAnnouncement', sol, { announcementId: id })).status).toBe('cancelled');
    await send(id);
    expect(await toldOf(id)).toHaveLength(200);
  });

  it('sent twice is one', async () => {
    const id = uuid7();
    expect((await Promise.all([announce({ id }), announce({ id })])).map((one) => one.id)).toEqual([id, id]);
    expect(await outcome(announce({ id, title: 'Another' }))).toBe('announcement_differs');
  });

  it('is rejected if its id belongs to a different one, and accepted if identical', async () => {
    const { id: organization } = await createOrganization(deps);
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const target = { kind: 'role', role: 'user' };
    const asked = { id: uuid7(), target, link: '/dashboard', by_mail: true, by_push: false, send_at: inHours(2) };
    const first = await announce(asked);
    expect(await announce(asked)).toEqual(first);
    const others = [
      { target: { kind: 'everyone' } },
      { target: { kind: 'role', role: 'member' } },
      { target: { kind: 'organization', id: organization } },
      { link: null },
      { link: '/dashboard/account' },
      { by_mail: false },
      { by_push: true },
      { send_at: inHours(3) },
      { send_at: null },
      { send_at: '1970-01-01T00:00:00Z' },
    ];
    for (const changes of others)
      expect([changes, await outcome(announce({ ...asked, ...changes }))]).toEqual([changes, 'announcement_differs']);
    expect(await now(first.id)).toEqual(first);
    // A time in the past was stored as now, so a repeated request still matches.
    const late = { id: uuid7(), send_at: '1970-01-01T00:00:00Z' };
    const kept = await announce(late);
    expect((await announce(late)).send_at).toBe(kept.send_at);
    expect(await outcome(announce({ ...late, send_at: inHours(1) }))).toBe('announcement_differs');
  });
});

describe('notices', () => {
  it('are read by their recipients', async () => {
    const [ana, ben] = [await createUser(deps), await createUser(deps)];
    for (let at = 0; at < 3; at++) await send((await announce({ title: `News ${at}` })).id);
    const list = (who: string) => ask('listNotices', who);
    const { items, unread } = await list(ana);
    expect([items.map(({ title }) => title).toSorted(), unread]).toEqual([['News 0', 'News 1', 'News 2'], 3]);
    const read = (who: string, ids: string[] | null) => ask('markNoticesRead', who, {}, { ids });
    expect(await read(ben, [items[0]?.id ?? ''])).toEqual({ unread: 3 });
    expect(await read(ana, [items[0]?.id ?? ''])).toEqual({ unread: 2 });
    expect(await read(ana, null)).toEqual({ unread: 0 });
    expect((await list(ben)).unread).toBe(3);
    const rows = await deps.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, ana)));
    expect(rows.every(({ readAt }) => readAt !== null)).toBe(true);
  });
});
