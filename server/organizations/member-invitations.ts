// The repository of invitations to become a member. Each has two links: one that is mailed to the address, and proves it, and one that the
// organization passes on by itself. Whoever holds a link is let in, so only their hashes are kept.
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { countWhere } from '#server/db/count-where.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { memberships, organizationInvitations } from '#server/db/schema/organizations.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

type Schemas = components['schemas'];
type Row = typeof organizationInvitations.$inferSelect;
export type MemberInvitationRow = Row & { inviter: { firstName: string; lastName: string } | null };

const VALID_DAYS = 14;
const expiry = (from: Date) => new Date(from.getTime() + VALID_DAYS * 24 * 3600 * 1000);

export function memberInvitationStatus({ usedAt, revokedAt, expiresAt }: Row, now = new Date()): Schemas['MemberInvitationStatus'] {
  if (usedAt) return 'used';
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'pending';
}

const isOpen = and(isNull(organizationInvitations.usedAt), isNull(organizationInvitations.revokedAt));
const isOfStatus = (status: 'pending' | 'expired' | 'revoked' | undefined): SQL | undefined => {
  if (status === 'revoked') return and(isNull(organizationInvitations.usedAt), isNotNull(organizationInvitations.revokedAt));
  if (status === undefined) return isOpen;
  const compare = status === 'pending' ? gt : lte;
  return and(isOpen, compare(organizationInvitations.expiresAt, sql`now()`));
};

export const memberInvitationOrder = keyset<MemberInvitationRow, 'sent_at'>(
  { sent_at: byInstant(organizationInvitations.sentAt, (row) => row.sentAt) },
  { column: organizationInvitations.id, of: (row) => row.id },
);

export interface MemberInvitationFilter {
  organizationId: string;
  q?: string | undefined;
  status?: 'pending' | 'expired' | 'revoked' | undefined;
}

const matching = ({ organizationId, q, status }: MemberInvitationFilter) =>
  and(
    eq(organizationInvitations.organizationId, organizationId),
    isOfStatus(status),
    q === undefined ? undefined : contains(q, organizationInvitations.email),
  );

const withInviter = (db: Queryable) =>
  db
    .select({ invitation: organizationInvitations, inviter: { firstName: users.firstName, lastName: users.lastName } })
    .from(organizationInvitations)
    .leftJoin(users, eq(users.id, organizationInvitations.invitedBy));

