// Full pictures of photos that lie on this phone, for as long as they are near the eye.
import type { FeedItem } from '#src/domains/photos/feed.ts';
import { readLocalPicture, type LocalPicture } from '#src/domains/photos/local-pictures.ts';
import type { PhotoSequence } from '#src/domains/photos/photo-sequence.ts';

export class LocalBlobUrls {
  readonly #pictures = new Map<string, LocalPicture | null | undefined>();
  readonly #onRead: (id: string) => void;

  constructor(onRead: (id: string) => void) {
    this.#onRead = onRead;
  }

  /** Undefined while it is being read, null when this browser cannot show it. One that was delivered meanwhile stays as it is here. */
  get(item: FeedItem): LocalPicture | null | undefined {
    if (item.kind === 'waiting' && !this.#pictures.has(item.id)) {
      this.#pictures.set(item.id, undefined);
      void readLocalPicture(item.id, item.record.orientation).then((picture) => {
        if (!this.#pictures.has(item.id)) {
          if (picture) URL.revokeObjectURL(picture.url);
          return;
        }
        this.#pictures.set(item.id, picture);
        this.#onRead(item.id);
      });
    }
    return this.#pictures.get(item.id);
  }

  keepNear(order: Pick<PhotoSequence, 'indexOf'>, index: number, distance: number): void {
    for (const id of this.#pictures.keys()) if (Math.abs(order.indexOf(id) - index) > distance) this.#forget(id);
  }

  release(): void {
    for (const id of this.#pictures.keys()) this.#forget(id);
  }

  #forget(id: string): void {
    const picture = this.#pictures.get(id);
    if (picture) URL.revokeObjectURL(picture.url);
    this.#pictures.delete(id);
  }
}
