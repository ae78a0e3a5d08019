import './compare.css';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { styleName } from '#src/domains/generation/labels.ts';
import {
  describeLibraryImage,
  eventPhotoUrl,
  favoriteLabel,
  isFavorite,
  type LibraryImage,
} from '#src/domains/generation/library/library-image.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { cn } from '#src/ui/cn.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Heart } from '#src/ui/icons.ts';
import { GeneratedPicture } from './generated-picture.tsx';
import { transformOf, usePinchZoom, WHOLE, zoomedView } from './pinch-zoom.ts';

export const MAX_COMPARED = 4;

/** A photo that the person uploaded to make images of it. */
export interface UploadedPhoto {
  id: string;
  upload: { width: number; height: number };
}

type ComparedImage = LibraryImage | UploadedPhoto;
const isUpload = (image: ComparedImage): image is UploadedPhoto => 'upload' in image;

/** An upload, as a thumbnail or in full. */
export const uploadUrl = (id: string, size: 'thumb' | 'full') =>
  apiUrl(`/api/v1/generation-sources/${id}${size === 'full' ? '?size=full' : ''}`);

interface CompareDialogProps {
  images: readonly ComparedImage[];
  /** `.venue` above the viewer. */
  className?: string;
  /** Opens an image in the viewer. */
  onOpen?: (id: string) => void;
  onFavorite?: (image: LibraryImage, favorite: boolean) => void;
  onClose: () => void;
}

type Way = 'slider' | 'beside';
const ways = [
  { value: 'slider', label: 'Slider' },
  { value: 'beside', label: 'Side by side' },
] as const;

