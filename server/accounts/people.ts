// The repository of the platform's people, as those see them who manage users.
import { and, count, eq, gt, inArray, isNotNull, isNull, or, sql, sum, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { isProved, passkeys, sessions, twoFactors, users } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { generatedImages } from '#server/db/schema/generation.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { containsLowered } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

type Schemas = components['schemas'];
type PlatformRole = Schemas['PlatformRole'];

const shownName = sql`(${users.firstName} || ' ' || ${users.lastName})`;
const selected = {
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

export type PlatformUserRow = Awaited<ReturnType<typeof listPlatformUsers>>[number];

export const platformUserOrder = keyset<Pick<PlatformUserRow, 'id' | 'firstName' | 'lastName' | 'createdAt'>, 'name' | 'created_at'>(
  {
    name: byText(shownName, ({ firstName, lastName }) => `${firstName} ${lastName}`),
    created_at: byInstant(users.createdAt, (row) => row.createdAt),
  },
  { column: users.id, of: (row) => row.id },
);

export interface PlatformUserFilter {
  q?: string | undefined;
  role?: PlatformRole | 'guest' | undefined;
  state?: 'active' | 'suspended' | 'unverified' | undefined;
}

const states: Record<NonNullable<PlatformUserFilter['state']>, SQL | undefined> = {
  active: isNull(users.disabledAt),
  suspended: isNotNull(users.disabledAt),
  unverified: and(isNull(users.disabledAt), isNotNull(users.email), eq(users.isVerified, false)),
};

const matching = ({ q, role, state }: PlatformUserFilter): SQL | undefined =>
  and(
    isNull(users.deletedAt),
    role === 'guest' ? isNull(users.email) : role && and(eq(users.role, role), isNotNull(users.email)),
    state && states[state],
    q === undefined ? undefined : containsLowered(q, users.searchText),
  );

export const listPlatformUsers = (db: Queryable, filter: PlatformUserFilter, { where, orderBy, limit }: Range) =>
  db
    .select(selected)
    .from(users)
    .where(and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);

export async function countPlatformUsers(db: Queryable, filter: PlatformUserFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(users).where(matching(filter));
  return row?.total ?? 0;
}

/** Without those that were deleted. */
export const findPlatformUsers = (db: Queryable, ids: readonly string[]) =>
  db
    .select(selected)
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.deletedAt)));

/** Undefined for nobody, and for an account that was deleted. */
export async function findPlatformUser(db: Queryable, id: string): Promise<PlatformUserRow | undefined> {
  const [row] = await findPlatformUsers(db, [id]);
  return row;
}

/** What else the platform knows of somebody. */
export async function readUserFacts(db: Queryable, userId: string) {
  const [[open], [factor], [keys], [shot], [made]] = await Promise.all([
    db
      .select({ n: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`))),
    db.select({ confirmedAt: twoFactors.confirmedAt }).from(twoFactors).where(eq(twoFactors.userId, userId)),
    db.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId)),
    db
      .select({ n: count(), bytes: sql<number>`coalesce(${sum(photos.bytes)}, 0)`.mapWith(Number) })
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
 * Holds these people and all super administrators until the transaction ends: who is one is decided by one after the other.
 * @returns the ids of super administrators whose accounts are in use
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
