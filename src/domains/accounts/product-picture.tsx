import { FallbackImage } from '#src/ui/fallback-image.tsx';

/** Screenshots made by `npm run screens -- product` (tests/screens/product.ts), all 390 × 844 CSS pixels. */
const pictures = {
  camera: {
    src: '/product/camera.webp',
    alt: 'An event’s camera, with the shutter within reach and a status line showing that all photos are stored',
  },
  queue: { src: '/product/queue.webp', alt: 'The queue offline, with each waiting photo saved on the phone' },
  gallery: { src: '/product/gallery.webp', alt: 'An event’s gallery on a phone' },
} as const;

export function ProductPicture({
  picture,
  eager,
  className = '',
}: {
  picture: keyof typeof pictures;
  eager?: boolean;
  className?: string;
}) {
  const { src, alt } = pictures[picture];
  return (
    <FallbackImage
      src={src}
      alt={alt}
      width={390}
      height={844}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      draggable={false}
      className={`h-auto w-[min(42vw,14rem)] rounded-[1.75rem] border-4 border-line bg-sunken object-cover shadow-3 ${className}`}
    />
  );
}
