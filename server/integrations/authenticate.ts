// The viewer of a request with an API token: its organization, without a person's rights.
import type { Db } from '#server/db/types.ts';
import type { OperationContract } from '#server/http/contract.ts';
import { Problem } from '#server/http/problem.ts';
import { isInTokenScope, tokenRefusal, type TokenRefusal } from '#server/integrations/policy.ts';
import { hasValidChecksum } from '#server/integrations/token-secret.ts';
import { findTokenBySecret, recordUse } from '#server/integrations/tokens-repository.ts';
import { hashSecret } from '#server/secrets.ts';
import type { Viewer } from '#server/viewer.ts';

const USE_RECORDED_EVERY_MS = 60_000;

const refusals: Record<TokenRefusal, [status: 401 | 403, detail: string]> = {
  token_expired: [401, 'This API token has expired.'],
  token_revoked: [401, 'This API token was revoked.'],
  token_organization_pending: [403, 'The organization of this API token hasn’t been approved yet.'],
  token_organization_suspended: [403, 'The organization of this API token is suspended.'],
};

/**
 * Reads the token from the database for each request, so that a revocation takes effect at once.
 * @param from the network address
 * @throws {Problem} 401 `unknown_token`, `token_expired`, `token_revoked`; 403 `token_organization_pending`, `token_organization_suspended`
 */
export async function authenticateToken(db: Db, secret: string, from: string): Promise<Viewer> {
  const token = hasValidChecksum(secret) ? await findTokenBySecret(db, hashSecret(secret)) : null;
  if (!token) throw new Problem(401, 'unknown_token', 'This API token doesn’t exist.');
  const now = new Date();
  const refusal = tokenRefusal(token, now);
  if (refusal) {
    const [status, detail] = refusals[refusal];
    throw new Problem(status, refusal, detail);
  }
  const notSince = new Date(now.getTime() - USE_RECORDED_EVERY_MS);
  if (token.lastUsedAt === null || token.lastUsedAt < notSince) await recordUse(db, token.id, { from, notSince });
  const { id, organizationId, name, scopes } = token;
  return {
    userId: id,
    sessionId: id,
    email: null,
    name,
    role: 'organization',
    permissions: {},
    memberships: [{ organizationId, role: 'organization', permissions: {} }],
    apiToken: { organizationId, scopes },
  };
}

/** Whether an operation is refused to an API token. */
export function tokenScopeRefusal({ tokenScope }: Pick<OperationContract, 'tokenScope'>, viewer: Viewer | null): Problem | null {
  if (!viewer?.apiToken) return null;
  const reach = isInTokenScope(viewer.apiToken, tokenScope);
  if (reach === 'reached') return null;
  if (reach === 'never') return new Problem(403, 'token_not_allowed', 'API tokens can’t do this.');
  return new Problem(403, 'token_scope_missing', `This API token needs the scope ${tokenScope}.`);
}
