// A picture behind the session. Where the worker controls the page it renews the session itself; where it does not, an `<img>` sees only an
// error: then the transport fetches it once more, which renews and retries (docs/product.md B3.9).
import { useEffect, useState, type ComponentProps } from 'react';
import { apiUrl } from '#src/transport/api-base.ts';
import { send } from '#src/transport/fetch.ts';
import { cn } from '#src/ui/cn.ts';

interface MediaImageProps extends Omit<ComponentProps<'img'>, 'src' | 'onError' | 'onLoad'> {
  src: string;
  /** Called when it cannot be had at all: offline and not seen before, or refused. What lies below stays visible. */
  onUnavailable?: () => void;
}

type Attempt = { kind: 'first' } | { kind: 'fetching' } | { kind: 'fetched'; url: string } | { kind: 'unavailable' };

/** Whether another try by the transport could help: what the page holds itself (a placeholder, a picture in memory) is nowhere else. */
export const isOnServer = (src: string) => !/^(blob|data):/.test(src);

/**
 * The picture at `src` through the transport, as an object URL that the caller revokes.
 * @returns null when the server refuses it
 * @throws NetworkError when the server cannot be reached
 */
export async function fetchMedia(src: string, signal?: AbortSignal): Promise<string | null> {
  const response = await send(new Request(apiUrl(src), { signal }));
  return response.ok ? URL.createObjectURL(await response.blob()) : null;
}

export function MediaImage(props: MediaImageProps) {
  // A new source starts anew.
  return <Attempts key={props.src} {...props} />;
}

/** Where an image element finds the picture at `src`. Give it another key for another `src`. */
export interface MediaSource {
  url: string;
  /** By the transport: there is no other size of it. */
  isFetched: boolean;
  /** It cannot be had at all: offline and not seen before, or refused. */
  isUnavailable: boolean;
  /** The element met an error: once more by the transport, then not again. */
  onError: () => void;
}

export function useMediaSource(src: string): MediaSource {
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'first' });
  useEffect(() => {
    if (attempt.kind === 'fetched') return () => URL.revokeObjectURL(attempt.url);
    if (attempt.kind !== 'fetching') return undefined;
    const abort = new AbortController();
    fetchMedia(src, abort.signal).then(
      (url) => setAttempt(url ? { kind: 'fetched', url } : { kind: 'unavailable' }),
      () => abort.signal.aborted || setAttempt({ kind: 'unavailable' }),
    );
    return () => abort.abort();
  }, [attempt, src]);
  return {
    url: attempt.kind === 'fetched' ? attempt.url : src,
    isFetched: attempt.kind === 'fetched',
    isUnavailable: attempt.kind === 'unavailable',
    onError: () => setAttempt((now) => (now.kind === 'first' && isOnServer(src) ? { kind: 'fetching' } : { kind: 'unavailable' })),
  };
}

function Attempts({ src, alt, className, onUnavailable, ...rest }: MediaImageProps) {
  const { url, isFetched, isUnavailable, onError } = useMediaSource(src);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (isUnavailable) onUnavailable?.();
  }, [isUnavailable, onUnavailable]);

  if (isUnavailable) return null;
  return (
    <img
      {...rest}
      alt={alt}
      src={url}
      srcSet={isFetched ? undefined : rest.srcSet}
      decoding="async"
      draggable={false}
      className={cn(className, 'transition-opacity', !shown && 'opacity-0')}
      onLoad={() => setShown(true)}
      onError={onError}
    />
  );
}
