// API keys of image providers that super administrators set in the app. They take precedence over those of the environment.
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

const keyColumns = () => ({
  /** The provider's id. */
  provider: text('provider').primaryKey(),
  /** New with each key, so that an undo removes no key that was set since. */
  version: uuid('version').notNull(),
  /** Encrypted: the server needs it again for each request. */
  sealedKey: text('sealed_key').notNull(),
  /** The last characters, by which people recognize it. Null: it is too short to show any of it. */
  ending: text('ending'),
  /** Null: the account was deleted. */
  setBy: uuid('set_by').references(() => users.id, { onDelete: 'set null' }),
  setAt: instant('set_at').notNull().defaultNow(),
});

export const providerKeys = pgTable('provider_keys', keyColumns());

/** Keys that were set in the app and did not pass their test: nothing uses them, so a key that works stays in use. */
export const unusedProviderKeys = pgTable('unused_provider_keys', {
  ...keyColumns(),
  /** Of its last test. */
  result: text('result').$type<'refused' | 'failed' | 'untested'>().notNull(),
  message: text('message').notNull(),
  testedAt: instant('tested_at').notNull().defaultNow(),
});
