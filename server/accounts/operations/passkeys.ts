// The user’s own passkeys.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import {
  deletePasskey,
  insertPasskey,
  listOwnPasskeys,
  lockSignInMethods,
  MAX_PASSKEYS,
  setPasskeyName,
  type PasskeyRow,
} from '#server/accounts/credentials-repository.ts';
import { passkeyAddedEmail, passkeyRemovedEmail } from '#server/accounts/emails.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkeys.ts';
import { noPassword, type Reauthenticate } from '#server/accounts/passwords.ts';
import { lockSignedInUser } from '#server/accounts/sessions-repository.ts';
import { findFullAccount } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  ceremonies: PasskeyCeremonies;
  prove: Reauthenticate;
  limits: Pick<RateLimits, 'countLogin'>;
}

type PasskeyEmail = (url: string, name: string) => EmailContent;

export function passkeyCalls(deps: Deps, { ceremonies, prove, limits }: Parts) {
  const { db, config } = deps;
  const subjectOf = (id: string) => ({ actorId: id, subjectType: 'user', subjectId: id });

  async function emailOwner(
    tx: Queryable,
    { email: to }: { email: string },
    template: PasskeyEmail,
    name: string,
    request: FastifyRequest,
  ) {
    const link = appLink(config, '/dashboard/settings?tab=security', ownPort(request, deps));
    await queueMail(deps, tx, { key: `passkey:${uuid7()}`, to, content: template(link, name) });
  }

  return {
    async listPasskeys({ viewer }) {
      const items = await listOwnPasskeys(db, viewer.userId);
      const account = await findFullAccount(db, viewer.userId);
      return { status: 200, body: { items: items.map(presentPasskey), has_password: (account?.passwordHash ?? '') !== '' } };
    },

    async beginPasskey({ viewer, body, request }) {
      const { account, inTransaction } = await prove({ viewer, request, proof: body }, 'account.add_passkey');
      await inTransaction(async () => undefined);
      return { status: 200, body: await ceremonies.creationOptions(request, { ...account, name: viewer.name }) };
    },

    async addPasskey({ viewer, body, request }) {
      const account = await findFullAccount(db, viewer.userId);
      if (!account) throw noPassword();
      const { passkey, take } = await ceremonies.verifyMade(request, account.id, body.passkey);
      const name = body.name.trim();
      const row = await db.transaction(async (tx) => {
        await lockSignedInUser(tx, viewer);
        const { passkeys } = await lockSignInMethods(tx, account.id);
        if (passkeys >= MAX_PASSKEYS) throw tooManyPasskeys();
        await take(tx);
        const added = await insertPasskey(tx, { ...passkey, id: uuid7(), userId: account.id, name });
        if (!added) throw passkeyKnown();
        await audit(tx, { action: 'account.add_passkey', ...subjectOf(account.id), detail: { name }, request });
        await emailOwner(tx, account, passkeyAddedEmail, name, request);
        return added;
      });
      return { status: 201, body: presentPasskey(row) };
    },

    async renamePasskey({ viewer, path, body, request }) {
      const name = body.name.trim();
      const row = await db.transaction(async (tx) => {
        const renamed = await setPasskeyName(tx, viewer.userId, path.passkeyId, name);
        if (!renamed) throw notFound('passkey');
        await audit(tx, { action: 'account.rename_passkey', ...subjectOf(viewer.userId), detail: { name }, request });
        return renamed;
      });
      return { status: 200, body: presentPasskey(row) };
    },

    async removePasskey({ viewer, path, body, request }) {
      const { account, inTransaction } = await prove({ viewer, request, proof: body }, 'account.remove_passkey');
      await inTransaction(async (tx) => {
        const { hasPassword, passkeys } = await lockSignInMethods(tx, account.id);
        const removed = await deletePasskey(tx, account.id, path.passkeyId);
        if (!removed) throw notFound('passkey');
        if (!hasPassword && passkeys === 1) throw lastSignInMethod();
        await audit(tx, { action: 'account.remove_passkey', ...subjectOf(account.id), detail: { name: removed.name }, request });
        await emailOwner(tx, account, passkeyRemovedEmail, removed.name, request);
      });
      return { status: 204 };
    },

    async beginPasskeyProof({ viewer, request }) {
      await limits.countLogin(request, `proof ${viewer.userId}`);
      const options = await ceremonies.requestOptions(request, { purpose: 'prove', userId: viewer.userId });
      if (options.allowCredentials.length === 0) throw new Problem(409, 'no_passkey', 'This account has no passkey.');
      return { status: 200, body: options };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

const presentPasskey = ({ id, name, deviceType, createdAt, lastUsedAt }: PasskeyRow): components['schemas']['Passkey'] => ({
  id,
  name,
  is_synced: deviceType === 'multiDevice',
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

export const passkeyKnown = () => new Problem(409, 'passkey_known', 'This passkey is already in use.');
const tooManyPasskeys = () =>
  new Problem(409, 'too_many_passkeys', `An account can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
const lastSignInMethod = () =>
  new Problem(409, 'last_way_in', 'This passkey is your only way to log in. Add another passkey or set a password first.');
