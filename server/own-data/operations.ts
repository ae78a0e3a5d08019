// The user’s own data: exporting it, and deleting the account.
import type { Reauthenticate, Reauthenticated } from '#server/accounts/passwords.ts';
import { sessionCookies, type TrustedDevices } from '#server/accounts/sessions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { type HeldSlot, StreamSlots } from '#server/http/stream-slots.ts';
import { deleteAccount, listSoleAdminOrganizations } from '#server/own-data/account-deletion.ts';
import { createArchive } from '#server/own-data/archive.ts';
import { findSentExport, markExportDownloaded } from '#server/own-data/data-requests-repository.ts';
import { ownRequestCalls, requestCalls } from '#server/own-data/operations/data-requests.ts';
import { countOwnPhotos, listDeletedAccounts } from '#server/own-data/own-data-repository.ts';

interface Parts {
  devices: TrustedDevices;
  prove: Reauthenticate;
  limits: Pick<RateLimits, 'countTicket' | 'countMailsTo'>;
}

export function ownDataOperations(deps: Deps, { devices, prove, limits }: Parts): OperationsOf<'own-data'> {
  const { db, config } = deps;
  const slots = new StreamSlots({
    perOwner: 1,
    ownerIsBusy: () => new Problem(409, 'export_running', 'Your data is already being downloaded. Wait until that’s done.'),
    crowded: 'Many people are downloading their data right now',
  });
  const inTransaction: Reauthenticated['inTransaction'] = (act) => db.transaction(act);

  return {
    ...ownRequestCalls(deps, limits),
    ...requestCalls(deps, limits),
    ...sentExportCalls(deps, slots),

    async getOwnData({ viewer }) {
      const own = await countOwnPhotos(db, viewer.userId);
      return { status: 200, body: { ...own, last_admin_of: await listSoleAdminOrganizations(db, viewer.userId) } };
    },

    async exportOwnData({ viewer, request }) {
      const { userId } = viewer;
      const slot = slots.acquire(userId);
      try {
        await audit(db, { action: 'account.export', actorId: userId, subjectType: 'user', subjectId: userId, request });
      } catch (error) {
        slot.release();
        throw error;
      }
      return sendArchive(deps, userId, slot);
    },

    async deleteOwnAccount({ viewer, body, request }) {
      const { userId, email } = viewer;
      const { password, code, passkey } = body;
      // A guest only has the session.
      const within =
        email === null
          ? inTransaction
          : (await prove({ viewer, request, proof: { password, code, passkey } }, 'account.delete')).inTransaction;
      await within((tx) => deleteAccount(deps, tx, { userId, mailTo: email, photos: body.photos, actorId: userId, request }));
      return { status: 204, headers: { 'set-cookie': [...sessionCookies(request, config, null), devices.forget(request)] } };
    },

    // Reveals nothing but the deletion (docs/decisions/021).
    async findDeletedAccounts({ body }) {
      return { status: 200, body: { deleted_ids: await listDeletedAccounts(db, body.ids) } };
    },
  };
}

function sentExportCalls(deps: Deps, slots: StreamSlots) {
  const { db } = deps;

  async function requireSent(token: string) {
    const sent = await findSentExport(db, token);
    if (!sent) throw new Problem(410, 'link_expired', 'This link has expired, or your account was deleted. Contact us for a new one.');
    return sent;
  }

  return {
    async getSentExport({ path }) {
      const { userId, expiresAt } = await requireSent(path.token);
      return { status: 200, body: { expires_at: expiresAt.toISOString(), ...(await countOwnPhotos(db, userId)) } };
    },

    async downloadSentExport({ path, request }) {
      const { id, userId } = await requireSent(path.token);
      const slot = slots.acquire(userId);
      try {
        await db.transaction(async (tx) => {
          await markExportDownloaded(tx, id);
          // No actor: anyone with the link can download it.
          const subject = { subjectType: 'user', subjectId: userId };
          await audit(tx, { action: 'account.download_sent_export', ...subject, request, detail: { data_request: id } });
        });
      } catch (error) {
        slot.release();
        throw error;
      }
      return sendArchive(deps, userId, slot);
    },
  } satisfies Partial<OperationsOf<'own-data'>>;
}

/** Streams the archive. The slot is released when the stream closes. */
function sendArchive(deps: Deps, userId: string, slot: HeldSlot) {
  const stream = createArchive(deps, userId, slot.moved);
  slot.attach(stream);
  const name = `ai-image-suite-${new Date().toISOString().slice(0, 10)}.zip`;
  return {
    status: 200 as const,
    stream,
    headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"` },
  };
}
