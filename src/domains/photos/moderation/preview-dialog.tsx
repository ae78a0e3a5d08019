import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { describePhoto, useEventZone } from '#src/domains/photos/labels.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Check, ChevronLeft, ChevronRight, X } from '#src/ui/icons.ts';
import type { Verdict } from './decisions.ts';
import { commandOf, lettersAtom } from './moderation-keys.ts';
import { ModerationPicture, PhotoFactsNote } from './moderation-picture.tsx';

interface PreviewDialogProps {
  photos: readonly Photo[];
  openId: string | null;
  onPreview: (id: string | null) => void;
  onDecide: (photo: Photo, verdict: Verdict, reason: string | null) => void;
}

/** One photo, large, with its facts. */
export function PhotoDialog({
  photo,
  onClose,
  footer,
  children,
}: {
  photo: Photo | undefined;
  onClose: () => void;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  const zone = useEventZone();
  return (
    <Dialog open={photo !== undefined} onOpenChange={(open) => open || onClose()} title="View photo" className="!max-w-5xl" footer={footer}>
      {photo && (
        <>
          <div className="relative h-[min(60dvh,44rem)] overflow-hidden rounded-lg bg-sunken">
            <ModerationPicture key={photo.id} photo={photo} alt={describePhoto(photo, zone)} />
          </div>
          <div className="flex items-center gap-2">
            <PhotoFactsNote photo={photo} />
            {children}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** A large preview. Arrow keys navigate; a decision advances. */
export function PreviewDialog({ photos, openId, onPreview, onDecide }: PreviewDialogProps) {
  const letters = useAtomValue(lettersAtom);
  const index = openId === null ? -1 : photos.findIndex((photo) => photo.id === openId);
  const photo = photos[index];
  const previous = photos[index - 1];
  const next = photos[index + 1];
  const decide = (verdict: Verdict, reason: string | null = null) => {
    if (!photo || photo.status === verdict) return;
    onPreview((next ?? previous)?.id ?? null);
    onDecide(photo, verdict, reason);
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event, { letters, arrows: false });
    if (event.key === 'ArrowRight' && next) onPreview(next.id);
    if (event.key === 'ArrowLeft' && previous) onPreview(previous.id);
    if (command?.kind === 'approve') decide('approved');
    if (command?.kind === 'reject') decide('rejected', command.reason);
  });
  const open = photo !== undefined;
  useEffect(() => {
    if (!open) return undefined;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <PhotoDialog
      photo={photo}
      onClose={() => onPreview(null)}
      footer={
        photo && (
          <>
            {photo.status !== 'rejected' && (
              <Button icon={<X aria-hidden className="size-4 text-danger" />} onClick={() => decide('rejected')}>
                {photo.status === 'approved' ? 'Hide' : 'Reject'}
              </Button>
            )}
            {photo.status !== 'approved' && (
              <Button variant="primary" icon={<Check aria-hidden className="size-4" />} onClick={() => decide('approved')}>
                Approve
              </Button>
            )}
          </>
        )
      }
    >
      <IconButton
        label="Previous photo"
        disabledReason={previous ? null : 'This is the first one.'}
        icon={<ChevronLeft aria-hidden className="size-5" />}
        onClick={() => previous && onPreview(previous.id)}
      />
      <IconButton
        label="Next photo"
        disabledReason={next ? null : 'This is the last one.'}
        icon={<ChevronRight aria-hidden className="size-5" />}
        onClick={() => next && onPreview(next.id)}
      />
    </PhotoDialog>
  );
}
