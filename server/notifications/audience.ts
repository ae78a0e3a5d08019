// The repository of whom an announcement reaches, decided when it is asked.
import { and, asc, count, eq, exists, gt, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { users } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Queryable } from '#server/db/types.ts';
import { isPushed } from '#server/notifications/push-repository.ts';
import { wantsMail } from '#server/notifications/repository.ts';

type Target = components['schemas']['AnnouncementTarget'];

export interface AudienceMember {
  userId: string;
  /** Null: they are not mailed, for want of an address or because they switched it off. */
  email: string | null;
}

const membershipOf = (db: Queryable, which: SQL | undefined) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(
        and(
          eq(memberships.userId, users.id),
          eq(memberships.status, 'active'),
          isNull(memberships.removedAt),
          isNull(organizations.deletedAt),
          which,
        ),
      ),
  );

/** As the session has it: the highest of what one is on the platform and in its organizations. */
function ofRole(db: Queryable, role: NonNullable<Target['role']>): SQL | undefined {
  if (role === 'super_admin' || role === 'admin') return eq(users.role, role);
  const isAdmin = membershipOf(db, eq(memberships.role, 'organization'));
  const isMember = membershipOf(db, undefined);
  const onPlatform = eq(users.role, 'user');
  if (role === 'organization') return and(onPlatform, isAdmin);
  if (role === 'member') return and(onPlatform, isMember, not(isAdmin));
  return and(onPlatform, not(isMember));
}

function targeted(db: Queryable, { kind, role, id }: Target): SQL | undefined {
  const isThere = and(isNull(users.deletedAt), isNull(users.disabledAt));
  if (kind === 'everyone') return isThere;
  if (kind === 'role' && role !== undefined) return and(isThere, ofRole(db, role));
  if (kind === 'organization' && id !== undefined) return and(isThere, membershipOf(db, eq(memberships.organizationId, id)));
  if (kind === 'event' && id !== undefined) {
    const takesPart = db
      .select({ one: sql`1` })
      .from(eventParticipants)
      .where(and(eq(eventParticipants.userId, users.id), eq(eventParticipants.eventId, id), isNull(eventParticipants.removedAt)));
    const ofIt = db.select({ id: events.organizationId }).from(events).where(eq(events.id, id));
    return and(isThere, or(exists(takesPart), membershipOf(db, inArray(memberships.organizationId, ofIt))));
  }
  throw new Error(`an announcement to ${kind} does not say to which`);
}

const isMailed = wantsMail({ kind: 'announcements', organizationId: null });

/** The next ones after `after`, in the order of their ids. */
export const listAudience = (db: Queryable, target: Target, after: string | null, limit: number): Promise<AudienceMember[]> =>
  db
    .select({ userId: users.id, email: sql<string | null>`case when ${isMailed} then ${users.email} end` })
    .from(users)
    .where(and(targeted(db, target), after === null ? undefined : gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(limit);

export async function countAudience(db: Queryable, target: Target): Promise<{ people: number; byMail: number; byPush: number }> {
  const [row] = await db
    .select({
      people: count(),
      byMail: sql<number>`count(*) filter (where ${isMailed})`.mapWith(Number),
      byPush: sql<number>`count(*) filter (where ${isPushed(db)})`.mapWith(Number),
    })
    .from(users)
    .where(targeted(db, target));
  return row ?? { people: 0, byMail: 0, byPush: 0 };
}

/** Of organizations and events, by their ids; those that are gone are not among them. */
export async function namesOfTargets(db: Queryable, targets: readonly Target[]): Promise<Map<string, string>> {
  const read = async (wanted: Target['kind'], from: typeof organizations | typeof events) => {
    const ids = targets.flatMap(({ kind, id }) => (kind === wanted && id !== undefined ? [id] : []));
    if (ids.length === 0) return [];
    return db
      .select({ id: from.id, name: from.name })
      .from(from)
      .where(and(inArray(from.id, ids), isNull(from.deletedAt)));
  };
  const rows = [...(await read('organization', organizations)), ...(await read('event', events))];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Of the organization or event; null: it is about neither. Undefined: it is not there. */
export async function nameOfTarget(db: Queryable, target: Target): Promise<string | null | undefined> {
  const { kind, id } = target;
  if (id === undefined || (kind !== 'organization' && kind !== 'event')) return null;
  return (await namesOfTargets(db, [target])).get(id);
}
