import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { messageOf } from '#server/integrations/emit.ts';
import { lockIntegrations, requireIntegrationsAdmin } from '#server/integrations/operations/authorize.ts';
import { MAX_WEBHOOKS, previousSecretUntil } from '#server/integrations/policy.ts';
import { presentDelivery, presentWebhook } from '#server/integrations/presenter.ts';
import { newWebhookSecret, openWebhookSecrets } from '#server/integrations/signature.ts';
import { parseWebhookUrl } from '#server/integrations/webhook-url.ts';
import {
  changeWebhook,
  countWebhooks,
  deleteWebhookRow,
  deliveryOrder,
  type DeliveryRow,
  findDelivery,
  findWebhook,
  insertDeliveriesSql,
  insertWebhook,
  jobKey,
  listDeliveryRows,
  listWebhookRows,
  resetDelivery,
  type WebhookRow,
} from '#server/integrations/webhooks-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

/** Test events and repeated deliveries of one organization, which can delete a webhook and create it again. */
const SENDS = { name: 'webhook send', burst: 40, perHour: 120 };

export function webhookCalls(deps: Pick<Deps, 'db' | 'config' | 'secrets' | 'jobs'>, limits: Pick<RateLimits, 'count'>) {
  const { db, config, jobs } = deps;
  const secrets = openWebhookSecrets(deps);

  /** @throws {Problem} 422 */
  function requireUrl(given: string): string {
    const route = parseWebhookUrl(given.trim(), config.webhooksToLoopback);
    if (route) return route.url.href;
    const message = 'must be an https address on the internet';
    throw new Problem(422, 'invalid_request', `The address ${message}.`, { errors: [{ field: 'body.url', message }] });
  }

  const presented = (webhook: WebhookRow) => presentWebhook(webhook, new Date());

  /** @throws {Problem} 429, 409 `webhook_disabled` */
  async function requireSendable(tx: Tx, webhook: WebhookRow): Promise<void> {
    if (!webhook.enabled) throw new Problem(409, 'webhook_disabled', 'This webhook is turned off. Turn it on first.');
    await limits.count([{ limit: SENDS, of: webhook.organizationId, why: 'You have sent many test events and messages again' }], tx);
  }

  return {
    async listWebhooks({ viewer, path }) {
      await requireIntegrationsAdmin(db, path.id, viewer);
      return { status: 200, body: { items: (await listWebhookRows(db, path.id)).map(presented) } };
    },

    async createWebhook({ viewer, path, body, request }) {
      const id = uuid7();
      const secret = newWebhookSecret();
      const webhook = await db.transaction(async (tx) => {
        await lockIntegrations(tx, path.id, viewer);
        const url = requireUrl(body.url);
        if ((await countWebhooks(tx, path.id)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
        await insertWebhook(tx, { id, organizationId: path.id, url, events: body.events, sealedSecret: await secrets.seal(id, secret) });
        const made = await requireWebhook(tx, path.id, id);
        await record(tx, 'integration.create_webhook', made, viewer, request);
        return made;
      });
      return { status: 201, body: { secret, webhook: presented(webhook) } };
    },

    async updateWebhook({ viewer, path, body, request }) {
      const webhook = await db.transaction(async (tx) => {
        await lockIntegrations(tx, path.id, viewer);
        const before = await requireWebhook(tx, path.id, path.webhookId);
        const isTurnedOn = body.enabled === true && !before.enabled;
        await changeWebhook(tx, before.id, {
          ...(body.url !== undefined && { url: requireUrl(body.url) }),
          ...(body.events !== undefined && { events: body.events }),
          ...(body.enabled !== undefined && { enabled: body.enabled }),
          ...(isTurnedOn && { disabledReason: null, failingSince: null }),
        });
        const after = await requireWebhook(tx, path.id, before.id);
        await record(tx, 'integration.update_webhook', after, viewer, request, { changed: Object.keys(body) });
        return after;
      });
      return { status: 200, body: presented(webhook) };
    },

    async deleteWebhook({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        await lockIntegrations(tx, path.id, viewer, { always: true });
        const webhook = await requireWebhook(tx, path.id, path.webhookId);
        await deleteWebhookRow(tx, webhook.id);
        await record(tx, 'integration.delete_webhook', webhook, viewer, request);
      });
      return { status: 204 };
    },

    async rotateWebhookSecret({ viewer, path, request }) {
      const secret = newWebhookSecret();
      const webhook = await db.transaction(async (tx) => {
        await lockIntegrations(tx, path.id, viewer);
        const before = await requireWebhook(tx, path.id, path.webhookId);
        await changeWebhook(tx, before.id, {
          sealedSecret: await secrets.seal(before.id, secret),
          previousSealedSecret: before.sealedSecret,
          previousUntil: previousSecretUntil(new Date()),
        });
        await record(tx, 'integration.rotate_webhook_secret', before, viewer, request);
        return requireWebhook(tx, path.id, before.id);
      });
      return { status: 200, body: { secret, webhook: presented(webhook) } };
    },

    async testWebhook({ viewer, path, request }) {
      const delivery = await db.transaction(async (tx) => {
        await lockIntegrations(tx, path.id, viewer);
        const webhook = await requireWebhook(tx, path.id, path.webhookId);
        await requireSendable(tx, webhook);
        const message = messageOf({ type: 'webhook.test', data: {} });
        const { rows } = await tx.execute<{ id: string }>(insertDeliveriesSql(deps, path.id, [message], { webhookId: webhook.id }));
        await record(tx, 'integration.test_webhook', webhook, viewer, request);
        return requireDelivery(tx, webhook.id, rows[0]?.id ?? '');
      });
      return { status: 201, body: presentDelivery(delivery) };
    },

    async listWebhookDeliveries({ viewer, path, query }) {
      await requireIntegrationsAdmin(db, path.id, viewer);
      const webhook = await requireWebhook(db, path.id, path.webhookId);
      const list = { webhookId: webhook.id, status: query.status };
      const { rows, cursors } = await deliveryOrder.page({ sort: '-created_at', ...query }, (range) => listDeliveryRows(db, list, range));
      return { status: 200, body: { items: rows.map(presentDelivery), ...cursors } };
    },

    async resendWebhookDelivery({ viewer, path, request }) {
      const delivery = await db.transaction(async (tx) => {
        await lockIntegrations(tx, path.id, viewer);
        const webhook = await requireWebhook(tx, path.id, path.webhookId);
        const before = await requireDelivery(tx, webhook.id, path.deliveryId);
        await requireSendable(tx, webhook);
        await resetDelivery(tx, before.id);
        await jobs.add(tx, 'send-webhook', { deliveryId: before.id }, { key: jobKey(before.id), owner: webhook.organizationId });
        await record(tx, 'integration.resend_webhook', webhook, viewer, request, { delivery_id: before.id });
        return requireDelivery(tx, webhook.id, before.id);
      });
      return { status: 200, body: presentDelivery(delivery) };
    },
  } satisfies Partial<OperationsOf<'integrations'>>;
}

/** @throws {Problem} 404 */
async function requireWebhook(db: Queryable, organizationId: string, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(db, organizationId, id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** @throws {Problem} 404 */
async function requireDelivery(db: Queryable, webhookId: string, id: string): Promise<DeliveryRow> {
  const delivery = await findDelivery(db, webhookId, id);
  if (!delivery) throw notFound('delivery');
  return delivery;
}

/** The address may contain a secret, so its host alone is recorded. */
async function record(
  tx: Tx,
  action: Extract<AuditAction, `integration.${string}`>,
  { id, organizationId, url }: WebhookRow,
  by: Viewer,
  request: FastifyRequest,
  detail: object = {},
): Promise<void> {
  await audit(tx, {
    action,
    actorId: by.userId,
    subjectType: 'webhook',
    subjectId: id,
    organizationId,
    detail: { host: new URL(url).host, ...detail },
    request,
  });
}

const tooManyWebhooks = () => new Problem(409, 'too_many_webhooks', `An organization can have ${MAX_WEBHOOKS} webhooks. Delete one first.`);
