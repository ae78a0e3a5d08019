// API tokens and webhooks of an organization, made by its admin.
import type { components } from '#openapi/api.ts';
import type { Person } from './api.ts';
import { expectStatus } from './events.ts';

type Schemas = components['schemas'];

export const allScopes: readonly Schemas['ApiTokenScope'][] = [
  'events:read',
  'events:write',
  'photos:read',
  'photos:moderate',
  'links:read',
  'links:write',
];

const pathOf = (organizationId: string) => `/api/v1/organizations/${organizationId}`;

export async function createToken(
  admin: Person,
  organizationId: string,
  scopes: readonly Schemas['ApiTokenScope'][] = allScopes,
): Promise<{ id: string; secret: string }> {
  const json = { name: `For ${scopes.length} scopes`, scopes };
  const answer = await admin.call<Schemas['NewApiToken']>('POST', `${pathOf(organizationId)}/api-tokens`, { json });
  const { secret, token } = expectStatus(answer, 201, 'creating a token');
  return { id: token.id, secret };
}

/** Nothing listens there. */
export const closedAddress = 'http://127.0.0.1:9/';

/** A server needs `WEBHOOKS_TO_LOOPBACK`. */
export async function createWebhook(
  admin: Person,
  organizationId: string,
  { url, events }: { url: string; events: readonly Schemas['WebhookEvent'][] } = { url: closedAddress, events: ['event.ended'] },
): Promise<{ id: string; secret: string }> {
  const answer = await admin.call<Schemas['NewWebhook']>('POST', `${pathOf(organizationId)}/webhooks`, { json: { url, events } });
  const { secret, webhook } = expectStatus(answer, 201, 'creating a webhook');
  return { id: webhook.id, secret };
}

/** A webhook that may be deleted: one that an earlier test left, since an organization has few, or a new one. */
export async function spareWebhook(admin: Person, organizationId: string, except: string): Promise<{ id: string }> {
  const { body } = await admin.call<Schemas['WebhookList']>('GET', `${pathOf(organizationId)}/webhooks`);
  return body.items.find(({ id }) => id !== except) ?? (await createWebhook(admin, organizationId));
}

/** A token, a webhook and a delivery to it, made once per server: an organization has few. */
export async function makeIntegrations(admin: Person, organizationId: string) {
  const base = `${pathOf(organizationId)}/webhooks`;
  const { body } = await admin.call<Schemas['WebhookList']>('GET', base);
  const { body: tokens } = await admin.call<Schemas['ApiTokenList']>('GET', `${pathOf(organizationId)}/api-tokens`);
  const tokenId = tokens.items.find(({ state }) => state === 'active')?.id ?? (await createToken(admin, organizationId)).id;
  const webhookId = body.items[0]?.id ?? (await createWebhook(admin, organizationId)).id;
  const tested = await admin.call<Schemas['WebhookDelivery']>('POST', `${base}/${webhookId}/test`);
  return { tokenId, webhookId, deliveryId: expectStatus(tested, 201, 'testing a webhook').id };
}
