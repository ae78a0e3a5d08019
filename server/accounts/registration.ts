// Who may open an account: as the platform's settings say, and whoever was invited.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { isRedeemable } from '#server/billing/usage-repository.ts';
import { eventInvitations } from '#server/db/schema/events.ts';
import { organizationInvitations } from '#server/db/schema/organizations.ts';
import type { Queryable } from '#server/db/types.ts';
import { registrationClosed } from '#server/organizations/registration.ts';
import { readSettings } from '#server/settings/repository.ts';

type AccountType = components['schemas']['RegisterRequest']['account_type'];

/** @throws {Problem} 403 `registration_closed` */
export async function requireRegistrationAllowed(db: Queryable, type: AccountType, email: string): Promise<void> {
  const { registration } = await readSettings(db);
  if (registration[type] !== 'closed') return;
  if (type === 'organization') throw registrationClosed('Organizations');
  if (!(await isInvited(db, email))) throw registrationClosed('New accounts');
}

/** By an organization, or to an event, and not used yet. */
async function isInvited(db: Queryable, email: string): Promise<boolean> {
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
