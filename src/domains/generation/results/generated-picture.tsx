import { generatedImageUrl, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { cn } from '#src/ui/cn.ts';
import { EyeOff } from '#src/ui/icons.ts';

interface GeneratedPictureProps {
  image: GeneratedImage;
  variant?: 'thumb' | 'preview';
  /** The person chose to reveal a sensitive image. */
  revealed?: boolean;
  fit?: 'cover' | 'contain';
}

const FILL = 'absolute inset-0 size-full';

/** Whether the image has transparent parts: its thumbhash tells. */
export const isTransparent = ({ thumbhash }: Pick<GeneratedImage, 'thumbhash'>): boolean => atob(thumbhash).charCodeAt(2) > 127;

/** Below images with transparent parts. Medium grays, so that neither light nor dark parts vanish. Here, because a style sheet would be preloaded. */
export const CHECKERBOARD =
  'repeating-conic-gradient(light-dark(#d0d0d6, #3c3c42) 0 25%, light-dark(#f6f6f8, #56565e) 0 50%) 0 0 / 1.25rem 1.25rem';

/** An image over its blurred placeholder, or over a checkerboard where it is transparent. A sensitive image isn't even fetched until the person reveals it. */
export function GeneratedPicture({ image, variant = 'thumb', revealed = false, fit = 'cover' }: GeneratedPictureProps) {
  const hidden = image.is_sensitive && !revealed;
  const fitted = fit === 'cover' ? 'object-cover' : 'object-contain';
  return (
    <>
      {!hidden && isTransparent(image) ? (
        <span aria-hidden data-transparent className={FILL} style={{ background: CHECKERBOARD }} />
      ) : (
        <img
          src={placeholder(image.thumbhash)}
          alt=""
          draggable={false}
          className={cn(FILL, hidden ? 'object-cover' : fitted)}
          style={hidden ? { filter: 'blur(16px)' } : undefined}
        />
      )}
      {hidden ? (
        <span aria-hidden className="absolute inset-0 grid place-content-center justify-items-center gap-1 bg-black/60 text-xs text-white">
          <EyeOff className="size-5" />
          Hidden
        </span>
      ) : (
        <>
          {/* Already loaded by the page as a rule, and sharp enough until the preview is decoded. */}
          {variant === 'preview' && <MediaImage src={generatedImageUrl(image.id, 'thumb')} alt="" className={cn(FILL, fitted)} />}
          <MediaImage
            src={generatedImageUrl(image.id, variant)}
            alt=""
            {...(variant === 'thumb' && { loading: 'lazy' })}
            className={cn(FILL, fitted)}
          />
        </>
      )}
    </>
  );
}
