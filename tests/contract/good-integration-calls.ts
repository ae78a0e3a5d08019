// Good calls on API tokens and webhooks. Only an organization's admins manage them.
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { closedAddress, createToken, spareWebhook } from '#tests/support/integrations.ts';
import type { Fixture, RoleName } from './fixture.ts';
import { forAdmins, type GoodCalls } from './good-call.ts';

const { aurora } = demoOrganizationIds;
const tokens = `/api/v1/organizations/${aurora}/api-tokens`;
const webhooks = `/api/v1/organizations/${aurora}/webhooks`;
const own = (w: Fixture, rest = '') => `${webhooks}/${w.integrations.webhookId}${rest}`;
const json = { url: closedAddress, events: ['event.ended'] };

/** Another one for who may remove it. */
const fresh = async (role: RoleName, make: () => Promise<{ id: string }>, otherwise: string) =>
  role === 'owner' ? (await make()).id : otherwise;

export const goodIntegrationCalls: GoodCalls = {
  listApiTokens: (_, role) => ({ path: tokens, expected: forAdmins(role, 200) }),
  createApiToken: (_, role) => ({ path: tokens, expected: forAdmins(role, 201) }),
  revokeApiToken: async (w, role) => ({
    path: `${tokens}/${await fresh(role, () => createToken(w.people.owner, aurora), w.integrations.tokenId)}`,
    expected: forAdmins(role, 204),
  }),
  listWebhooks: (_, role) => ({ path: webhooks, expected: forAdmins(role, 200) }),
  createWebhook: (_, role) => ({ path: webhooks, options: { json }, expected: forAdmins(role, 201) }),
  updateWebhook: (w, role) => ({ path: own(w), options: { json }, expected: forAdmins(role, 200) }),
  deleteWebhook: async (w, role) => ({
    path: `${webhooks}/${await fresh(role, () => spareWebhook(w.people.owner, aurora, w.integrations.webhookId), w.integrations.webhookId)}`,
    expected: forAdmins(role, 204),
  }),
  rotateWebhookSecret: (w, role) => ({ path: own(w, '/secret'), expected: forAdmins(role, 200) }),
  testWebhook: (w, role) => ({ path: own(w, '/test'), expected: forAdmins(role, 201) }),
  listWebhookDeliveries: (w, role) => ({ path: own(w, '/deliveries'), expected: forAdmins(role, 200) }),
  resendWebhookDelivery: (w, role) => ({
    path: own(w, `/deliveries/${w.integrations.deliveryId}/resend`),
    expected: forAdmins(role, 200),
  }),
};
