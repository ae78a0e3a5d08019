// All that belongs to oneself: taken along, and deleted.
import type { Devices } from '#server/accounts/devices.ts';
import type { Proven, ProveOwner } from '#server/accounts/operations/prove-owner.ts';
import { sessionCookies } from '#server/accounts/tokens.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { endAccount, listLeftAlone } from '#server/own-data/deletion.ts';
import { ExportPlaces } from '#server/own-data/export-places.ts';
import { askingCalls } from '#server/own-data/operations/asking-calls.ts';
import { requestCalls } from '#server/own-data/operations/request-calls.ts';
import { sendArchive, sentExportCalls } from '#server/own-data/operations/sent-export-calls.ts';
import { countOwnPhotos, listGone } from '#server/own-data/repository.ts';

interface Parts {
  devices: Devices;
  prove: ProveOwner;
  limits: Pick<RateLimits, 'countTicket' | 'countMailsTo'>;
}

export function ownDataOperations(deps: Deps, { devices, prove, limits }: Parts): OperationsOf<'own-data'> {
  const { db, config } = deps;
  const places = new ExportPlaces();
  const inTransaction: Proven['within'] = (act) => db.transaction(act);

  return {
    ...askingCalls(deps, limits),
    ...requestCalls(deps, limits),
    ...sentExportCalls(deps, places),

    async getOwnData({ viewer }) {
      const own = await countOwnPhotos(db, viewer.userId);
      return { status: 200, body: { ...own, last_admin_of: await listLeftAlone(db, viewer.userId) } };
    },

    async exportOwnData({ viewer, request }) {
      const { userId } = viewer;
      const place = places.take(userId);
      try {
        await audit(db, { action: 'account.export', actorId: userId, subjectType: 'user', subjectId: userId, request });
      } catch (error) {
        place.giveBack();
        throw error;
      }
      return sendArchive(deps, userId, place);
    },

    async deleteOwnAccount({ viewer, body, request }) {
      const { userId, email } = viewer;
      const { password, code, passkey } = body;
      // Of a guest the session is all there is.
      const within =
        email === null ? inTransaction : (await prove({ viewer, request, proof: { password, code, passkey } }, 'account.delete')).within;
      await within((tx) => endAccount(deps, tx, { userId, mailTo: email, photos: body.photos, actorId: userId, request }));
      return { status: 204, headers: { 'set-cookie': [...sessionCookies(request, config, null), devices.forget(request)] } };
    },

    // Of the row that stays. Whoever asks is told nothing else: docs/decisions/021.
    async findDeletedAccounts({ body }) {
      return { status: 200, body: { deleted_ids: await listGone(db, body.ids) } };
    },
  };
}
