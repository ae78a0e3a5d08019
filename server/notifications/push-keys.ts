// By which push services know this server (VAPID, RFC 8292): made at the first start, kept in the database, shared by all its processes.
import webPush from 'web-push';
import { readOrMakeSecret } from '#server/db/kept-secrets.ts';
import type { Queryable } from '#server/db/types.ts';

export interface PushKeys {
  publicKey: string;
  /** Never shown. */
  privateKey: string;
}

/** Devices are turned on for one public key: another one would end all of them. */
export async function readPushKeys(db: Queryable): Promise<PushKeys> {
  return JSON.parse(await readOrMakeSecret(db, 'vapid-keys', () => JSON.stringify(webPush.generateVAPIDKeys()))) as PushKeys;
}
