// An organization with people in it, and calls of the organizations' operations as they make them, for unit tests.
import { createEmailOwnershipProver } from '#server/accounts/operations/email.ts';
import { toViewer } from '#server/accounts/presenter.ts';
import { findPerson } from '#server/accounts/users-repository.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import type { Deps } from '#server/deps.ts';
import { recordBrandingChange } from '#server/events/changes-repository.ts';
import type { Handlers } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { organizationOperations } from '#server/organizations/operations.ts';
import { withdrawOwnRequests } from '#server/own-data/operations/data-requests.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { createUser } from '#tests/support/database.ts';
import { callOf } from '#tests/support/photo-world.ts';

type OrganizationOperation = keyof ReturnType<typeof organizationOperations>;
type AnswerOf<Id extends OrganizationOperation> =
  Awaited<ReturnType<Handlers[Id]>> extends infer A ? (A extends { body: infer B } ? B : never) : never;

/** Who a person is, as each of their requests reads it. */
export async function viewerOf(deps: Deps, userId: string): Promise<Viewer> {
  const person = await findPerson(deps.db, userId);
  if (!person) throw new Error(`there is no person ${userId}`);
  return toViewer(person, uuid7());
}

export type AskOrganizations = <Id extends OrganizationOperation>(
  id: Id,
  userId: string,
  path?: Record<string, string>,
  parts?: { body?: unknown; query?: unknown; header?: Record<string, string> },
) => Promise<AnswerOf<Id>>;

/** Each call reads the person anew, as the server does. */
export function askOrganizations(deps: Deps, limits: Partial<Pick<RateLimits, 'countMailsTo' | 'countPicture'>> = {}): AskOrganizations {
  const operations = organizationOperations(
    deps,
    { thumbOf: (bytes) => Promise.resolve(bytes), logoOf: (bytes) => Promise.resolve(bytes) },
    recordBrandingChange,
    {
      limits: { countMailsTo: () => undefined, countPicture: () => undefined, ...limits },
      proveAddress: createEmailOwnershipProver(deps, withdrawOwnRequests),
    },
  );
  return async (id, userId, path = {}, parts = {}) => {
    const handler = operations[id] as (call: unknown) => Promise<{ body?: unknown }>;
    return (await handler(callOf(await viewerOf(deps, userId), path, parts))).body as never;
  };
}

export async function createMembership(
  deps: Deps,
  organizationId: string,
  changes: Partial<typeof memberships.$inferInsert> = {},
): Promise<{ id: string; userId: string }> {
  const id = uuid7();
  const userId = changes.userId ?? (await createUser(deps));
  await deps.db.insert(memberships).values({ id, organizationId, userId, ...changes });
  return { id, userId };
}
