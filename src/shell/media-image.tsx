// A picture that requires a session. If the worker controls the page, it renews the session; otherwise an `<img>` only gets an error: then the
// transport fetches the picture, which renews the session and retries.
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { apiUrl } from '#src/transport/api-base.ts';
import { send } from '#src/transport/fetch.ts';
import { subscribeReachability } from '#src/transport/reachability.ts';
import { cn } from '#src/ui/cn.ts';

interface MediaImageProps extends Omit<ComponentProps<'img'>, 'src' | 'onError' | 'onLoad'> {
  src: string;
  /** In its place while it cannot be loaded: offline and not cached, or refused. Without it, the content below stays visible. */
  unavailable?: ReactNode;
}

type Attempt = { kind: 'first' } | { kind: 'fetching' } | { kind: 'fetched'; url: string } | { kind: 'unavailable' };

/** Whether the transport could load it on a retry: placeholders and pictures in memory exist only in this page. */
export const isOnServer = (src: string) => !/^(blob|data):/.test(src);

/**
 * Loads the picture at `src` through the transport, as an object URL that the caller revokes.
 * @returns null if the server refuses it
 * @throws NetworkError if the server is unreachable
 */
export async function fetchMedia(src: string, signal?: AbortSignal): Promise<string | null> {
  const response = await send(new Request(apiUrl(src), { signal }));
  return response.ok ? URL.createObjectURL(await response.blob()) : null;
}

export function MediaImage(props: MediaImageProps) {
  // Reset for a new source.
  return <Attempts key={props.src} {...props} />;
}

/** The URL for an image element of the picture at `src`. Use a new key for a new `src`. */
export interface MediaSource {
  url: string;
  /** Loaded by the transport, so other sizes don't apply. */
  isFetched: boolean;
  /** It cannot be loaded: offline and not cached, or refused. It is tried again once the server can be reached again. */
  isUnavailable: boolean;
  /** Handles an error of the element: one retry by the transport. */
  onError: () => void;
}

export function useMediaSource(src: string): MediaSource {
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'first' });
  useEffect(() => {
    if (attempt.kind === 'fetched') return () => URL.revokeObjectURL(attempt.url);
    if (attempt.kind === 'unavailable' && isOnServer(src)) return subscribeReachability((now) => now && setAttempt({ kind: 'first' }));
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

function Attempts({ src, alt, className, unavailable, ...rest }: MediaImageProps) {
  const { url, isFetched, isUnavailable, onError } = useMediaSource(src);
  const [shown, setShown] = useState(false);
  if (isUnavailable) return unavailable;
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
