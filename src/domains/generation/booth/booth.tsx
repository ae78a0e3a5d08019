// The photo booth of an event: take a photo, choose a style, see the result, send it to the gallery. Touch only, one visitor at a time.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import type { components } from '#openapi/api.ts';
import { BoothCamera } from '#src/camera/booth-camera.tsx';
import type { GeneratedImage, ImageOwner } from '#src/domains/generation/generation.ts';
import { lookRequest } from '#src/domains/generation/looks/looks.ts';
import { loadStylePictures } from '#src/domains/generation/looks/style-picture.tsx';
import {
  cacheGeneration,
  cancelGeneration,
  deleteImage,
  invalidateImagesAndGenerations,
  modelsQuery,
  uploadSource,
} from '#src/domains/generation/queries.ts';
import { discardRequest, type RequestProgress, submitRequest, useRequestProgress } from '#src/domains/generation/requests.ts';
import { type Sender, sendImageToEvent } from '#src/domains/generation/results/image-to-event.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { type BoothLock, boothLockOf } from '#src/shell/booth-lock.ts';
import { subscribeBoothLock } from '#src/shell/booth-pin.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { PendingScreen } from '#src/shell/pending-screen.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { Button } from '#src/ui/button.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CloudOff, Settings2 } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { BoothLooks, BoothProgress, BoothResult, BoothSent, BoothTaken } from './booth-screens.tsx';
import { type BoothPhoto, type BoothStep, nextStep, stepOf } from './booth-step.ts';
import './booth.css';
import { type SavedVisitor, useSavedVisitor, useSaveStep } from './saved-visitor.ts';
import { StaffDialog } from './staff-dialog.tsx';
import { readSelfTimer, readTakeHome } from './take-home.tsx';
import { useIdle } from './use-idle.ts';

/** Long enough to read the screen, short enough for the next visitor. */
const IDLE_MS = 60_000;
const COUNT_MS = 15_000;
const SENT_MS = 10_000;

/** Longer with a QR code on the screen: visitors have to find and unlock their phones. */
const SCAN_MS = 45_000;

interface BoothProps {
  event: components['schemas']['Event'];
  sender: Sender;
  owner: ImageOwner;
  /** Lets visitors join the event on their phones; null if they can't. */
  joinCode: string | null;
  onChooseEvent: () => void;
}

export function Booth(props: BoothProps) {
  const saved = useSavedVisitor(props.sender.account, props.event.id);
  return saved === undefined ? <PendingScreen /> : <BoothSession {...props} saved={saved} />;
}

/** Resumes the step of the saved visitor. */
const initialStep = (saved: SavedVisitor | null): BoothStep =>
  stepOf(saved && { photo: { blob: saved.photo, url: URL.createObjectURL(saved.photo) }, choice: saved.choice });

