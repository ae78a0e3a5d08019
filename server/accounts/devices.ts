// Devices that somebody stays signed in on: the cookie outlives the session, so that its owner is no stranger when many guess at the account.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookieOf } from '#server/accounts/tokens.ts';
import type { Deps } from '#server/deps.ts';
import { newSecret } from '#server/secrets.ts';

const deviceCookie = { name: 'ais_device', path: '/api/v1/auth' };
const COOKIE_SECONDS = 180 * 24 * 3600;

/** Whom the proof is of: a changed password ends it. */
interface Owner {
  id: string;
  passwordHash: string;
}

export interface TrustedDevices {
  /** `Set-Cookie` value. */
  remember(request: FastifyRequest, owner: Owner): string;
  /** `Set-Cookie` value that ends it. */
  forget(request: FastifyRequest): string;
  isTrusted(request: FastifyRequest, owner: Owner): boolean;
}

export async function openTrustedDevices({ secrets, config }: Pick<Deps, 'secrets' | 'config'>): Promise<TrustedDevices> {
  const key = await secrets.getOrCreate('device-key', newSecret);
  const proofOf = ({ id, passwordHash }: Owner) => createHmac('sha256', key).update(`${id} ${passwordHash}`).digest();
  return {
    remember: (request, owner) => cookieOf(request, config, deviceCookie, proofOf(owner).toString('base64url'), COOKIE_SECONDS),
    forget: (request) => cookieOf(request, config, deviceCookie, '', 0),
    isTrusted(request, owner) {
      const shown = Buffer.from(request.cookies[deviceCookie.name] ?? '', 'base64url');
      const proof = proofOf(owner);
      return shown.length === proof.length && timingSafeEqual(shown, proof);
    },
  };
}
