import { useEffect, useState, type ComponentProps } from 'react';
import { cn } from './cn.ts';

interface FallbackImageProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'onError'> {
  src: string;
  alt: string;
}

/**
 * An image that is never shown broken. Where it cannot be loaded, a quiet area of the same size shows its alternative text, and a decorative
 * image (empty `alt`) leaves nothing behind. It is tried again once the device is back online.
 */
export function FallbackImage({ src, alt, className, ...rest }: FallbackImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isBroken = failed === src;
  useEffect(() => {
    if (!isBroken) return undefined;
    const retry = () => setFailed(null);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isBroken]);
  if (!isBroken) return <img {...rest} src={src} alt={alt} className={className} onError={() => setFailed(src)} />;
  if (alt === '') return null;
  const { width, height } = rest;
  return (
    <span
      role="img"
      aria-label={alt}
      style={{ aspectRatio: width && height ? `${width} / ${height}` : undefined }}
      className={cn(className, 'grid place-content-center overflow-hidden bg-sunken p-4 text-center text-sm text-balance text-ink-muted')}
    >
      {alt}
    </span>
  );
}
