import { useState } from 'react';
import { describeImage, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Download, Eye, Heart } from '#src/ui/icons.ts';
import { GeneratedPicture } from './generated-picture.tsx';
import { ImageMenu } from './image-menu.tsx';
import type { ImageActions } from './use-image-actions.ts';

interface ImageCardProps {
  image: GeneratedImage;
  actions: ImageActions;
  onOpen: () => void;
}

const OVER = '!rounded-full !bg-black/60 !text-white';

/** A result: pressing it opens it, what else can be done lies on it. */
export function ImageCard({ image, actions, onOpen }: ImageCardProps) {
  const [revealed, setRevealed] = useState(false);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const hidden = image.is_sensitive && !revealed;
  return (
    <li className="group/image relative overflow-hidden rounded-md bg-sunken" style={{ aspectRatio: `${image.width} / ${image.height}` }}>
      <GeneratedPicture image={image} revealed={revealed} />
      <button
        type="button"
        data-photo={image.id}
        aria-label={hidden ? `Show: ${describeImage(image)}` : `Open ${describeImage(image)}`}
        onClick={hidden ? () => setRevealed(true) : onOpen}
        className="absolute inset-0 focus-visible:outline-none focus-visible:shadow-[inset_0_0_0_3px_var(--accent-text),inset_0_0_0_6px_var(--canvas)]"
      >
        {hidden && (
          <span
            aria-hidden
            className="absolute bottom-2 left-2 inline-flex items-center gap-1 rounded-full bg-black/70 px-2 py-1 text-xs font-medium text-white"
          >
            <Eye className="size-3.5" /> Show
          </span>
        )}
      </button>
      <span className="absolute top-1.5 right-1.5 flex gap-1">
        <IconButton
          size="sm"
          label={image.is_favourite ? 'Remove from favorites' : 'Add to favorites'}
          className={OVER}
          icon={<Heart aria-hidden className={cn('size-4', image.is_favourite && 'fill-current text-[#ff6b81]')} />}
          onClick={() => actions.setFavorite(image, !image.is_favourite)}
        />
        <IconButton
          size="sm"
          label="Download"
          className={OVER}
          disabledReason={offline}
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => void actions.save(image)}
        />
        <ImageMenu image={image} actions={actions} className={OVER} />
      </span>
    </li>
  );
}
