// The repository of webhooks and their deliveries.
import { and, asc, count, eq, lt, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { webhookDeliveries, webhooks } from '#server/db/schema/integrations.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

type Schemas = components['schemas'];
export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export const listWebhookRows = (db: Queryable, organizationId: string): Promise<WebhookRow[]> =>
  db.select().from(webhooks).where(eq(webhooks.organizationId, organizationId)).orderBy(asc(webhooks.createdAt), asc(webhooks.id));

export async function findWebhook(db: Queryable, organizationId: string, id: string): Promise<WebhookRow | null> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.organizationId, organizationId), eq(webhooks.id, id)));
  return row ?? null;
}

export async function countWebhooks(db: Queryable, organizationId: string): Promise<number> {
  const [row] = await db.select({ webhooks: count() }).from(webhooks).where(eq(webhooks.organizationId, organizationId));
  return row?.webhooks ?? 0;
}

export async function insertWebhook(tx: Tx, webhook: typeof webhooks.$inferInsert): Promise<void> {
  await tx.insert(webhooks).values(webhook);
}

export async function changeWebhook(db: Queryable, id: string, changes: Partial<Omit<WebhookRow, 'id' | 'organizationId'>>): Promise<void> {
  if (Object.keys(changes).length > 0) await db.update(webhooks).set(changes).where(eq(webhooks.id, id));
}

export async function deleteWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id));
}

// --- Deliveries

export const deliveryOrder = keyset<Pick<DeliveryRow, 'id' | 'createdAt'>, 'created_at'>(
  { created_at: byInstant(webhookDeliveries.createdAt, (row) => row.createdAt) },
  { column: webhookDeliveries.id, of: (row) => row.id },
);

export const listDeliveryRows = (
  db: Queryable,
  { webhookId, status }: { webhookId: string; status: Schemas['WebhookDeliveryStatus'] | undefined },
  { where, orderBy, limit }: Range,
): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), status && eq(webhookDeliveries.status, status), where))
    .orderBy(...orderBy)
    .limit(limit);

export async function findDelivery(db: Queryable, webhookId: string, id: string): Promise<DeliveryRow | null> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)));
  return row ?? null;
}

/** Makes it pending, as if it were new. */
export async function resetDelivery(tx: Tx, id: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: 'pending', attempts: 0, nextAttemptAt: sql`now()`, error: null, responseStatus: null, responseBody: null })
    .where(eq(webhookDeliveries.id, id));
}

/** One job for each delivery: a later one replaces it. */
export const jobKey = (deliveryId: string): string => `webhook:${deliveryId}`;

export interface WebhookMessage {
  id: string;
  type: string;
  body: string;
}

/**
 * A statement that writes a delivery, with its job, for each of the organization's webhooks that want a message. Without such a webhook it writes
 * nothing. It returns a row for each.
 * @param from expressions joined by commas, without whose rows nothing is written
 * @param webhookId one webhook, whatever it wants
 */
export function insertDeliveriesSql(
  { jobs }: { jobs: Jobs },
  organizationId: string,
  messages: readonly WebhookMessage[],
  { from, webhookId }: { from?: SQL; webhookId?: string } = {},
): SQL {
  const isWanted = webhookId === undefined ? sql`w.enabled and message.type = any(w.events)` : sql`w.id = ${webhookId}::uuid`;
  // The id is chosen before the row is written, because the job names it.
  return sql`insert into ${webhookDeliveries} (id, webhook_id, message_id, type, body)
    select wanted.id, wanted.webhook_id, wanted.message_id, wanted.type, wanted.body from (
      select gen_random_uuid() as id, w.id as webhook_id, w.organization_id, message.id as message_id, message.type, message.body
      from ${from ? sql`${from}, ` : sql``}${webhooks} w, jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as message (id uuid, type text, body text)
      where w.organization_id = ${organizationId}::uuid and ${isWanted} offset 0
    ) wanted, lateral ${jobs.sqlOf(
      'send-webhook',
      { deliveryId: sql`wanted.id` },
      { key: sql`'webhook:' || wanted.id`, owner: sql`wanted.organization_id::text` },
    )} as job
    returning id`;
}

/** A pending delivery with what its attempt needs. */
export async function findPendingDelivery(db: Queryable, id: string) {
  const [row] = await db
    .select({
      delivery: webhookDeliveries,
      webhook: webhooks,
      organizationName: organizations.name,
      isOrganizationActive: sql<boolean>`(${organizations.status} = 'active' and ${organizations.deletedAt} is null)`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .innerJoin(organizations, eq(organizations.id, webhooks.organizationId))
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, 'pending')));
  return row ?? null;
}

/** The webhook as it is now, locked until the transaction ends. */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update');
  return row ?? null;
}

export async function changeDelivery(
  db: Queryable,
  id: string,
  changes: Partial<
    Pick<DeliveryRow, 'status' | 'attempts' | 'nextAttemptAt' | 'lastAttemptAt' | 'responseStatus' | 'responseBody' | 'error'>
  >,
): Promise<void> {
  await db.update(webhookDeliveries).set(changes).where(eq(webhookDeliveries.id, id));
}

/** Forgets deliveries from before a time. */
export async function deleteOldDeliveries(db: Queryable, before: Date): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
}
