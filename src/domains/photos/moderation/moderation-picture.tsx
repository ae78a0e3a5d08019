import { useEventZone } from '#src/domains/photos/labels.ts';
import { photoUrl, type Photo } from '#src/domains/photos/photo.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { ImageOff } from '#src/ui/icons.ts';

const FILL = 'absolute inset-0 size-full object-contain';

/** The photo over its placeholder, fitted to its container. */
export function ModerationPicture({ photo, alt }: { photo: Photo; alt: string }) {
  if (photo.state === 'unreadable') {
    return (
      <span className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center text-balance text-ink-muted">
        <ImageOff aria-hidden className="size-6" />
        {photo.unreadable_reason ?? 'This file can’t be shown.'}
      </span>
    );
  }
  const { thumbhash, width, height } = photo;
  return (
    <>
      {thumbhash && <img src={shapedPlaceholder(thumbhash, width ?? 4, height ?? 3)} alt="" draggable={false} className={FILL} />}
      <MediaImage src={photoUrl(photo, 'preview')} alt={alt} className={FILL} />
    </>
  );
}

/** The original resolution, over the preview. */
export const FullResolution = ({ photo }: { photo: Photo }) => <MediaImage src={photoUrl(photo, 'download')} alt="" className={FILL} />;

/** Photographer, time, camera and file name, and the decision if there is one. */
export function PhotoFactsNote({ photo }: { photo: Photo }) {
  const { status, moderated_by: by, rejection_reason: why } = photo;
  const verdict = status === 'pending' ? null : `${status === 'approved' ? 'Approved' : 'Rejected'}${by ? ` by ${by}` : ''}`;
  const lines = [
    [formatDateTime(photo.taken_at, useEventZone()), photo.camera, photo.file_name].filter(Boolean).join(' · '),
    [verdict, why].filter(Boolean).join(': '),
  ].filter(Boolean);
  return (
    <div className="min-w-0 flex-1 text-sm">
      <p className="truncate font-medium">{photo.uploader.name}</p>
      {lines.map((line) => (
        <p key={line} className="truncate text-ink-muted tabular-nums">
          {line}
        </p>
      ))}
    </div>
  );
}
