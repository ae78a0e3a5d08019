import './compare.css';
import { type CSSProperties, useState } from 'react';
import { eventPhotoUrl, describeLibraryImage, type LibraryImage } from '#src/domains/generation/library/library-image.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { cn } from '#src/ui/cn.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { GeneratedPicture } from './generated-picture.tsx';

export const MAX_COMPARED = 4;

interface CompareDialogProps {
  images: readonly LibraryImage[];
  /** `.venue` above the viewer. */
  className?: string;
  onClose: () => void;
}

type Way = 'slider' | 'beside';
const ways = [
  { value: 'slider', label: 'Slider' },
  { value: 'beside', label: 'Side by side' },
] as const;

/** Two images under a divider, or up to four side by side, each with its model and size. */
export function CompareDialog({ images: now, className, onClose }: CompareDialogProps) {
  // While it closes it shows the same images.
  const [images, setImages] = useState(now);
  if (now.length > 0 && now !== images) setImages(now);
  const [way, setWay] = useState<Way>('slider');
  const [first, second, third] = images;
  const pair = first && second && !third ? ([first, second] as const) : null;
  return (
    <Dialog
      open={now.length > 0}
      onOpenChange={(open) => open || onClose()}
      title={`Compare ${images.length} images`}
      className={cn('!max-w-[min(96vw,84rem)]', className)}
    >
      {pair && <ChoiceChips legend="View" options={ways} value={way} onChange={setWay} />}
      {pair && way === 'slider' ? (
        <Slider before={pair[0]} after={pair[1]} />
      ) : (
        <ul
          className={cn(
            'grid gap-3',
            images.length === 2 ? 'grid-cols-1 sm:grid-cols-2' : 'grid-cols-2',
            images.length === 4 && 'lg:grid-cols-4',
            images.length === 3 && 'sm:grid-cols-3',
          )}
        >
          {images.map((image) => (
            <li key={image.id} className="grid content-start gap-1.5">
              <div
                role="img"
                aria-label={describeLibraryImage(image, undefined)}
                className="relative max-h-[70dvh] overflow-hidden rounded-md bg-sunken"
                style={{ aspectRatio: aspectOf(image) }}
              >
                <Picture image={image} />
              </div>
              <p className="text-sm text-ink-muted tabular-nums">{factsOf(image)}</p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const HALF = 50;

/**
 * Both images in one frame, centered, so that different formats stay aligned. The divider is a range input: it can be dragged anywhere in the frame
 * and moved by the arrow keys.
 */
function Slider({ before, after }: { before: LibraryImage; after: LibraryImage }) {
  const [at, setAt] = useState(HALF);
  const ratio = Math.max(ratioOf(before), ratioOf(after));
  return (
    <div className="grid gap-2">
      <div className="compare-frame" style={{ '--compare-ratio': ratio, '--compare-at': `${at}%` } as CSSProperties}>
        <div role="img" aria-label={`Left: ${describeLibraryImage(before, undefined)}`} className="absolute inset-0">
          <Picture image={before} />
        </div>
        <div role="img" aria-label={`Right: ${describeLibraryImage(after, undefined)}`} className="compare-after">
          <Picture image={after} />
        </div>
        <input
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label="Divider"
          aria-valuetext={`${at}% left image, ${100 - at}% right image`}
          className="compare-range"
          onChange={({ target }) => setAt(Number(target.value))}
          onDoubleClick={() => setAt(HALF)}
        />
        <span aria-hidden className="compare-divider" />
      </div>
      <div className="flex justify-between gap-4 text-sm text-ink-muted tabular-nums">
        <p>{factsOf(before)}</p>
        <p className="text-right">{factsOf(after)}</p>
      </div>
    </div>
  );
}

const FILL = 'absolute inset-0 size-full object-contain';

function Picture({ image }: { image: LibraryImage }) {
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

const sizeOf = ({ photo, generated }: LibraryImage) => ({
  width: photo?.width ?? generated?.width ?? 1,
  height: photo?.height ?? generated?.height ?? 1,
});
const aspectOf = (image: LibraryImage) => `${sizeOf(image).width} / ${sizeOf(image).height}`;
const ratioOf = (image: LibraryImage) => sizeOf(image).width / sizeOf(image).height;

function factsOf(image: LibraryImage): string {
  const { width, height } = sizeOf(image);
  const { photo, generated } = image;
  const seed = generated && generated.seed !== null ? ` · seed ${generated.seed}` : '';
  return `${photo ? 'Photo' : (generated?.model_name ?? '')} · ${width} × ${height}${seed}`;
}
