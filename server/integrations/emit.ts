// Emits events to the webhooks of an organization: written in the transaction of the change (outbox), sent by a job after it.
import { sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { insertDeliveriesSql, type WebhookMessage } from '#server/integrations/webhooks-repository.ts';
import { uuid7 } from '#server/uuid.ts';

type Schemas = components['schemas'];
type Photo = Pick<Schemas['Photo'], 'id' | 'event_id' | 'status' | 'source' | 'taken_at'>;
type Visitor = Pick<Schemas['LinkVisitor'], 'id' | 'name' | 'picks_count'>;

/** The data of each event: ids and fields that the API answers. No secrets and no places. */
interface EventData {
  'photo.created': Photo;
  'photo.approved': Pick<Photo, 'id' | 'event_id' | 'status'>;
  'event.ended': Pick<Schemas['Event'], 'id' | 'name' | 'status'>;
  'picks.submitted': { event_id: string; link_id: string; visitor: Visitor };
}

export type EmittedEvent = { [Type in Schemas['WebhookEvent']]: { type: Type; data: EventData[Type] } }[Schemas['WebhookEvent']];

export function messageOf({ type, data }: EmittedEvent | { type: 'webhook.test'; data: object }): WebhookMessage {
  const id = uuid7();
  return { id, type, body: JSON.stringify({ id, type, created_at: new Date().toISOString(), data }) };
}

export async function emitEvents(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  organizationId: string,
  emitted: readonly EmittedEvent[],
): Promise<void> {
  if (emitted.length > 0) await tx.execute(insertDeliveriesSql(deps, organizationId, emitted.map(messageOf)));
}

/**
 * The same as parts of a larger statement, to save a round trip. The last, `told`, has one row once everything is written: what locks much should come
 * after it.
 * @param from the part without whose row nothing is emitted
 */
export const emittedCtes = (deps: Pick<Deps, 'jobs'>, organizationId: string, emitted: readonly EmittedEvent[], from: SQL): SQL =>
  sql`emitted as (${insertDeliveriesSql(deps, organizationId, emitted.map(messageOf), { from })}), told as materialized (select count(*) from emitted)`;
