import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '#openapi/api.ts';
import type { GeneratedImage, ImageOwner } from '#src/domains/generation/generation.ts';
import { madeByLabel, progressLabel } from '#src/domains/generation/labels.ts';
import { LookGrid } from '#src/domains/generation/looks/look-grid.tsx';
import { type Look, looksOf } from '#src/domains/generation/looks/looks.ts';
import { creditsQuery, modelsQuery } from '#src/domains/generation/queries.ts';
import type { RequestProgress } from '#src/domains/generation/requests.ts';
import { GeneratedPicture } from '#src/domains/generation/results/generated-picture.tsx';
import { readOriginal } from '#src/domains/generation/results/original-file.ts';
import { DEFAULT_PAPER, preferredLayout, turnedPaper } from '#src/domains/generation/results/print-size.ts';
import { canPrint, PrintedImage } from '#src/domains/generation/results/printed-image.tsx';
import { deviceLabel } from '#src/lib/device.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { Camera, CircleCheck, Eye, Palette, Printer, QrCode as QrCodeIcon, Send, Sparkles, Trash2, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import type { BoothPhoto, BoothSending } from './booth-step.ts';
import { readTakeHome, TakeHomeCode } from './take-home.tsx';

interface BoothLooksProps {
  photo: BoothPhoto;
  /** Null until the photo is uploaded. */
  uploadId: string | null;
  owner: ImageOwner;
  onChoose: (look: Look) => void;
  onRestart: () => void;
}

export function BoothLooks({ photo, uploadId, owner, onChoose, onRestart }: BoothLooksProps) {
  const models = useQuery(modelsQuery(owner));
  const { data: credits } = useQuery(creditsQuery(owner));
  return (
    <div className="booth-looks">
      <div className="booth-title">
        <FallbackImage src={photo.url} alt="The original" className="booth-small" />
        <h1 className="text-2xl font-semibold">Choose a style</h1>
        <Button size="lg" className="booth-press" icon={<Camera aria-hidden className="size-5" />} onClick={onRestart}>
          New photo
        </Button>
      </div>
      <QueryState
        query={models}
        skeleton={
          <Loading label="Loading the styles" className="look-grid">
            {Array.from({ length: 12 }, (_, tile) => (
              <Skeleton key={tile} className="aspect-square" />
            ))}
          </Loading>
        }
        failed="Couldn’t load the styles"
        offline="Your photo is saved until they load."
      >
        {(items) =>
          looksOf(items).length === 0 ? (
            <EmptyState icon={<Sparkles />} title="No styles available">
              The platform’s admins choose which models are available.
            </EmptyState>
          ) : (
            <LookGrid
              owner={owner}
              models={items}
              source={uploadId === null ? null : { kind: 'upload', id: uploadId, event_id: null }}
              own={photo.url}
              hidesPrice
              credits={credits}
              onChoose={onChoose}
            />
          )
        }
      </QueryState>
    </div>
  );
}

interface BoothResultProps {
  photo: BoothPhoto;
  uploadId: string | null;
  image: GeneratedImage;
  look: string;
  isAi: boolean;
  eventName: string;
  sending: boolean;
  onSend: () => void;
  /** Shows the QR code, without sending. */
  onTake: () => void;
  onAgain: () => void;
  onDiscard: () => void;
}

const icon = 'size-5';

