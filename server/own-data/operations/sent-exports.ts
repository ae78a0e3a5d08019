// One's own data by a link that was mailed, for who cannot log in.
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { createArchive } from '#server/own-data/archive.ts';
import { findSentExport, markExportDownloaded } from '#server/own-data/data-requests-repository.ts';
import type { ExportSlots } from '#server/own-data/export-slots.ts';
import { countOwnPhotos } from '#server/own-data/own-data-repository.ts';

export function sentExportCalls(deps: Deps, places: ExportSlots) {
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
      const place = places.acquire(userId);
      try {
        await db.transaction(async (tx) => {
          await markExportDownloaded(tx, id);
          // Whoever has the link: it may be somebody else.
          const subject = { subjectType: 'user', subjectId: userId };
          await audit(tx, { action: 'account.download_sent_export', ...subject, request, detail: { data_request: id } });
        });
      } catch (error) {
        place.giveBack();
        throw error;
      }
      return sendArchive(deps, userId, place);
    },
  } satisfies Partial<OperationsOf<'own-data'>>;
}

/** The archive of this account, which keeps its place until it was taken. */
export function sendArchive(deps: Deps, userId: string, place: ReturnType<ExportSlots['acquire']>) {
  const stream = createArchive(deps, userId, place.moved);
  place.giveTo(stream);
  const name = `ai-image-suite-${new Date().toISOString().slice(0, 10)}.zip`;
  return {
    status: 200 as const,
    stream,
    headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"` },
  };
}
