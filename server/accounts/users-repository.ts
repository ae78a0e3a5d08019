// The repository of users: people, guests, avatars, the permissions of roles.
import { and, count, eq, gt, inArray, isNotNull, isNull, or, sql, type SQL, sum } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import type { PersonFacts } from '#server/accounts/policy.ts';
import { isRedeemable } from '#server/billing/usage-repository.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import {
  avatars,
  isProved,
  loginChallenges,
  passkeys,
  type PermissionFlag,
  rolePermissions,
  sessions,
  twoFactors,
  users,
} from '#server/db/schema/accounts.ts';
import { eventInvitations, eventParticipants, events } from '#server/db/schema/events.ts';
import { generatedImages } from '#server/db/schema/generation.ts';
import { memberships, organizationInvitations, organizations } from '#server/db/schema/organizations.ts';
import { keptBytes, photos } from '#server/db/schema/photos.ts';
import { containsLowered } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyPerson } from '#server/live/topics-repository.ts';

export interface MembershipRow {
  id: string;
  organization_id: string;
  organization_name: string;
  role: 'organization' | 'member';
  status: 'invited' | 'active' | 'suspended';
  permissions: Partial<Record<PermissionFlag, boolean>> | null;
  organization_status: (typeof organizations.$inferSelect)['status'];
}

interface RolePermissionRow {
  role: Role;
  flag: PermissionFlag;
}

/**
 * A user with everything that determines role and flags, in one query, because it runs for each request. Columns are qualified by hand:
 * drizzle omits the table if a query has only one, and a subquery would then resolve the column to its own table.
 */
export const personFacts = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  platformRole: users.role,
  isVerified: users.isVerified,
  dateLocale: users.dateLocale,
  avatarTag: users.avatarTag,
  disabledAt: users.disabledAt,
  memberships: sql<MembershipRow[]>`coalesce((select json_agg(json_build_object('id', m.id, 'organization_id', m.organization_id,
    'organization_name', o.name, 'role', m.role, 'status', m.status, 'permissions', m.permissions, 'organization_status', o.status) order by m.joined_at, m.id)
    from ${memberships} m join ${organizations} o on o.id = m.organization_id where m.user_id = users.id and m.removed_at is null and o.deleted_at is null), '[]'::json)`,
};

export const personColumns = {
  ...personFacts,
  rolePermissions: sql<RolePermissionRow[]>`coalesce((select json_agg(json_build_object('role', r.role, 'flag', r.flag))
    from ${rolePermissions} r), '[]'::json)`,
};

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export async function findPerson(db: Queryable, userId: string) {
  const [row] = await db.select(personColumns).from(users).where(eq(users.id, userId));
  return row;
}

/** @param address of the request: the result includes whether this user has signed in from it before */
export async function findCredentials(db: Queryable, email: string, address: string) {
  const [row] = await db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      disabledAt: users.disabledAt,
      isAddressKnown: sql<boolean>`exists (select 1 from ${sessions} s where s.user_id = users.id and s.address = ${address})`,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  return row;
}

/** The organizations of the user’s active memberships. */
export async function listOrganizationsOf(db: Queryable, userId: string) {
  const rows = await db
    .select({ organization: organizations })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(eq(memberships.userId, userId), eq(memberships.status, 'active'), isNull(memberships.removedAt), isNull(organizations.deletedAt)),
    )
    .orderBy(memberships.joinedAt, memberships.id);
  return rows.map((row) => row.organization);
}

/** False when the email address is taken. */
export async function insertUser(tx: Queryable, user: typeof users.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return rows.length > 0;
}

/** Whether an unused invitation to an organization or an event exists for this address. */
export async function isInvited(db: Queryable, email: string): Promise<boolean> {
  const toWork = db
    .select({ id: organizationInvitations.id })
    .from(organizationInvitations)
    .where(and(eq(organizationInvitations.email, email), isRedeemable));
  const toEvent = db
    .select({ id: eventInvitations.id })
    .from(eventInvitations)
    .where(and(eq(eventInvitations.email, email), isNull(eventInvitations.usedAt), isNull(eventInvitations.revokedAt)));
  const { rows } = await db.execute<{ invited: boolean }>(sql`select exists ${toWork} or exists ${toEvent} as invited`);
  return rows[0]?.invited === true;
}

