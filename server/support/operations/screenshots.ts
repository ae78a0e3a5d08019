import { Readable } from 'node:stream';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { lockVisibleTicket, requireVisibleTicket } from '#server/support/operations/authorize.ts';
import { canAddScreenshot } from '#server/support/policy.ts';
import { presentTicket } from '#server/support/presenter.ts';
import { findScreenshot, putScreenshot } from '#server/support/tickets-repository.ts';

/** Who draws pictures: the processes that do it for photos. */
export interface ScreenshotMaker {
  /** A JPEG of any picture, large enough to read what stands on it. */
  previewOf(bytes: Buffer): Promise<Buffer>;
}

export function screenshotCalls({ db }: Deps, { countTicket }: Pick<RateLimits, 'countTicket'>, pictures: ScreenshotMaker) {
  return {
    async uploadTicketScreenshot({ viewer, path, body, request }) {
      // Before anything is drawn: who may not is not worth the work.
      const asked = await requireVisibleTicket(db, path.ticketId, viewer);
      if (!canAddScreenshot(viewer, asked)) throw forbidden('Only the person who wrote this request can add a screenshot.');
      countTicket(viewer.userId);
      const jpeg = await pictures.previewOf(body.file);
      const ticket = await db.transaction(async (tx) => {
        const { id } = await lockVisibleTicket(tx, path.ticketId, viewer);
        await putScreenshot(tx, id, jpeg);
        await audit(tx, { action: 'ticket.add_screenshot', actorId: viewer.userId, subjectType: 'ticket', subjectId: id, request });
        return requireVisibleTicket(tx, id, viewer);
      });
      return { status: 200, body: presentTicket(ticket) };
    },

    async getTicketScreenshot({ viewer, path }) {
      const { id } = await requireVisibleTicket(db, path.ticketId, viewer);
      const jpeg = await findScreenshot(db, id);
      if (!jpeg) throw notFound('screenshot');
      const headers = { 'content-type': 'image/jpeg', 'content-length': String(jpeg.length), 'x-content-type-options': 'nosniff' };
      return { status: 200, stream: Readable.from([jpeg]), headers };
    },
  } satisfies Partial<OperationsOf<'support'>>;
}
