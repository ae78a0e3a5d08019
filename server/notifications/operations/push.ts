import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { findEndpoint, deleteSessionDevice, deleteSurplusDevices, putSubscription } from '#server/notifications/push-repository.ts';
import { isPublicKey, MAX_DEVICES, parsePushEndpoint, readPushKeys } from '#server/notifications/push.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

const subjectOf = ({ userId, sessionId }: Viewer) => ({ actorId: userId, subjectType: 'session', subjectId: sessionId });

/** Web push for the device of the session. It ends with the session. */
export function pushCalls({ db, config, secrets }: Pick<Deps, 'db' | 'config' | 'secrets'>) {
  return {
    async getPush({ viewer }) {
      const { publicKey } = await readPushKeys({ secrets });
      return { status: 200, body: { public_key: publicKey, endpoint: await findEndpoint(db, viewer.sessionId) } };
    },

    async turnPushOn({ viewer, body: { endpoint, keys }, request }) {
      if (!parsePushEndpoint(endpoint, config.push.toLoopback)) throw refuse('endpoint', 'isn’t the URL of a push service');
      if (!isPublicKey(keys.p256dh)) throw refuse('keys.p256dh', 'isn’t a valid public key');
      const { userId, sessionId } = viewer;
      await db.transaction(async (tx) => {
        if (!(await putSubscription(tx, { id: uuid7(), userId, sessionId, endpoint, ...keys }))) return;
        await deleteSurplusDevices(tx, userId, MAX_DEVICES);
        await audit(tx, { action: 'push.turn_on', ...subjectOf(viewer), request, detail: { service: new URL(endpoint).hostname } });
      });
      return { status: 204 };
    },

    async turnPushOff({ viewer, request }) {
      await db.transaction(async (tx) => {
        if (await deleteSessionDevice(tx, viewer.sessionId)) await audit(tx, { action: 'push.turn_off', ...subjectOf(viewer), request });
      });
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'notifications'>>;
}

const refuse = (field: string, message: string) =>
  new Problem(422, 'invalid_request', `The ${field} ${message}.`, { errors: [{ field: `body.${field}`, message }] });