export async function listMemberInvitationRows(
  db: Queryable,
  filter: MemberInvitationFilter,
  { where, orderBy, limit }: Range,
): Promise<MemberInvitationRow[]> {
  const rows = await withInviter(db)
    .where(and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map(({ invitation, inviter }) => ({ ...invitation, inviter }));
}

/** How many the filters leave, and how many there are of each status whatever the filters say. */
export async function countMemberInvitations(
  db: Queryable,
  filter: MemberInvitationFilter,
): Promise<Pick<Schemas['MemberInvitationPage'], 'total' | 'counts'>> {
  const [row] = await db
    .select({
      total: countWhere(matching(filter)),
      counts: {
        pending: countWhere(isOfStatus('pending')),
        expired: countWhere(isOfStatus('expired')),
        revoked: countWhere(isOfStatus('revoked')),
      },
    })
    .from(organizationInvitations)
    .where(eq(organizationInvitations.organizationId, filter.organizationId));
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

export async function findMemberInvitation(db: Queryable, organizationId: string, id: string): Promise<MemberInvitationRow | null> {
  const ofOrganization = eq(organizationInvitations.organizationId, organizationId);
  const [row] = await withInviter(db).where(and(ofOrganization, eq(organizationInvitations.id, id)));
  return row ? { ...row.invitation, inviter: row.inviter } : null;
}

/** By either of its links. `isMailed`: by the one in the mail. */
export async function findMemberInvitationByToken(
  db: Queryable,
  token: string,
): Promise<(MemberInvitationRow & { isMailed: boolean }) | null> {
  const hash = hashSecret(token);
  const [row] = await withInviter(db).where(
    or(eq(organizationInvitations.tokenHash, hash), eq(organizationInvitations.mailedTokenHash, hash)),
  );
  return row ? { ...row.invitation, inviter: row.inviter, isMailed: row.invitation.mailedTokenHash === hash } : null;
}

/** The unused ones of these addresses, expired or not. */
export async function findOpenInvitations(db: Queryable, organizationId: string, emails: readonly string[]): Promise<Row[]> {
  return db
    .select()
    .from(organizationInvitations)
    .where(and(eq(organizationInvitations.organizationId, organizationId), inArray(organizationInvitations.email, [...emails]), isOpen));
}

export interface NewMemberInvitations {
  organizationId: string;
  invitedBy: string;
  role: Schemas['MemberRole'];
  message: string;
  /** Each address once, in lower case. */
  people: readonly { email: string; token: string; mailedToken: string }[];
}

/** The caller has locked the organization. An unused invitation of an address becomes this one. In the order of the people. */
export async function writeMemberInvitations(tx: Tx, { people, ...same }: NewMemberInvitations): Promise<MemberInvitationRow[]> {
  if (people.length === 0) return [];
  const sentAt = new Date();
  const sent = { ...same, sentAt, expiresAt: expiry(sentAt) };
  await tx
    .insert(organizationInvitations)
    .values(
      people.map(({ email, token, mailedToken }) => ({
        id: uuid7(),
        email,
        tokenHash: hashSecret(token),
        mailedTokenHash: hashSecret(mailedToken),
        ...sent,
      })),
    )
    .onConflictDoUpdate({
      target: [organizationInvitations.organizationId, organizationInvitations.email],
      targetWhere: sql`used_at is null and revoked_at is null`,
      set: { ...sent, tokenHash: sql`excluded.token_hash`, mailedTokenHash: sql`excluded.mailed_token_hash` },
    });
  const isOfThem = inArray(
    organizationInvitations.tokenHash,
    people.map(({ token }) => hashSecret(token)),
  );
  const rows = await withInviter(tx).where(isOfThem);
  const byEmail = new Map(rows.map(({ invitation, inviter }) => [invitation.email, { ...invitation, inviter }]));
  return people.flatMap(({ email }) => byEmail.get(email) ?? []);
}

/** Returns false when it was used or taken back before. */
export async function revokeMemberInvitationRow(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(organizationInvitations)
    .set({ revokedAt: new Date() })
    .where(and(eq(organizationInvitations.id, id), isOpen));
  return (rowCount ?? 0) > 0;
}

/** The caller has locked the organization. Returns false when the address has another one by now. */
export async function restoreMemberInvitationRow(tx: Tx, { id, organizationId, email }: Row): Promise<boolean> {
  if ((await findOpenInvitations(tx, organizationId, [email])).length > 0) return false;
  await tx.update(organizationInvitations).set({ revokedAt: null }).where(eq(organizationInvitations.id, id));
  return true;
}

export async function markMemberInvitationUsed(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.update(organizationInvitations).set({ usedBy: userId, usedAt: new Date() }).where(eq(organizationInvitations.id, id));
}

export interface KnownAddress {
  email: string;
  role: Schemas['MemberRole'];
  /** A member, suspended ones too. Who was asked and has not answered is none. */
  isMember: boolean;
  isRemoved: boolean;
}

/** Those of these addresses whose accounts the organization has, or had, among its people. */
export async function findKnownAddresses(db: Queryable, organizationId: string, emails: readonly string[]): Promise<KnownAddress[]> {
  if (emails.length === 0) return [];
  const rows = await db
    .select({
      email: sql<string>`lower(${users.email})`,
      role: memberships.role,
      status: memberships.status,
      removedAt: memberships.removedAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), inArray(sql`lower(${users.email})`, [...emails])));
  return rows.map(({ email, role, status, removedAt }) => {
    const isRemoved = removedAt !== null;
    return { email, role, isRemoved, isMember: !isRemoved && status !== 'invited' };
  });
}
