import { isUnreadable } from '#server/db/sealed-secrets.ts';
import type { Deps } from '#server/deps.ts';
import { createHttpClient } from '#server/http/http-client.ts';
import { storableText, truncateText } from '#server/http/text.ts';
import { describeConnectionError } from '#server/integrations/connection-error.ts';
import { webhookDisabledEmail, webhookDisabledNotice } from '#server/integrations/emails.ts';
import { disabledReasonOf, nextAttemptAt } from '#server/integrations/policy.ts';
import { openWebhookSecrets, signedHeaders } from '#server/integrations/signature.ts';
import { parseWebhookUrl } from '#server/integrations/webhook-url.ts';
import {
  changeDelivery,
  changeWebhook,
  deleteOldDeliveries,
  findPendingDelivery,
  jobKey,
  lockWebhook,
} from '#server/integrations/webhooks-repository.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { appLink } from '#server/mail/links.ts';
import { queueMails } from '#server/mail/queue.ts';
import { notifyInApp } from '#server/notifications/notify-in-app.ts';
import { listAdminsToMail } from '#server/notifications/repository.ts';
import { listActiveMemberIds } from '#server/organizations/members-repository.ts';

const ATTEMPT_TIMEOUT_MS = 10_000;
/** Of an answer, so much is kept. */
const KEPT_BYTES = 1024;
const MAX_ERROR_LENGTH = 300;
const RETENTION_MS = 30 * 24 * 3600 * 1000;

type Due = NonNullable<Awaited<ReturnType<typeof findPendingDelivery>>>;
type Parts = Pick<Deps, 'db' | 'config' | 'log' | 'secrets' | 'jobs'>;

interface Attempt {
  status: number | null;
  body: string | null;
  error: string | null;
}

export function integrationJobs(deps: Parts, exchange = createHttpClient()): JobHandlers<'send-webhook' | 'sweep-webhooks'> {
  const { db, config, log, jobs } = deps;
  const secrets = openWebhookSecrets(deps);

  async function send({ delivery, webhook }: Due, signal: AbortSignal): Promise<Attempt> {
    const route = parseWebhookUrl(webhook.url, config.webhooksToLoopback);
    if (!route) return { status: null, body: null, error: 'This address isn’t allowed.' };
    const now = new Date();
    const sealed = [webhook.sealedSecret];
    if (webhook.previousSealedSecret !== null && webhook.previousUntil !== null && webhook.previousUntil > now)
      sealed.push(webhook.previousSealedSecret);
    const keys = await Promise.all(sealed.map((secret) => secrets.unseal(webhook.id, secret))).catch((error: unknown) => {
      if (isUnreadable(error)) return null;
      throw error;
    });
    // As after a restore without the key of the server.
    if (keys === null) return { status: null, body: null, error: 'The secret of this webhook can’t be read. Replace it.' };
    const message = { id: delivery.messageId, timestamp: Math.floor(now.getTime() / 1000), body: delivery.body };
    try {
      const { status, bytes } = await exchange({
        ...route,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'AI-Image-Suite-Webhooks', ...signedHeaders(message, keys) },
        body: delivery.body,
        signal,
        limit: KEPT_BYTES,
        cutsOff: true,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
      });
      return { status, body: storableText(bytes.toString('utf8')), error: null };
    } catch (error) {
      // The server stops: this was no attempt.
      signal.throwIfAborted();
      return {
        status: null,
        body: null,
        error: truncateText(storableText(describeConnectionError(error)), MAX_ERROR_LENGTH),
      };
    }
  }

  return {
    /** At least once, with the same id: if the process dies between sending and recording, the message is sent again. */
    async 'send-webhook'({ deliveryId }, signal) {
      const due = await findPendingDelivery(db, deliveryId);
      if (!due) return;
      const refusal = !due.webhook.enabled
        ? 'This webhook is turned off.'
        : !due.isOrganizationActive
          ? 'The organization isn’t active.'
          : null;
      if (refusal !== null) return changeDelivery(db, deliveryId, { status: 'failed', nextAttemptAt: null, error: refusal });
      const { status, body, error } = await send(due, signal);
      const isDelivered = status !== null && status >= 200 && status < 300;
      const now = new Date();
      const attempts = due.delivery.attempts + 1;
      await db.transaction(async (tx) => {
        const webhook = await lockWebhook(tx, due.webhook.id);
        if (!webhook) return;
        const failingSince = isDelivered ? null : (webhook.failingSince ?? now);
        const disabledReason = isDelivered ? null : disabledReasonOf(status, failingSince, now);
        const next = isDelivered || disabledReason ? null : nextAttemptAt(attempts, now);
        await changeDelivery(tx, deliveryId, {
          status: isDelivered ? 'delivered' : next ? 'pending' : 'failed',
          attempts,
          nextAttemptAt: next,
          lastAttemptAt: now,
          responseStatus: status,
          responseBody: body,
          error,
        });
        if (next)
          await jobs.add(tx, 'send-webhook', { deliveryId }, { key: jobKey(deliveryId), owner: webhook.organizationId, runAt: next });
        const isDisabled = disabledReason !== null && webhook.enabled;
        if (webhook.failingSince?.getTime() !== failingSince?.getTime() || isDisabled)
          await changeWebhook(tx, webhook.id, { failingSince, ...(isDisabled && { enabled: false, disabledReason }) });
        if (!isDisabled) return;
        log.info({ webhook: webhook.id, reason: disabledReason }, 'a webhook was turned off');
        const link = `/organization/settings?tab=integrations&webhook=${webhook.id}`;
        const facts = { organizationName: due.organizationName, host: new URL(webhook.url).host, reason: disabledReason };
        const content = webhookDisabledEmail({ ...facts, url: appLink(config, link, config.port) });
        const people = await listActiveMemberIds(tx, webhook.organizationId, 'organization');
        await notifyInApp(tx, people, 'organization_decisions', webhookDisabledNotice(facts, link));
        const admins = await listAdminsToMail(tx, webhook.organizationId, 'organization_decisions');
        const about = `webhook-disabled:${webhook.id}:${now.getTime()}`;
        await queueMails(
          deps,
          tx,
          admins.map(({ userId, email }) => ({ key: `${about}:${userId}`, to: email, content })),
        );
      });
    },

    async 'sweep-webhooks'() {
      await deleteOldDeliveries(db, new Date(Date.now() - RETENTION_MS));
    },
  };
}
