// Whom passkeys are for. An authenticator uses one only at the domain that it was made for, which is what no imitation of a login page gets around.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { ownOrigin } from '#server/http/origin.ts';

export interface RelyingParty {
  /** The domain, as WebAuthn's `rp.id`. */
  id: string;
  /** Pages whose answers count. */
  origins: string[];
}

type Settings = Pick<Config, 'publicUrl' | 'webOrigins' | 'passkeyDomain'>;

/** Of the page that calls, where it is one of ours; what `Host` says counts only where nobody told where the app is reached. */
export function relyingPartyOf(request: FastifyRequest, { publicUrl, webOrigins, passkeyDomain }: Settings): RelyingParty {
  const own = ownOrigin(request, publicUrl);
  const origins = [own, ...webOrigins];
  const page = origins.find((origin) => origin === request.headers.origin) ?? own;
  return { id: passkeyDomain ?? (URL.canParse(page) ? new URL(page).hostname : 'localhost'), origins };
}
