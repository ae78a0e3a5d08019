import type { Deps } from '#server/deps.ts';
import { findEvent } from '#server/events/repository.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { knowsEvent, relationTo, requireDelivery } from '#server/photos/operations/delivery.ts';
import { presentKnown } from '#server/photos/presenter.ts';
import { findKnown } from '#server/photos/repository.ts';

/** Whoever may deliver to an event may ask which files of theirs it has. */
export function knownPhotosOperation({ db }: Deps) {
  return {
    async findKnownPhotos(call) {
      const { viewer, path, body } = call;
      const event = await findEvent(db, path.id, viewer.userId);
      const relation = event && relationTo(viewer, event);
      if (!event || !relation || !knowsEvent(relation, event)) throw notFound('event');
      if (event.deletedAt) throw new Problem(410, 'event_deleted', 'This event was deleted.');
      requireDelivery(relation, event);
      const known = await findKnown(db, { eventId: event.id, uploaderId: viewer.userId }, body.sha256);
      return { status: 200, body: { known: known.map(presentKnown) } };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
