// The repository of members, and of invitations to become one.
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { countWhere } from '#server/db/count-where.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { isProved, rolePermissions, users } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { memberships, organizationInvitations } from '#server/db/schema/organizations.ts';
import { contains, containsLowered } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyPeople, notifyPerson } from '#server/live/topics-repository.ts';
import { flagsOfMember, type MemberFacts, type RoleFlags } from '#server/organizations/policy.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

type Schemas = components['schemas'];

export interface MemberRow extends MemberFacts {
  id: string;
  email: string;
  isProved: boolean;
  firstName: string;
  lastName: string;
  avatarTag: string | null;
  joinedAt: Date;
  overrides: Schemas['MemberFlags'];
  rolePermissions: Schemas['MemberFlags'];
}

const memberColumns = {
  id: memberships.id,
  organizationId: memberships.organizationId,
  userId: memberships.userId,
  /** Members always have an email address. */
  email: sql<string>`coalesce(${users.email}, '')`,
  isProved,
  firstName: users.firstName,
  lastName: users.lastName,
  avatarTag: users.avatarTag,
  role: memberships.role,
  status: memberships.status,
  overrides: memberships.permissions,
  joinedAt: memberships.joinedAt,
  removedAt: memberships.removedAt,
  removedBy: memberships.removedBy,
};

const shownName = sql`(${users.firstName} || ' ' || ${users.lastName})`;

export const memberOrder = keyset<MemberRow, 'name' | 'joined_at'>(
  {
    name: byText(shownName, ({ firstName, lastName }) => `${firstName} ${lastName}`),
    joined_at: byInstant(memberships.joinedAt, (row) => row.joinedAt),
  },
  { column: memberships.id, of: (row) => row.id },
);

interface MemberFilter {
  organizationId: string;
  q?: string | undefined;
  role?: Schemas['MemberRole'] | undefined;
  status?: Schemas['MemberStatus'] | undefined;
  /** Lists former members instead. */
  removed?: boolean | undefined;
}

const isCurrent = isNull(memberships.removedAt);

function matchesMemberFilter({ organizationId, q, role, status, removed }: MemberFilter): SQL | undefined {
  return and(
    eq(memberships.organizationId, organizationId),
    removed ? isNotNull(memberships.removedAt) : isCurrent,
    role && eq(memberships.role, role),
    status && eq(memberships.status, status),
    q === undefined ? undefined : containsLowered(q, users.searchText),
  );
}

export async function listMemberRows(db: Queryable, filter: MemberFilter, { where, orderBy, limit }: Range): Promise<MemberRow[]> {
  const rows = db
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(matchesMemberFilter(filter), where))
    .orderBy(...orderBy)
    .limit(limit);
  return withFlags(db, await rows);
}

/** The number of matches, and the number of invitations per status regardless of the filter. */
export async function countMembers(db: Queryable, filter: MemberFilter): Promise<Pick<Schemas['MemberPage'], 'total' | 'counts'>> {
  const ofStatus = (status: Schemas['MemberStatus']) => countWhere(and(isCurrent, eq(memberships.status, status)));
  const [row] = await db
    .select({
      total: countWhere(matchesMemberFilter(filter)),
      counts: {
        all: countWhere(isCurrent),
        invited: ofStatus('invited'),
        active: ofStatus('active'),
        suspended: ofStatus('suspended'),
        removed: countWhere(isNotNull(memberships.removedAt)),
      },
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, filter.organizationId));
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

/** Includes former members. */
export async function findMember(
  db: Queryable,
  organizationId: string,
  who: { id: string } | { userId: string },
): Promise<MemberRow | null> {
  const isWho = 'id' in who ? eq(memberships.id, who.id) : eq(memberships.userId, who.userId);
  const rows = await db
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), isWho));
  const [row] = await withFlags(db, rows);
  return row ?? null;
}

