// The repository of what people do not want to be written or pushed, and of whom that leaves.
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { rolePermissions, users } from '#server/db/schema/accounts.ts';
import { mutedMails, mutedPushes } from '#server/db/schema/notifications.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Choice, Notification, NotificationKind } from '#server/notifications/kinds.ts';

export interface Recipient {
  userId: string;
  email: string;
}

export async function listMuted(db: Queryable, userId: string): Promise<Choice[]> {
  const mailsOff = await db
    .select({ kind: mutedMails.kind, organizationId: mutedMails.organizationId })
    .from(mutedMails)
    .where(eq(mutedMails.userId, userId));
  const pushesOff = await db
    .select({ kind: mutedPushes.kind, organizationId: mutedPushes.organizationId })
    .from(mutedPushes)
    .where(eq(mutedPushes.userId, userId));
  return [
    ...mailsOff.map((mail) => ({ ...mail, channel: 'mail' as const })),
    ...pushesOff.map((push) => ({ ...push, channel: 'push' as const })),
  ];
}

/** Repeating it changes nothing. */
export async function setMuted(tx: Tx, userId: string, { kind, organizationId, channel }: Choice, isMuted: boolean): Promise<void> {
  const muted = channel === 'mail' ? mutedMails : mutedPushes;
  if (isMuted) await tx.insert(muted).values({ userId, kind, organizationId }).onConflictDoNothing();
  else await tx.delete(muted).where(and(eq(muted.userId, userId), isOf(muted, { kind, organizationId })));
}

const isOf = (muted: typeof mutedMails | typeof mutedPushes, { kind, organizationId }: Notification): SQL | undefined =>
  and(eq(muted.kind, kind), organizationId === null ? isNull(muted.organizationId) : eq(muted.organizationId, organizationId));

/** Of `users`: they have an address, their account is open, and they did not switch this off. */
export const wantsMail = (mail: Notification): SQL | undefined =>
  and(
    isNotNull(users.email),
    isNull(users.disabledAt),
    sql`not exists (select 1 from ${mutedMails} where ${mutedMails.userId} = ${users.id} and ${isOf(mutedMails, mail)})`,
  );

const recipient = { userId: users.id, email: sql<string>`${users.email}` };

/** The active admins of an organization who want this mail; of what it is billed for, those who manage its settings. */
export function listAdminsToMail(tx: Tx, organizationId: string, kind: NotificationKind): Promise<Recipient[]> {
  const byRole = sql`exists (select 1 from ${rolePermissions} where ${rolePermissions.role} = 'organization' and ${rolePermissions.flag} = 'manage_org_settings')`;
  const manages = sql`coalesce((${memberships.permissions} ->> 'manage_org_settings')::boolean, ${byRole})`;
  return tx
    .select(recipient)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.role, 'organization'),
        eq(memberships.status, 'active'),
        isNull(memberships.removedAt),
        kind === 'organization_decisions' ? undefined : manages,
        wantsMail({ kind, organizationId }),
      ),
    );
}

/** The super admins; without an address those who do not want this mail. */
export function listSuperAdmins(tx: Tx, kind: NotificationKind): Promise<{ userId: string; email: string | null }[]> {
  const isMailed = wantsMail({ kind, organizationId: null });
  return tx
    .select({ userId: users.id, email: sql<string | null>`case when ${isMailed} then ${users.email} end` })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), isNull(users.disabledAt), isNull(users.deletedAt)))
    .orderBy(users.id);
}

/** This person, if they want this mail. */
export async function findRecipient(tx: Tx, userId: string, mail: Notification): Promise<Recipient | undefined> {
  const [row] = await tx
    .select(recipient)
    .from(users)
    .where(and(eq(users.id, userId), wantsMail(mail)));
  return row;
}

/** This person, whatever mails they switched off: what they must hear. */
export async function findMandatoryRecipient(tx: Tx, userId: string): Promise<Recipient | undefined> {
  const [row] = await tx
    .select(recipient)
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.email), isNull(users.disabledAt)));
  return row;
}

/** Of a person, with the names of the organizations that they are about. */
export const listMutedMails = (db: Queryable, userId: string) =>
  db
    .select({ kind: mutedMails.kind, organization: organizations.name })
    .from(mutedMails)
    .leftJoin(organizations, eq(organizations.id, mutedMails.organizationId))
    .where(eq(mutedMails.userId, userId));
