import { Palette } from 'lucide-react';

/** What the built-in styles make of one and the same picture, by the style's id; drawn by them. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

const BUILT_IN = 'builtin:restyle';

interface StylePictureProps {
  modelId: string;
  style: string | null;
  className?: string;
}

/** An example of a style. Where there is none: a sign. */
export function StylePicture({ modelId, style, className }: StylePictureProps) {
  const src = style === null || modelId !== BUILT_IN ? undefined : files[`./pictures/${style}.webp`];
  return src === undefined ? (
    <Palette aria-hidden className="size-6 opacity-70" />
  ) : (
    <img src={src} alt="" draggable={false} decoding="async" className={className} />
  );
}
