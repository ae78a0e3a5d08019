import { MediaImage } from '#src/shell/media-image.tsx';
import { photoUrl } from '#src/shell/photo-url.ts';
import type { Event } from './event.ts';

/** The event's cover over a drawing derived from the event's id. Only the drawing is visible if there is no cover. */
export function Cover({
  event,
  sizes,
}: {
  event: Event;
  /** The `sizes` attribute; defaults to the size on an event card. */ sizes?: string;
}) {
  const { id, cover_photo_id: photoId, watermark } = event;
  const file = (variant: 'thumb' | 'preview') => photoUrl({ id: photoId ?? '', event_id: id, watermark }, variant);
  return (
    <>
      <Drawing seed={id} />
      {photoId && (
        <MediaImage
          src={file('preview')}
          srcSet={`${file('thumb')} 320w, ${file('preview')} 1600w`}
          sizes={sizes ?? '(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, 7rem'}
          loading="lazy"
          alt=""
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </>
  );
}

/** Three colored circles; position and hue derive from the id. */
function Drawing({ seed }: { seed: string }) {
  const digits = seed.replace(/-/g, '').slice(-12);
  const at = (index: number): number => parseInt(digits.slice(index * 2, index * 2 + 2), 16) / 255;
  const hue = (parseInt(digits.slice(-4), 16) * 47) % 360;
  const discs = [
    { cx: 20 + at(0) * 30, cy: 70, r: 62, hue },
    { cx: 90 + at(1) * 30, cy: 20 + at(2) * 20, r: 52, hue: hue + 40 },
    { cx: 60 + at(3) * 60, cy: 90, r: 40, hue: hue + 80 },
  ];
  return (
    <svg
      aria-hidden
      viewBox="0 0 150 100"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full bg-[oklch(0.3_0.03_265)]"
    >
      {discs.map((disc) => (
        <circle key={disc.r} cx={disc.cx} cy={disc.cy} r={disc.r} fill={`oklch(0.62 0.1 ${disc.hue} / 0.45)`} />
      ))}
    </svg>
  );
}