function BoothSession({ event, sender, owner, joinCode, saved, onChooseEvent }: BoothProps & { saved: SavedVisitor | null }) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const [step, act] = useReducer(nextStep, saved, initialStep);
  const photo = step.at === 'camera' ? null : step.photo;
  const { isSaved, saveSource } = useSaveStep(sender.account, event.id, step, saved);
  const upload = useSourceUpload(photo, isOnline, { sourceId: saved?.sourceId ?? null, save: saveSource });
  const asked = useBoothRequest(step, upload.id, sender.account, owner);
  const followed = useRequestProgress(sender.account, owner, asked.id);
  const refusal = upload.refusal ?? asked.failure;
  const progress: RequestProgress =
    refusal !== null ? { state: 'refused', why: refusal } : asked.id === null ? { state: 'waiting' } : followed;
  const [image] = progress.state === 'finished' ? progress.generation.images : [];
  const [sending, setSending] = useState(false);
  const isLocked = useBoothLock(sender.account) !== null;
  useEffect(loadStylePictures, []);
  // Prefetched, so that the styles are also available offline.
  useQuery(modelsQuery(owner));

  const over = () => {
    if (photo) URL.revokeObjectURL(photo.url);
    act({ type: 'over' });
  };
  const photographed = useCallback((blob: Blob) => act({ type: 'photographed', photo: { blob, url: URL.createObjectURL(blob) } }), []);
  /** Cancels the request under way, which no visitor needs any more. */
  const cancelRequest = async () => {
    if (step.at !== 'making') return;
    await discardRequest(sender.account, step.requestId);
    if (progress.state !== 'under-way') return;
    try {
      cacheGeneration(client, await cancelGeneration(step.requestId));
    } catch (error) {
      console.warn('An abandoned generation could not be canceled', error);
    }
  };
  const discard = async (made: GeneratedImage) => {
    over();
    try {
      await deleteImage(made.id);
      await invalidateImagesAndGenerations(client, made);
    } catch (error) {
      toast.error('Couldn’t delete the image', { detail: `${describeFailure(error).detail} It’s still in your image gallery.` });
    }
  };
  const send = async (made: GeneratedImage) => {
    setSending(true);
    const sent = await sendImageToEvent(event, made, sender);
    setSending(false);
    if (sent.outcome === 'failed') toast.error('Couldn’t send the image', { detail: sent.why });
    else act({ type: 'sent', image: made, isKnown: sent.outcome === 'known', photoId: sent.photoId });
  };

  // Don't time out while a photo waits for a connection or an image is being created.
  const isWaitedFor = !isOnline || sending || (step.at === 'making' && (progress.state === 'waiting' || progress.state === 'under-way'));
  const joinLink =
    step.at === 'sent' && !readTakeHome().isOn && step.photoId !== null && joinCode !== null
      ? `${location.origin}/join/${joinCode}?photo=${step.photoId}`
      : null;
  const restart = () => {
    void cancelRequest();
    over();
  };
  const left = useIdle({
    afterMs:
      step.at === 'sent' || step.at === 'taken'
        ? readTakeHome().isOn || joinLink !== null
          ? SCAN_MS
          : SENT_MS
        : step.at === 'camera' || isWaitedFor
          ? null
          : IDLE_MS,
    countMs: COUNT_MS,
    onIdle: restart,
  });
  const chooseAnotherLook = () => {
    void cancelRequest();
    act({ type: 'another-look' });
  };
  return (
    <BoothFrame
      event={event}
      left={left}
      waiting={photo === null || isOnline ? null : isSaved ? 'device' : 'page'}
      account={sender.account}
      onChooseEvent={onChooseEvent}
    >
      {step.at === 'camera' && <BoothCamera title="Take a photo" picksFiles={!isLocked} counts={readSelfTimer} onPhoto={photographed} />}
      {step.at === 'looks' && (
        <BoothLooks
          photo={step.photo}
          uploadId={upload.id}
          owner={owner}
          onChoose={(look) => act({ type: 'chosen', look, requestId: uuid7() })}
          onRestart={restart}
        />
      )}
      {step.at === 'making' &&
        (image ? (
          <BoothResult
            photo={step.photo}
            uploadId={upload.id}
            image={image}
            look={step.look.name}
            isAi={step.look.model.is_ai}
            eventName={event.name}
            sending={sending}
            onSend={() => void send(image)}
            onTake={() => act({ type: 'taken', image })}
            onAgain={chooseAnotherLook}
            onDiscard={() => void discard(image)}
          />
        ) : (
          <BoothProgress
            photo={step.photo}
            uploadId={upload.id}
            look={step.look.name}
            progress={progress}
            onAgain={() => {
              upload.retry();
              chooseAnotherLook();
            }}
            onRestart={restart}
          />
        ))}
      {step.at === 'taken' && (
        <BoothTaken eventName={event.name} image={step.image} sending={sending} onSend={() => void send(step.image)} onOver={over} />
      )}
      {step.at === 'sent' && <BoothSent event={event} sent={step} joinLink={joinLink} onOver={over} />}
    </BoothFrame>
  );
}

/** Sends the request for the chosen style once the photo is uploaded. `id` is null until then. */
function useBoothRequest(
  step: BoothStep,
  uploadId: string | null,
  account: string,
  owner: ImageOwner,
): { id: string | null; failure: string | null } {
  const [asked, setAsked] = useState<{ id: string; failure: string | null } | null>(null);
  const chosen = step.at === 'making' ? step : null;
  useEffect(() => {
    if (!chosen || uploadId === null) return;
    const { requestId: id, look } = chosen;
    const body = lookRequest(look, { kind: 'upload', id: uploadId, event_id: null }, owner);
    const ask = async () => {
      await submitRequest({ id, account, body, modelName: look.model.name });
      setAsked({ id, failure: null });
    };
    ask().catch((error: unknown) => setAsked({ id, failure: describeFailure(error).detail }));
  }, [account, owner, chosen, uploadId]);
  return asked !== null && asked.id === chosen?.requestId ? asked : { id: null, failure: null };
}

