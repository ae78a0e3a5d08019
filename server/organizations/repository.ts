import { eq } from 'drizzle-orm';
import { organizations } from '#server/db/schema.ts';
import type { Queryable } from '#server/deps.ts';

export async function findOrganization(db: Queryable, id: string) {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id));
  return row;
}
