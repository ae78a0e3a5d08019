// The repository of what super administrators set for the whole platform.
import { eq } from 'drizzle-orm';
import { platformSettings } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';

const LOG_RETENTION = 'log_retention_days';

/** Null: nobody has set it. */
export async function findLogRetention(db: Queryable): Promise<number | null> {
  const [row] = await db.select({ value: platformSettings.value }).from(platformSettings).where(eq(platformSettings.name, LOG_RETENTION));
  return typeof row?.value === 'number' ? row.value : null;
}

export async function setLogRetention(db: Queryable, days: number): Promise<void> {
  const set = { value: days, updatedAt: new Date() };
  await db
    .insert(platformSettings)
    .values({ name: LOG_RETENTION, ...set })
    .onConflictDoUpdate({ target: platformSettings.name, set });
}