interface SourceUpload {
  /** Id of the uploaded source; null until the upload completes. */
  id: string | null;
  /** Why the server refused the photo. Connection errors are retried instead. */
  refusal: string | null;
  retry: () => void;
}

const RETRY_MS = 5_000;

interface Sent {
  photo: BoothPhoto;
  id: string | null;
  refusal: string | null;
}

interface SavedSource {
  /** Upload id from before a reload, if any. */
  sourceId: string | null;
  /** Saves the upload id before a request refers to it. */
  save: (sourceId: string) => Promise<void>;
}

/** Uploads the photo while the visitor chooses a style. Retries until there is a connection. */
function useSourceUpload(photo: BoothPhoto | null, isOnline: boolean, { sourceId, save }: SavedSource): SourceUpload {
  const [sent, setSent] = useState<Sent | null>(() => (photo && sourceId !== null ? { photo, id: sourceId, refusal: null } : null));
  const own = sent?.photo === photo ? sent : null;
  const isDone = own !== null;
  useEffect(() => {
    if (!photo || !isOnline || isDone) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const upload = async () => {
      try {
        const { id } = await uploadSource(photo.blob);
        if (!gone) await save(id);
        if (!gone) setSent({ photo, id, refusal: null });
      } catch (error) {
        const { kind, detail } = describeFailure(error);
        if (gone) return;
        if (kind === 'failed') setSent({ photo, id: null, refusal: detail });
        else timer = setTimeout(() => void upload(), RETRY_MS);
      }
    };
    void upload();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [photo, isOnline, isDone, save]);
  return {
    id: own?.id ?? null,
    refusal: own?.refusal ?? null,
    retry: () => setSent(null),
  };
}

/** Subscribes to the booth's PIN lock. @returns null if this account's booth isn't locked */
function useBoothLock(account: string): BoothLock | null {
  return useSyncExternalStore(subscribeBoothLock, () => boothLockOf(account));
}

interface BoothFrameProps {
  event: components['schemas']['Event'];
  /** Seconds until the booth starts over; null while there is no countdown. */
  left: number | null;
  /** Whether a photo waits for a connection: saved on this device, or only in this page. */
  waiting: 'device' | 'page' | null;
  account: string;
  onChooseEvent: () => void;
  children: ReactNode;
}

/** The full-screen frame with the event's logo and name, and the entry to the staff dialog. */
function BoothFrame({ event, left, waiting, account, onChooseEvent, children }: BoothFrameProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="venue booth">
      <header className="booth-head">
        {event.branding.logo_url && <FallbackImage src={apiUrl(event.branding.logo_url)} alt="" className="h-8 max-w-24 object-contain" />}
        <p className="min-w-0 flex-1 truncate font-semibold">{event.name}</p>
        <OfflineIndicator className="shrink-0" />
        <IconButton size="lg" label="For staff" icon={<Settings2 aria-hidden className="size-5" />} onClick={() => setOpen(true)} />
      </header>
      {waiting !== null && (
        <p role="status" className="booth-kept">
          <CloudOff aria-hidden className="size-5 shrink-0" />
          {waiting === 'device'
            ? `Can’t reach the server. The photo is saved on this ${deviceLabel} and continues automatically.`
            : 'Can’t reach the server. The photo continues automatically. Keep this page open.'}
        </p>
      )}
      <main id="main" tabIndex={-1} className="booth-main">
        {children}
        {left !== null && (
          <div className="booth-idle">
            <p role="status" className="sr-only">
              Starting over soon. Tap anywhere to stay.
            </p>
            <p role="timer" className="tabular-nums">
              Starting over in {pluralize(left, 'second', 'seconds')}
            </p>
            {/* Any touch resets the timer, so this button needs no handler. */}
            <Button size="lg" variant="primary" className="booth-press">
              I’m still here
            </Button>
          </div>
        )}
      </main>
      <StaffDialog open={open} onOpenChange={setOpen} account={account} eventId={event.id} onChooseEvent={onChooseEvent} />
    </div>
  );
}
