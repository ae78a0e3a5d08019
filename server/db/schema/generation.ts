// Image generation: models, requests, results and their cost.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { bytea, created, instant } from './columns.ts';
import { events } from './events.ts';
import { organizations } from './organizations.ts';

type Schemas = components['schemas'];

/** Every model that any server of this database has configured. Columns written at startup and columns chosen by admins are separate. */
export const generationModels = pgTable(
  'generation_models',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    /** Its name at the provider. */
    providerModel: text('provider_model').notNull(),
    name: text('name').notNull(),
    task: text('task').$type<Schemas['GenerationTask']>().notNull(),
    description: text('description').notNull(),
    licence: text('licence'),
    isAi: boolean('is_ai').notNull(),
    capabilities: jsonb('capabilities').$type<Schemas['GenerationCapabilities']>().notNull(),
    digitalSourceType: text('digital_source_type').notNull(),
    /** Chosen by people, from here on. For each image. */
    credits: integer('credits').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    audience: text('audience').$type<Schemas['ModelAudience']>().notNull(),
    /** Empty: every plan. */
    plans: text('plans')
      .array()
      .$type<Schemas['PlanId'][]>()
      .notNull()
      .default(sql`'{}'`),
    /** Empty: every organization, and people for themselves. */
    organizationIds: uuid('organization_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Limits beside those of the model; null: none. */
    maxCount: integer('max_count'),
    maxPixels: integer('max_pixels'),
    /** Images a day, of each organization, and of each person for themselves. */
    dailyLimit: integer('daily_limit'),
    /** Whether each image costs the platform money. Null: as its provider does. */
    costsMoney: boolean('costs_money'),
    position: integer('position').notNull(),
    /** Grows with each change by people. */
    version: integer('version').notNull().default(1),
  },
  (t) => [check('generation_models_credits', sql`${t.credits} >= 0`)],
);

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const organizationId = () => uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' });

/** Error codes caused by the request itself: they are no evidence against the provider. */
export const REQUEST_ERROR_CODES: Schemas['GenerationError']['code'][] = [
  'content_policy',
  'invalid_request',
  'unsupported',
  'source_unavailable',
  'model_unavailable',
];

/** The number of the last change of a user's generations. Writers lock the row, so that changes become visible in order. */
export const generationCounters = pgTable('generation_counters', {
  userId: userId().primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
});

