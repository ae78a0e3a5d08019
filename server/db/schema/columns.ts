// The database's tables lie here by domain. The migrations in ../migrations are generated from them (`npx drizzle-kit generate`) and are what runs.
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** With milliseconds, as JavaScript has: a cursor made of a Date must not lose microseconds and skip rows. */
export const instant = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });
export const created = () => instant('created_at').notNull().defaultNow();
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
