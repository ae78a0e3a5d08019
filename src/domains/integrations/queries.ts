// API tokens and webhooks of an organization, for its admins.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type ApiToken = Schemas['ApiToken'];
export type Webhook = Schemas['Webhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];

export const tokensQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'tokens', id] as const,
    queryFn: ({ signal }) => call('GET /api/v1/organizations/{id}/api-tokens', { path: { id }, signal }),
  });

export const webhooksQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', 'webhooks', id] as const,
    queryFn: ({ signal }) => call('GET /api/v1/organizations/{id}/webhooks', { path: { id }, signal }),
  });

export const deliveriesQuery = (id: string, webhookId: string) => ({
  queryKey: ['integrations', 'deliveries', webhookId] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call('GET /api/v1/organizations/{id}/webhooks/{webhookId}/deliveries', {
      path: { id, webhookId },
      query: { limit: 25, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  ...cursorPagination,
});

export const invalidateIntegrations = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['integrations'] });

export const createToken = (id: string, body: Schemas['CreateApiTokenRequest']) =>
  callInOrganization('POST /api/v1/organizations/{id}/api-tokens', { path: { id }, body });
export const revokeToken = (id: string, tokenId: string) =>
  callInOrganization('DELETE /api/v1/organizations/{id}/api-tokens/{tokenId}', { path: { id, tokenId } });

export const createWebhook = (id: string, body: Schemas['CreateWebhookRequest']) =>
  callInOrganization('POST /api/v1/organizations/{id}/webhooks', { path: { id }, body });
export const updateWebhook = (id: string, webhookId: string, body: Schemas['UpdateWebhookRequest']) =>
  callInOrganization('PATCH /api/v1/organizations/{id}/webhooks/{webhookId}', { path: { id, webhookId }, body });
export const deleteWebhook = (id: string, webhookId: string) =>
  callInOrganization('DELETE /api/v1/organizations/{id}/webhooks/{webhookId}', { path: { id, webhookId } });
export const rotateSecret = (id: string, webhookId: string) =>
  callInOrganization('POST /api/v1/organizations/{id}/webhooks/{webhookId}/secret', { path: { id, webhookId } });
export const sendTestEvent = (id: string, webhookId: string) =>
  callInOrganization('POST /api/v1/organizations/{id}/webhooks/{webhookId}/test', { path: { id, webhookId } });
export const resendDelivery = (id: string, webhookId: string, deliveryId: string) =>
  callInOrganization('POST /api/v1/organizations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/resend', {
    path: { id, webhookId, deliveryId },
  });
