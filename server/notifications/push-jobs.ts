import { setTimeout as sleep } from 'node:timers/promises';
import webPush from 'web-push';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Deps } from '#server/deps.ts';
import { createHttpClient } from '#server/http/http-client.ts';
import { AddressBlocked } from '#server/http/public-address.ts';
import { truncateText } from '#server/http/text.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { parsePushEndpoint } from '#server/notifications/push-endpoint.ts';
import { readPushKeys } from '#server/notifications/push-keys.ts';
import { PUSH_TTL_SECONDS, pushVerdictOf } from '#server/notifications/push-policy.ts';
import { findDuePush, deleteDevice, recordPushFailure, settlePush, type DuePush } from '#server/notifications/push-repository.ts';

const ATTEMPT_TIMEOUT_MS = 30_000;
/** What is pushed fits one record of 4096 bytes, encrypted (RFC 8291); the rest is in the app. */
const MAX_BODY_LENGTH = 300;
/** What went out and is not noted goes again: a database that restarts is waited for. */
const RETRY_DELAYS_MS = [200, 1000, 3000, 5000];

/** What a device is told; read by src/lib/push-message.ts. */
interface PushMessage {
  /** Of the notice: what has the same is shown once. */
  id: string;
  /** Whose it is: to anybody else it is not shown. */
  account: string;
  title: string;
  body: string;
  link: string | null;
}

type Device = NonNullable<DuePush['device']>;

export function pushJobs(
  { db, config, log, secrets }: Pick<Deps, 'db' | 'config' | 'log' | 'secrets'>,
  exchange = createHttpClient(),
): JobHandlers<'send-push'> {
  /** Encrypted for the device alone, and signed for its push service. */
  const sealed = async ({ endpoint, p256dh, auth }: Device, message: PushMessage) => {
    const vapidDetails = { subject: config.push.subject, ...(await readPushKeys({ secrets })) };
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails,
      TTL: PUSH_TTL_SECONDS,
      contentEncoding: 'aes128gcm',
      urgency: 'normal',
      // Sent twice, as after a lost answer, it replaces itself while it waits there.
      topic: message.id.replaceAll('-', ''),
    });
  };

  /** The status of what the push service answers. */
  const deliver = async (device: Device, message: PushMessage, signal: AbortSignal): Promise<number> => {
    const route = parsePushEndpoint(device.endpoint, config.push.toLoopback);
    if (!route) throw new AddressBlocked('it leads to no push service');
    const { headers, body } = await sealed(device, message);
    const answer = await exchange({
      method: 'POST',
      ...route,
      headers,
      ...(body && { body }),
      signal,
      limit: 0,
      headOnly: true,
      timeoutMs: ATTEMPT_TIMEOUT_MS,
    });
    return answer.status;
  };

  const settleSurely = async (...settled: [id: string, outcome: 'sent' | 'failed' | 'gone', why?: string]): Promise<void> => {
    for (const wait of RETRY_DELAYS_MS) {
      try {
        return await settlePush(db, ...settled);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        log.warn({ err: error, push: settled[0] }, 'what became of a push could not be noted yet');
        await sleep(wait);
      }
    }
    await settlePush(db, ...settled);
  };

  return {
    /** At least once, and shown once: what is sent again has the same topic there, and the same tag on the device. */
    async 'send-push'({ pushId }, signal) {
      const push = await findDuePush(db, pushId);
      if (!push) return;
      const { device, noticeId, subscriptionId, title, body, link } = push;
      if (!device || noticeId === null) {
        if (subscriptionId !== null) await deleteDevice(db, subscriptionId);
        return settleSurely(pushId, 'gone');
      }
      if (push.createdAt.getTime() + PUSH_TTL_SECONDS * 1000 <= Date.now()) return settleSurely(pushId, 'failed', 'no news any more');
      const message: PushMessage = { id: noticeId, account: device.userId, title, body: truncateText(body, MAX_BODY_LENGTH), link };
      let status: number;
      try {
        status = await deliver(device, message, signal);
      } catch (error) {
        const why = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
        if (error instanceof AddressBlocked) return settleSurely(pushId, 'failed', why);
        await recordPushFailure(db, pushId, why);
        throw error;
      }
      const verdict = pushVerdictOf(status);
      const answered = `the push service answered ${status}`;
      if (verdict === 'again') {
        await recordPushFailure(db, pushId, answered);
        throw new Error(answered);
      }
      if (verdict === 'failed')
        log.warn({ push: pushId, service: new URL(device.endpoint).hostname, status }, 'a push was refused for good');
      if (verdict === 'gone' && subscriptionId !== null) await deleteDevice(db, subscriptionId);
      await settleSurely(pushId, verdict, verdict === 'sent' ? undefined : answered);
    },
  };
}
