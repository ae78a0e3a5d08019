// A photo of a gallery link in full screen: swipe, zoom, arrow keys. The URL has the open photo; the back button closes the viewer.
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatCount, type TimeZone } from '#src/lib/format.ts';
import { originalWords } from '#src/lib/original.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import { formatZonedDateTime } from '#src/lib/time-zone.ts';
import { uploadedPrefix } from '#src/lib/uploaded-prefix.ts';
import { type Lightbox, type LightboxList, type LightboxSlides, makeInert, openLightbox } from '#src/shell/stage/lightbox.ts';
import { useCurrentPhoto } from '#src/shell/stage/use-current-photo.ts';
import { useFullScreen } from '#src/shell/stage/use-full-screen.ts';
import { fetchImage } from '#src/transport/fetch-image.ts';
import { cn } from '#src/ui/cn.ts';
import { canSharePhotos, exportPhoto } from '#src/ui/export-photos.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import {
  ChevronLeft,
  ChevronRight,
  Download,
  TriangleAlert,
  Heart,
  Maximize,
  MessageSquareText,
  Minimize,
  Share,
  X,
} from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';
import { NoteDialog } from './pick-dialogs.tsx';
import { reportPhoto, type SharedPhoto, sharedPhotoUrl } from './queries.ts';
import { describeSharedPhoto } from './shared-photo.ts';
import type { Picks } from './use-picks.ts';

export interface SharedViewerProps {
  token: string;
  zone: TimeZone;
  list: LightboxList<SharedPhoto>;
  openId: string;
  picks: Picks;
  /** Null if downloads are off. */
  onDownload: ((photo: SharedPhoto) => void) | null;
  onShow: (id: string) => void;
  onClose: () => void;
}

const ReportDialog = lazyPart(() => import('#src/shell/report-dialog.tsx'), { name: 'the report', close: ({ onClose }) => onClose() });

const NONE: ReadonlySet<string> = new Set();

export default function SharedViewer({ token, zone, list, openId, picks, onDownload, onShow, onClose }: SharedViewerProps) {
  const stage = useRef<Lightbox<SharedPhoto> | null>(null);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [noteOf, setNoteOf] = useState<string | null>(null);
  const [reporting, setReporting] = useState<string | null>(null);
  const fullScreen = useFullScreen();
  const { shownId, show, settle } = useCurrentPhoto(openId, onShow, (id) => stage.current?.show(id));
  const index = shownId === null ? -1 : list.indexOf(shownId);
  const photo = index === -1 ? undefined : list.at(index);
  const onKey = (event: KeyboardEvent): boolean => {
    const target = event.target instanceof Element ? event.target : null;
    // An open menu or dialog handles the keys.
    if (event.defaultPrevented || target?.closest('input, textarea, [role="menu"], [role="dialog"]:not(.pswp)')) return true;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = event.key.toLowerCase();
    if (key === 'f' && fullScreen) fullScreen.toggle();
    else if (key === 'p' && photo && picks.limit !== null) picks.toggle(photo.id);
    else return false;
    return true;
  };
  const latest = useRef({ list, openId, onClose, onKey });
  useEffect(() => {
    latest.current = { list, openId, onClose, onKey };
  });

  const opened = list.indexOf(openId) !== -1 || element !== null;
  useEffect(() => {
    if (!opened) return undefined;
    let closedFromHere = false;
    const opening = openLightbox(latest.current.list, latest.current.openId, sharedSlides(token, zone), {
      onShow: show,
      onClosing: settle,
      onClosed: () => closedFromHere || latest.current.onClose(),
      onKey: (event) => latest.current.onKey(event),
      isGone: (id) => Promise.resolve(latest.current.list.indexOf(id) === -1),
    });
    stage.current = opening;
    setElement(opening.element);
    const release = makeInert();
    opening.element.focus();
    return () => {
      closedFromHere = true;
      release();
      stage.current = null;
      opening.destroy();
    };
  }, [opened, settle, show, token, zone]);
  useEffect(() => stage.current?.update(list, NONE), [list]);

  if (!element) return null;
  const picked = photo !== undefined && picks.picks.has(photo.id);
  const note = photo && picks.picks.get(photo.id);
  return createPortal(
    <div className="photo-stage-controls">
      <div className="photo-stage-bar">
        <IconButton size="lg" label="Close" icon={<X aria-hidden className="size-6" />} onClick={() => stage.current?.close()} />
        <div className="grid min-w-0 flex-1 text-sm">
          {photo && (
            <>
              <p className="sr-only" aria-live="polite">
                {describeSharedPhoto(photo, zone)}
                {picked && ', picked'}
              </p>
              <p aria-hidden className="truncate font-medium">
                {photo.photographer}
              </p>
              <p aria-hidden className="truncate text-ink-muted tabular-nums">
                {formatCount(index + 1)} of {formatCount(list.length)} · {uploadedPrefix(photo)}
                {formatZonedDateTime(photo.taken_at, zone)}
              </p>
            </>
          )}
        </div>
        {fullScreen && (
          <IconButton
            size="lg"
            className="max-sm:hidden"
            label={fullScreen.on ? 'Exit full screen' : 'Full screen'}
            icon={fullScreen.on ? <Minimize aria-hidden className="size-6" /> : <Maximize aria-hidden className="size-6" />}
            onClick={fullScreen.toggle}
          />
        )}
      </div>
      <IconButton
        size="lg"
        label="Previous photo"
        className="photo-stage-step left-2"
        icon={<ChevronLeft aria-hidden className="size-7" />}
        onClick={() => stage.current?.previous()}
      />
      <IconButton
        size="lg"
        label="Next photo"
        className="photo-stage-step right-2"
        icon={<ChevronRight aria-hidden className="size-7" />}
        onClick={() => stage.current?.next()}
      />
      {photo && (
        <div className="photo-stage-foot">
          <div className="photo-stage-actions">
            {picked && picks.submittedAt === null && (
              <IconButton
                size="lg"
                label={note ? 'Edit note' : 'Add note'}
                icon={<MessageSquareText aria-hidden className={cn('size-6', note && 'text-accent-text')} />}
                onClick={() => setNoteOf(photo.id)}
              />
            )}
            {picks.limit !== null && (
              <IconButton
                size="lg"
                label="Pick"
                aria-pressed={picked}
                icon={<Heart aria-hidden className={cn('size-6', picked && 'fill-current text-[#ff6b81]')} />}
                onClick={() => picks.toggle(photo.id)}
              />
            )}
            <IconButton
              size="lg"
              label="Report this photo"
              icon={<TriangleAlert aria-hidden className="size-6" />}
              onClick={() => setReporting(photo.id)}
            />
            {onDownload && !photo.awaits_original && <SharePhoto token={token} zone={zone} photo={photo} />}
            {onDownload && (
              <IconButton
                size="lg"
                label="Download"
                disabledReason={originalWords(photo)?.refusal}
                icon={<Download aria-hidden className="size-6" />}
                onClick={() => onDownload(photo)}
              />
            )}
          </div>
        </div>
      )}
      {reporting !== null && (
        <ReportDialog asksContact send={(report) => reportPhoto(token, reporting, report)} onClose={() => setReporting(null)} />
      )}
      {noteOf !== null && (
        <NoteDialog note={picks.picks.get(noteOf) ?? ''} onSave={(text) => picks.setNote(noteOf, text)} onClose={() => setNoteOf(null)} />
      )}
    </div>,
    element,
  );
}