/** Active admins. */
export async function listActiveAdmins(db: Queryable, organizationId: string): Promise<MemberRow[]> {
  const rows = await db
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.role, 'organization'),
        eq(memberships.status, 'active'),
        isCurrent,
        isNull(users.disabledAt),
      ),
    );
  return withFlags(db, rows);
}

type SelectedMember = Omit<MemberRow, 'overrides' | 'rolePermissions' | 'permissions'> & {
  overrides: (typeof memberships.$inferSelect)['permissions'];
};

async function withFlags(db: Queryable, rows: SelectedMember[]): Promise<MemberRow[]> {
  if (rows.length === 0) return [];
  const table: RoleFlags = await db.select({ role: rolePermissions.role, flag: rolePermissions.flag }).from(rolePermissions);
  return rows.map((row) => ({
    ...row,
    overrides: row.overrides ?? {},
    rolePermissions: flagsOfMember(table, row.role, null),
    permissions: flagsOfMember(table, row.role, row.overrides),
  }));
}

export type MemberChanges = Partial<
  Pick<typeof memberships.$inferInsert, 'role' | 'status' | 'permissions' | 'removedAt' | 'removedBy' | 'joinedAt'>
>;

/** Records when an active member becomes inactive: photos taken until then are still accepted. */
/** Everyone who acts for the organization now. */
/** @param role by default all members */
export async function listActiveMemberIds(db: Queryable, organizationId: string, role?: 'organization' | 'member'): Promise<string[]> {
  const rows = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.status, 'active'),
        isNull(memberships.removedAt),
        role && eq(memberships.role, role),
      ),
    );
  return rows.map(({ userId }) => userId);
}

export async function changeMember(tx: Tx, id: string, changes: MemberChanges): Promise<void> {
  const ceases = Boolean(changes.removedAt) || (changes.status !== undefined && changes.status !== 'active');
  const isActive = sql`${memberships.status} = 'active' and ${memberships.removedAt} is null`;
  const noted = ceases && { activeUntil: sql`case when ${isActive} then clock_timestamp() else ${memberships.activeUntil} end` };
  const [changed] = await tx
    .update(memberships)
    .set({ ...changes, ...noted })
    .where(eq(memberships.id, id))
    .returning({ userId: memberships.userId });
  if (changed) await notifyPerson(tx, changed.userId);
}

export async function insertMember(tx: Tx, member: typeof memberships.$inferInsert): Promise<void> {
  await tx.insert(memberships).values(member);
  await notifyPerson(tx, member.userId);
}

type NewMembership = Pick<typeof memberships.$inferInsert, 'role' | 'status' | 'permissions' | 'joinedAt'>;

/**
 * Adds a member, or restores a former one.
 * @param known the existing membership, if any
 * @returns the id of the membership
 */
export async function addOrRestoreMember(
  tx: Tx,
  known: Pick<MemberRow, 'id'> | null,
  who: Record<'organizationId' | 'userId', string>,
  fresh: NewMembership,
): Promise<string> {
  const id = known?.id ?? uuid7();
  if (known) await changeMember(tx, id, { ...fresh, removedAt: null, removedBy: null });
  else await insertMember(tx, { id, ...who, ...fresh });
  return id;
}

/** Notifies all members that their session has changed. */
export const notifyMembers = (tx: Tx, organizationId: string): Promise<void> =>
  notifyPeople(tx, sql`select user_id from ${memberships} where organization_id = ${organizationId} and removed_at is null`);

/**
 * Whether this user participated in one of the organization’s events, so it already knows their address. Guests don’t count, as they
 * have none.
 */
export async function isKnownParticipant(db: Queryable, organizationId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: eventParticipants.userId })
    .from(eventParticipants)
    .innerJoin(events, eq(events.id, eventParticipants.eventId))
    .innerJoin(users, eq(users.id, eventParticipants.userId))
    .where(and(eq(events.organizationId, organizationId), eq(eventParticipants.userId, userId), isNotNull(users.email)))
    .limit(1);
  return row !== undefined;
}

type InvitationRow = typeof organizationInvitations.$inferSelect;

export type MemberInvitationRow = InvitationRow & { inviter: { firstName: string; lastName: string } | null };

