// Where the wall gets its photos from: the event's gallery for people who are signed in, or the screen's own calls.
import type { components } from '#openapi/api.ts';
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import { markOf, photoUrl } from '#src/shell/photo-url.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];

/** All that the wall remembers of a photo. */
export interface WallPhoto {
  id: string;
  photographer: string;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  /** Of its preview. */
  url: string;
}

export interface WallListener {
  /** A photo to show, new or changed. */
  onPhoto(photo: WallPhoto): void;
  onRemoved(id: string): void;
  /** Anything may have changed: the photos are read again. */
  onReset(): void;
  onLive(live: boolean): void;
}

export interface WallSource {
  /** Latest first. */
  listPhotos(cursor: string | null, signal: AbortSignal): Promise<{ photos: WallPhoto[]; next: string | null }>;
  /** Returns a function that ends it. */
  follow(listener: WallListener): () => void;
}

const PAGE = 100;

const paged = (cursor: string | null) => ({ limit: PAGE, ...(cursor !== null && { cursor }) });
const isPresent = (photo: WallPhoto | null): photo is WallPhoto => photo !== null;

/** Null while its pictures are not ready, or if only some may see it. */
function ofEvent(photo: Schemas['Photo']): WallPhoto | null {
  if (photo.state !== 'ready' || photo.status !== 'approved') return null;
  const { id, width, height, thumbhash } = photo;
  return { id, width, height, thumbhash, photographer: photo.uploader.name, url: photoUrl(photo, 'preview') };
}

/** The gallery of an event as this person sees it, approved photos only. @param onEvent the event itself changed */
export const eventSource = (eventId: string, { onEvent, probe }: { onEvent: () => void; probe: () => Promise<unknown> }): WallSource => ({
  async listPhotos(cursor, signal) {
    const query = { ...paged(cursor), status: 'approved' } as const;
    const page = await call('GET /api/v1/event/{id}/photos', { path: { id: eventId }, query, signal });
    return { photos: page.items.map(ofEvent).filter(isPresent), next: page.next_cursor };
  },
  follow(listener) {
    const stream = openReconnectingStream(`/api/v1/event/${eventId}/stream`, {
      kinds: ['added', 'changed', 'removed', 'likes', 'event', 'reset'] satisfies Schemas['PhotoChange']['kind'][],
      after: () => null,
      onMessage(message) {
        const { kind, photo_id: id, photo } = JSON.parse(message.data) as Schemas['PhotoChange'];
        if (kind === 'reset') listener.onReset();
        else if (kind === 'event') onEvent();
        else if (kind === 'removed' && id !== null) listener.onRemoved(id);
        else if (photo) {
          const shown = ofEvent(photo);
          if (shown) listener.onPhoto(shown);
          else listener.onRemoved(photo.id);
        }
      },
      onLive: listener.onLive,
      probe,
    });
    return () => stream.end();
  },
});

export const screenPhotoUrl = ({ id, watermark }: Pick<Schemas['SharedPhoto'], 'id' | 'watermark'>): string =>
  apiUrl(`/api/v1/screen/photos/${id}/preview${markOf(watermark)}`);

function ofScreen(photo: Schemas['SharedPhoto']): WallPhoto | null {
  if (photo.state !== 'ready') return null;
  const { id, photographer, width, height, thumbhash } = photo;
  return { id, photographer, width, height, thumbhash, url: screenPhotoUrl(photo) };
}

interface ScreenListener extends Partial<WallListener> {
  /** It was paired or unpaired, or its settings changed. */
  onChanged: () => void;
  probe: () => Promise<unknown>;
}

/** The stream of this screen, whether it is paired or not. Returns a function that ends it. */
export function followScreen(listener: ScreenListener): () => void {
  const stream = openReconnectingStream('/api/v1/screen/stream', {
    kinds: ['added', 'removed', 'changed', 'closed'],
    after: () => null,
    onMessage(message) {
      if (message.type === 'added') {
        const photo = ofScreen(JSON.parse(message.data) as Schemas['SharedPhoto']);
        if (photo) listener.onPhoto?.(photo);
      } else if (message.type === 'removed') listener.onRemoved?.((JSON.parse(message.data) as { id: string }).id);
      else {
        listener.onChanged();
        if (message.type === 'changed') listener.onReset?.();
      }
    },
    onLive: (live) => listener.onLive?.(live),
    probe: listener.probe,
  });
  return () => stream.end();
}

export const screenSource = (own: Pick<ScreenListener, 'onChanged' | 'probe'>): WallSource => ({
  async listPhotos(cursor, signal) {
    const page = await call('GET /api/v1/screen/photos', { query: paged(cursor), signal });
    return { photos: page.items.map(ofScreen).filter(isPresent), next: page.next_cursor };
  },
  follow: (listener) => followScreen({ ...listener, ...own }),
});
