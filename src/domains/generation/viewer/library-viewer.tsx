// The full-screen image viewer: swipe, pinch, arrow keys. The URL has the open image; the back button closes the viewer.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import {
  describeLibraryImage,
  favoriteDisabledReason,
  favoriteLabel,
  isFavorite,
  isHidden,
  type LibraryImage,
  type PhotoParts,
  previewUrl,
} from '#src/domains/generation/library/library-image.ts';
import { CHECKERBOARD, isTransparent } from '#src/domains/generation/results/generated-picture.tsx';
import { useRequestTitle } from '#src/domains/generation/results/use-request-title.ts';
import { formatCount } from '#src/lib/format.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import { formatZonedDateTime } from '#src/lib/time-zone.ts';
import { type Lightbox, type LightboxList, type LightboxSlides, openLightbox } from '#src/shell/stage/lightbox.ts';
import { makeInert } from '#src/shell/stage/lightbox.ts';
import { useCurrentPhoto } from '#src/shell/stage/use-current-photo.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChevronLeft, ChevronRight, Eye, Heart, X } from '#src/ui/icons.ts';
import { HistoryStrip } from './history-strip.tsx';

export interface ImageViewerProps {
  /** In the order of the grid. */
  images: readonly LibraryImage[];
  /** Undefined if the list has no event photos. */
  photos?: PhotoParts;
  openId: string;
  /** Renders the other actions. */
  menu: (image: LibraryImage) => ReactNode;
  onFavorite: (image: LibraryImage, favorite: boolean) => void;
  onShow: (id: string) => void;
  onClose: () => void;
  /** Called near the end of the loaded images if there are more. */
  onNearEnd?: () => void;
}

const NEAR_END = 12;
const MAX_SEARCHED = 600;
const NONE: ReadonlySet<string> = new Set();

function listOf(images: readonly LibraryImage[], onNearEnd?: () => void): LightboxList<LibraryImage> {
  const places = new Map(images.map(({ id }, index) => [id, index]));
  return {
    length: images.length,
    at: (index) => images[index],
    indexOf: (id) => places.get(id) ?? -1,
    want: (_first, last) => void (last >= images.length - NEAR_END && onNearEnd?.()),
  };
}

/** The image that was shown last gets the focus; if it isn't on the screen, what opened the viewer. */
function focusImage(id: string, opener: Element | null, options: FocusOptions): void {
  const tile = document.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id)}"]`);
  const target = tile ?? (opener instanceof HTMLElement ? opener : null);
  target?.focus(options);
}

