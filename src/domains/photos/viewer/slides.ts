import { describePhoto, describeWaiting } from '#src/domains/photos/labels.ts';
import { type LocalPicture, localThumbUrl, readLocalPicture } from '#src/domains/photos/local-pictures.ts';
// Slides for PhotoSwipe: an image with placeholder, a message, or empty.
import type { FeedItem, PhotoSequence } from '#src/domains/photos/photo-list.ts';
import { deviceLabel } from '#src/lib/device.ts';
import type { TimeZone } from '#src/lib/format.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import { photoUrl } from '#src/shell/photo-url.ts';
import type { LightboxSlides, Slide } from '#src/shell/stage/lightbox.ts';

// Object URLs of full local images near the current one.

class LocalBlobUrls {
  readonly #pictures = new Map<string, LocalPicture | null | undefined>();
  readonly #onRead: (id: string) => void;

  constructor(onRead: (id: string) => void) {
    this.#onRead = onRead;
  }

  /** Undefined while loading, null if this browser cannot decode it. Delivered photos keep their local image. */
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

/** The size of a preview; images of unknown size are laid out as a square. */
const PREVIEW_PX = 1600;

interface SlideSources {
  /** The local image of a waiting photo, once loaded; null if this browser cannot decode it. */
  local: LocalPicture | null | undefined;
  /** The preview fetched by the transport after the plain URL failed. */
  fetched: string | undefined;
  /** The time zone for labels. */
  zone: TimeZone;
}

export function slideOf(item: FeedItem | undefined, { local, fetched, zone }: SlideSources): Slide {
  if (!item) return { kind: 'unread' };
  const thumb = localThumbUrl(item.id) ?? undefined;
  if (local) {
    const alt = item.kind === 'stored' ? describePhoto(item.photo, zone) : describeWaiting(item.record, null, zone);
    return { kind: 'picture', data: { src: local.url, msrc: thumb, width: local.width, height: local.height, alt } };
  }
  if (item.kind === 'waiting') {
    const words = local === null ? `This browser can’t show this file type. The photo is saved on this ${deviceLabel}.` : 'Opening…';
    return { kind: 'message', words };
  }
  const { photo } = item;
  if (photo.state === 'unreadable') return { kind: 'message', words: photo.unreadable_reason ?? 'This photo can’t be shown.' };
  if (photo.state === 'processing') return { kind: 'message', words: 'This photo is still processing.' };
  const scale = PREVIEW_PX / Math.max(photo.width ?? PREVIEW_PX, photo.height ?? PREVIEW_PX, PREVIEW_PX);
  const width = Math.round((photo.width ?? PREVIEW_PX) * scale);
  const height = Math.round((photo.height ?? PREVIEW_PX) * scale);
  return {
    kind: 'picture',
    data: {
      src: fetched ?? photoUrl(photo, 'preview'),
      msrc: thumb ?? (photo.thumbhash ? shapedPlaceholder(photo.thumbhash, width, height) : photoUrl(photo, 'thumb')),
      width,
      height,
      alt: describePhoto(photo, zone),
    },
  };
}

/** @param zone the time zone for labels */
export const photoSlides =
  (zone: TimeZone) =>
  (redraw: (id: string) => void): LightboxSlides<FeedItem> => {
    const pictures = new LocalBlobUrls(redraw);
    return {
      slideOf: (item, fetched) => slideOf(item, { local: item && pictures.get(item), fetched, zone }),
      keepNear: (list, index, distance) => pictures.keepNear(list, index, distance),
      release: () => pictures.release(),
    };
  };
