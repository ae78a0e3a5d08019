import type { Reauthenticated, Reauthenticate } from '#server/accounts/passwords.ts';
// All that belongs to oneself: taken along, and deleted.
import { sessionCookies, type TrustedDevices } from '#server/accounts/sessions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { deleteAccount, listSoleAdminOrganizations } from '#server/own-data/account-deletion.ts';
import { ExportSlots } from '#server/own-data/export-slots.ts';
import { requestCalls } from '#server/own-data/operations/data-requests.ts';
import { ownRequestCalls } from '#server/own-data/operations/own-requests.ts';
import { sendArchive, sentExportCalls } from '#server/own-data/operations/sent-exports.ts';
import { countOwnPhotos, listDeletedAccounts } from '#server/own-data/own-data-repository.ts';

interface Parts {
  devices: TrustedDevices;
  prove: Reauthenticate;
  limits: Pick<RateLimits, 'countTicket' | 'countMailsTo'>;
}

export function ownDataOperations(deps: Deps, { devices, prove, limits }: Parts): OperationsOf<'own-data'> {
  const { db, config } = deps;
  const places = new ExportSlots();
  const inTransaction: Reauthenticated['inTransaction'] = (act) => db.transaction(act);

  return {
    ...ownRequestCalls(deps, limits),
    ...requestCalls(deps, limits),
    ...sentExportCalls(deps, places),

    async getOwnData({ viewer }) {
      const own = await countOwnPhotos(db, viewer.userId);
      return { status: 200, body: { ...own, last_admin_of: await listSoleAdminOrganizations(db, viewer.userId) } };
    },

    async exportOwnData({ viewer, request }) {
      const { userId } = viewer;
      const place = places.acquire(userId);
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
        email === null
          ? inTransaction
          : (await prove({ viewer, request, proof: { password, code, passkey } }, 'account.delete')).inTransaction;
      await within((tx) => deleteAccount(deps, tx, { userId, mailTo: email, photos: body.photos, actorId: userId, request }));
      return { status: 204, headers: { 'set-cookie': [...sessionCookies(request, config, null), devices.forget(request)] } };
    },

    // Of the row that stays. Whoever asks is told nothing else: docs/decisions/021.
    async findDeletedAccounts({ body }) {
      return { status: 200, body: { deleted_ids: await listDeletedAccounts(db, body.ids) } };
    },
  };
}