const VALID_DAYS = 14;

const expiry = (from: Date) => new Date(from.getTime() + VALID_DAYS * 24 * 3600 * 1000);

export function memberInvitationStatus(
  { usedAt, revokedAt, expiresAt }: InvitationRow,
  now = new Date(),
): Schemas['MemberInvitationStatus'] {
  if (usedAt) return 'used';
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'pending';
}

const isOpenInvitation = and(isNull(organizationInvitations.usedAt), isNull(organizationInvitations.revokedAt));

const hasInvitationStatus = (status: 'pending' | 'expired' | 'revoked' | undefined): SQL | undefined => {
  if (status === 'revoked') return and(isNull(organizationInvitations.usedAt), isNotNull(organizationInvitations.revokedAt));
  if (status === undefined) return isOpenInvitation;
  const compare = status === 'pending' ? gt : lte;
  return and(isOpenInvitation, compare(organizationInvitations.expiresAt, sql`now()`));
};

export const memberInvitationOrder = keyset<MemberInvitationRow, 'sent_at'>(
  { sent_at: byInstant(organizationInvitations.sentAt, (row) => row.sentAt) },
  { column: organizationInvitations.id, of: (row) => row.id },
);

interface MemberInvitationFilter {
  organizationId: string;
  q?: string | undefined;
  status?: 'pending' | 'expired' | 'revoked' | undefined;
}

const matchesInvitationFilter = ({ organizationId, q, status }: MemberInvitationFilter) =>
  and(
    eq(organizationInvitations.organizationId, organizationId),
    hasInvitationStatus(status),
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
    .where(and(matchesInvitationFilter(filter), where))
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map(({ invitation, inviter }) => ({ ...invitation, inviter }));
}

/** The number of matches, and the number of invitations per status regardless of the filter. */
export async function countMemberInvitations(
  db: Queryable,
  filter: MemberInvitationFilter,
): Promise<Pick<Schemas['MemberInvitationPage'], 'total' | 'counts'>> {
  const [row] = await db
    .select({
      total: countWhere(matchesInvitationFilter(filter)),
      counts: {
        pending: countWhere(hasInvitationStatus('pending')),
        expired: countWhere(hasInvitationStatus('expired')),
        revoked: countWhere(hasInvitationStatus('revoked')),
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

/** Finds an invitation by either of its links. `isMailed`: by the emailed one. */
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

/** The unused invitations of these addresses, including expired ones. */
export async function findOpenInvitations(db: Queryable, organizationId: string, emails: readonly string[]): Promise<InvitationRow[]> {
  return db
    .select()
    .from(organizationInvitations)
    .where(
      and(
        eq(organizationInvitations.organizationId, organizationId),
        inArray(organizationInvitations.email, [...emails]),
        isOpenInvitation,
      ),
    );
}

interface NewMemberInvitations {
  organizationId: string;
  invitedBy: string;
  role: Schemas['MemberRole'];
  message: string;
  /** Distinct, in lower case. */
  people: readonly { email: string; token: string; mailedToken: string }[];
}

/**
 * Requires a locked organization. Replaces unused invitations of the same addresses. Each invitation has two links: one is emailed and
 * proves the
 * address, the other is passed on by the inviter. Anyone with a link gets in, so only hashes are stored. Returns rows in the order of
 * `people`.
 */
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

/** False if it was used or revoked before. */
export async function revokeMemberInvitationRow(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(organizationInvitations)
    .set({ revokedAt: new Date() })
    .where(and(eq(organizationInvitations.id, id), isOpenInvitation));
  return (rowCount ?? 0) > 0;
}

/** Requires a locked organization. False if the address has another open invitation. */
export async function restoreMemberInvitationRow(tx: Tx, { id, organizationId, email }: InvitationRow): Promise<boolean> {
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
  /** Includes suspended members, but not those who haven’t accepted yet. */
  isMember: boolean;
  isRemoved: boolean;
}

/** Those of these addresses that belong to current or former members. */
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
