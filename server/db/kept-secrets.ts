// Secrets that the server makes for itself at its first start.
import { eq } from 'drizzle-orm';
import { serverSecrets } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';

/** The secret of this name; `make` is called, and its value kept, where there is none yet. All processes get the same. */
export async function readOrMakeSecret(db: Queryable, name: string, make: () => string): Promise<string> {
  await db.insert(serverSecrets).values({ name, value: make() }).onConflictDoNothing();
  const [row] = await db.select({ value: serverSecrets.value }).from(serverSecrets).where(eq(serverSecrets.name, name));
  if (!row) throw new Error(`the secret ${name} was not kept`);
  return row.value;
}
