// What the gallery gives to those who show it: the grid, the viewer, the bar of a selection.
import type { PhotoSequence } from './photo-sequence.ts';
import type { Photo } from './photo.ts';

export interface Gallery {
  /** Another object whenever anything of it changes, and only then. */
  order: PhotoSequence;
  /** Where a photo stands, after reading what must be read to know; null when it is not in this list: gone, not for this reader, or left out by the filter. */
  locate(photoId: string): Promise<number | null>;
  /** What waits on this device was read: it stands in `order`. */
  isOutboxRead: boolean;
  /** Deleted by this person here: "Undo" brings them back. They are not in `order`. */
  hidden: ReadonlySet<string>;
  /** States the wish; seen at once, delivered by the outbox. */
  setLiked(photoId: string, liked: boolean): Promise<void>;
  /** A photo as the person sees it: with the wish that is under way. */
  asWished(photo: Photo): Photo;
  /** Deletes, with an Undo. What the server refuses comes back. */
  remove(photos: readonly Photo[]): void;
}
