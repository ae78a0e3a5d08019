import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { lockIntegrations, requireIntegrationsAdmin } from '#server/integrations/operations/authorize.ts';
import { MAX_TOKENS, tokenExpiry } from '#server/integrations/policy.ts';
import { presentToken } from '#server/integrations/presenter.ts';
import { hintOf, newTokenSecret } from '#server/integrations/token-secret.ts';
import { countActiveTokens, findToken, insertToken, listTokens, revokeToken } from '#server/integrations/tokens-repository.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

export function tokenCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listApiTokens({ viewer, path }) {
      await requireIntegrationsAdmin(db, path.id, viewer);
      const now = new Date();
      return { status: 200, body: { items: (await listTokens(db, path.id)).map((token) => presentToken(token, now)) } };
    },

    async createApiToken({ viewer, path, body, request }) {
      const secret = newTokenSecret();
      const now = new Date();
      const token = await db.transaction(async (tx) => {
        await lockIntegrations(tx, path.id, viewer);
        const expiresAt = tokenExpiry(body.expires_at, now);
        if (typeof expiresAt === 'string') throw wrongExpiry(expiresAt);
        if ((await countActiveTokens(tx, path.id)) >= MAX_TOKENS) throw tooManyTokens();
        const id = uuid7();
        const values = { id, organizationId: path.id, name: body.name.trim(), scopes: body.scopes, hint: hintOf(secret), expiresAt };
        await insertToken(tx, { ...values, secretHash: hashSecret(secret), createdBy: viewer.userId });
        await audit(tx, {
          action: 'integration.create_token',
          actorId: viewer.userId,
          subjectType: 'api_token',
          subjectId: id,
          organizationId: path.id,
          detail: { name: values.name, scopes: values.scopes, expires_at: expiresAt.toISOString() },
          request,
        });
        return findToken(tx, path.id, id);
      });
      if (!token) throw new Error('a token vanished in the transaction that made it');
      return { status: 201, body: { secret, token: presentToken(token, now) } };
    },

    async revokeApiToken({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        await lockIntegrations(tx, path.id, viewer, { always: true });
        const token = await findToken(tx, path.id, path.tokenId);
        if (!token) throw notFound('token');
        if (!(await revokeToken(tx, token.id))) return;
        await audit(tx, {
          action: 'integration.revoke_token',
          actorId: viewer.userId,
          subjectType: 'api_token',
          subjectId: token.id,
          organizationId: path.id,
          detail: { name: token.name },
          request,
        });
      });
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'integrations'>>;
}

const wrongExpiry = (message: string) =>
  new Problem(422, 'invalid_request', `The expiry ${message}.`, { errors: [{ field: 'body.expires_at', message }] });

const tooManyTokens = () => new Problem(409, 'too_many_tokens', `An organization can have ${MAX_TOKENS} tokens. Revoke one first.`);
