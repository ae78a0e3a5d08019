// The lifecycle of a ticket: sent once, answered, emailed, read, closed and reopened; not visible to others.
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { mutedMails } from '#server/db/schema/notifications.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { ticketMessages, tickets } from '#server/db/schema/support.ts';
import type { Handlers } from '#server/http/operation.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { anonymizeUser } from '#server/own-data/own-data-repository.ts';
import { supportOperations } from '#server/support/operations.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewerOf } from '#tests/support/factories/database.ts';
import { listNotifications, emailSubjectsTo } from '#tests/support/notifications.ts';
import { callOf, outcome } from '#tests/support/operations.ts';
import { readPages } from '#tests/support/pages.ts';

type Operation = keyof ReturnType<typeof supportOperations>;
type AnswerOf<Id extends Operation> = Awaited<ReturnType<Handlers[Id]>> extends infer A ? (A extends { body: infer B } ? B : never) : never;
type Parts = { path?: Record<string, string>; query?: unknown; body?: unknown };

let deps: TestDeps;
let operations: ReturnType<typeof supportOperations>;
let agent: string;
beforeAll(async () => {
  deps = await openTestDeps();
  operations = supportOperations(deps, {
    limits: await createRateLimits(deps),
    pictures: { previewOf: (bytes) => Promise.resolve(bytes) },
  });
  agent = await createUser(deps, { firstName: 'Ada', role: 'admin' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

async function ask<Id extends Operation>(id: Id, userId: string, { path = {}, query, body }: Parts = {}): Promise<AnswerOf<Id>> {
  const handler = operations[id] as unknown as (call: unknown) => Promise<{ body?: unknown }>;
  return (await handler(callOf(await viewerOf(deps, userId), path, { query, body }))).body as never;
}

const write = (userId: string, body: object = {}) =>
  ask('createTicket', userId, { body: { id: uuid7(), category: 'problem', message: 'Three photos do not leave my phone.', ...body } });
const say = (userId: string, ticketId: string, text: string, id = uuid7()) =>
  ask('addTicketMessage', userId, { path: { ticketId }, body: { id, text } });
const thread = (userId: string, ticketId: string) => ask('getTicket', userId, { path: { ticketId } });
const setStatus = (userId: string, ticketId: string, status: string) =>
  ask('setTicketStatus', userId, { path: { ticketId }, body: { status } });
const trailOf = async (id: string) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(({ action }) => action);

describe('a ticket', () => {
  it('that is sent repeatedly, also concurrently, is one', async () => {
    const person = await createUser(deps);
    const id = uuid7();
    const sent = await Promise.all(Array.from({ length: 5 }, () => write(person, { id, diagnostics: 'Online: yes' })));
    expect(new Set(sent.map((ticket) => ticket.id))).toEqual(new Set([id]));
    expect(await write(person, { id })).toMatchObject({ id, status: 'open', messages_count: 1, unread_answers: 0, screenshot_url: null });
    expect(await deps.db.select().from(ticketMessages).where(eq(ticketMessages.ticketId, id))).toHaveLength(1);
    expect(await trailOf(id)).toEqual(['ticket.create']);
    expect(await thread(person, id)).toMatchObject({ diagnostics: 'Online: yes', messages: [{ id, from: 'person', author: 'Ana Test' }] });
  });

  it('with an id of another is rejected, and reveals nothing about it', async () => {
    const [person, other] = [await createUser(deps), await createUser(deps)];
    const { id } = await write(person);
    expect(await outcome(write(other, { id }))).toBe('ticket_differs');
    expect(await outcome(write(person, { id, message: 'Something else.' }))).toBe('ticket_differs');
    const reply = await say(person, id, 'One more thing.');
    // A new message with an existing id.
    expect(await outcome(write(person, { id: reply.id }))).toBe('ticket_differs');
    expect(await outcome(say(other, (await write(other)).id, 'Mine.', reply.id))).toBe('message_differs');
    expect(await deps.db.select().from(tickets).where(eq(tickets.id, reply.id))).toEqual([]);
  });

  it('is visible only to its owner and to those who answer', async () => {
    const { id } = await write(await createUser(deps));
    const stranger = await createUser(deps);
    const asked = [() => thread(stranger, id), () => say(stranger, id, 'Hello'), () => setStatus(stranger, id, 'closed')];
    for (const attempt of asked) expect(await outcome(attempt())).toBe('not_found');
    expect(await outcome(ask('listTickets', stranger))).toBe('forbidden');
    expect((await thread(agent, id)).ticket.person).toMatchObject({ name: 'Ana Test' });
    expect(await outcome(ask('markTicketRead', agent, { path: { ticketId: id }, body: { message_id: id } }))).toBe('forbidden');
  });

  it('is answered: announced by one email, unread until seen, open again after a reply', async () => {
    const person = await createUser(deps);
    const { id } = await write(person);
    const answerId = uuid7();
    const answered = await Promise.all([1, 2].map(() => say(agent, id, 'Open queue.\nWhat stands there?', answerId)));
    expect(answered[0]).toMatchObject({ from: 'support', author: 'Ada' });
    const sent = await deps.db
      .select()
      .from(mails)
      .where(like(mails.key, `ticket-answer:${answerId}`));
    expect(sent.map(({ subject }) => subject)).toEqual(['You have an answer from support']);
    expect(sent[0]?.content).toContain(`/dashboard/feedback-support?ticket=${id}`);
    expect(sent[0]?.content).not.toContain('Three photos');

    const [listed] = (await ask('listOwnTickets', person)).items;
    expect(listed).toMatchObject({ id, status: 'answered', unread_answers: 1, messages_count: 2 });
    const second = await say(agent, id, 'And is there room left?');
    const read = (messageId: string) => ask('markTicketRead', person, { path: { ticketId: id }, body: { message_id: messageId } });
    expect((await read(answerId)).unread_answers, 'later answers remain unread').toBe(1);
    expect((await read(second.id)).unread_answers).toBe(0);
    expect((await read(id)).unread_answers, 'read answers remain read').toBe(0);
    expect(await outcome(read((await write(person)).id))).toBe('not_found');

    await say(person, id, 'It says: too large.');
    const { ticket, messages } = await thread(person, id);
    expect(ticket.status).toBe('open');
    expect(messages.map(({ from }) => from)).toEqual(['person', 'support', 'support', 'person']);
    expect(await trailOf(id)).toEqual(['ticket.create', 'ticket.answer', 'ticket.answer', 'ticket.reply']);
  });

  it('notifies super admins when it is opened and reopened, without its content', async () => {
    const boss = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
    const person = await createUser(deps);
    const { id } = await write(person);
    await write(person, { id });
    await say(person, id, 'It says: too large.');
    await say(agent, id, 'Is there room left?');
    await say(person, id, 'Yes.');
    const told = ['New support request', 'A support request is open again'];
    expect(await listNotifications(deps, boss)).toEqual(told.map((title) => [title, `/super-admin/users?tab=tickets&ticket=${id}`]));
    expect(await emailSubjectsTo(deps, boss)).toEqual(told);
    await deps.db.update(users).set({ role: 'user' }).where(eq(users.id, boss));
  });

  it('of a user who muted these emails is answered without one', async () => {
    const person = await createUser(deps);
    await deps.db.insert(mutedMails).values({ userId: person, kind: 'support_answers', organizationId: null });
    const { id } = await write(person);
    const answer = await say(agent, id, 'Yes.');
    expect(
      await deps.db
        .select()
        .from(mails)
        .where(eq(mails.key, `ticket-answer:${answer.id}`)),
    ).toEqual([]);
  });

  it('of a guest is answered without an email', async () => {
    const guest = await createUser(deps);
    await deps.db.update(users).set({ email: null }).where(eq(users.id, guest));
    const { id } = await write(guest);
    const answer = await say(agent, id, 'Yes.');
    expect(
      await deps.db
        .select()
        .from(mails)
        .where(eq(mails.key, `ticket-answer:${answer.id}`)),
    ).toEqual([]);
  });

  it('is closed and reopened by its owner, and marked as answered by others only', async () => {
    const person = await createUser(deps);
    const { id } = await write(person);
    expect((await setStatus(person, id, 'closed')).status).toBe('closed');
    expect((await setStatus(person, id, 'closed')).status).toBe('closed');
    expect((await setStatus(person, id, 'open')).status).toBe('open');
    expect(await outcome(setStatus(person, id, 'answered'))).toBe('forbidden');
    expect((await setStatus(agent, id, 'answered')).status).toBe('answered');
    await setStatus(person, id, 'closed');
    await say(person, id, 'It happened again.');
    expect((await thread(person, id)).ticket.status).toBe('open');
    expect((await trailOf(id)).filter((action) => action === 'ticket.change_status')).toHaveLength(4);
  });

  it('is rate limited, and counts once however often it is sent', async () => {
    const person = await createUser(deps);
    const id = uuid7();
    for (let again = 0; again < 30; again++) await write(person, { id });
    for (let more = 0; more < 19; more++) await write(person);
    expect(await outcome(write(person))).toBe('too_many_requests');
    expect(await outcome(say(person, id, 'Still there?'))).toBe('too_many_requests');
    expect(await outcome(write(person, { id }))).toBe('done');
  });

  it('is deleted with its owner’s account', async () => {
    const person = await createUser(deps);
    const { id } = await write(person);
    await say(agent, id, 'Yes.');
    await ask('uploadTicketScreenshot', person, { path: { ticketId: id }, body: { file: Buffer.from('picture') } });
    expect((await thread(person, id)).ticket.screenshot_url).toBe(`/api/v1/tickets/${id}/screenshot`);
    await deps.db.transaction((tx) => anonymizeUser(tx, person));
    expect(await outcome(thread(agent, id))).toBe('not_found');
    expect(await deps.db.select().from(ticketMessages).where(eq(ticketMessages.ticketId, id))).toEqual([]);
  });
});

describe('the inbox', () => {
  it('is searched, filtered, counted and paged', async () => {
    const person = await createUser(deps, { firstName: 'Zuzana' });
    const made = [];
    for (let index = 0; index < 5; index++) made.push(await write(person, { category: 'idea', message: `A map of the venue, ${index} %` }));
    await say(agent, made[0]!.id, 'Soon.');
    await setStatus(agent, made[1]!.id, 'closed');
    const list = (query: object) => ask('listTickets', agent, { query });
    expect(await list({ q: 'zuzana te', status: 'open' })).toMatchObject({ total: 3 });
    expect((await list({ q: '3 %' })).items.map(({ id }) => id)).toEqual([made[3]!.id]);
    expect((await list({ q: 'Zuzana', category: 'problem' })).items).toEqual([]);
    expect((await list({ q: 'Zuzana', status: 'answered' })).items).toMatchObject([{ id: made[0]!.id, messages_count: 2 }]);
    const { counts } = await list({ q: 'Zuzana' });
    expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(5);
    for (const sort of ['waiting', 'created_at', '-updated_at']) {
      const { forth, back } = await readPages((cursor) => list({ q: 'Zuzana', sort, limit: 2, cursor }));
      expect(new Set(forth.flat().map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
      expect(forth.map((page) => page.length)).toEqual([2, 2, 1]);
      expect(back.flat().map(({ id }) => id)).toEqual(
        forth
          .slice(0, -1)
          .flat()
          .map(({ id }) => id),
      );
    }
  });

  it('starts with the longest waiting ticket', async () => {
    const person = await createUser(deps, { firstName: 'Quirin' });
    const made = [];
    for (let index = 0; index < 4; index++) made.push((await write(person, { message: `Nobody answers, ${index}` })).id);
    const [first, second, third, fourth] = made as [string, string, string, string];
    const ago = (id: string, minutes: number) =>
      deps.db
        .update(tickets)
        .set({ updatedAt: new Date(Date.now() - minutes * 60_000) })
        .where(eq(tickets.id, id));
    await say(agent, first, 'Here we are.');
    await setStatus(person, second, 'closed');
    await ago(first, 4);
    await ago(second, 3);
    await ago(third, 2);
    await ago(fourth, 1);
    const { items } = await ask('listTickets', agent, { query: { q: 'Quirin' } });
    expect(items.map(({ id }) => id)).toEqual([third, fourth, second, first]);
  });
});
