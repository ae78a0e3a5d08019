// Secrets and signatures of webhooks, as the Standard Webhooks specification has them (https://www.standardwebhooks.com).
import { createHmac, randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import type { Deps } from '#server/deps.ts';
import { newSecret } from '#server/secrets.ts';

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

/** Whether a secret was sealed by a key that is lost. */
export const isUnreadable = (error: unknown): boolean => error instanceof errors.JWEDecryptionFailed;

/** Encrypts secrets for the database: the server needs them again, so a hash is not enough. */
export interface WebhookSecrets {
  seal(webhookId: string, secret: string): Promise<string>;
  /** @throws if it was sealed for another webhook or by another key */
  unseal(webhookId: string, sealed: string): Promise<string>;
}

export function openWebhookSecrets({ secrets }: Pick<Deps, 'secrets'>): WebhookSecrets {
  const readKey = async () => Buffer.from(await secrets.getOrCreate('webhook-key', newSecret), 'base64url');
  return {
    async seal(webhookId, secret) {
      const header = { alg: 'dir', enc: 'A256GCM', kid: webhookId };
      return new CompactEncrypt(Buffer.from(secret)).setProtectedHeader(header).encrypt(await readKey());
    },
    async unseal(webhookId, sealed) {
      const allowed = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, await readKey(), allowed);
      if (protectedHeader.kid !== webhookId) throw new Error('the secret of a webhook belongs to another one');
      return Buffer.from(plaintext).toString();
    },
  };
}
