import { describeImage, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { cn } from '#src/ui/cn.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { GeneratedPicture } from './generated-picture.tsx';

export const MAX_COMPARED = 4;

interface CompareDialogProps {
  images: readonly GeneratedImage[];
  onClose: () => void;
}

/** Two to four images side by side, each with its prompt and model. */
export function CompareDialog({ images, onClose }: CompareDialogProps) {
  return (
    <Dialog
      open={images.length > 0}
      onOpenChange={(open) => open || onClose()}
      title={`Compare ${images.length} images`}
      className="!max-w-[min(96vw,84rem)]"
    >
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
              aria-label={describeImage(image)}
              className="relative max-h-[70dvh] overflow-hidden rounded-md bg-sunken"
              style={{ aspectRatio: `${image.width} / ${image.height}` }}
            >
              <GeneratedPicture image={image} variant="preview" fit="contain" />
            </div>
            <p className="text-sm text-ink-muted tabular-nums">
              {image.model_name} · {image.width} × {image.height}
              {image.seed !== null && ` · seed ${image.seed}`}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
