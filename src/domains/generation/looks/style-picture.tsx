import './looks.css';
import { useEffect, useState } from 'react';
import { MediaImage } from '#src/shell/media-image.tsx';
import { subscribeReachability } from '#src/transport/reachability.ts';
import { cn } from '#src/ui/cn.ts';
import { Palette } from '#src/ui/icons.ts';

/** Samples by style id: each built-in style applied to the same image. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

const BUILT_IN = 'builtin:restyle';

/** Whether a model’s styles have samples. */
export const hasStylePictures = (modelId: string): boolean => modelId === BUILT_IN;

/** All styles on one image: squares from left to right. */
export interface StyleTiles {
  url: string;
  styles: readonly string[];
  /** The image itself, until its styles are there. */
  isPlain?: boolean;
}

interface StylePictureProps {
  modelId: string;
  style: string | null;
  /** On the person's own image, if there is one. */
  tiles?: StyleTiles | null;
  className?: string;
}

/** Preloads the samples, so that they are available offline. */
export function loadStylePictures(): void {
  for (const src of Object.values(files)) new Image().src = src;
}

/** The tile of a style, in a square. Until it is there the person's own image, blurred; if it can't be loaded, a sample; without one, an icon. */
export function StylePicture({ modelId, style, tiles, className }: StylePictureProps) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  // What is missing may have needed the connection.
  useEffect(() => subscribeReachability((now) => now && setMissing([])), []);
  const at = style === null ? -1 : (tiles?.styles.indexOf(style) ?? -1);
  const sample = style === null || !hasStylePictures(modelId) ? undefined : files[`./pictures/${style}.webp`];
  const src = [at < 0 ? undefined : tiles?.url, sample].find((one) => one !== undefined && !missing.includes(one));
  if (src !== undefined && src !== sample && tiles?.isPlain === true)
    return (
      <MediaImage
        src={src}
        alt=""
        className={cn(className, 'look-own')}
        unavailable={<StylePicture modelId={modelId} style={style} className={className} />}
      />
    );
  if (src === undefined) return <Palette aria-hidden className="size-6 opacity-70" />;
  const objectPosition = src === sample ? undefined : `${(100 * at) / Math.max(1, (tiles?.styles.length ?? 0) - 1)}% 0`;
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      decoding="async"
      className={className}
      style={{ objectPosition }}
      onError={() => setMissing([...missing, src])}
    />
  );
}
