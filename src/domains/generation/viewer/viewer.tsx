// One image as large as the screen: swipe, pinch, arrow keys. The address says which; the back button closes.
import 'photoswipe/style.css';
import '#src/shell/stage/stage.css';
import { ChevronLeft, ChevronRight, Eye, Heart, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { describeImage, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { ImageMenu } from '#src/domains/generation/results/image-menu.tsx';
import type { ImageActions } from '#src/domains/generation/results/use-image-actions.ts';
import { formatCount, formatMoment } from '#src/lib/format.ts';
import { makeInert } from '#src/shell/stage/make-inert.ts';
import { openStage, type Stage, type StageList } from '#src/shell/stage/stage.ts';
import { useCurrentPhoto } from '#src/shell/stage/use-current-photo.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { imageSlides } from './image-slides.ts';

export interface ImageViewerProps {
  /** As the screen below lists them. */
  images: readonly GeneratedImage[];
  openId: string;
  actions: ImageActions;
  onShow: (id: string) => void;
  onClose: () => void;
  /** The eye nears the end of what was read. */
  onNearEnd?: () => void;
}

const NEAR_END = 12;
const NONE: ReadonlySet<string> = new Set();

function listOf(images: readonly GeneratedImage[], onNearEnd?: () => void): StageList<GeneratedImage> {
  const places = new Map(images.map(({ id }, index) => [id, index]));
  return {
    length: images.length,
    at: (index) => images[index],
    indexOf: (id) => places.get(id) ?? -1,
    want: (_first, last) => void (last >= images.length - NEAR_END && onNearEnd?.()),
  };
}

export default function GeneratedImageViewer({ images, openId, actions, onShow, onClose, onNearEnd }: ImageViewerProps) {
  const order = useMemo(() => listOf(images, onNearEnd), [images, onNearEnd]);
  const stage = useRef<Stage<GeneratedImage> | null>(null);
  const [revealed, setRevealed] = useState(NONE);
  const revealedNow = useRef(revealed);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { shownId, show, settle } = useCurrentPhoto(openId, onShow, (id) => stage.current?.show(id));
  const latest = useRef({ order, openId, onClose });
  useEffect(() => {
    latest.current = { order, openId, onClose };
  });

  const known = order.indexOf(openId) !== -1;
  const opened = known || element !== null;
  useEffect(() => {
    if (!opened) return undefined;
    let closedFromHere = false;
    const opening = openStage(
      latest.current.order,
      latest.current.openId,
      imageSlides((id) => revealedNow.current.has(id)),
      {
        onShow: show,
        onClosing: settle,
        onClosed: () => closedFromHere || latest.current.onClose(),
        // A menu or a dialog over the viewer has the keys.
        onKey: ({ target }) => target instanceof Element && target.closest('[role="menu"], [role="dialog"]:not(.pswp)') !== null,
        isGone: (id) => Promise.resolve(latest.current.order.indexOf(id) === -1),
      },
    );
    stage.current = opening;
    opening.element.setAttribute('aria-label', 'Image');
    setElement(opening.element);
    const release = makeInert();
    opening.element.focus();
    return () => {
      closedFromHere = true;
      release();
      stage.current = null;
      opening.destroy();
    };
  }, [opened, settle, show]);
  useEffect(() => {
    revealedNow.current = revealed;
    // Always another list: the stage draws again what looks otherwise.
    stage.current?.update({ ...order }, NONE);
  }, [order, revealed]);

  const index = shownId === null ? -1 : order.indexOf(shownId);
  const image = order.at(index);
  if (!element) return null;
  const isHidden = image?.is_sensitive && !revealed.has(image.id);
  return createPortal(
    <div className="photo-stage-controls">
      <div className="photo-stage-bar">
        <IconButton size="lg" label="Close" icon={<X aria-hidden className="size-6" />} onClick={() => stage.current?.close()} />
        {image && <Headline image={image} number={index + 1} of={order.length} />}
        {image && (
          <>
            {isHidden && (
              <Button size="sm" icon={<Eye aria-hidden className="size-4" />} onClick={() => setRevealed(new Set([...revealed, image.id]))}>
                Show
              </Button>
            )}
            <IconButton
              size="lg"
              label={image.is_favourite ? 'Remove from favourites' : 'Add to favourites'}
              icon={<Heart aria-hidden className={cn('size-6', image.is_favourite && 'fill-current text-[#ff6b81]')} />}
              onClick={() => actions.favourite(image, !image.is_favourite)}
            />
            <ImageMenu image={image} actions={actions} size="lg" menuClass="venue" />
          </>
        )}
      </div>
      <IconButton
        size="lg"
        label="Previous image"
        className="photo-stage-step left-2"
        icon={<ChevronLeft aria-hidden className="size-7" />}
        onClick={() => stage.current?.previous()}
      />
      <IconButton
        size="lg"
        label="Next image"
        className="photo-stage-step right-2"
        icon={<ChevronRight aria-hidden className="size-7" />}
        onClick={() => stage.current?.next()}
      />
    </div>,
    element,
  );
}

function Headline({ image, number, of }: { image: GeneratedImage; number: number; of: number }) {
  return (
    <div className="grid min-w-0 flex-1 text-sm">
      <p className="sr-only" aria-live="polite">
        {describeImage(image)}
      </p>
      <p aria-hidden className="truncate font-medium">
        {image.prompt || image.model_name}
      </p>
      <p aria-hidden className="truncate text-ink-muted tabular-nums">
        {image.model_name} · {image.width} × {image.height} · {formatMoment(image.created_at)}
        {of > 1 && ` · ${formatCount(number)} of ${formatCount(of)}`}
      </p>
    </div>
  );
}