export const generations = pgTable(
  'generations',
  {
    /** Made by the client: the same one sent twice is one. */
    id: uuid('id').primaryKey(),
    userId: userId(),
    /** For whom it is made and counted. Null: for oneself. */
    organizationId: organizationId(),
    modelId: text('model_id')
      .notNull()
      .references((): AnyPgColumn => generationModels.id),
    request: jsonb('request').$type<Schemas['GenerationRequest']>().notNull(),
    /** Hash of the original request, before defaults were applied. */
    askedHash: text('asked_hash').notNull(),
    status: text('status').$type<Schemas['GenerationStatus']>().notNull().default('queued'),
    progress: real('progress'),
    message: text('message'),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** Reserved while the generation is unfinished; afterwards the used amount. */
    credits: integer('credits').notNull(),
    /** For each image, as it was when it was asked for. */
    unitCredits: integer('unit_credits').notNull(),
    /** Its place in the queue: lower comes first. */
    rank: integer('rank').notNull(),
    warnings: jsonb('warnings').$type<Schemas['Generation']['warnings']>().notNull().default([]),
    error: jsonb('error').$type<Schemas['GenerationError']>(),
    /** How often it was begun. */
    attempts: integer('attempts').notNull().default(0),
    /** The current run: earlier runs can no longer change anything. */
    runId: uuid('run_id'),
    /** The provider's reference to the started job, which need not be started again. */
    takenReference: text('taken_reference'),
    /** Where the pictures lie that it is made of. */
    sourceKey: text('source_key'),
    maskKey: text('mask_key'),
    /** What was done with the parent. Null before this was noted, and for images without a parent. */
    action: text('action').$type<Schemas['ImageAction']>(),
    /** The image or photo that it was derived from; `parentKind` says which. No foreign key: a parent may be deleted for good. */
    parentId: uuid('parent_id'),
    parentKind: text('parent_kind').$type<'image' | 'photo'>(),
    /** Asked for to see whether its model works, switched on or off. */
    isTest: boolean('is_test').notNull().default(false),
    /** The batch that it belongs to, and its place there: null once another generation was made in its place. */
    batchId: uuid('batch_id'),
    batchPosition: integer('batch_position'),
    createdAt: created(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('generations_user').on(t.userId, t.createdAt, t.id),
    index('generations_user_organization').on(t.userId, t.organizationId, t.createdAt, t.id),
    uniqueIndex('generations_seq').on(t.userId, t.seq),
    index('generations_queued')
      .on(t.rank, t.createdAt, t.id)
      .where(sql`status = 'queued'`),
    index('generations_unfinished')
      .on(t.userId)
      .where(sql`status in ('queued', 'running')`),
    index('generations_organization').on(t.organizationId),
    // Generations from before the parent was noted have it in their request.
    index('generations_parent').on(sql`coalesce(${t.parentId}::text, ${t.request} #>> '{source,id}')`),
    index('generations_batch')
      .on(t.batchId, t.batchPosition)
      .where(sql`batch_id is not null`),
    index('generations_finished')
      .on(t.finishedAt)
      .where(sql`finished_at is not null`),
    index('generations_created').on(t.createdAt),
  ],
);

/** Many photos in one style: one generation for each, made one after the other. */
export const generationBatches = pgTable(
  'generation_batches',
  {
    /** Made by the client: the same one sent twice is one. */
    id: uuid('id').primaryKey(),
    userId: userId(),
    /** For whom it is made and counted. Null: for oneself. */
    organizationId: organizationId(),
    modelId: text('model_id')
      .notNull()
      .references((): AnyPgColumn => generationModels.id),
    /** Of each photo, without the photo. */
    request: jsonb('request').$type<Schemas['GenerationRequest']>().notNull(),
    askedHash: text('asked_hash').notNull(),
    status: text('status').$type<'running' | 'paused' | 'done' | 'cancelled'>().notNull().default('running'),
    /** The reason, if the server stopped or paused it by itself. */
    message: text('message'),
    /** Of the last change, from the counter of the person's generations. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    unitCredits: integer('unit_credits').notNull(),
    /** Photos of the request that it couldn't use. */
    leftOut: integer('left_out').notNull(),
    /** Results become photos of this event. */
    eventId: uuid('event_id').references(() => events.id, { onDelete: 'set null' }),
    /** It pauses by itself once so many are made. */
    pauseAfter: integer('pause_after'),
    /** Number of its last job: earlier jobs have no effect. */
    turn: integer('turn').notNull().default(0),
    /** Whether that job hasn't ended. */
    hasJob: boolean('has_job').notNull().default(false),
    createdAt: created(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    /** When its results were removed. */
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('generation_batches_user').on(t.userId, t.createdAt, t.id),
    index('generation_batches_seq').on(t.userId, t.seq),
    index('generation_batches_organization').on(t.organizationId),
    index('generation_batches_event').on(t.eventId),
    index('generation_batches_model').on(t.modelId),
    index('generation_batches_unfinished')
      .on(t.userId)
      .where(sql`status in ('running', 'paused')`),
  ],
);

export const generatedImages = pgTable(
  'generated_images',
  {
    id: uuid('id').primaryKey(),
    generationId: uuid('generation_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the request's seeds. */
    position: integer('position').notNull(),
    userId: userId(),
    organizationId: organizationId(),
    modelId: text('model_id').notNull(),
    prompt: text('prompt').notNull(),
    seed: bigint('seed', { mode: 'number' }),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    contentType: text('content_type').$type<Schemas['GeneratedImage']['content_type']>().notNull(),
    /** The beginning of the original's SHA-256, in hex. */
    hash: text('hash').notNull(),
    thumbhash: bytea('thumbhash').notNull(),
    isSensitive: boolean('is_sensitive').notNull().default(false),
    createdAt: created(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('generated_images_position').on(t.generationId, t.position),
    index('generated_images_user')
      .on(t.userId, t.createdAt, t.id)
      .where(sql`deleted_at is null and organization_id is null`),
    index('generated_images_organization')
      .on(t.organizationId, t.createdAt, t.id)
      .where(sql`deleted_at is null and organization_id is not null`),
    index('generated_images_deleted')
      .on(t.deletedAt, t.id)
      .where(sql`deleted_at is not null`),
  ],
);

export const favoriteImages = pgTable(
  'favourite_images',
  {
    userId: userId(),
    imageId: uuid('image_id')
      .notNull()
      .references(() => generatedImages.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.imageId] }), index('favourite_images_image').on(t.imageId)],
);

/** Prompts that people saved to use again, for themselves or their organization. */
export const savedPrompts = pgTable(
  'saved_prompts',
  {
    /** Made by the client. */
    id: uuid('id').primaryKey(),
    /** The creator. */
    userId: userId(),
    /** The owner; null: the user who created it. */
    organizationId: organizationId(),
    title: text('title').notNull(),
    prompt: text('prompt').notNull(),
    recipe: jsonb('recipe').$type<Schemas['PromptRecipe']>(),
    createdAt: created(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('saved_prompts_user').on(t.userId),
    index('saved_prompts_organization')
      .on(t.organizationId)
      .where(sql`organization_id is not null`),
    index('saved_prompts_deleted')
      .on(t.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
);

export const favoritePrompts = pgTable(
  'favorite_prompts',
  {
    userId: userId(),
    promptId: uuid('prompt_id')
      .notNull()
      .references(() => savedPrompts.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.promptId] }), index('favorite_prompts_prompt').on(t.promptId)],
);

/** Pictures and masks that were sent to make something of. */
export const generationUploads = pgTable(
  'generation_uploads',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    contentType: text('content_type').$type<'image/png' | 'image/jpeg'>().notNull(),
    createdAt: created(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('generation_uploads_user').on(t.userId), index('generation_uploads_expires').on(t.expiresAt)],
);

/**
 * The ledger of credits, append-only. `reserve` reserves; at the end `settle` moves the used amount from reserved to used, and `refund` (negative)
 * returns the rest. Used is the sum of `settle`; reserved is the sum of the other two minus `settle`.
 */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The requester. */
    userId: userId(),
    /** The organization whose credits are used. Null: the user's own. */
    organizationId: organizationId(),
    generationId: uuid('generation_id').notNull(),
    kind: text('kind').$type<'reserve' | 'settle' | 'refund'>().notNull(),
    amount: integer('amount').notNull(),
    /** The first day of the month (UTC) in which it was asked for. */
    month: date('month', { mode: 'string' }).notNull(),
    createdAt: created(),
  },
  (t) => [
    uniqueIndex('credit_entries_generation').on(t.generationId, t.kind),
    index('credit_entries_user')
      .on(t.userId, t.month)
      .where(sql`organization_id is null`),
    index('credit_entries_organization')
      .on(t.organizationId, t.month)
      .where(sql`organization_id is not null`),
    index('credit_entries_user_statement')
      .on(t.userId, t.month, t.createdAt, t.id)
      .where(sql`organization_id is null and kind = 'reserve'`),
    index('credit_entries_organization_statement')
      .on(t.organizationId, t.month, t.createdAt, t.id)
      .where(sql`organization_id is not null and kind = 'reserve'`),
  ],
);
