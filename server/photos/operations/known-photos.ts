import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import { findEvent, type EventRow } from '#server/events/events-repository.ts';
import type { EventRole } from '#server/events/policy.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { knowsEvent, eventRoleFor, requireDelivery } from '#server/photos/operations/delivery.ts';
import { checkDelivered, findPhotosByHash } from '#server/photos/photos-repository.ts';
import { presentKnownPhoto } from '#server/photos/presenter.ts';
import type { Viewer } from '#server/viewer.ts';

/** What devices ask about photos that they have delivered, or are about to deliver. */
export function knownPhotosOperation({ db }: Pick<Deps, 'db'>, uploadLimits: () => components['schemas']['UploadBounds']) {
  /** @throws {Problem} 404, 410 `event_deleted` */
  async function requireKnownEvent(eventId: string, viewer: Viewer): Promise<{ event: EventRow; relation: EventRole }> {
    const event = await findEvent(db, eventId, viewer.userId);
    const relation = event && eventRoleFor(viewer, event);
    if (!event || !relation || !knowsEvent(relation, event)) throw notFound('event');
    if (event.deletedAt) throw new Problem(410, 'event_deleted', 'This event was deleted.');
    return { event, relation };
  }

  return {
    async findKnownPhotos({ viewer, path, body }) {
      const { event, relation } = await requireKnownEvent(path.id, viewer);
      requireDelivery(relation, event);
      const known = await findPhotosByHash(db, { eventId: event.id, uploaderId: viewer.userId }, body.sha256);
      const { photo_bytes, photo_pixels } = uploadLimits();
      return { status: 200, body: { known: known.map(presentKnownPhoto), limits: { photo_bytes, photo_pixels } } };
    },

    async checkDelivered({ viewer, path, body }) {
      const { event } = await requireKnownEvent(path.id, viewer);
      return { status: 200, body: await checkDelivered(db, { eventId: event.id, uploaderId: viewer.userId }, body.photos) };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