interface SharePhotoProps {
  token: string;
  zone: TimeZone;
  photo: SharedPhoto;
}

/** Hands the photo to the share sheet of a phone, in the size that the link allows. Nothing on devices without one. */
function SharePhoto({ token, zone, photo }: SharePhotoProps) {
  const [canShare] = useState(canSharePhotos);
  const [sharing, setSharing] = useState(false);
  if (!canShare) return null;
  const share = async () => {
    setSharing(true);
    try {
      const { id, taken_at } = photo;
      const named = { id, fileName: null, contentType: 'image/jpeg', takenAt: Date.parse(taken_at), eventZone: zone };
      const outcome = await exportPhoto(named, () => fetchImage(sharedPhotoUrl(token, { id, watermark: null }, 'download')));
      if (outcome === 'unreadable') toast.error('Couldn’t share the photo', { detail: 'Check your connection and try again.' });
    } finally {
      setSharing(false);
    }
  };
  return (
    <IconButton size="lg" label="Share" loading={sharing} icon={<Share aria-hidden className="size-6" />} onClick={() => void share()} />
  );
}

/** The size of a preview; images of unknown size are laid out as a square. */
const PREVIEW_PX = 1600;

const sharedSlides = (token: string, zone: TimeZone) => (): LightboxSlides<SharedPhoto> => ({
  slideOf(photo, fetched) {
    if (!photo) return { kind: 'unread' };
    if (photo.state === 'processing') return { kind: 'message', words: 'This photo is still processing.' };
    const scale = PREVIEW_PX / Math.max(photo.width ?? PREVIEW_PX, photo.height ?? PREVIEW_PX, PREVIEW_PX);
    const width = Math.round((photo.width ?? PREVIEW_PX) * scale);
    const height = Math.round((photo.height ?? PREVIEW_PX) * scale);
    return {
      kind: 'picture',
      data: {
        src: fetched ?? sharedPhotoUrl(token, photo, 'preview'),
        msrc: photo.thumbhash ? shapedPlaceholder(photo.thumbhash, width, height) : sharedPhotoUrl(token, photo, 'thumb'),
        width,
        height,
        alt: describeSharedPhoto(photo, zone),
      },
    };
  },
});
