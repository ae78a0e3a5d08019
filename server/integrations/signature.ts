// Secrets and signatures of webhooks, as the Standard Webhooks specification has them (https://www.standardwebhooks.com).
import { createHmac, randomBytes } from 'node:crypto';
import { openSealedSecrets, type SealedSecrets } from '#server/db/sealed-secrets.ts';
import type { Deps } from '#server/deps.ts';

const PREFIX = 'whsec_';

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

function sign(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** @param secrets the receiver knows one of them */
export const signedHeaders = (message: SignedMessage, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
});

export const openWebhookSecrets = ({ secrets }: Pick<Deps, 'secrets'>): SealedSecrets => openSealedSecrets(secrets, 'webhook-key');
