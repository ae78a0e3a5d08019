import { presentSessionUser } from '#server/accounts/presenter.ts';
import { findPerson, listOrganizationsOf, type PersonRow } from '#server/accounts/users-repository.ts';
import type { Queryable } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';
import { maintenanceNotice } from '#server/settings/maintenance.ts';
import { readSettings } from '#server/settings/repository.ts';

export async function requirePerson(db: Queryable, userId: string): Promise<PersonRow> {
  const person = await findPerson(db, userId);
  if (!person) throw new Problem(401, 'session_expired', 'This account no longer exists.');
  return person;
}

/** The person as their session tells of them, now. */
export async function loadSessionUser(db: Queryable, userId: string, person?: PersonRow) {
  const told = person ?? (await requirePerson(db, userId));
  const user = presentSessionUser(told, await listOrganizationsOf(db, told.id));
  const notice = maintenanceNotice((await readSettings(db)).maintenance);
  return { ...user, ...(notice && { maintenance: notice }) };
}
