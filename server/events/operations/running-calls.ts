import type { Deps } from '#server/deps.ts';
import { changeEvent, findEvent } from '#server/events/events-repository.ts';
import { generateUnusedCodes, replaceJoinCode } from '#server/events/join-codes-repository.ts';
import { readEventNumbers } from '#server/events/numbers-repository.ts';
import { lockManagedEvent, requireOwnEvent } from '#server/events/operations/authorize.ts';
import { recordEventChange } from '#server/events/operations/record-change.ts';
import { isGalleryOpen } from '#server/events/policy.ts';
import { presentEvent } from '#server/events/presenter.ts';
import type { OperationsOf } from '#server/http/operation.ts';

/** What an organization does while an event runs. */
export function runningCalls({ db }: Deps) {
  return {
    async renewJoinCode({ viewer, path, request }) {
      const event = await db.transaction(async (tx) => {
        const before = await lockManagedEvent(tx, path.id, viewer);
        const [code = ''] = await generateUnusedCodes(tx, 1);
        await replaceJoinCode(tx, before.id, before.joinCode, code);
        await recordEventChange(tx, { action: 'event.renew_code', event: before, by: viewer, request });
        return findEvent(tx, before.id, viewer.userId);
      });
      if (!event) throw new Error('an event vanished while it was held');
      return { status: 200, body: presentEvent(event, 'organization', 0) };
    },

    async publishGallery({ viewer, path, body, request }) {
      const event = await db.transaction(async (tx) => {
        const before = await lockManagedEvent(tx, path.id, viewer);
        if ((before.publishedAt !== null) === body.published) return before;
        const publishedAt = body.published ? new Date() : null;
        await changeEvent(tx, before.id, { publishedAt });
        const galleryTurned = isGalleryOpen({ ...before, publishedAt }) !== isGalleryOpen(before);
        const action = body.published ? 'event.publish_gallery' : 'event.withdraw_gallery';
        await recordEventChange(tx, { action, event: before, by: viewer, request, galleryToggled: galleryTurned });
        return findEvent(tx, before.id, viewer.userId);
      });
      if (!event) throw new Error('an event vanished while it was held');
      return { status: 200, body: presentEvent(event, 'organization', 0) };
    },

    async getEventNumbers({ viewer, path }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      return { status: 200, body: await readEventNumbers(db, event.id) };
    },
  } satisfies Partial<OperationsOf<'events'>>;
}
