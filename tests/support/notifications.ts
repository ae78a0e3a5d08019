// What a person finds behind the bell, and the subjects of the mails that go to them, the first one first, for unit tests.
import { asc, eq } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/operation.ts';
import { notificationOperations } from '#server/notifications/operations.ts';
import { viewer } from '#tests/support/factories/database.ts';
import { callOf } from './operations.ts';

type Answer = Extract<Awaited<ReturnType<Handlers['listNotices']>>, { body: unknown }>['body'];

export async function listNotifications(deps: Deps, userId: string): Promise<[title: string, link: string | null][]> {
  const call = callOf<'listNotices'>(viewer(userId), {}, { query: { limit: 50 } });
  const { body } = (await notificationOperations(deps).listNotices(call)) as { body: Answer };
  return body.items.map(({ title, link }): [string, string | null] => [title, link]).toReversed();
}

export async function emailSubjectsTo(deps: Deps, userId: string): Promise<string[]> {
  const rows = await deps.db
    .select({ subject: mails.subject })
    .from(mails)
    .innerJoin(users, eq(users.email, mails.recipient))
    .where(eq(users.id, userId))
    .orderBy(asc(mails.id));
  return rows.map(({ subject }) => subject);
}
