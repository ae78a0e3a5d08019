import { useState } from 'react';
import { Palette } from '#src/ui/icons.ts';

/** What the built-in styles make of one and the same picture, by the style's id; drawn by them. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

const BUILT_IN = 'builtin:restyle';

interface StylePictureProps {
  modelId: string;
  style: string | null;
  className?: string;
}

/** Loads them before they are shown: from then on they are there without a connection, too. */
export function loadStylePictures(): void {
  for (const src of Object.values(files)) new Image().src = src;
}

/** An example of a style. Where there is none, or it cannot be loaded now: a sign. */
export function StylePicture({ modelId, style, className }: StylePictureProps) {
  const [isMissing, setMissing] = useState(false);
  const src = style === null || modelId !== BUILT_IN ? undefined : files[`./pictures/${style}.webp`];
  return src === undefined || isMissing ? (
    <Palette aria-hidden className="size-6 opacity-70" />
  ) : (
    <img src={src} alt="" draggable={false} decoding="async" className={className} onError={() => setMissing(true)} />
  );
}