/** Locks the user’s credentials until the transaction ends. */
export async function lockCredentials(tx: Queryable, userId: string) {
  const [row] = await tx
    .select({
      email: users.email,
      emailSince: users.emailSince,
      passwordHash: users.passwordHash,
      isVerified: users.isVerified,
      isProved,
      disabledAt: users.disabledAt,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return row;
}

/** Undefined for a guest, who has neither email address nor password. */
export async function findFullAccount(db: Queryable, userId: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash, isVerified: users.isVerified, isProved })
    .from(users)
    .where(eq(users.id, userId));
  return row && row.email !== null ? { ...row, email: row.email } : undefined;
}

export async function findUserByEmail(db: Queryable, email: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNull(users.disabledAt)));
  return row && { id: row.id, email: row.email ?? email };
}

/** Cancels logins in progress. */
export async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
}

/** Undefined fields don’t change. */
export async function setProfile(
  tx: Queryable,
  userId: string,
  profile: Partial<Pick<typeof users.$inferInsert, 'firstName' | 'lastName' | 'dateLocale'>>,
): Promise<void> {
  await tx
    .update(users)
    .set(profile)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}

/** @param by verification by an admin doesn’t prove that the owner reads the address */
export async function markVerified(tx: Queryable, userId: string, by: 'owner' | 'admin'): Promise<void> {
  await tx
    .update(users)
    .set({ isVerified: true, verifiedByAdmin: by === 'admin' })
    .where(eq(users.id, userId));
}

const shownName = sql`(${users.firstName} || ' ' || ${users.lastName})`;

const platformUserColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  avatarTag: users.avatarTag,
  role: users.role,
  organizationsRun: sql<number>`(
    select count(*) from ${memberships} m join ${organizations} o on o.id = m.organization_id
    where m.user_id = users.id and m.role = 'organization' and m.status = 'active' and m.removed_at is null and o.deleted_at is null
  )`.mapWith(Number),
  isVerified: users.isVerified,
  isProved,
  disabledAt: users.disabledAt,
  createdAt: users.createdAt,
  lastSeenAt: sql<Date | null>`(select max(s.last_used_at) from ${sessions} s where s.user_id = users.id)`.mapWith(sessions.lastUsedAt),
};

export type PlatformUserRow = Awaited<ReturnType<typeof listUsers>>[number];

export const platformUserOrder = keyset<Pick<PlatformUserRow, 'id' | 'firstName' | 'lastName' | 'createdAt'>, 'name' | 'created_at'>(
  {
    name: byText(shownName, ({ firstName, lastName }) => `${firstName} ${lastName}`),
    created_at: byInstant(users.createdAt, (row) => row.createdAt),
  },
  { column: users.id, of: (row) => row.id },
);

interface PlatformUserFilter {
  q?: string | undefined;
  role?: PlatformRole | 'guest' | undefined;
  state?: 'active' | 'suspended' | 'unverified' | undefined;
}

const platformUserStates: Record<NonNullable<PlatformUserFilter['state']>, SQL | undefined> = {
  active: isNull(users.disabledAt),
  suspended: isNotNull(users.disabledAt),
  unverified: and(isNull(users.disabledAt), isNotNull(users.email), eq(users.isVerified, false)),
};

const matchesPlatformUserFilter = ({ q, role, state }: PlatformUserFilter): SQL | undefined =>
  and(
    isNull(users.deletedAt),
    role === 'guest' ? isNull(users.email) : role && and(eq(users.role, role), isNotNull(users.email)),
    state && platformUserStates[state],
    q === undefined ? undefined : containsLowered(q, users.searchText),
  );

