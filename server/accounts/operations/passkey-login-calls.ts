import type { TrustedDevices } from '#server/accounts/devices.ts';
import { createLoginResponder } from '#server/accounts/operations/let-in.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkey-ceremonies.ts';
import type { PasskeyIntent } from '#server/accounts/passkey-challenges.ts';
import { requireEnabled, type Sessions } from '#server/accounts/sessions.ts';
import type { AuditAggregator } from '#server/audit/aggregation.ts';
import type { Deps } from '#server/deps.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

interface Parts {
  sessions: Sessions;
  devices: TrustedDevices;
  ceremonies: PasskeyCeremonies;
  limits: Pick<RateLimits, 'countLogin'>;
  repeats: AuditAggregator;
}

const ANYBODY: PasskeyIntent = { purpose: 'login', userId: null };

export function passkeyLoginCalls({ db }: Pick<Deps, 'db'>, { sessions, devices, ceremonies, limits, repeats }: Parts) {
  const letIn = createLoginResponder(db, { sessions, devices });
  return {
    async beginPasskeyLogin({ request }) {
      return { status: 200, body: await ceremonies.requestOptions(request, ANYBODY) };
    },

    // Nobody guesses a signature: tries are counted where they come from, and no number of them bars the way for the owner.
    async loginWithPasskey({ body, request }) {
      const { passkey } = body;
      await limits.countLogin(request, `passkey ${passkey.id}`);
      const proven = await ceremonies.verifyUse(request, ANYBODY, passkey).catch(async (error: unknown) => {
        const failed = { action: 'session.login', subjectType: 'user', outcome: 'failed', detail: { by: 'passkey' }, request } as const;
        await repeats.record(`login passkey ${addressKey(request.ip)}`, failed);
        throw error;
      });
      requireEnabled(proven.owner);
      const session = await db.transaction(async (tx) => {
        await proven.consume(tx);
        return sessions.open(tx, proven.owner.id, body.remember_me ?? false, request);
      });
      return letIn(request, session, proven.owner);
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}
