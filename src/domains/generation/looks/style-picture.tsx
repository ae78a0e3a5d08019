import { useState } from 'react';
import { Palette } from '#src/ui/icons.ts';

/** Samples by style id: each built-in style applied to the same image. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

const BUILT_IN = 'builtin:restyle';

/** Whether a model’s styles have samples. */
export const hasStylePictures = (modelId: string): boolean => modelId === BUILT_IN;

interface StylePictureProps {
  modelId: string;
  style: string | null;
  className?: string;
}

/** Preloads the samples, so that they are available offline. */
export function loadStylePictures(): void {
  for (const src of Object.values(files)) new Image().src = src;
}

/** A sample of a style, or an icon if there is none or it can't be loaded. */
export function StylePicture({ modelId, style, className }: StylePictureProps) {
  const [isMissing, setMissing] = useState(false);
  const src = style === null || !hasStylePictures(modelId) ? undefined : files[`./pictures/${style}.webp`];
  return src === undefined || isMissing ? (
    <Palette aria-hidden className="size-6 opacity-70" />
  ) : (
    <img src={src} alt="" draggable={false} decoding="async" className={className} onError={() => setMissing(true)} />
  );
}
