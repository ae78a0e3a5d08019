// The rows that pages of a gallery, thumbs and previews are authorized by, from memory: a page asks for sixty pictures, and hundreds of phones ask for
// a new one at once.
import { createCache } from '#server/cache.ts';
import type { Deps } from '#server/deps.ts';
import { eventIdOfTopic, parseScope } from '#server/events/changes-repository.ts';
import { findEvent, type EventRow } from '#server/events/events-repository.ts';
import { findPhoto, type PhotoRow } from '#server/photos/photos-repository.ts';

/** The lifetime bounds what no topic announces, such as a suspended organization. An entry takes about 2 kB. */
const CACHE = { ttlMs: 10_000, max: 5000 };

export interface PhotoPath {
  /** Of the event. */
  id: string;
  photoId: string;
}

interface PictureRows {
  event: EventRow | null;
  photo: PhotoRow | null;
}

export interface PictureAccessCache {
  /** The event as this person meets it: read as `find` does. */
  findEvent(eventId: string, userId: string): Promise<EventRow | null>;
  /**
   * The event as this person meets it, and the photo with that id. Both were read at most ten seconds ago, and after the last change that the
   * event's topic announced. `isLiked` is not that of the person.
   */
  find(path: PhotoPath, userId: string): Promise<PictureRows>;
  /** The same, if both are in memory. */
  peek(path: PhotoPath, userId: string): PictureRows | null;
  /** @param userId only what concerns this person; undefined: everything */
  invalidate(userId?: string): void;
  close(): void;
}

export function createPictureAccessCache({ db, hub }: Pick<Deps, 'db' | 'hub'>): PictureAccessCache {
  /** By the ids of the event and of the viewer. */
  const events = createCache<EventRow | null>(CACHE);
  /** By the ids of the event and of the photo. */
  const photos = createCache<PhotoRow | null>(CACHE);

  const clear = () => {
    events.clear();
    photos.clear();
  };
  const close = hub.subscribeToAll((topic, scope) => {
    // The connection was lost for a time, and notifications with it.
    if (topic === null) return clear();
    const eventId = eventIdOfTopic(topic);
    if (eventId === null) return;
    const changed = parseScope(scope);
    if (changed === 'everything') {
      for (const cache of [events, photos]) cache.deleteWhere((key) => key.startsWith(eventId));
    } else if (changed !== 'nothing') {
      if ('userId' in changed) events.delete(`${eventId} ${changed.userId}`);
      else photos.delete(`${eventId} ${changed.photoId}`);
    }
  });

  const eventOf = (eventId: string, userId: string) => events.get(`${eventId} ${userId}`, () => findEvent(db, eventId, userId));

  return {
    findEvent: eventOf,
    async find(path, userId) {
      const [eventId, photoId] = [path.id.toLowerCase(), path.photoId.toLowerCase()];
      const [event, photo] = await Promise.all([
        eventOf(eventId, userId),
        photos.get(`${eventId} ${photoId}`, () => findPhoto(db, photoId, null)),
      ]);
      return { event, photo };
    },
    peek(path, userId) {
      const eventId = path.id.toLowerCase();
      const event = events.peek(`${eventId} ${userId}`);
      const photo = photos.peek(`${eventId} ${path.photoId.toLowerCase()}`);
      return event === undefined || photo === undefined ? null : { event, photo };
    },
    invalidate(userId) {
      if (userId === undefined) clear();
      else events.deleteWhere((key) => key.endsWith(userId));
    },
    close,
  };
}