export default function LibraryViewer({ images, photos, openId, menu, onFavorite, onShow, onClose, onNearEnd }: ImageViewerProps) {
  // Images of a history may not be loaded, or not be in the list at all: they come after it.
  const [others, setOthers] = useState<readonly LibraryImage[]>([]);
  const order = useMemo(() => {
    const listed = new Set(images.map(({ id }) => id));
    return listOf([...images, ...others.filter(({ id }) => !listed.has(id))], onNearEnd);
  }, [images, others, onNearEnd]);
  const wanted = useRef<string | null>(null);
  const stage = useRef<Lightbox<LibraryImage> | null>(null);
  const last = useRef(openId);
  const [revealed, setRevealed] = useState(NONE);
  const revealedNow = useRef(revealed);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { shownId, show, settle } = useCurrentPhoto(openId, onShow, (id) => stage.current?.show(id));
  const latest = useRef({ order, openId, onClose, photos });
  useEffect(() => {
    latest.current = { order, openId, onClose, photos };
  });

  const known = order.indexOf(openId) !== -1;
  const opened = known || element !== null;
  useEffect(() => {
    // A link may point to an image that isn't loaded yet.
    if (!opened && images.length < MAX_SEARCHED) onNearEnd?.();
  }, [opened, images.length, onNearEnd]);
  useEffect(() => {
    if (!opened) return undefined;
    let closedFromHere = false;
    let isClosed = false;
    const opener = document.activeElement;
    const opening = openLightbox(
      latest.current.order,
      latest.current.openId,
      librarySlides(latest.current.photos, (id) => revealedNow.current.has(id)),
      {
        onShow(id) {
          last.current = id ?? last.current;
          show(id);
        },
        onClosing: settle,
        onClosed() {
          isClosed = true;
          if (!closedFromHere) latest.current.onClose();
        },
        // An open menu or dialog handles the keys, and may be gone already.
        onKey: ({ target, defaultPrevented }) =>
          defaultPrevented || (target instanceof Element && target.closest('[role="menu"], [role="dialog"]:not(.pswp)') !== null),
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
      // What is opened instead of the viewer scrolls by itself.
      focusImage(last.current, opener, { preventScroll: !isClosed });
    };
  }, [opened, settle, show]);
  useEffect(() => {
    revealedNow.current = revealed;
    // A new object, so that the lightbox redraws changed slides.
    stage.current?.update({ ...order }, NONE);
    if (wanted.current !== null) stage.current?.show(wanted.current);
    wanted.current = null;
  }, [order, revealed]);
  const visit = (image: LibraryImage) => {
    if (order.indexOf(image.id) !== -1) stage.current?.show(image.id);
    else {
      wanted.current = image.id;
      setOthers([...others, image]);
    }
  };

  const index = shownId === null ? -1 : order.indexOf(shownId);
  const image = order.at(index);
  if (!element) return null;
  return createPortal(
    <div className="photo-stage-controls">
      <div className="photo-stage-bar">
        <IconButton size="lg" label="Close" icon={<X aria-hidden className="size-6" />} onClick={() => stage.current?.close()} />
        {image && (
          <Headline
            image={image}
            said={describeLibraryImage(image, photos)}
            place={
              images.length > 1 &&
              index < images.length &&
              `${formatCount(index + 1)} of ${formatCount(images.length)}${onNearEnd ? '+' : ''}`
            }
          />
        )}
        {image && (
          <>
            {isHidden(image) && !revealed.has(image.id) && (
              <Button size="sm" icon={<Eye aria-hidden className="size-4" />} onClick={() => setRevealed(new Set([...revealed, image.id]))}>
                Show
              </Button>
            )}
            <IconButton
              size="lg"
              label={favoriteLabel(image)}
              disabledReason={favoriteDisabledReason(image)}
              icon={<Heart aria-hidden className={cn('size-6', isFavorite(image) && 'fill-current text-[#ff6b81]')} />}
              onClick={() => onFavorite(image, !isFavorite(image))}
            />
            {menu(image)}
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
      {image && image.deleted_at === null && <HistoryStrip key={image.id} image={image} onShow={visit} />}
    </div>,
    element,
  );
}

function factsOf({ photo, event, generated, at }: LibraryImage): string[] {
  const size = photo ?? generated;
  return [
    ...(photo?.camera ? [photo.camera] : []),
    ...(photo?.file_name ? [photo.file_name] : []),
    ...(size?.width && size.height ? [`${size.width} × ${size.height}`] : []),
    formatZonedDateTime(at, event?.time_zone),
  ];
}

interface HeadlineProps {
  image: LibraryImage;
  said: string;
  place: string | false;
}

function Headline(props: HeadlineProps) {
  const { photo, event, generated } = props.image;
  if (generated) return <GeneratedHeadline {...props} generated={generated} />;
  return <Lines {...props} title={photo ? `${photo.uploader.name} · ${event?.name ?? ''}` : ''} />;
}

/** Names the model once. */
function GeneratedHeadline({ generated, ...rest }: HeadlineProps & { generated: GeneratedImage }) {
  const { organization_id: owner, model, model_name: modelName, prompt, style = null } = generated;
  const title = useRequestTitle({ model, prompt, style }, owner, modelName);
  return <Lines {...rest} title={title} {...(title !== modelName && { model: modelName })} />;
}

function Lines({ image, said, place, title, model }: HeadlineProps & { title: string; model?: string }) {
  return (
    <div className="grid min-w-0 flex-1 text-sm">
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      <p aria-hidden className="truncate font-medium">
        {title}
      </p>
      <p aria-hidden className="line-clamp-2 text-xs text-ink-muted tabular-nums">
        {[...(model ? [model] : []), ...factsOf(image), ...(place ? [place] : [])].join(' · ')}
      </p>
    </div>
  );
}

/** Larger images, and those of unknown size, are displayed at the size of their preview. */
const PREVIEW_PX = 1600;

/** @param isRevealed whether the person revealed a sensitive image */
const librarySlides = (photos: PhotoParts | undefined, isRevealed: (id: string) => boolean) => (): LightboxSlides<LibraryImage> => ({
  slideOf(image, fetched) {
    if (!image) return { kind: 'unread' };
    if (isHidden(image) && !isRevealed(image.id)) return { kind: 'message', words: 'This image is hidden because it may show nudity.' };
    const { photo } = image;
    if (photo?.state === 'unreadable') return { kind: 'message', words: photo.unreadable_reason ?? 'This photo can’t be shown.' };
    if (photo?.state === 'processing') return { kind: 'message', words: 'This photo is still processing.' };
    const { width: wide, height: high, thumbhash } = photo ?? image.generated ?? { width: null, height: null, thumbhash: null };
    const scale = PREVIEW_PX / Math.max(wide ?? PREVIEW_PX, high ?? PREVIEW_PX, PREVIEW_PX);
    const width = Math.round((wide ?? PREVIEW_PX) * scale);
    const height = Math.round((high ?? PREVIEW_PX) * scale);
    const data = { src: fetched ?? previewUrl(image, photos), width, height, alt: describeLibraryImage(image, photos) };
    // A placeholder would show through.
    if (image.generated && isTransparent(image.generated)) return { kind: 'picture', data: { ...data, background: CHECKERBOARD } };
    return { kind: 'picture', data: thumbhash ? { ...data, msrc: shapedPlaceholder(thumbhash, width, height) } : data };
  },
});
