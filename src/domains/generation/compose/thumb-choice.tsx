import { MediaImage } from '#src/shell/media-image.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

const GRID = 'grid grid-cols-3 gap-2';

interface ThumbChoiceProps {
  items: readonly { id: string; src: string; label: string; blurred?: boolean }[];
  onChoose: (id: string) => void;
}

/** Small pictures, one to be taken. */
export function ThumbChoice({ items, onChoose }: ThumbChoiceProps) {
  return (
    <ul className={GRID}>
      {items.map(({ id, src, label, blurred }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={label}
            onClick={() => onChoose(id)}
            className="relative block aspect-square w-full overflow-hidden rounded-sm bg-sunken hover:brightness-110"
          >
            <MediaImage
              src={src}
              alt=""
              loading="lazy"
              className="absolute inset-0 size-full object-cover"
              style={blurred ? { filter: 'blur(24px)' } : undefined}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function ThumbsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className={GRID}>
      {Array.from({ length: 12 }, (_, tile) => (
        <Skeleton key={tile} className="aspect-square" />
      ))}
    </Loading>
  );
}