export const listUsers = (db: Queryable, filter: PlatformUserFilter, { where, orderBy, limit }: Range) =>
  db
    .select(platformUserColumns)
    .from(users)
    .where(and(matchesPlatformUserFilter(filter), where))
    .orderBy(...orderBy)
    .limit(limit);

export async function countPlatformUsers(db: Queryable, filter: PlatformUserFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(users).where(matchesPlatformUserFilter(filter));
  return row?.total ?? 0;
}

/** Excludes deleted users. */
export const findPlatformUsers = (db: Queryable, ids: readonly string[]) =>
  db
    .select(platformUserColumns)
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.deletedAt)));

/** Undefined if the user doesn’t exist or was deleted. */
export async function findPlatformUser(db: Queryable, id: string): Promise<PlatformUserRow | undefined> {
  const [row] = await findPlatformUsers(db, [id]);
  return row;
}

/** Further facts for the details page. */
export async function readUserFacts(db: Queryable, userId: string) {
  const [[open], [factor], [keys], [shot], [made]] = await Promise.all([
    db
      .select({ n: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`))),
    db.select({ confirmedAt: twoFactors.confirmedAt }).from(twoFactors).where(eq(twoFactors.userId, userId)),
    db.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId)),
    db
      .select({ n: count(), bytes: sql<number>`coalesce(${sum(keptBytes)}, 0)`.mapWith(Number) })
      .from(photos)
      .innerJoin(events, eq(events.id, photos.eventId))
      .where(and(eq(photos.uploaderId, userId), isNull(photos.deletedAt), isNull(events.deletedAt))),
    db
      .select({ n: count(), bytes: sql<number>`coalesce(${sum(generatedImages.bytes)}, 0)`.mapWith(Number) })
      .from(generatedImages)
      .where(and(eq(generatedImages.userId, userId), isNull(generatedImages.organizationId), isNull(generatedImages.deletedAt))),
  ]);
  return {
    sessions: open?.n ?? 0,
    hasTwoFactor: factor?.confirmedAt instanceof Date,
    passkeys: keys?.n ?? 0,
    photos: shot?.n ?? 0,
    photosBytes: shot?.bytes ?? 0,
    images: made?.n ?? 0,
    imagesBytes: made?.bytes ?? 0,
  };
}

/**
 * Locks these users and all super admins until the transaction ends, so that changes of roles run one after the other.
 * @returns the ids of the super admins with active accounts
 */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id, role: users.role, disabledAt: users.disabledAt, deletedAt: users.deletedAt })
    .from(users)
    .where(or(inArray(users.id, [...ids]), eq(users.role, 'super_admin')))
    .orderBy(users.id)
    .for('no key update');
  return rows.filter((row) => row.role === 'super_admin' && !row.disabledAt && !row.deletedAt).map(({ id }) => id);
}

export async function setPlatformRole(tx: Queryable, id: string, role: PlatformRole): Promise<void> {
  await tx.update(users).set({ role }).where(eq(users.id, id));
}

export async function setDisabled(tx: Queryable, id: string, disabled: boolean): Promise<void> {
  await tx
    .update(users)
    .set({ disabledAt: disabled ? new Date() : null })
    .where(eq(users.id, id));
}

type Role = components['schemas']['Role'];

export async function findGuest(db: Queryable, keyHash: string): Promise<{ id: string; disabledAt: Date | null } | undefined> {
  const [row] = await db.select({ id: users.id, disabledAt: users.disabledAt }).from(users).where(eq(users.guestKeyHash, keyHash));
  return row;
}

export interface NewGuest {
  id: string;
  keyHash: string;
  name: string;
}

/** False if the key exists: the request was repeated. */
export async function insertGuest(tx: Tx, { id, keyHash, name }: NewGuest): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values({ id, email: null, passwordHash: '', firstName: name, lastName: '', guestKeyHash: keyHash })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return rows.length > 0;
}

/** The same as part of a larger statement. @param from the CTE that must have a row */
export const guestInsert = ({ id, keyHash, name }: NewGuest, from: SQL): SQL =>
  sql`insert into ${users} (id, password_hash, first_name, last_name, guest_key_hash)
    select ${id}::uuid, '', ${name}, '', ${keyHash} from ${from} on conflict do nothing returning id`;

export async function renameGuest(tx: Tx, id: string, name: string): Promise<void> {
  await tx
    .update(users)
    .set({ firstName: name })
    .where(and(eq(users.id, id), isNull(users.email), isNull(users.deletedAt)));
}

interface GuestUpgrade {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
}

/**
 * Invalidates the guest key. Undefined if the user is no longer a guest.
 * @throws a unique violation of `users_email` if another account has the address
 */
export async function upgradeGuestAccount(tx: Tx, id: string, upgrade: GuestUpgrade): Promise<string | undefined> {
  const [row] = await tx
    .update(users)
    .set({ ...upgrade, emailSince: new Date(), guestKeyHash: null })
    .where(and(eq(users.id, id), isNull(users.email), isNull(users.deletedAt)))
    .returning({ id: users.id });
  return row?.id;
}

type Schemas = components['schemas'];

type PlatformRole = Schemas['PlatformRole'];

/** Locks the user, so that tag and picture stay consistent. False if the picture is unchanged or the user was deleted. */
export async function putAvatar(tx: Tx, userId: string, tag: string, webp: Buffer): Promise<boolean> {
  if (!(await setTag(tx, userId, tag))) return false;
  await tx.insert(avatars).values({ userId, webp }).onConflictDoUpdate({ target: avatars.userId, set: { webp } });
  return true;
}

/** False if there is none. */
export async function removeAvatar(tx: Tx, userId: string): Promise<boolean> {
  if (!(await setTag(tx, userId, null))) return false;
  await tx.delete(avatars).where(eq(avatars.userId, userId));
  return true;
}

async function setTag(tx: Tx, userId: string, tag: string | null): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ avatarTag: tag })
    .where(and(eq(users.id, userId), isNull(users.deletedAt), sql`${users.avatarTag} is distinct from ${tag}`))
    .returning({ id: users.id });
  if (changed.length > 0) await notifyPerson(tx, userId);
  return changed.length > 0;
}

/** Undefined if the tag isn’t that of the current picture. */
export async function findAvatar(db: Queryable, userId: string, tag: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ webp: avatars.webp })
    .from(avatars)
    .innerJoin(users, eq(users.id, avatars.userId))
    .where(and(eq(avatars.userId, userId), eq(users.avatarTag, tag)));
  return row?.webp;
}

/** Undefined if the user doesn’t exist or has no such picture. */
export async function findPersonFacts(db: Queryable, userId: string, tag: string, viewerId: string): Promise<PersonFacts | undefined> {
  const isIn = and(eq(eventParticipants.userId, userId), isNull(eventParticipants.removedAt), isNull(events.deletedAt));
  const theirs = sql`select 1 from ${eventParticipants} other where other.event_id = ${eventParticipants.eventId}
    and other.user_id = ${viewerId} and other.removed_at is null`;
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.avatarTag, tag)));
  if (!person) return undefined;
  const [member, at] = await Promise.all([
    db
      .select({ id: memberships.organizationId })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(and(eq(memberships.userId, userId), isNull(memberships.removedAt), isNull(organizations.deletedAt))),
    db
      .select({ hostId: events.organizationId, isShared: sql<boolean>`bool_or(exists (${theirs}))` })
      .from(eventParticipants)
      .innerJoin(events, eq(events.id, eventParticipants.eventId))
      .where(isIn)
      .groupBy(events.organizationId),
  ]);
  return {
    userId,
    organizationIds: member.map(({ id }) => id),
    hostIds: at.map(({ hostId }) => hostId),
    sharesEvent: at.some(({ isShared }) => isShared),
  };
}

export async function findOwnAvatar(db: Queryable, userId: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ webp: avatars.webp }).from(avatars).where(eq(avatars.userId, userId));
  return row?.webp;
}

/** The defaults of a new installation. Super admins edit the table later. */
const initialRolePermissions = [
  { role: 'super_admin', flag: 'all' },
  { role: 'admin', flag: 'manage_users' },
  { role: 'admin', flag: 'manage_organizations' },
  { role: 'organization', flag: 'manage_org_members' },
  { role: 'organization', flag: 'manage_org_settings' },
  { role: 'organization', flag: 'view_events' },
  { role: 'organization', flag: 'participate_events' },
  { role: 'member', flag: 'view_events' },
  { role: 'member', flag: 'participate_events' },
  { role: 'user', flag: 'participate_events' },
] as const;

export async function seedRolePermissions(db: Queryable): Promise<void> {
  const [any] = await db.select({ role: rolePermissions.role }).from(rolePermissions).limit(1);
  if (!any)
    await db
      .insert(rolePermissions)
      .values([...initialRolePermissions])
      .onConflictDoNothing();
}

export const listRolePermissions = (db: Queryable) =>
  db.select({ role: rolePermissions.role, flag: rolePermissions.flag }).from(rolePermissions);

/** Locks the table until the transaction ends. */
export const lockRolePermissions = (tx: Tx) => tx.execute(sql`lock table ${rolePermissions} in share row exclusive mode`);

/** @returns false if nothing changes */
export async function setRolePermission(tx: Tx, role: Role, flag: PermissionFlag, granted: boolean): Promise<boolean> {
  const { rowCount } = granted
    ? await tx.insert(rolePermissions).values({ role, flag }).onConflictDoNothing()
    : await tx.delete(rolePermissions).where(and(eq(rolePermissions.role, role), eq(rolePermissions.flag, flag)));
  return rowCount === 1;
}

/** Memberships that give flags, as `givesFlags` in policy.ts defines. */
const grantingMemberships = sql`select m.user_id, m.role, m.permissions from memberships m join organizations o on o.id = m.organization_id
  where m.status = 'active' and m.removed_at is null and o.deleted_at is null and o.status <> 'pending'`;

/** How many active users have each role. */
export async function countPeopleOfRoles(db: Queryable): Promise<Map<Role, number>> {
  const { rows } = await db.execute<{ role: Role; people: string }>(sql`
    select role, count(*) as people from users where disabled_at is null and deleted_at is null group by role
    union all
    select g.role, count(distinct g.user_id) as people from (${grantingMemberships}) g join users u on u.id = g.user_id
    where u.disabled_at is null and u.deleted_at is null group by g.role`);
  return new Map(rows.map(({ role, people }) => [role, Number(people)]));
}

/**
 * How many users would gain or lose a flag by changing this role: those who have the role and don’t get the flag elsewhere. A test
 * compares it
 * with `permissionsOf`, which is authoritative.
 */
export async function countAffectedPeople(db: Queryable, role: Role, flag: PermissionFlag): Promise<number> {
  const has = (from: unknown) => sql`exists (select from ${rolePermissions} rp where rp.role = ${from} and rp.flag = ${flag})`;
  const byMembership = sql`exists (select from giving o where o.user_id = u.id
    and coalesce((o.permissions ->> ${flag})::boolean, o.role <> ${role} and ${has(sql`o.role`)}))`;
  // Memberships never give the platform’s flags.
  const isOfMembers = ['manage_org_members', 'manage_org_settings', 'view_events', 'participate_events'].includes(flag);
  const { rows } = await db.execute<{ people: string }>(sql`with giving as materialized (${grantingMemberships})
    select count(*) as people from users u where u.disabled_at is null and u.deleted_at is null and ${
      role === 'organization' || role === 'member'
        ? sql`exists (select from giving g where g.user_id = u.id and g.role = ${role} and g.permissions ->> ${flag} is null)
            and not (u.role <> 'user' and ${has(sql`u.role`)})`
        : sql`u.role = ${role} ${role === 'user' ? sql`and not exists (select from giving g where g.user_id = u.id)` : sql``}`
    } ${isOfMembers ? sql`and not ${byMembership}` : sql``}`);
  return Number(rows[0]?.people ?? 0);
}
