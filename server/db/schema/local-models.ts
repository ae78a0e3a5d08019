// Local models: which ones the platform wants, and how far each machine has installed them.
import { bigint, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';

/** A model that every machine that makes images is to have. */
export const localModels = pgTable('local_models', {
  /** The name of its folder, and of the model at the provider `local`. */
  name: text('name').primaryKey(),
  /** New with each installation: a machine that has another one installs it again. */
  requestId: uuid('request_id').notNull(),
  /** The text of `manifest.json` as it was accepted: its hash pins all files. */
  manifest: text('manifest').notNull(),
  source: jsonb('source').$type<LocalModelSource>().notNull(),
  /** Who accepted the license. Null: the account was deleted. */
  acceptedBy: uuid('accepted_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: created(),
});

/** `catalog`: the addresses of this release; `mirror`: the address of a folder; `folder`: a folder in `MODELS_FOLDER`. */
export type LocalModelSource = { kind: 'catalog' } | { kind: 'mirror'; url: string } | { kind: 'folder'; name: string };

/** What a machine has of a model. Without a reference to the model, so that files of a removed one are still found. */
export const localModelInstallations = pgTable(
  'local_model_installations',
  {
    name: text('name').notNull(),
    /** The id in the data folder of the machine. */
    machine: text('machine').notNull(),
    host: text('host').notNull(),
    requestId: uuid('request_id').notNull(),
    status: text('status').$type<'installing' | 'installed' | 'failed'>().notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** While it is installed: what is waited for, for people. */
    message: text('message'),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.name, t.machine] })],
);
