// By which push services know this server (VAPID, RFC 8292): made at the first start, kept in the database, shared by all its processes.
import webPush from 'web-push';
import type { Deps } from '#server/deps.ts';

export interface PushKeys {
  publicKey: string;
  /** Never shown. */
  privateKey: string;
}

/** Devices are turned on for one public key: another one would end all of them. */
export async function readPushKeys({ secrets }: Pick<Deps, 'secrets'>): Promise<PushKeys> {
  return JSON.parse(await secrets.getOrCreate('vapid-keys', () => JSON.stringify(webPush.generateVAPIDKeys()))) as PushKeys;
}
