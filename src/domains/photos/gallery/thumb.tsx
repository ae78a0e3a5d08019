// The small picture of a square. Shown at once when it was shown before; faded in over its blurred likeness otherwise. A square that leaves the
// screen before its picture came no longer asks for it.
import { useCallback, useState } from 'react';
import { photoUrl, type Photo } from '#src/domains/photos/photo.ts';
import { useMediaSource } from '#src/shell/media-image.tsx';

/** Ids of thumbs that this page has shown. */
const seen = new Set<string>();
const MAX_SEEN = 20_000;

export const wasShown = (photoId: string): boolean => seen.has(photoId);

function remember(photoId: string): void {
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.add(photoId);
}

export function Thumb({ photo, className }: { photo: Photo; className: string }) {
  const { url, isUnavailable, onError } = useMediaSource(photoUrl(photo, 'thumb'));
  const [known] = useState(() => wasShown(photo.id));

  const leave = useCallback((image: HTMLImageElement) => () => void (image.complete || image.removeAttribute('src')), []);

  if (isUnavailable) return null;
  return (
    <img
      ref={leave}
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      className={className}
      style={known ? undefined : { opacity: 0, transition: 'opacity var(--motion-fast) var(--ease)' }}
      onLoad={({ currentTarget }) => {
        remember(photo.id);
        currentTarget.style.opacity = '1';
      }}
      onError={({ currentTarget }) => {
        // Leaving the screen takes the source away, which is no failure.
        if (currentTarget.hasAttribute('src')) onError();
      }}
    />
  );
}
