// What PhotoSwipe is given for each photo: a picture with its placeholder, a sentence where there is no picture, or an empty place.
import type { FeedItem } from '#src/domains/photos/feed.ts';
import { describePhoto, describeWaiting } from '#src/domains/photos/labels.ts';
import { localThumbUrl, type LocalPicture } from '#src/domains/photos/local-pictures.ts';
import { photoUrl } from '#src/domains/photos/photo.ts';
import { deviceLabel } from '#src/lib/device.ts';
import type { TimeZone } from '#src/lib/format.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import type { LightboxSlides } from '#src/shell/stage/lightbox.ts';
import type { Slide } from '#src/shell/stage/slide.ts';
import { LocalBlobUrls } from './local-blob-urls.ts';

/** Of a preview (decisions: at most 1600 px); a picture of unknown size is laid out as a square of it. */
const PREVIEW_PX = 1600;

export interface SlideSources {
  /** A waiting photo's own bytes, once read; null when this browser cannot show them. */
  local: LocalPicture | null | undefined;
  /** The preview as fetched by the transport, after the plain address failed. */
  fetched: string | undefined;
  /** The clock that tells when it was taken. */
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

/** @param zone whose clock tells when the photos were taken */
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
