// The pictures that the wall holds, so that it goes on without a connection: compressed, bounded, each with an address to draw it from.
import { fetchImage } from '#src/transport/fetch-image.ts';
import type { WallPhoto } from './wall-source.ts';

/** About 20 MB of previews. */
const MAX_PICTURES = 60;
/** The wall goes on with another picture. */
const TIMEOUT_MS = 30_000;

export interface Pictures {
  /** Loads and decodes the picture, or takes it from the cache. @throws ApiError, NetworkError, or a DOMException if it can't be decoded */
  load(photo: WallPhoto): Promise<string>;
  has(id: string): boolean;
  /** Least recently used first. */
  ids(): string[];
  drop(id: string): void;
  clear(): void;
}

export interface Browser {
  /** Fetches and decodes. Returns an object URL. */
  fetch(url: string): Promise<string>;
  revoke(url: string): void;
}

const browserPictures: Browser = {
  async fetch(url) {
    const address = URL.createObjectURL(await fetchImage(url, { timeout: TIMEOUT_MS }));
    const image = new Image();
    image.src = address;
    try {
      await image.decode();
    } catch (error) {
      URL.revokeObjectURL(address);
      throw error;
    }
    return address;
  },
  revoke: (url) => URL.revokeObjectURL(url),
};

/** @param isShown pictures on the screen are never evicted */
export function createPictureCache(isShown: (id: string) => boolean, browser: Browser = browserPictures, max = MAX_PICTURES): Pictures {
  const kept = new Map<string, { url: string; address: string }>();
  const loading = new Map<string, Promise<string>>();

  const drop = (id: string) => {
    const picture = kept.get(id);
    kept.delete(id);
    if (picture) browser.revoke(picture.address);
  };

  async function read({ id, url }: WallPhoto): Promise<string> {
    const address = await browser.fetch(url);
    drop(id);
    kept.set(id, { url, address });
    for (const other of kept.keys()) {
      if (kept.size <= max) break;
      if (other !== id && !isShown(other)) drop(other);
    }
    return address;
  }

  return {
    load(photo) {
      const known = kept.get(photo.id);
      if (known?.url === photo.url) {
        kept.delete(photo.id);
        kept.set(photo.id, known);
        return Promise.resolve(known.address);
      }
      const running = loading.get(photo.url);
      if (running) return running;
      const reading = read(photo).finally(() => loading.delete(photo.url));
      loading.set(photo.url, reading);
      return reading;
    },
    has: (id) => kept.has(id),
    ids: () => [...kept.keys()],
    drop,
    clear: () => [...kept.keys()].forEach(drop),
  };
}
