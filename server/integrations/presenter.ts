import type { components } from '#openapi/api.ts';
import { tokenState } from '#server/integrations/policy.ts';
import type { TokenRow } from '#server/integrations/tokens-repository.ts';
import type { DeliveryRow, WebhookRow } from '#server/integrations/webhooks-repository.ts';
import { fullName } from '#server/viewer.ts';

type Schemas = components['schemas'];

export const presentToken = (row: TokenRow, now: Date): Schemas['ApiToken'] => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  state: tokenState(row, now),
  hint: row.hint,
  created_by: fullName(row.creatorFirstName, row.creatorLastName) || null,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  revoked_at: row.revokedAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  last_used_from: row.lastUsedFrom,
});

export const presentWebhook = (row: WebhookRow, now: Date): Schemas['Webhook'] => ({
  id: row.id,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  disabled_reason: row.disabledReason,
  failing_since: row.failingSince?.toISOString() ?? null,
  previous_secret_until: row.previousUntil !== null && row.previousUntil > now ? row.previousUntil.toISOString() : null,
  created_at: row.createdAt.toISOString(),
});

export const presentDelivery = (row: DeliveryRow): Schemas['WebhookDelivery'] => ({
  id: row.id,
  message_id: row.messageId,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
  response_status: row.responseStatus,
  response_body: row.responseBody,
  error: row.error,
  body: row.body,
  created_at: row.createdAt.toISOString(),
});