/** Shows the image beside its photo, and lets the visitor send, restyle or discard it. */
export function BoothResult({
  photo,
  uploadId,
  image,
  look,
  isAi,
  eventName,
  sending,
  onSend,
  onTake,
  onAgain,
  onDiscard,
}: BoothResultProps) {
  const [revealed, setRevealed] = useState(false);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const hidden = image.is_sensitive && !revealed;
  return (
    <div className="booth-step">
      <h1 className="sr-only">Your image</h1>
      <div className="booth-pair">
        <figure className="booth-picture">
          <div role="img" aria-label={hidden ? 'Your image, hidden because it may show nudity' : `Your image: ${look}`}>
            <GeneratedPicture image={image} variant="preview" revealed={revealed} fit="contain" />
          </div>
          <figcaption>
            {look} · {madeByLabel(isAi)}
          </figcaption>
        </figure>
        <BoothOriginal photo={photo} uploadId={uploadId} />
      </div>
      {!hidden && (readTakeHome().isOn || canPrint()) && (
        <div className="booth-extras">
          {readTakeHome().isOn && (
            <Button
              size="lg"
              className="booth-press"
              disabledReason={offline}
              icon={<QrCodeIcon aria-hidden className={icon} />}
              onClick={onTake}
            >
              Get QR code
            </Button>
          )}
          <PrintButton image={image} />
        </div>
      )}
      {/* "Restyle" replaces "Cancel" and "Discard" replaces "New photo", so that a late press has the same effect. */}
      <div className="booth-foot">
        <Button size="lg" className="booth-press" icon={<Palette aria-hidden className={icon} />} onClick={onAgain}>
          {' '}
          Restyle
        </Button>
        <Button
          size="lg"
          className="booth-press"
          disabledReason={offline}
          icon={<Trash2 aria-hidden className={icon} />}
          onClick={onDiscard}
        >
          Discard
        </Button>
        {hidden ? (
          <Button
            size="lg"
            variant="primary"
            className="booth-press"
            icon={<Eye aria-hidden className={icon} />}
            onClick={() => setRevealed(true)}
          >
            Show
          </Button>
        ) : (
          <SendButton variant="primary" eventName={eventName} sending={sending} onSend={onSend} />
        )}
      </div>
    </div>
  );
}

interface SendButtonProps {
  eventName: string;
  sending: boolean;
  variant?: 'primary';
  onSend: () => void;
}

function SendButton({ eventName, sending, variant, onSend }: SendButtonProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  return (
    <Button
      size="lg"
      variant={variant}
      className="booth-press"
      loading={sending}
      disabledReason={offline}
      icon={<Send aria-hidden className={icon} />}
      aria-label={`Send to gallery: ${eventName}`}
      onClick={onSend}
    >
      Send to gallery
    </Button>
  );
}

