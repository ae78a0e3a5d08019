// A gallery as one list of photos whose length is known before its photos are read. Grid and viewer both walk along it.
import type { FeedItem } from './feed.ts';

export interface PhotoSequence {
  /** All that the filter leaves: the server's photos and this phone's waiting ones. */
  readonly length: number;
  /** Latest taken first. Undefined: there is a photo here that has not been read yet. */
  at(index: number): FeedItem | undefined;
  /** Where a photo stands; -1 when it is not among those read so far. */
  indexOf(photoId: string): number;
  /** These, both included, are looked at now or soon: what of them is missing is read. Asking again costs nothing. */
  want(first: number, last: number): void;
}
