// The small picture of a square. Shown at once when it was shown before; faded in over its blurred likeness otherwise. A square that leaves the
// screen before its picture came no longer asks for it.
import { useCallback, useEffect, useState } from 'react';
import { fetchMedia } from '#src/shell/media-image.tsx';
import { photoFile, type Photo } from '#src/domains/photos/photo.ts';

/** Ids of thumbs that this page has shown. */
const seen = new Set<string>();
const MOST_SEEN = 20_000;

export const wasShown = (photoId: string): boolean => seen.has(photoId);

function remember(photoId: string): void {
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.add(photoId);
}

type Source = { kind: 'plain' } | { kind: 'fetching' } | { kind: 'fetched'; url: string } | { kind: 'gone' };

export function Thumb({ photo, className }: { photo: Photo; className: string }) {
  const plain = photoFile(photo, 'thumb');
  const [source, setSource] = useState<Source>({ kind: 'plain' });
  const [known] = useState(() => wasShown(photo.id));

  // An image element sees only an error: the transport fetches once more, which renews the session when that was what was missing.
  useEffect(() => {
    if (source.kind === 'fetched') return () => URL.revokeObjectURL(source.url);
    if (source.kind !== 'fetching') return undefined;
    const abort = new AbortController();
    fetchMedia(plain, abort.signal).then(
      (url) => setSource(url ? { kind: 'fetched', url } : { kind: 'gone' }),
      () => abort.signal.aborted || setSource({ kind: 'gone' }),
    );
    return () => abort.abort();
  }, [plain, source]);

  const leave = useCallback((image: HTMLImageElement) => () => void (image.complete || image.removeAttribute('src')), []);

  if (source.kind === 'gone') return null;
  return (
    <img
      ref={leave}
      src={source.kind === 'fetched' ? source.url : plain}
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
        if (currentTarget.hasAttribute('src')) setSource((now) => (now.kind === 'plain' ? { kind: 'fetching' } : { kind: 'gone' }));
      }}
    />
  );
}