/** Prints on the paper of photo printers. */
function PrintButton({ image }: { image: GeneratedImage }) {
  const [busy, setBusy] = useState(false);
  /** Object URL of the original, until the browser has the page. */
  const [printed, setPrinted] = useState<string | null>(null);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  useEffect(() => () => (printed === null ? undefined : URL.revokeObjectURL(printed)), [printed]);
  if (!canPrint()) return null;
  const print = async () => {
    setBusy(true);
    try {
      setPrinted(URL.createObjectURL(await readOriginal(image)));
    } catch (error) {
      toast.error('Couldn’t print the image', { detail: describeFailure(error).detail });
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        size="lg"
        className="booth-press"
        loading={busy}
        disabledReason={offline}
        icon={<Printer aria-hidden className={icon} />}
        onClick={() => void print()}
      >
        Print
      </Button>
      {printed !== null && (
        <PrintedImage
          src={printed}
          page={turnedPaper(DEFAULT_PAPER, image)}
          layout={preferredLayout(image, DEFAULT_PAPER)}
          onPrinted={() => setPrinted(null)}
          onFailed={() => {
            toast.error('Couldn’t print the image', { detail: 'This browser can’t show the file.' });
            setPrinted(null);
          }}
        />
      )}
    </>
  );
}

/** The visitor's photo. Falls back to the server's rendition if this browser can't decode the format. */
function BoothOriginal({ photo, uploadId }: { photo: BoothPhoto; uploadId: string | null }) {
  const [isForeign, setForeign] = useState(false);
  return (
    <figure className="booth-picture">
      {!isForeign && <img src={photo.url} alt="The original" draggable={false} onError={() => setForeign(true)} />}
      {isForeign && uploadId !== null && <MediaImage src={apiUrl(`/api/v1/generation-sources/${uploadId}`)} alt="The original" />}
      <figcaption>Your photo</figcaption>
    </figure>
  );
}

const QrCode = lazyPart(() => import('#src/ui/qr-code.tsx'), { name: 'the code' });

interface BoothTakenProps {
  eventName: string;
  image: GeneratedImage;
  sending: boolean;
  onSend: () => void;
  onOver: () => void;
}

/** The QR code of an image that isn't in the gallery. */
export function BoothTaken({ eventName, image, sending, onSend, onOver }: BoothTakenProps) {
  const [takeHome] = useState(readTakeHome);
  return (
    <div className="booth-done">
      <h1 className="text-2xl font-semibold">Take your image home</h1>
      <p className="text-lg text-ink-muted">It isn’t in the gallery of {eventName}.</p>
      <TakeHomeCode image={image} hours={Number(takeHome.validity)} />
      <div className="booth-extras">
        <SendButton eventName={eventName} sending={sending} onSend={onSend} />
        <PrintButton image={image} />
      </div>
      <Button size="lg" variant="primary" className="booth-press" icon={<Camera aria-hidden className={icon} />} onClick={onOver}>
        Next photo
      </Button>
    </div>
  );
}

interface BoothSentProps {
  event: components['schemas']['Event'];
  sent: BoothSending;
  /** Where the visitor joins the event to get the image, if staff turned off the link to it; null if they can't. */
  joinLink: string | null;
  onOver: () => void;
}

export function BoothSent({ event, sent: { image, isKnown }, joinLink, onOver }: BoothSentProps) {
  const isOnline = useConnection() === 'online';
  const [takeHome] = useState(readTakeHome);
  const what = isKnown
    ? 'It’s already in the gallery.'
    : event.require_approval
      ? 'It appears in the gallery once the organizers approve it.'
      : 'It appears in the gallery in a moment.';
  return (
    <div className="booth-done">
      <CircleCheck aria-hidden className="size-16 text-success" />
      <h1 className="text-2xl font-semibold">Thank you!</h1>
      <p className="text-lg text-ink-muted">
        {isOnline
          ? `Your image was sent to ${event.name}. ${what}`
          : `Your image is saved on this ${deviceLabel} and will be sent once the server responds.`}
      </p>
      <PrintButton image={image} />
      {takeHome.isOn && <TakeHomeCode image={image} hours={Number(takeHome.validity)} />}
      {joinLink !== null && (
        <figure className="grid justify-items-center gap-3">
          <div className="size-52">
            <QrCode text={joinLink} label="QR code that opens your image on your phone" className="size-52" />
          </div>
          <figcaption className="text-ink-muted">
            {event.require_approval
              ? 'Scan to join the event. Your image appears there once the organizers approve it.'
              : 'Scan to get your image.'}
          </figcaption>
        </figure>
      )}
      <Button size="lg" variant="primary" className="booth-press" icon={<Camera aria-hidden className="size-5" />} onClick={onOver}>
        Next photo
      </Button>
    </div>
  );
}

interface BoothProgressProps {
  photo: BoothPhoto;
  uploadId: string | null;
  look: string;
  progress: RequestProgress;
  onAgain: () => void;
  onRestart: () => void;
}

/** Shows progress, or the reason for a failure. */
export function BoothProgress({ photo, uploadId, look, progress, onAgain, onRestart }: BoothProgressProps) {
  const isOnline = useConnection() === 'online';
  const why = failureReason(progress);
  const words =
    progress.state === 'under-way' ? progressLabel(progress.generation) : isOnline ? 'Sending the photo…' : 'Waiting for a connection…';
  const isQueued = progress.state === 'under-way' && progress.generation.status === 'queued';
  return (
    <div className="booth-step">
      <div className="booth-pair">
        <BoothOriginal photo={photo} uploadId={uploadId} />
        <div className="booth-progress">
          <h1 className="text-2xl font-semibold">{look}</h1>
          {why === null ? (
            <>
              <p aria-live="polite" className="text-ink-muted">
                {words}
              </p>
              <Progress label={words} value={progress.state === 'under-way' ? (isQueued ? 0 : progress.generation.progress) : null} />
            </>
          ) : (
            <Banner tone="danger" title="Couldn’t create the image">
              <p>{why}</p>
              {progress.state === 'refused' && <p>The photo is still on this {deviceLabel}.</p>}
            </Banner>
          )}
        </div>
      </div>
      <div className="booth-foot">
        <Button
          size="lg"
          variant={why === null ? 'secondary' : 'primary'}
          className="booth-press"
          icon={why === null ? <X aria-hidden className="size-5" /> : <Palette aria-hidden className="size-5" />}
          onClick={onAgain}
        >
          {why === null ? 'Cancel' : 'Try again'}
        </Button>
        <Button size="lg" className="booth-press" icon={<Camera aria-hidden className="size-5" />} onClick={onRestart}>
          New photo
        </Button>
      </div>
    </div>
  );
}

function failureReason(progress: RequestProgress): string | null {
  if (progress.state === 'refused') return progress.why;
  if (progress.state !== 'finished') return null;
  return progress.generation.error?.message ?? 'The request was canceled.';
}
