// Web Push: VAPID keys, endpoints, and the job that sends a push.
import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import webPush from 'web-push';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Deps } from '#server/deps.ts';
import { createHttpClient } from '#server/http/http-client.ts';
import { AddressBlocked, isPublicAddress } from '#server/http/public-address.ts';
import { truncateText } from '#server/http/text.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { deleteDevice, type DuePush, findDuePush, recordPushFailure, settlePush } from '#server/notifications/push-repository.ts';

const ATTEMPT_TIMEOUT_MS = 30_000;

/** Limits the message to one encrypted record of 4096 bytes (RFC 8291). The app shows the full text. */
const MAX_BODY_LENGTH = 300;

/** A sent push must be recorded or it is sent again, so this waits for a database that restarts. */
const RETRY_DELAYS_MS = [200, 1000, 3000, 5000];

/** The payload, read by src/lib/push-message.ts. */
interface PushMessage {
  /** Id of the notice. The device shows one notification per id. */
  id: string;
  /** The recipient. The device shows it to no other account. */
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
  /** Encrypts the message for the device and signs it for the push service. */
  const sealed = async ({ endpoint, p256dh, auth }: Device, message: PushMessage) => {
    const vapidDetails = { subject: config.push.subject, ...(await readPushKeys({ secrets })) };
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails,
      TTL: PUSH_TTL_SECONDS,
      contentEncoding: 'aes128gcm',
      urgency: 'normal',
      // A repeated push, for instance after a lost response, replaces the first one while it is queued there.
      topic: message.id.replaceAll('-', ''),
    });
  };

  /** Returns the HTTP status of the push service. */
  const deliver = async (device: Device, message: PushMessage, signal: AbortSignal): Promise<number> => {
    const route = parsePushEndpoint(device.endpoint, config.push.toLoopback);
    if (!route) throw new AddressBlocked('the endpoint is not a push service');
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
        log.warn({ err: error, push: settled[0] }, 'cannot record the outcome of a push, will retry');
        await sleep(wait);
      }
    }
    await settlePush(db, ...settled);
  };

  return {
    /** At-least-once delivery, shown once: a repeated push has the same topic at the push service and the same tag on the device. */
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
        log.warn({ push: pushId, service: new URL(device.endpoint).hostname, status }, 'a push was rejected permanently');
      if (verdict === 'gone' && subscriptionId !== null) await deleteDevice(db, subscriptionId);
      await settleSurely(pushId, verdict, verdict === 'sent' ? undefined : answered);
    },
  };
}

/** An older push is no longer news. The notice is still in the app. */
const PUSH_TTL_SECONDS = 24 * 3600;

/** Devices per user. One more replaces the oldest. */
export const MAX_DEVICES = 20;

type PushVerdict = 'sent' | 'gone' | 'failed' | 'again';

/** Maps the status of a push service (RFC 8030, sections 5 and 8.4): a device that is gone never comes back, and a rejection is final. */
export function pushVerdictOf(status: number): PushVerdict {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'again' : 'failed';
}

interface PushKeys {
  publicKey: string;
  /** Secret. */
  privateKey: string;
}

/** Subscriptions depend on the public key, so a new key would invalidate all of them. */
export async function readPushKeys({ secrets }: Pick<Deps, 'secrets'>): Promise<PushKeys> {
  return JSON.parse(await secrets.getOrCreate('vapid-keys', () => JSON.stringify(webPush.generateVAPIDKeys()))) as PushKeys;
}

interface PushRoute {
  url: URL;
  /** Whether the resolved address is checked as well when connecting. */
  guarded: boolean;
}

/**
 * Undefined if the endpoint isn’t allowed. Host names are checked when they are resolved.
 * @param toLoopback allows a push service of a test on this machine
 */
export function parsePushEndpoint(endpoint: string, toLoopback: boolean): PushRoute | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  if (toLoopback && url.protocol === 'http:' && url.hostname === '127.0.0.1') return { url, guarded: false };
  // A trailing dot doesn’t change a name.
  const host = url.hostname.replace(/^\[|\]$|\.+$/g, '');
  const isOutside = isIP(host) === 0 ? host.includes('.') && !host.endsWith('.localhost') : isPublicAddress(host);
  return url.protocol === 'https:' && url.port === '' && isOutside ? { url, guarded: true } : undefined;
}

/** Whether the key is a valid point of the curve, so that messages can be encrypted for it. */
export function isPublicKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
