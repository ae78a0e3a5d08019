// What the things are called now that entries of the audit trail are about. One query for each kind of them on a page.
import { eq, inArray } from 'drizzle-orm';
import { sessions, users } from '#server/db/schema/accounts.ts';
import { invoices, planRequests, plans } from '#server/db/schema/billing.ts';
import { events } from '#server/db/schema/events.ts';
import { generatedImages, generationModels, generations, savedPrompts } from '#server/db/schema/generation.ts';
import { imageCollections } from '#server/db/schema/images.ts';
import { apiTokens } from '#server/db/schema/integrations.ts';
import { announcements } from '#server/db/schema/notices.ts';
import { memberships, organizationInvitations, organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { tickets } from '#server/db/schema/support.ts';
import type { Queryable } from '#server/db/types.ts';
import type { LogRow } from '#server/platform/log-repository.ts';
import { isUuid } from '#server/uuid.ts';
import { fullName } from '#server/viewer.ts';

interface Named {
  id: string;
  name: string | null;
}

const person = { firstName: users.firstName, lastName: users.lastName, email: users.email, deletedAt: users.deletedAt };
const namedPerson = ({
  id,
  firstName,
  lastName,
  email,
  deletedAt,
}: {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  deletedAt: Date | null;
}): Named => ({
  id,
  name: deletedAt === null ? fullName(firstName, lastName) || email : null,
});

type Reader = (db: Queryable, ids: string[]) => Promise<Named[]>;

const readPeople: Reader = async (db, ids) =>
  (
    await db
      .select({ id: users.id, ...person })
      .from(users)
      .where(inArray(users.id, ids))
  ).map(namedPerson);

/** Their own name, or that of their parent. */
const byUuid: Partial<Record<string, Reader>> = {
  user: readPeople,
  member: async (db, ids) =>
    (
      await db
        .select({ id: memberships.id, ...person })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(inArray(memberships.id, ids))
    ).map(namedPerson),
  invitation: (db, ids) =>
    db
      .select({ id: organizationInvitations.id, name: organizationInvitations.email })
      .from(organizationInvitations)
      .where(inArray(organizationInvitations.id, ids)),
  session: async (db, ids) =>
    (
      await db
        .select({ id: sessions.id, ...person })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(inArray(sessions.id, ids))
    ).map(namedPerson),
  ticket: async (db, ids) =>
    (
      await db
        .select({ id: tickets.id, ...person })
        .from(tickets)
        .innerJoin(users, eq(users.id, tickets.userId))
        .where(inArray(tickets.id, ids))
    ).map(namedPerson),
  organization: (db, ids) =>
    db.select({ id: organizations.id, name: organizations.name }).from(organizations).where(inArray(organizations.id, ids)),
  event: (db, ids) => db.select({ id: events.id, name: events.name }).from(events).where(inArray(events.id, ids)),
  photo: (db, ids) =>
    db
      .select({ id: photos.id, name: events.name })
      .from(photos)
      .innerJoin(events, eq(events.id, photos.eventId))
      .where(inArray(photos.id, ids)),
  generation: (db, ids) =>
    db
      .select({ id: generations.id, name: generationModels.name })
      .from(generations)
      .innerJoin(generationModels, eq(generationModels.id, generations.modelId))
      .where(inArray(generations.id, ids)),
  generated_image: (db, ids) =>
    db
      .select({ id: generatedImages.id, name: generationModels.name })
      .from(generatedImages)
      .innerJoin(generations, eq(generations.id, generatedImages.generationId))
      .innerJoin(generationModels, eq(generationModels.id, generations.modelId))
      .where(inArray(generatedImages.id, ids)),
  api_token: (db, ids) => db.select({ id: apiTokens.id, name: apiTokens.name }).from(apiTokens).where(inArray(apiTokens.id, ids)),
  image_collection: (db, ids) =>
    db.select({ id: imageCollections.id, name: imageCollections.name }).from(imageCollections).where(inArray(imageCollections.id, ids)),
  saved_prompt: (db, ids) =>
    db.select({ id: savedPrompts.id, name: savedPrompts.title }).from(savedPrompts).where(inArray(savedPrompts.id, ids)),
  announcement: (db, ids) =>
    db.select({ id: announcements.id, name: announcements.title }).from(announcements).where(inArray(announcements.id, ids)),
  plan_request: (db, ids) =>
    db
      .select({ id: planRequests.id, name: plans.name })
      .from(planRequests)
      .innerJoin(plans, eq(plans.id, planRequests.planId))
      .where(inArray(planRequests.id, ids)),
  async invoice(db, ids) {
    const numbers = { number: invoices.number, providerNumber: invoices.providerNumber };
    const rows = await db
      .select({ id: invoices.id, ...numbers })
      .from(invoices)
      .where(inArray(invoices.id, ids));
    // As on invoices.
    return rows.map(({ id, number, providerNumber }) => ({ id, name: providerNumber ?? `INV-${String(number).padStart(5, '0')}` }));
  },
};

const byText: Partial<Record<string, Reader>> = {
  generation_model: (db, ids) =>
    db.select({ id: generationModels.id, name: generationModels.name }).from(generationModels).where(inArray(generationModels.id, ids)),
  async plan(db, ids) {
    const rows = await db.select({ id: plans.id, name: plans.name }).from(plans);
    return rows.filter(({ id }) => ids.includes(id));
  },
};

type Subject = Pick<LogRow, 'subjectType' | 'subjectId' | 'detail'>;

/** Older entries about models only have the id in their detail. */
function idOf({ subjectType, subjectId, detail }: Subject): string | null {
  if (subjectId !== null || subjectType !== 'generation_model') return subjectId;
  return typeof detail?.model === 'string' ? detail.model : null;
}

/** The person an action was taken on, where the subject is something else: a participant of an event, the author of a photo. */
function personIdOf({ detail }: Subject): string | null {
  const id = detail?.user_id ?? detail?.author_id;
  return typeof id === 'string' && isUuid(id) ? id : null;
}

export type NamedLogRow = LogRow & { subjectName: string | null; personName: string | null };

/** Adds the names of subjects and people to entries: null if there is no name, or no longer one. */
export async function withSubjectNames(db: Queryable, rows: readonly LogRow[]): Promise<NamedLogRow[]> {
  const ids = new Map<string, Set<string>>();
  const collect = (kind: string, id: string | null) => {
    if (id === null || !(kind in byText || (kind in byUuid && isUuid(id)))) return;
    const known = ids.get(kind) ?? new Set();
    ids.set(kind, known.add(id));
  };
  for (const row of rows) {
    collect(row.subjectType, idOf(row));
    collect('user', personIdOf(row));
  }
  const names = new Map<string, string | null>();
  const kinds = [...ids].map(async ([kind, of]) => {
    const found = await (byUuid[kind] ?? byText[kind])?.(db, [...of]);
    for (const { id, name } of found ?? []) names.set(`${kind} ${id}`, name);
  });
  await Promise.all(kinds);
  const nameOf = (kind: string, id: string | null) => names.get(`${kind} ${id}`) ?? null;
  return rows.map((row) => ({
    ...row,
    subjectName: nameOf(row.subjectType, idOf(row)),
    personName: nameOf('user', personIdOf(row)),
  }));
}