/** Two images under a divider, or up to four side by side, each with its model and size. */
export function CompareDialog({ images: now, className, onOpen, onFavorite, onClose }: CompareDialogProps) {
  // While it closes it shows the same images.
  const [images, setImages] = useState(now);
  if (now.length > 0 && now !== images) setImages(now);
  const [owner = null] = images.flatMap((image) => (isUpload(image) ? [] : (image.generated?.organization_id ?? [])));
  const { data: models } = useQuery({ ...modelsQuery(owner), enabled: now.length > 0 });
  const facts = factsOf(images, models);
  const [way, setWay] = useState<Way>('slider');
  const [first, second, third] = images;
  const pair = first && second && !third ? ([first, second] as const) : null;
  return (
    <Dialog
      open={now.length > 0}
      onOpenChange={(open) => open || onClose()}
      title={`Compare ${images.length} images`}
      className={cn('compare-dialog', className)}
    >
      {pair && <ChoiceChips legend="View" options={ways} value={way} onChange={setWay} />}
      {pair && way === 'slider' ? (
        <Slider before={pair[0]} after={pair[1]} facts={facts} />
      ) : (
        <ul
          className={cn(
            'grid gap-3',
            images.length === 2 ? 'grid-cols-1 sm:grid-cols-2' : 'grid-cols-2',
            images.length === 4 && 'lg:grid-cols-4',
            images.length === 3 && 'sm:grid-cols-3',
          )}
        >
          {images.map((image, at) => (
            <li key={image.id} className="grid content-start gap-1.5">
              <div className="relative max-h-[70dvh] overflow-hidden rounded-md bg-sunken" style={{ aspectRatio: aspectOf(image) }}>
                <div role="img" aria-label={describe(image)} className="absolute inset-0">
                  <Picture image={image} />
                </div>
                {onOpen && !isUpload(image) && (
                  <button
                    type="button"
                    aria-label={`Open image ${at + 1}`}
                    onClick={() => {
                      onClose();
                      onOpen(image.id);
                    }}
                    className="absolute inset-0 rounded-md focus-visible:shadow-[inset_0_0_0_3px_var(--accent-text),inset_0_0_0_6px_var(--canvas)] focus-visible:outline-none"
                  />
                )}
              </div>
              <div className="flex min-h-9 items-center justify-between gap-2">
                <p className="text-sm text-ink-muted tabular-nums">{facts[at]}</p>
                {onFavorite && !isUpload(image) && (
                  <IconButton
                    size="sm"
                    label={favoriteLabel(image)}
                    icon={<Heart aria-hidden className={cn('size-4', isFavorite(image) && 'fill-current text-[#ff6b81]')} />}
                    onClick={() => onFavorite(image, !isFavorite(image))}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const HALF = 50;

const KEY_ZOOM = 1.5;
const zoomKeys: Record<string, number | undefined> = { '+': KEY_ZOOM, '=': KEY_ZOOM, '-': 1 / KEY_ZOOM, '0': 0 };

/**
 * Both images in one frame, centered, so that different formats stay aligned. They zoom and move together. The divider is a range input: its handle is
 * dragged, or moved by the arrow keys.
 */
function Slider({ before, after, facts }: { before: ComparedImage; after: ComparedImage; facts: readonly string[] }) {
  const [at, setAt] = useState(HALF);
  const [view, setView] = useState(WHOLE);
  const frame = useRef<HTMLDivElement>(null);
  const zoom = usePinchZoom({ frame, view, onView: setView, pans: true });
  const ratio = Math.max(ratioOf(before), ratioOf(after));
  const zoomed = { transform: transformOf(view) };
  const onKeyDown = (event: KeyboardEvent) => {
    const factor = zoomKeys[event.key];
    const box = frame.current?.getBoundingClientRect();
    if (factor === undefined || !box || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setView(zoomedView(view, factor, { x: box.width / 2, y: box.height / 2 }, box));
  };
  const isDragged = useRef(false);
  /** Of the handle: its pointer moves the divider only. */
  const drag = (event: PointerEvent) => {
    event.stopPropagation();
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture?.(event.pointerId);
      isDragged.current = true;
    }
    const box = frame.current?.getBoundingClientRect();
    if (isDragged.current && box) setAt(Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * 100));
  };
  const drop = () => (isDragged.current = false);
  return (
    <div className="compare-slider">
      <div className="compare-space">
        <div
          ref={frame}
          className="compare-frame"
          style={{ '--compare-ratio': ratio, '--compare-at': `${at}%` } as CSSProperties}
          {...zoom}
          onPointerDown={(event) => {
            // A drag goes on beside the frame.
            event.currentTarget.setPointerCapture?.(event.pointerId);
            zoom.onPointerDown(event);
          }}
        >
          <div role="img" aria-label={`Left: ${describe(before)}`} className="absolute inset-0">
            <div className="compare-zoomed" style={zoomed}>
              <Picture image={before} />
            </div>
          </div>
          <div role="img" aria-label={`Right: ${describe(after)}`} className="compare-after">
            <div className="compare-zoomed" style={zoomed}>
              <Picture image={after} />
            </div>
          </div>
          <input
            type="range"
            min={0}
            max={100}
            value={at}
            aria-label="Divider"
            aria-valuetext={`${at}% left image, ${100 - at}% right image`}
            aria-keyshortcuts="+ - 0"
            className="compare-range"
            onKeyDown={onKeyDown}
            onChange={({ target }) => setAt(Number(target.value))}
          />
          <span aria-hidden className="compare-divider">
            <span
              className="compare-handle"
              onPointerDown={drag}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={drop}
              onDoubleClick={() => setAt(HALF)}
            />
          </span>
        </div>
      </div>
      <div className="flex justify-between gap-4 text-sm text-ink-muted tabular-nums">
        <p>{facts[0]}</p>
        <p className="text-right">{facts[1]}</p>
      </div>
    </div>
  );
}

const FILL = 'absolute inset-0 size-full object-contain';

function Picture({ image }: { image: ComparedImage }) {
  if (isUpload(image))
    return (
      <>
        <MediaImage src={uploadUrl(image.id, 'thumb')} alt="" className={FILL} />
        <MediaImage src={uploadUrl(image.id, 'full')} alt="" className={FILL} />
      </>
    );
  const { photo, generated } = image;
  if (generated) return <GeneratedPicture image={generated} variant="preview" fit="contain" />;
  if (!photo) return null;
  const { width, height, thumbhash } = photo;
  return (
    <>
      {thumbhash !== null && width !== null && height !== null && (
        <img src={shapedPlaceholder(thumbhash, width, height)} alt="" draggable={false} className={FILL} />
      )}
      <MediaImage src={eventPhotoUrl(photo, 'thumb')} alt="" className={FILL} />
      <MediaImage src={eventPhotoUrl(photo, 'preview')} alt="" className={FILL} />
    </>
  );
}

function sizeOf(image: ComparedImage): { width: number; height: number } {
  if (isUpload(image)) return image.upload;
  const { photo, generated } = image;
  return { width: photo?.width ?? generated?.width ?? 1, height: photo?.height ?? generated?.height ?? 1 };
}
const aspectOf = (image: ComparedImage) => `${sizeOf(image).width} / ${sizeOf(image).height}`;
const ratioOf = (image: ComparedImage) => sizeOf(image).width / sizeOf(image).height;

const describe = (image: ComparedImage): string => (isUpload(image) ? 'Your photo' : describeLibraryImage(image, undefined));

/** What sets the images apart, by style or model and size: their numbers where nothing does. */
function factsOf(images: readonly ComparedImage[], models: readonly GenerationModel[] | undefined): string[] {
  const names = images.map((image) => {
    if (isUpload(image)) return 'Your photo';
    const { photo, generated } = image;
    if (photo) return 'Photo';
    return generated ? (styleName(generated, models) ?? generated.model_name) : '';
  });
  const sizes = images.map((image) => `${sizeOf(image).width} × ${sizeOf(image).height}`);
  const [areNamesSame, areSizesSame] = [names, sizes].map((words) => new Set(words).size === 1);
  return images.map((_, at) => {
    const own = [!areNamesSame && names[at], !areSizesSame && sizes[at]].filter((words) => typeof words === 'string');
    return own.length > 0 ? own.join(' · ') : `Image ${at + 1}`;
  });
}
